import type { Issue } from '#contract/errors.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { rulesToJson } from '#contract/tournaments/scoring/rules-conversion.ts'
import type { Tournament, TournamentCard } from '#contract/tournaments/tournaments.ts'
import { batchesOf } from '#server/db/batches.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden, invalid } from '#server/http/errors.ts'
import { cachedWithEtag, hasCurrent, jsonText } from '#server/http/etag.ts'
import { decodeCursor, nextLink } from '#server/http/paging.ts'
import type { StoredCheck } from '#server/http/validate.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { requireOrganiser } from '#server/people/site-roles/index.ts'
import { record } from '#server/record/index.ts'
import { findRules, insertRules } from '#server/tournaments/scoring/index.ts'
import { cacheAnswers, jsonList } from './cache-answers.ts'
import type { CachedTournament } from './cached-tournament.ts'
import { calendarOf } from './calendar.ts'
import { changesOf, isText } from './changes.rules.ts'
import { hasMoney } from './deletion.queries.ts'
import { factsToStore, fundingClosing, hasStarted } from './funding-times.rules.ts'
import { decideGoals, scheduleGoalDecisions } from './goal-decisions.queries.ts'
import { decodePlace, encodePlace, type Filter, type Place } from './listing.rules.ts'
import { endsOpenWindow, passedWindow } from './protest-window.rules.ts'
import { requestRefunds } from './refunds.queries.ts'
import { findRole } from './roles.queries.ts'
import { canManageTournament } from './roles.rules.ts'
import {
  findTournament,
  getTournament,
  insertTournament,
  isSettled,
  tournamentIdOf,
  updateTournament,
} from './tournaments.queries.ts'
import { canBeEdited, isLaterPayout } from './tournaments.rules.ts'
import type { TournamentRow } from './tournaments.table.ts'

/** The field that was sent has the issue. */
const ofStoredClosing = (issue: Issue): Issue =>
  issue.path === 'fundingClosesAt' ? { path: 'endDate', message: fieldTexts.endBeforeClosing } : issue

/**
 * Returns the new closing time of a change: within the last seconds it counts as now.
 * @param input null: the end
 * @throws ApiError 400; 409 once it has passed
 */
function closingAfter(
  tournament: TournamentRow,
  input: number | null | undefined,
  now: number,
): number | null {
  const { funding_closes_at: current } = tournament
  if (input === undefined || input === current) return current
  if (fundingClosing(tournament) <= now) throw conflict(fieldTexts.fundingClosed)
  if (input === null || input >= now) return input
  if (input >= now - limits.fundingClosesPastSeconds * 1000) return now
  throw invalid([{ path: 'fundingClosesAt', message: fieldTexts.closesInPast }])
}

const readAtOnce = 20

/** @param isPublic undefined: not stated */
const logColumn = (isPublic: boolean | undefined): 0 | 1 | null =>
  isPublic === undefined ? null : isPublic ? 1 : 0

const answerOf = (page: readonly CachedTournament[], next: Place | null) => ({
  json: jsonList(page.map(({ json }) => json)),
  next: next ? encodePlace(next) : undefined,
})

export function tournamentRoutes(deps: WriteDeps & Pick<Deps, 'catalog'>) {
  const { db, now, limitWrites: limit, catalog } = deps
  const cached = cacheAnswers(deps)

  /** Ends early once the page has `limits.tournamentsPageEntries` entries. */
  async function readPage(filter: Filter, size: number, after: Place | null) {
    const { tournaments, next } = await catalog.list({ ...filter, size, after })
    const page: CachedTournament[] = []
    for (const places of batchesOf(tournaments, readAtOnce)) {
      page.push(...(await catalog.findMany(places)))
      const entries = page.reduce((sum, each) => sum + each.entries.length, 0)
      const last = places.at(-1)
      if (entries >= limits.tournamentsPageEntries && last !== tournaments.at(-1))
        return answerOf(page, last ?? null)
    }
    return answerOf(page, next)
  }

  const datesInOrder: StoredCheck = async (c, { startDate, endDate, fundingClosesAt }) => {
    const summary = (await catalog.find(c.req.param('id') ?? ''))?.summary
    if (!summary) return []
    const fields = await import('#contract/fields.ts')
    const issues = fields.datesInOrder({
      startDate: startDate ?? summary.startDate,
      endDate: endDate ?? summary.endDate,
      fundingClosesAt: fundingClosesAt === undefined ? summary.fundingClosesAt : fundingClosesAt,
    })
    return fundingClosesAt === undefined ? issues.map(ofStoredClosing) : issues
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments', async c => {
      const { limit: size = limits.tournamentsPage, cursor, status, q } = c.req.valid('query')
      const filter = { status, q }
      const after = decodeCursor(cursor, each => decodePlace(each, filter))
      const { json, next } = await cached(['list', filter, size, after], () => readPage(filter, size, after))
      return cachedWithEtag<Tournament[]>(c, json, nextLink(c, next))
    })
    .endpoint('GET /api/tournament-cards', async c => {
      const { limit: size = limits.cardsPage, cursor, category, status, q } = c.req.valid('query')
      const filter = { category, status, q }
      const after = decodeCursor(cursor, each => decodePlace(each, filter))
      const { json, next } = await cached(['cards', filter, size, after], async () => {
        const page = await catalog.list({ ...filter, size, after })
        const tournaments = await catalog.findMany(page.tournaments)
        return {
          json: JSON.stringify(tournaments.map(each => each.card())),
          next: page.next ? encodePlace(page.next) : undefined,
        }
      })
      return cachedWithEtag<TournamentCard[]>(c, json, nextLink(c, next))
    })
    .endpoint('GET /api/tournaments/:id', async c => {
      const { answer } = await catalog.get(c.req.param('id'))
      return cachedWithEtag<Tournament>(c, answer())
    })
    .endpoint('GET /api/tournaments/:id/calendar.ics', async c => {
      const { row } = await catalog.get(c.req.param('id'))
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
        id: ownId,
        name,
        description = null,
        location = null,
        startDate,
        endDate,
        fundingClosesAt = null,
        payoutDays = null,
        prizePool = null,
        rules = null,
        publicLog = rules === null ? undefined : true,
      } = c.req.valid('json')
      const { person } = c.var
      const { id, isNew } = await inTransaction(db, async trx => {
        const existing = ownId && (await findTournament(trx, ownId))
        if (existing) {
          const { organiser_id: organiser, starts_at: starts, ends_at: ends } = existing
          const isSame = existing.name === name && starts === startDate && ends === endDate
          if (organiser !== person.id || !isSame) throw conflict('Another tournament has this id already.')
          return { id: existing.id, isNew: false }
        }
        await requireOrganiser(trx, deps.env, person.id)
        await countCreated(trx, deps, { person: person.id }, 'tournaments')
        const fields = {
          id: ownId,
          organiser_id: person.id,
          name,
          description,
          location,
          starts_at: startDate,
          ends_at: endDate,
          funding_closes_at: fundingClosesAt,
          payout_days: payoutDays,
          prize_pool_cents: prizePool,
          public_log: logColumn(publicLog),
        }
        const tournament = await insertTournament(trx, fields, now())
        if (rules !== null) {
          const by = person.id
          await insertRules(trx, tournament, { rules: rulesToJson(rules), reason: null, by }, now())
          const event = { at: now(), by, tournament, role: 'organiser', number: 1, lead: null } as const
          await record(trx, { kind: 'rules-changed', ...event, text: 'Version 1' })
        }
        return { id: tournament, isNew: true }
      })
      const at = { Location: `/api/tournaments/${id}` }
      return jsonText<Tournament, 200 | 201>((await catalog.get(id)).json, isNew ? 201 : 200, isNew ? at : {})
    })
    .endpoint('PATCH /api/tournaments/:id', { limit, findIssues: datesInOrder }, async c => {
      const id = tournamentIdOf(c.req.param('id'))
      const body = c.req.valid('json')
      const { person } = c.var
      await inTransaction(db, async trx => {
        const tournament = await getTournament(trx, id)
        const role = await findRole(trx, person, tournament, now())
        if (!canManageTournament(role)) throw forbidden('Only an organiser can change a tournament.')
        const { status, reason = null, ...fields } = body
        const cancels = status === 'cancelled'
        const changes = changesOf(tournament, fields)
        if (role !== 'organiser' && (cancels || !changes.every(isText)))
          throw forbidden(
            'A co-organiser can change name, description and location. The organiser changes the rest.',
          )
        const { startDate, endDate, fundingClosesAt, payoutDays, publicLog } = fields
        const edits = Object.values(fields).some(value => value !== undefined)
        if (!canBeEdited(tournament)) {
          // Idempotent.
          if (cancels && !edits) return
          throw conflict('This tournament is cancelled.')
        }
        await countCreated(trx, deps, { person: person.id }, 'changes')
        const at = now()
        const starts = startDate ?? tournament.starts_at
        const ends = endDate ?? tournament.ends_at
        const moves = starts !== tournament.starts_at || ends !== tournament.ends_at
        if ((cancels || moves) && (await isSettled(trx, id)))
          throw conflict('The results are confirmed: the tournament stays over.')
        if (ends <= starts) throw invalid([{ path: 'endDate', message: fieldTexts.endBeforeStart }])
        const rules = moves ? await findRules(trx, id) : null
        if (endsOpenWindow(tournament, rules, { ends }, at))
          throw invalid([{ path: 'endDate', message: fieldTexts.endsProtests }])
        const closes = closingAfter(tournament, fundingClosesAt, at)
        if (closes !== null && closes > ends)
          throw invalid([
            fundingClosesAt === undefined
              ? { path: 'endDate', message: fieldTexts.endBeforeClosing }
              : { path: 'fundingClosesAt', message: fieldTexts.closesAfterEnd },
          ])
        if (isLaterPayout(tournament.payout_days, payoutDays) && (await hasMoney(trx, id)))
          throw conflict(fieldTexts.payoutDaysStand)
        const turnsPrivate = publicLog === false && tournament.public_log === 1
        if (turnsPrivate && hasStarted(tournament, at)) throw conflict(fieldTexts.logStaysPublic)
        const dates = { starts_at: starts, ends_at: ends, funding_closes_at: closes }
        // Goals are decided by the dates as they were until now.
        await decideGoals(trx, { tournament: id }, at)
        if (cancels) await requestRefunds(trx, { tournament: id }, at)
        const times = { ...dates, ...factsToStore(tournament, dates, at) }
        await updateTournament(
          trx,
          id,
          {
            ...times,
            ...(moves && { protests_until: passedWindow(tournament, rules, at) }),
            name: fields.name,
            description: fields.description,
            location: fields.location,
            payout_days: payoutDays,
            prize_pool_cents: fields.prizePool,
            ...(publicLog !== undefined && role === 'organiser' && { public_log: logColumn(publicLog) }),
            ...(cancels && { cancelled_at: at, cancel_reason: reason }),
          },
          at,
        )
        await scheduleGoalDecisions(trx, { tournament: id }, at)
        const event = { at, by: person.id, tournament: id, role }
        if (cancels)
          await record(trx, { kind: 'tournament-cancelled', ...event, address: null, text: tournament.name })
        else if (changes.length > 0)
          await record(trx, {
            kind: 'tournament-changed',
            ...event,
            text: changes.join(', '),
            movesClosing: fundingClosing({ ...tournament, ...times }) !== fundingClosing(tournament),
          })
        if (moves && !cancels)
          await record(trx, {
            kind: 'dates-changed',
            at,
            by: person.id,
            tournament: id,
            starts: starts !== tournament.starts_at,
            ends: ends !== tournament.ends_at,
          })
      })
      return jsonText<Tournament, 200>((await catalog.get(id)).json, 200)
    })
}
