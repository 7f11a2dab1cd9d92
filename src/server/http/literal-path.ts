import { getPath } from 'hono/utils/url'

/** `:id` or `*` in a segment. */
const patternLike = /(?<=\/)[:*]/g

/** Encodes pattern characters: Hono runs handlers twice for a literal `:id`. */
export const literalPath = (request: Request): string =>
  getPath(request).replace(patternLike, sign => (sign === ':' ? '%3A' : '%2A'))
