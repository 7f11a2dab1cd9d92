import { Hono } from 'hono'
import type { BoatProfile } from '#contract/boat-profiles.ts'
import type { Entry, Tournament, TournamentSummary } from '#contract/tournaments.ts'
import type { Deps } from '#server/deps.ts'
import { readBoatProfile } from '#server/features/boat-profiles/index.ts'
import { entryJson } from '#server/features/tournaments/index.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { notFound } from '#server/http/errors.ts'
import { hasCurrent } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { onlyRead } from '#server/http/wrong-method.ts'
import { type PreviewPicture, previewPictures } from './preview-pictures.ts'

export interface Draws {
  site(): Promise<Uint8Array>
  tournament(tournament: Tournament): Promise<Uint8Array>
  entry(entry: Entry, tournament: TournamentSummary): Promise<Uint8Array>
  boat(boat: BoatProfile): Promise<Uint8Array>
}

const none = 'There is no such picture.'
const idIn = <Name extends 'tournament' | 'entry' | 'boat'>(file: string) =>
  paramId<Name>(file.endsWith('.png') ? file.slice(0, -'.png'.length) : undefined, none)

/** Mounted at /og. */
export function pictureRoutes(deps: Deps, draws: Draws) {
  const { catalog, db } = deps
  const keep = previewPictures(deps)

  async function answer(c: AppContext, { etag, bytes }: PreviewPicture): Promise<Response> {
    // Private: shared caches mustn't serve locked sites.
    const headers = { ETag: etag, 'Cache-Control': 'private, max-age=300' }
    if (hasCurrent(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const picture = await bytes(c.var.network, c.req.raw.signal)
    return c.body(new Uint8Array(picture), 200, { ...headers, 'Content-Type': 'image/png' })
  }

  return new Hono<AppEnv>()
    .get('/site.png', c => answer(c, keep('site', draws.site)))
    .get('/tournament/:file', async c => {
      const cached = await catalog.find(idIn<'tournament'>(c.req.param('file')))
      if (!cached) throw notFound(none)
      const tournament = { ...cached.summary, entries: cached.entries.map(({ data }) => data) }
      return answer(
        c,
        keep(cached.json, () => draws.tournament(tournament)),
      )
    })
    .get('/entry/:file', async c => {
      const found = await catalog.findEntry(idIn<'entry'>(c.req.param('file')))
      if (!found) throw notFound(none)
      const { entry } = found
      return answer(
        c,
        keep(entryJson(entry), () => draws.entry(entry.data, entry.tournament)),
      )
    })
    .get('/boat/:file', async c => {
      const boat = await readBoatProfile(db, idIn<'boat'>(c.req.param('file')))
      return answer(
        c,
        keep(JSON.stringify(boat), () => draws.boat(boat)),
      )
    })
    .all('/site.png', onlyRead)
    .all('/:kind{tournament|entry|boat}/:file', onlyRead)
}
