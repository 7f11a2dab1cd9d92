import { getPath } from 'hono/utils/url'

/** A segment that reads like a pattern of a route: `:id`, `*`. */
const patternLike = /(?<=\/)[:*]/g

/**
 * The path that a request is routed by. Hono's routers take a segment `:id` for the name of the pattern too, and then run
 * the handlers of a route twice. Encoded, it is a parameter like any other (`c.req.param` decodes it).
 */
export const literalPath = (request: Request): string =>
  getPath(request).replace(patternLike, sign => (sign === ':' ? '%3A' : '%2A'))
