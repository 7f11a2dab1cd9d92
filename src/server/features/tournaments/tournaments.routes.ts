import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import type { Tournament } from '#contract/tournaments.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { countCreated } from '#server/features/daily-limits/index.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, forbidden, invalid } from '#server/http/errors.ts'
import { cachedWithEtag, cacheJson, hasCurrent, jsonText, jsonWithEtag } from '#server/http/etag.ts'
import { nextLink } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import type { StoredCheck } from '#server/http/validate.ts'
import { cachedPerRevision, jsonList } from './cached-list.ts'
import { calendarOf } from './calendar.ts'
import { mostRelevantFirst } from './cards.rules.ts'
import { requestRefunds } from './refunds.queries.ts'
import { isSettled } from './settled.queries.ts'
import type { CachedTournament } from './snapshot.queries.ts'
import { presentCard } from './tournaments.present.ts'
import { getTournament, insertTournament, noTournament, updateTournament } from './tournaments.queries.ts'
import { canBeEdited, canManageTournament } from './tournaments.rules.ts'

const idOf = (id: string | undefined) => paramId<'tournament'>(id, 'There is no such tournament.')

export function tournamentRoutes(deps: Deps) {
  const { db, now, limitWrites: limit, snapshot: snapshots } = deps
  const list = cachedPerRevision(({ tournaments }) => jsonList(tournaments))
  const bytes = new WeakMap<CachedTournament, ReturnType<typeof cacheJson>>()

  async function one(id: string): Promise<CachedTournament> {
    const cached = (await snapshots.read(now())).byId.get(id)
    if (!cached) throw noTournament()
    return cached
  }

  const datesInOrder: StoredCheck = async (c, { startDate, endDate }) => {
    const known = (await snapshots.read(now())).byId.get(c.req.param('id') ?? '')?.summary
    if (!known) return []
    const fields = await import('#contract/fields.ts')
    return fields.datesInOrder({
      startDate: startDate ?? known.startDate,
      endDate: endDate ?? known.endDate,
    })
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments', async c => {
      const { limit: size, cursor } = c.req.valid('query')
      const read = snapshots.read(now())
      const snapshot = read instanceof Promise ? await read : read
      if (size === undefined && cursor === undefined) return cachedWithEtag<Tournament[]>(c, list(snapshot))
      const from =
        cursor === undefined ? 0 : snapshot.tournaments.findIndex(({ row }) => row.id === cursor) + 1
      if (cursor !== undefined && from === 0)
        throw invalid([{ path: 'cursor', message: fieldTexts.cursorInvalid }])
      const page = snapshot.tournaments.slice(from, size === undefined ? undefined : from + size)
      const last = from + page.length < snapshot.tournaments.length ? page.at(-1) : undefined
      return cachedWithEtag<Tournament[]>(c, cacheJson(jsonList(page)), last && nextLink(c, last.row.id))
    })
    .endpoint('GET /api/tournament-cards', async c => {
      const { limit: size = limits.cardsPage, cursor, category, status, q } = c.req.valid('query')
      const at = now()
      const { tournaments } = await snapshots.read(at)
      const listed = mostRelevantFirst(tournaments, { category, status, q }, at)
      const from = cursor === undefined ? 0 : listed.findIndex(({ row }) => row.id === cursor) + 1
      if (cursor !== undefined && from === 0)
        throw invalid([{ path: 'cursor', message: fieldTexts.cursorInvalid }])
      const page = listed.slice(from, from + size)
      const last = from + page.length < listed.length ? page.at(-1) : undefined
      const cards = page.map(({ summary, entries }) =>
        presentCard(
          summary,
          entries.map(({ data }) => data),
        ),
      )
      return jsonWithEtag(c, cards, last && nextLink(c, last.row.id))
    })
    .endpoint('GET /api/tournaments/:id', async c => {
      const cached = await one(idOf(c.req.param('id')))
      const json = bytes.get(cached) ?? cacheJson(cached.json())
      bytes.set(cached, json)
      return cachedWithEtag<Tournament>(c, json)
    })
    .endpoint('GET /api/tournaments/:id/calendar.ics', async c => {
      const { row } = await one(idOf(c.req.param('id')))
      const calendar = calendarOf(row, c.var.origin)
      const etag = `"${Bun.hash(calendar).toString(36)}"`
      const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
      if (hasCurrent(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
      return c.body(calendar, 200, {
        ...headers,
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': `attachment; filename="tournament-${row.id}.ics"`,
      })
    })
    .endpoint('POST /api/tournaments', { limit }, async c => {
      const {
        name,
        description = null,
        location = null,
        startDate,
        endDate,
        prizePool = null,
      } = c.req.valid('json')
      const fields = { name, description, location, starts_at: startDate, ends_at: endDate }
      const { person } = c.var
      const id = await inTransaction(db, async trx => {
        await countCreated(trx, deps, { person: person.id }, 'tournaments')
        return insertTournament(trx, person.id, { ...fields, prize_pool_cents: prizePool }, now())
      })
      return jsonText<Tournament, 201>((await one(id)).json(), 201, { Location: `/api/tournaments/${id}` })
    })
    .endpoint('PATCH /api/tournaments/:id', { limit, stored: datesInOrder }, async c => {
      const id = idOf(c.req.param('id'))
      const sent = c.req.valid('json')
      await inTransaction(db, async trx => {
        const tournament = await getTournament(trx, id)
        if (!canManageTournament(c.var.person, tournament))
          throw forbidden('Only the organiser can change a tournament.')
        const cancels = sent.status === 'cancelled'
        const { name, description, location, startDate, endDate, prizePool } = sent
        const edits = [name, description, location, startDate, endDate, prizePool].some(
          value => value !== undefined,
        )
        if (!canBeEdited(tournament)) {
          // Idempotent.
          if (cancels && !edits) return
          throw new ApiError('conflict', 'This tournament is cancelled.')
        }
        const starts = startDate ?? tournament.starts_at
        const ends = endDate ?? tournament.ends_at
        const moves = starts !== tournament.starts_at || ends !== tournament.ends_at
        if ((cancels || moves) && (await isSettled(trx, id)))
          throw new ApiError('conflict', 'The results are confirmed: the tournament stays over.')
        if (ends <= starts) throw invalid([{ path: 'endDate', message: fieldTexts.endBeforeStart }])
        if (cancels) await requestRefunds(trx, { tournament: id }, now())
        await updateTournament(
          trx,
          id,
          {
            starts_at: starts,
            ends_at: ends,
            ...(name !== undefined && { name }),
            ...(description !== undefined && { description }),
            ...(location !== undefined && { location }),
            ...(prizePool !== undefined && { prize_pool_cents: prizePool }),
            ...(cancels && { cancelled_at: now() }),
          },
          now(),
        )
      })
      return jsonText<Tournament, 200>((await one(id)).json(), 200)
    })
}
