import { Hono } from 'hono'
import { isId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { notFound } from '#server/http/errors.ts'
import { readPicture } from '#server/storage/images/index.ts'
import { readBrandStylesheet } from './brand-stylesheet.ts'

const immutable = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
}

const none = () => notFound('There is no such file.')

/** Manifests of the site's app and of the crew's, with the text after the site's name. */
const manifests = { '/manifest.webmanifest': '', '/crew/manifest.webmanifest': ' Crew' }

async function replaceBody(c: AppContext, change: (text: string) => string): Promise<void> {
  const { res } = c
  if (res.status !== 200) return
  const headers = new Headers(res.headers)
  headers.delete('content-length')
  c.res = new Response(change(await res.text()), { headers })
}

/** The site's colours, logo and app names. Visitors of a locked site get them too: its gate shows them. */
export function brandFiles({ files, branding }: Pick<Deps, 'files' | 'branding'>) {
  const app = new Hono<AppEnv>().get('/assets/:file', async (c, next) => {
    const file = c.req.param('file')
    if (!file.startsWith('brand-')) return next()
    const brand = await branding.read()
    const css = readBrandStylesheet(file, brand)
    if (css !== null) return c.body(css, 200, { ...immutable, 'Content-Type': 'text/css; charset=utf-8' })
    const id = /^brand-(.+)\.webp$/.exec(file)?.[1]
    // Other pictures need the site password.
    if (!isId<'image'>(id) || brand.logo?.id !== id) throw none()
    const picture = await readPicture(files, id)
    if (picture === null) throw none()
    return c.body(await picture.bytes(), 200, { ...immutable, 'Content-Type': 'image/webp' })
  })
  for (const [path, suffix] of Object.entries(manifests))
    app.use(path, async (c, next) => {
      await next()
      const { name } = await branding.read()
      if (name === null) return
      await replaceBody(c, text => {
        const manifest: Record<string, unknown> = JSON.parse(text)
        const appName = `${name}${suffix}`
        return JSON.stringify({ ...manifest, name: appName, short_name: suffix === '' ? appName : 'Crew' })
      })
    })
  // A browser that finds another worker stores the page of the crew app again.
  return app.use('/crew/sw.js', async (c, next) => {
    await next()
    const { revision } = await branding.read()
    if (revision !== '') await replaceBody(c, text => `${text}\n// ${revision}\n`)
  })
}
