import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { videoTexts as texts } from '#contract/videos/video-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import type { AppEnv, Visitor } from '#server/http/context.ts'
import { ApiError, asApiError, conflict, errorResponse, notFound, unauthorized } from '#server/http/errors.ts'
import { paramId } from '#server/http/param-id.ts'
import { requireUser } from '#server/http/require-user.ts'
import { wrongMethod } from '#server/http/wrong-method.ts'
import { isActive } from '#server/people/auth/index.ts'
import { deleteUnposted, findVideo } from '../crew-videos.queries.ts'
import { isExpired, isUnfinished, ownsVideo } from '../crew-videos.rules.ts'
import type { VideoRow } from '../crew-videos.table.ts'
import type { Videos } from '../services.ts'
import { putFile } from './put-file.ts'
import {
  checkCreation,
  checkPatch,
  checkVersion,
  overriddenMethod,
  tooManyBytes,
  tusVersion,
} from './tus-headers.rules.ts'

type UploadEnv = AppEnv & { Variables: { video: VideoRow } }

interface TusContext {
  req: { raw: Request; path: string }
  var: Pick<Visitor, 'person' | 'log'>
}

/** Bun's default is too short. */
const timeoutSeconds = 255

const longTimeout: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.env?.server?.timeout(c.req.raw, timeoutSeconds)
  await next()
}

/** The tus server doesn't announce `PUT`. */
function crossOrigin({ corsOrigins }: Env): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const origin = c.req.header('origin')
    if (origin === undefined || !corsOrigins.includes(origin)) return
    c.res.headers.set('Access-Control-Allow-Origin', origin)
    c.res.headers.append('Vary', 'Origin')
    if (c.req.method === 'OPTIONS')
      c.res.headers.set('Access-Control-Allow-Methods', 'POST, HEAD, PATCH, PUT, DELETE')
  }
}

/**
 * Sets `video`. To tus a refused one looks complete: `/complete` says why. A token outlives the session, not the account.
 * @throws ApiError 401, also with the token of a banned or deleted person, 404, 410 after expiry
 */
function ownUpload({ deps, tokens }: Videos): MiddlewareHandler<UploadEnv> {
  return async (c, next) => {
    const id = paramId<'video'>(c.req.param('id'), texts.unknownUpload)
    const token = c.req.query('token')
    const hasToken = token !== undefined && tokens.opens(token, id)
    if (!hasToken && c.var.person === null) throw unauthorized()
    const video = await findVideo(deps.db, id)
    if (video && hasToken && !(await isActive(deps.db, video.owner_id))) throw unauthorized()
    if (!video || !(hasToken || ownsVideo(c.var.person, video))) throw notFound(texts.unknownUpload)
    if (isExpired(video, deps.now())) throw new ApiError('gone', texts.expired)
    c.set('video', video)
    await next()
  }
}

/** Mounted at /files: `PUT` and tus 1.0.0. The tus server's `GET` is public. */
export function fileRoutes(deps: Pick<Deps, 'env' | 'videos' | 'limitWrites'>) {
  const { videos } = deps
  const upload = ownUpload(videos)

  const files = new Hono<AppEnv>()
  files.onError((error, c) => withTusVersion(errorResponse(c, error)))
  files.use(crossOrigin(deps.env))
  files.options('*', c => answer(c, videos))
  files.post('/', requireUser, deps.limitWrites, longTimeout, c => {
    checkVersion(c.req.raw.headers)
    checkCreation(c.req.raw.headers, hasBody(c.req.raw))
    return answer(c, videos)
  })
  // Hono routes HEAD to GET.
  files.get('/:id', neverRead, upload, c => head(c, videos))
  files.patch('/:id', upload, longTimeout, c => patch(c, videos))
  files.put('/:id', upload, longTimeout, async c => {
    const { video } = c.var
    if (video.refusal !== null) throw new ApiError('gone', video.refusal)
    if (isUnfinished(video)) await putFile(videos, video, c.req.raw)
    return c.json({ id: video.id })
  })
  files.delete('/:id', upload, c => remove(c, videos))
  files.post('/:id', onlyOverridden, upload, longTimeout, c => {
    const method = overriddenMethod(c.req.raw.headers)
    if (method === null) throw wrongMethod(uploadMethods)
    c.req.raw = new Request(c.req.raw, { method })
    return { HEAD: head, PATCH: patch, DELETE: remove }[method](c, videos)
  })
  files.all('/', () => {
    throw wrongMethod(['POST', 'OPTIONS'])
  })
  files.all('/:id', () => {
    throw wrongMethod(uploadMethods)
  })
  files.all('*', () => {
    throw notFound(texts.unknownUpload)
  })
  return files
}

type Upload = Context<UploadEnv>

const uploadMethods = ['HEAD', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const

/** 405 for everyone (RFC 9110, 15.5.6). */
const neverRead: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method !== 'HEAD') throw wrongMethod(uploadMethods)
  await next()
}
const onlyOverridden: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (overriddenMethod(c.req.raw.headers) === null) throw wrongMethod(uploadMethods)
  await next()
}

async function head(c: Upload, videos: Videos): Promise<Response> {
  checkVersion(c.req.raw.headers)
  const { video } = c.var
  const response = isUnfinished(video) ? await answer(c, videos) : c.body(null, 200, completeHeaders(video))
  // tus: HEAD responses MUST include Upload-Metadata as sent.
  if (video.upload_metadata !== null) response.headers.set('Upload-Metadata', video.upload_metadata)
  return response
}

async function patch(c: Upload, videos: Videos): Promise<Response> {
  checkVersion(c.req.raw.headers)
  checkPatch(c.req.raw.headers)
  if (isUnfinished(c.var.video)) return answer(c, videos)
  if (Number(c.req.header('upload-offset')) !== c.var.video.size_bytes)
    throw conflict('Every byte of this upload has arrived.')
  if (hasBody(c.req.raw)) throw tooManyBytes(c.var.video.size_bytes)
  return c.body(null, 204, completeHeaders(c.var.video))
}

async function remove(c: Upload, videos: Videos): Promise<Response> {
  checkVersion(c.req.raw.headers)
  if (isUnfinished(c.var.video)) return answer(c, videos)
  await inTransaction(videos.deps.db, trx => deleteUnposted(trx, c.var.video.id, videos.deps.now()))
  return c.body(null, 204, { 'Tus-Resumable': tusVersion })
}

const hasBody = ({ headers, body }: Request): boolean =>
  headers.has('content-length') ? Number(headers.get('content-length')) > 0 : body !== null

/** tus: HEAD responses MUST include Upload-Offset; complete uploads may have left the store. */
const completeHeaders = ({ size_bytes }: VideoRow) => ({
  'Tus-Resumable': tusVersion,
  'Upload-Offset': String(size_bytes),
  'Upload-Length': String(size_bytes),
  'Cache-Control': 'no-store',
})

function withTusVersion(response: Response): Response {
  response.headers.set('Tus-Resumable', tusVersion)
  return response
}

/** The tus server's answer, with errors as JSON. @throws ApiError */
async function answer(c: TusContext, videos: Videos): Promise<Response> {
  const { response, error } = await videos.tus.handle(c.req.raw, c.var.person?.id)
  // The tus server's own errors are no errors of ours.
  if (asApiError(error, '', c.req.raw).code !== 'internal') throw error
  if (response.status < 400) return response
  const { status } = response
  if (status >= 500 && !c.req.raw.signal.aborted)
    c.var.log.error('upload failed', { path: c.req.path, status }, error)
  const message = status >= 500 ? 'The upload failed. Please try again.' : (await response.text()).trim()
  const { headers } = response
  headers.delete('Content-Length')
  headers.set('Content-Type', 'application/json')
  return new Response(JSON.stringify({ message, error: codeOf(status) }), { status, headers })
}

function codeOf(status: number): ErrorCode {
  const codes = ['forbidden', 'not_found', 'conflict', 'gone', 'too_large', 'internal'] as const
  return codes.find(code => errorStatus[code] === status) ?? 'invalid'
}
