import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { limits } from '#contract/limits.ts'
import type { AppEnv } from './context.ts'
import { ApiError } from './errors.ts'

/** Separately limited. */
const isUpload = (path: string) => path === '/api/images' || path === '/files' || path.startsWith('/files/')

const limitBody = bodyLimit({
  maxSize: limits.jsonBody,
  onError: () => {
    throw new ApiError('too_large', 'The request is too large.')
  },
})

/** Includes chunked bodies. @throws ApiError 413 */
export const smallBodies: MiddlewareHandler<AppEnv> = (c, next) =>
  isUpload(c.req.path) ? next() : limitBody(c, next)
