import { Hono } from 'hono'
import { isId } from '#contract/ids.ts'
import { videoTexts as texts } from '#contract/video-texts.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { findVideo } from './crew-videos.queries.ts'
import { videosOf } from './services.ts'
import { type FileName, fileNames } from './storage.ts'

const isFileName = (name: string): name is FileName => fileNames.some(known => known === name)

const typeOf = (name: FileName, format: 'webm' | 'mp4' | null) => {
  if (name === 'poster') return 'image/jpeg'
  return name === 'h264' || format === 'mp4' ? 'video/mp4' : 'video/webm'
}

/**
 * Mounted at /media: files of videos, to whoever has a link that was minted for somebody who may see them. Ranges and
 * `If-Range` are Bun's: it answers them for a body that is a whole file, and only for that.
 */
export function mediaRoutes(deps: Deps) {
  const { storage, links } = videosOf(deps)
  const media = new Hono<AppEnv>()
  media.get('/:id/:name', async c => {
    const { id, name } = c.req.param()
    const { exp = '', sig = '' } = c.req.query()
    const left = links.secondsLeft(id, name, { exp, sig }, deps.now())
    if (left === null) throw forbidden('This link is not valid.')
    if (left <= 0) throw forbidden(texts.linkExpired)
    if (!isId<'video'>(id) || !isFileName(name)) throw notFound(texts.unknown)
    const [video, file] = [await findVideo(deps.db, id), await storage.read(id, name)]
    if (!video || !file) throw notFound(texts.unknown)
    const headers = {
      'Content-Type': typeOf(name, video.format),
      'Cache-Control': `private, max-age=${left}`,
      ETag: `"${name}-${file.version}"`,
      'Accept-Ranges': 'bytes',
      'Content-Disposition': 'inline',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    }
    if (c.req.header('if-none-match') === headers.ETag) return new Response(null, { status: 304, headers })
    // Hono drops the body of a HEAD, and its length with it.
    if (c.req.method === 'HEAD')
      return new Response(null, { headers: { ...headers, 'Content-Length': String(file.blob.size) } })
    return new Response(file.blob, { headers })
  })
  media.all('*', () => {
    throw notFound(texts.unknown)
  })
  return media
}
