import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { limits } from '#contract/limits.ts'
import type { AppContext, AppEnv } from './context.ts'
import { ApiError } from './errors.ts'

/** Uploads, whose handlers limit what they read after authentication. */
const uploads = new Set(['POST /api/images', 'PUT /api/admin/branding/logo'])
const isUpload = ({ method, path }: AppContext['req']) =>
  uploads.has(`${method} ${path}`) || path === '/files' || path.startsWith('/files/')

const limitBody = bodyLimit({
  maxSize: limits.jsonBody,
  onError: () => {
    throw new ApiError('too_large', 'The request is too large.')
  },
})

/**
 * Includes chunked bodies. Reads the whole body, so that what follows sees a session that ended meanwhile as ended.
 * @throws ApiError 413
 */
export const smallBodies: MiddlewareHandler<AppEnv> = (c, next) =>
  isUpload(c.req)
    ? next()
    : limitBody(c, async () => {
        if (c.req.raw.body) await c.req.arrayBuffer()
        await next()
      })
