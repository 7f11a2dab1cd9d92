import { Hono } from 'hono'
import type { TournamentId } from '#contract/ids.ts'
import type { RecapFigures } from '#contract/money/recap.ts'
import type { BoatProfile } from '#contract/tournaments/boat-profiles.ts'
import { type LeadChange, leadChangesOf } from '#contract/tournaments/race-places.ts'
import type { ScoreUnit } from '#contract/tournaments/scores.ts'
import type { Entry, Tournament, TournamentSummary } from '#contract/tournaments/tournaments.ts'
import type { Deps } from '#server/deps.ts'
import { paymentModeOf } from '#server/env.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { notFound } from '#server/http/errors.ts'
import { hasCurrent } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { onlyRead } from '#server/http/wrong-method.ts'
import { readRecap } from '#server/money/payouts/index.ts'
import { readPicture } from '#server/storage/images/index.ts'
import { readBoatProfile } from '#server/tournaments/boat-profiles/index.ts'
import { entryJson } from '#server/tournaments/tournaments/index.ts'
import { previewPictures } from './preview-pictures.ts'

/** The site's brand on its pictures. */
export interface PictureBrand {
  name: string | null
  color: string | null
  /** `read` answers null when its file is missing. */
  logo: { read(): Promise<Blob | null>; width: number; height: number } | null
}

/** A picture that shows times. */
interface Zoned {
  /** Time zone of the rules, or null without rules. */
  timeZone: string | null
}

export interface TournamentFacts extends Zoned {
  tournament: Tournament
  /** See `resultsText`; null: not shown. */
  state: string | null
}

export interface RecapFacts extends Zoned {
  recap: RecapFigures
}

export interface EntryFacts {
  entry: Entry
  tournament: TournamentSummary
  /** State of the results, as on a tournament's picture; null if not shown. */
  state: string | null
}

/** Facts of the picture that shows how a boat took the lead. */
export interface LeadFacts extends Zoned {
  entry: Entry
  tournament: TournamentSummary
  lead: LeadChange
  unit: ScoreUnit
}

export interface Draws {
  site(brand: PictureBrand): Promise<Uint8Array>
  tournament(brand: PictureBrand, facts: TournamentFacts): Promise<Uint8Array>
  entry(brand: PictureBrand, entry: EntryFacts): Promise<Uint8Array>
  boat(brand: PictureBrand, boat: BoatProfile): Promise<Uint8Array>
  recap(brand: PictureBrand, recap: RecapFacts): Promise<Uint8Array>
  lead(brand: PictureBrand, lead: LeadFacts): Promise<Uint8Array>
}

const none = 'There is no such picture.'
const idIn = <Name extends 'tournament' | 'entry' | 'boat'>(file: string) =>
  paramId<Name>(file.endsWith('.png') ? file.slice(0, -'.png'.length) : undefined, none)

/** Mounted at /og. */
export function pictureRoutes(
  deps: Pick<
    Deps,
    | 'boards'
    | 'branding'
    | 'catalog'
    | 'db'
    | 'disk'
    | 'env'
    | 'files'
    | 'keys'
    | 'log'
    | 'monotonicNow'
    | 'now'
    | 'races'
    | 'results'
  >,
  draws: Draws,
) {
  const { boards, catalog, db, env, files, branding, now, races, results } = deps
  const pictures = previewPictures(deps)

  const timeZoneOf = async (id: TournamentId) => (await boards.read(id))?.rules.timeZone ?? null

  /** @param shown texts of everything that the picture shows, besides the brand */
  async function answer(
    c: AppContext,
    shown: readonly (string | null)[],
    draw: (brand: PictureBrand) => Promise<Uint8Array>,
  ): Promise<Response> {
    const { name, color, logo, revision } = await branding.read()
    const brand = { name, color, logo: logo && { ...logo, read: () => readPicture(files, logo.id) } }
    const content = [revision, ...shown].filter(Boolean).join(' ')
    const { etag, bytes } = pictures(content, () => draw(brand))
    // Private: shared caches mustn't serve locked sites.
    const headers = { ETag: etag, 'Cache-Control': 'private, max-age=300' }
    if (hasCurrent(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const data = await bytes(c.var.network, c.req.raw.signal)
    return c.body(new Uint8Array(data), 200, { ...headers, 'Content-Type': 'image/png' })
  }

  return new Hono<AppEnv>()
    .get('/site.png', c => answer(c, ['site'], draws.site))
    .get('/tournament/:file', async c => {
      const cached = await catalog.find(idIn<'tournament'>(c.req.param('file')))
      if (!cached) throw notFound(none)
      const tournament = { ...cached.summary, entries: cached.entries.map(({ data }) => data) }
      const state = await results.textOf(cached.row, now())
      const timeZone = await timeZoneOf(cached.row.id)
      return answer(c, [timeZone, state, cached.json], brand =>
        draws.tournament(brand, { tournament, state, timeZone }),
      )
    })
    .get('/entry/:file', async c => {
      const cached = await catalog.findEntry(idIn<'entry'>(c.req.param('file')))
      if (!cached) throw notFound(none)
      const { data, tournament } = cached.entry
      const parent = await catalog.find(tournament.id)
      const state = parent && (await results.textOf(parent.row, now()))
      return answer(c, [state, entryJson(cached.entry)], brand =>
        draws.entry(brand, { entry: data, tournament, state }),
      )
    })
    .get('/boat/:file', async c => {
      const boat = await readBoatProfile(db, idIn<'boat'>(c.req.param('file')), paymentModeOf(env))
      return answer(c, [JSON.stringify(boat)], brand => draws.boat(brand, boat))
    })
    .get('/recap/:file', async c => {
      const cached = await catalog.find(idIn<'tournament'>(c.req.param('file')))
      const recap = cached && (await readRecap(deps, cached))
      if (!recap || recap.officialAt === null) throw notFound(none)
      const timeZone = await timeZoneOf(cached.row.id)
      return answer(c, [timeZone, 'recap', JSON.stringify(recap)], brand =>
        draws.recap(brand, { recap, timeZone }),
      )
    })
    .get('/lead/:tournament/:file', async c => {
      const cached = await catalog.find(paramId<'tournament'>(c.req.param('tournament'), none))
      if (!cached) throw notFound(none)
      const { race } = await races.read(cached.row.id)
      const id = idIn<'entry'>(c.req.param('file'))
      const lead = leadChangesOf(race).findLast(({ entryId }) => entryId === id)
      const entry = cached.entries.find(({ data }) => data.id === id)?.data
      if (!lead || !entry) throw notFound(none)
      const timeZone = await timeZoneOf(cached.row.id)
      const facts: LeadFacts = { entry, tournament: cached.summary, lead, unit: race.unit, timeZone }
      const { name, startDate, endDate, location } = cached.summary
      const content = JSON.stringify([lead, race.unit, entry.boat, name, startDate, endDate, location])
      return answer(c, [timeZone, content], brand => draws.lead(brand, facts))
    })
    .all('/site.png', onlyRead)
    .all('/:kind{tournament|entry|boat|recap}/:file', onlyRead)
    .all('/lead/:tournament/:file', onlyRead)
}
