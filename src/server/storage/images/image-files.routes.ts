import { Hono } from 'hono'
import { isId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'
import { notFound } from '#server/http/errors.ts'
import { hasCurrent } from '#server/http/etag.ts'
import { onlyRead } from '#server/http/wrong-method.ts'
import { pictureFile, readPicture } from './image-store.ts'

const missing = () => notFound('There is no such picture.')

/** Mounted at /images. Files are immutable. */
export function imageFileRoutes({ env, files: storage }: Pick<Deps, 'env' | 'files'>) {
  const files = new Hono<AppEnv>()
  files.get('/:name', async c => {
    const name = c.req.param('name')
    const id = name.endsWith('.webp') ? name.slice(0, -'.webp'.length) : ''
    if (!isId<'image'>(id)) throw missing()
    if ((await storage.read(pictureFile(id))) === null) throw missing()
    const headers = {
      // A shared cache would show a locked site's pictures to everyone.
      'Cache-Control': `${env.siteGate ? 'private' : 'public'}, max-age=31536000, immutable`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      ETag: `"${id}"`,
    }
    if (hasCurrent(c.req.header('if-none-match'), headers.ETag)) return c.body(null, 304, headers)
    const picture = await readPicture(storage, id)
    if (picture === null) throw missing()
    return c.body(await picture.bytes(), 200, { ...headers, 'Content-Type': 'image/webp' })
  })
  files.all('/:name', onlyRead)
  files.all('*', () => {
    throw missing()
  })
  return files
}
