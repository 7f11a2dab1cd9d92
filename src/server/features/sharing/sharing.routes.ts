import { codePath } from '#contract/qr-code.ts'
import type { Deps } from '#server/deps.ts'
import { getBoat } from '#server/features/boats/index.ts'
import type { AppContext } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { notFound } from '#server/http/errors.ts'
import { hasCurrent } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { drawQr } from './qr.ts'

const revalidated = 'private, no-cache'
const noTournament = 'There is no such tournament.'

async function codeOf(c: AppContext, path: string): Promise<Response> {
  const url = c.var.origin + codePath(path)
  const etag = `"${Bun.hash(url).toString(36)}"`
  const headers = { ETag: etag, 'Cache-Control': revalidated }
  if (hasCurrent(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  return c.body(await drawQr(url), 200, { ...headers, 'Content-Type': 'image/svg+xml' })
}

export function sharingRoutes({ db, catalog }: Deps) {
  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/qr.svg', async c => {
      const id = paramId<'tournament'>(c.req.param('id'), noTournament)
      if ((await catalog.find(id)) === null) throw notFound(noTournament)
      return codeOf(c, `/tournament/${id}`)
    })
    .endpoint('GET /api/boats/:id/qr.svg', async c => {
      const { id } = await getBoat(db, paramId<'boat'>(c.req.param('id'), 'There is no such boat.'))
      return codeOf(c, `/boat/${id}`)
    })
}
