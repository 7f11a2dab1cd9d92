import { Hono } from 'hono'
import type { ErrorCode } from '#contract/errors.ts'
import { isId } from '#contract/ids.ts'
import { videoTexts as texts } from '#contract/videos/video-texts.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'
import { asApiError, errorResponse, forbidden, notFound } from '#server/http/errors.ts'
import { hasCurrent } from '#server/http/etag.ts'
import { onlyRead } from '#server/http/wrong-method.ts'
import { type StoredFile, serveStored } from '#server/storage/file-storage/index.ts'
import { findVideo, isPosted } from '../crew-videos.queries.ts'
import { cleanFile } from '../crew-videos.rules.ts'
import type { VideoFormat } from '../crew-videos.table.ts'
import { type FileName, fileNames } from '../storage/video-storage.ts'

const isFileName = (name: string): name is FileName => fileNames.some(each => each === name)

const typeOf = (name: FileName, format: VideoFormat | null) => {
  if (name === 'poster') return 'image/jpeg'
  return name === 'h264' || format === 'mp4' ? 'video/mp4' : 'video/webm'
}

interface ServedFile {
  headers: Record<string, string> & { ETag: string }
  file: StoredFile
}

interface CachedLink {
  resource: ServedFile
  /** Milliseconds since 1970. */
  until: number
  /** Seconds since 1970. */
  expiresAt: number
}

/** Number of cached links: players send hundreds of range requests. */
const cacheSize = 500
const cacheMs = 5000

/**
 * Mounted at /media; signed links authorise. Original links serve the clean file after posting.
 */
export function mediaRoutes(deps: Pick<Deps, 'db' | 'log' | 'now' | 'videos'>) {
  const { storage, links } = deps.videos
  const cache = new Map<string, CachedLink>()

  // Rows are deleted before files.
  deps.db.changes.listen(['crew_videos', 'crew_posts'], () => cache.clear())

  /** @throws ApiError 403, 404 */
  async function find(
    url: string,
    id: string,
    name: string,
    query: Record<string, string>,
  ): Promise<ServedFile> {
    const now = deps.now()
    const cached = cache.get(url)
    // A file that was moved to a bucket is gone from the disk.
    if (cached && now < cached.until && (await cached.resource.file.blob?.exists()) !== false)
      return withAge(cached, now)
    const { exp = '', sig = '' } = query
    const secondsLeft = links.secondsLeft(id, name, { exp, sig }, now)
    if (secondsLeft === null) throw forbidden('This link is not valid.')
    if (secondsLeft <= 0) throw forbidden(texts.linkExpired)
    if (!isId<'video'>(id) || !isFileName(name)) throw notFound(texts.unknown)
    const video = await findVideo(deps.db, id)
    if (!video) throw notFound(texts.unknown)
    const version = name === 'original' && (await isPosted(deps.db, id)) ? (cleanFile(video) ?? name) : name
    const file = await storage.read(id, version)
    if (!file) throw notFound(texts.unknown)
    const link = {
      resource: { file, headers: headersOf(version, video.format, file.version) },
      until: Math.min(now + cacheMs, Number(exp) * 1000),
      expiresAt: Number(exp),
    }
    if (cache.size >= cacheSize) cache.clear()
    cache.set(url, link)
    return withAge(link, now)
  }

  const media = new Hono<AppEnv>()
  media.onError((error, c) => {
    if (asApiError(error, c.var.requestId, c.req.raw).code !== 'internal') return errorResponse(c, error)
    deps.log.error('a video could not be served', { path: c.req.path }, error)
    return c.json(
      { message: 'This video cannot be shown right now.', error: 'internal' satisfies ErrorCode },
      500,
    )
  })
  media.get('/:id/:name', async c => {
    const { id, name } = c.req.param()
    const { file, headers } = await find(c.req.url, id, name, c.req.query())
    const ifMatch = c.req.header('if-match')
    if (ifMatch !== undefined && !hasCurrent(ifMatch, headers.ETag)) return c.body(null, 412)
    if (hasCurrent(c.req.header('if-none-match'), headers.ETag))
      return new Response(null, { status: 304, headers })
    return serveStored(c.req, file, headers)
  })
  media.all('/:id/:name', onlyRead)
  media.all('*', () => {
    throw notFound(texts.unknown)
  })
  return media
}

const headersOf = (name: FileName, format: VideoFormat | null, version: string) => ({
  'Content-Type': typeOf(name, format),
  ETag: `"${name}-${version}"`,
  'Accept-Ranges': 'bytes',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
})

function withAge({ resource, expiresAt }: CachedLink, now: number): ServedFile {
  const maxAge = expiresAt - Math.floor(now / 1000)
  return { ...resource, headers: { ...resource.headers, 'Cache-Control': `private, max-age=${maxAge}` } }
}
