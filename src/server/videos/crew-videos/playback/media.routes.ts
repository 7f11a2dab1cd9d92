import { Hono, type HonoRequest } from 'hono'
import type { ErrorCode } from '#contract/errors.ts'
import { isId } from '#contract/ids.ts'
import { videoTexts as texts } from '#contract/videos/video-texts.ts'
import type { Deps } from '#server/deps.ts'
import { byteRange } from '#server/http/byte-range.ts'
import type { AppEnv } from '#server/http/context.ts'
import { ApiError, errorResponse, forbidden, notFound } from '#server/http/errors.ts'
import { hasCurrent } from '#server/http/etag.ts'
import { onlyRead } from '#server/http/wrong-method.ts'
import { type StoredFile, unavailable } from '#server/storage/file-storage/index.ts'
import { findVideo, isPosted } from '../crew-videos.queries.ts'
import { cleanFile } from '../crew-videos.rules.ts'
import { type FileName, fileNames } from '../storage/video-storage.ts'

const isFileName = (name: string): name is FileName => fileNames.some(known => known === name)

const typeOf = (name: FileName, format: 'webm' | 'mp4' | null) => {
  if (name === 'poster') return 'image/jpeg'
  return name === 'h264' || format === 'mp4' ? 'video/mp4' : 'video/webm'
}

interface Found {
  headers: Record<string, string> & { ETag: string }
  file: StoredFile
}

/** Players send hundreds of range requests. */
const remembered = 500
const rememberedMs = 5000

/**
 * Mounted at /media; signed links authorise. Bun answers ranges only for a whole file.
 * Original links serve the clean file after posting.
 */
export function mediaRoutes(deps: Pick<Deps, 'db' | 'log' | 'now' | 'videos'>) {
  const { storage, links } = deps.videos
  const known = new Map<string, { found: Found; until: number; expiresAt: number }>()

  // Rows are deleted before files.
  deps.db.changes.listen(['crew_videos', 'crew_posts'], () => known.clear())

  /** @throws ApiError 403, 404 */
  async function find(url: string, id: string, name: string, query: Record<string, string>): Promise<Found> {
    const now = deps.now()
    const cached = known.get(url)
    // A file that was moved to a bucket is gone from the disk.
    if (cached && now < cached.until && (await cached.found.file.blob?.exists()) !== false)
      return fresh(cached, now)
    const { exp = '', sig = '' } = query
    const left = links.secondsLeft(id, name, { exp, sig }, now)
    if (left === null) throw forbidden('This link is not valid.')
    if (left <= 0) throw forbidden(texts.linkExpired)
    if (!isId<'video'>(id) || !isFileName(name)) throw notFound(texts.unknown)
    const video = await findVideo(deps.db, id)
    if (!video) throw notFound(texts.unknown)
    const served = name === 'original' && (await isPosted(deps.db, id)) ? (cleanFile(video) ?? name) : name
    const file = await storage.read(id, served)
    if (!file) throw notFound(texts.unknown)
    const entry = {
      found: { file, headers: headersOf(served, video.format, file.version) },
      until: Math.min(now + rememberedMs, Number(exp) * 1000),
      expiresAt: Number(exp),
    }
    if (known.size >= remembered) known.clear()
    known.set(url, entry)
    return fresh(entry, now)
  }

  const media = new Hono<AppEnv>()
  media.onError((error, c) => {
    if (error instanceof ApiError) return errorResponse(c, error)
    deps.log.error('a video could not be served', { path: c.req.path }, error)
    return c.json(
      { message: 'This video cannot be shown right now.', error: 'internal' satisfies ErrorCode },
      500,
    )
  })
  media.get('/:id/:name', async c => {
    const { id, name } = c.req.param()
    const { file, headers } = await find(c.req.url, id, name, c.req.query())
    if (hasCurrent(c.req.header('if-none-match'), headers.ETag))
      return new Response(null, { status: 304, headers })
    // Hono drops HEAD's body and Content-Length (RFC 9110, 9.3.2).
    if (c.req.method === 'HEAD')
      return new Response(null, { headers: { ...headers, 'Content-Length': String(file.size) } })
    return file.blob === null ? passOn(c.req, file, headers) : new Response(file.blob, { headers })
  })
  media.all('/:id/:name', onlyRead)
  media.all('*', () => {
    throw notFound(texts.unknown)
  })
  return media
}

/** Of a file in a bucket; Bun answers ranges of files on the disk alone. @throws ApiError 503 */
async function passOn(request: HonoRequest, file: StoredFile, headers: Found['headers']): Promise<Response> {
  const asked = { range: request.header('range'), ifRange: request.header('if-range') }
  const { size } = file
  const range = byteRange(asked, { size, etag: headers.ETag })
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } })
  const { from, to } = range ?? { from: 0, to: size }
  return new Response(await file.stream(from, to).catch(unavailable), {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      'Content-Length': String(to - from),
      ...(range !== null && { 'Content-Range': `bytes ${from}-${to - 1}/${size}` }),
    },
  })
}

const headersOf = (name: FileName, format: 'webm' | 'mp4' | null, version: string) => ({
  'Content-Type': typeOf(name, format),
  ETag: `"${name}-${version}"`,
  'Accept-Ranges': 'bytes',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
})

function fresh({ found, expiresAt }: { found: Found; expiresAt: number }, now: number): Found {
  const left = expiresAt - Math.floor(now / 1000)
  return { ...found, headers: { ...found.headers, 'Cache-Control': `private, max-age=${left}` } }
}
