import { getPath } from 'hono/utils/url'

/** A segment that looks like a route pattern: `:id`, `*`. */
const patternLike = /(?<=\/)[:*]/g

/** The path for routing, with pattern characters encoded: Hono runs a route's handlers twice for a literal `:id`. */
export const literalPath = (request: Request): string =>
  getPath(request).replace(patternLike, sign => (sign === ':' ? '%3A' : '%2A'))
