import type { ParsedBody } from '#contract/endpoints.ts'
import { fieldTexts, textRules } from '#contract/field-texts.ts'
import type { EntryId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { OwnEntry, OwnInsider } from '#contract/tournaments/entries.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { getBoat, ownsBoat } from '#server/boats/boats/index.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden, invalid } from '#server/http/errors.ts'
import { cachedWithEtag, cacheJson, jsonText, jsonWithEtag } from '#server/http/etag.ts'
import { nextLink } from '#server/http/paging.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import {
  canManageTournament,
  canWeighIn,
  decideGoals,
  findInsider,
  findRole,
  getTournament,
  hasEnded,
  hasStarted,
  isOrganiser,
  isSettled,
  requestRefunds,
  scheduleGoalDecisions,
  statusAt,
  tournamentIdOf,
} from '#server/tournaments/tournaments/index.ts'
import { readEntryPosts } from '#server/videos/crew-posts/index.ts'
import { entriesCsv } from './entries.csv.ts'
import {
  awaitsCaptain,
  countEntriesOf,
  entryIdOf,
  getEntry,
  getEntryJson,
  hasLiveSetAside,
  insertEntry,
  isEntered,
  listOwnEntries,
  updateTerms,
  withdrawEntry,
} from './entries.queries.ts'
import {
  addsPots,
  addUpTo,
  areEntriesOpen,
  areTermsOpen,
  sharedPotsOf,
  withdrawalRefusal,
} from './entries.rules.ts'
import { insertWantedPots, readPotTerms } from './pot-terms.queries.ts'
import { decidePosition, rerank } from './ranking.queries.ts'

type EntryChange = ParsedBody<'PATCH /api/tournament-entries/:id'>

const cancelAttempts = 3

export function entryRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps

  return new EndpointApp()
    .endpoint('GET /api/tournament-entries/:id', async c =>
      cachedWithEtag<Entry>(c, cacheJson(await getEntryJson(deps.catalog, entryIdOf(c.req.param('id'))))),
    )
    .endpoint('GET /api/tournaments/:id/entries.csv', async c => {
      const id = tournamentIdOf(c.req.param('id'))
      const role = await findRole(db, c.var.person, await getTournament(db, id), now())
      if (!canWeighIn(role)) throw forbidden('Only the organiser and staff can download the entries.')
      const entries = (await deps.catalog.find(id))?.entries ?? []
      return c.body(entriesCsv(entries.map(({ data }) => data)), 200, csvFile(`entries-${id}`))
    })
    .endpoint('GET /api/tournaments/:id/mine', async c => {
      const id = tournamentIdOf(c.req.param('id'))
      await getTournament(db, id)
      const { person } = c.var
      const own: OwnEntry[] = (await listOwnEntries(db, id, person.id)).map(entry => ({
        entryId: entry.id,
        isOwner: entry.owner_id === person.id,
      }))
      return jsonWithEtag(c, own)
    })
    .endpoint('GET /api/tournament-entries/:id/insider', async c => {
      const { entry, boat, tournament } = await getEntry(db, entryIdOf(c.req.param('id')))
      const parties = { ...tournament, ...entry, owner_id: boat.owner_id }
      const insider = await findInsider(db, parties, c.var.person.id)
      const barred = insider !== null && hasStarted(tournament, now())
      return jsonWithEtag<OwnInsider>(c, { insider, barred })
    })
    .endpoint('GET /api/tournament-entries/:id/crew-posts', async c => {
      const entry = await getEntry(db, entryIdOf(c.req.param('id')))
      const { posts, next } = await readEntryPosts(deps, entry, c.var.person, c.req.valid('query'))
      return jsonWithEtag(c, posts, nextLink(c, next))
    })
    .endpoint('POST /api/tournaments/:id/entries', { limit }, async c => {
      const body = c.req.valid('json')
      const { boatId, fundingGoal, payoutPercentage, ifGoalMissed = 'share' } = body
      const { person } = c.var
      const tournamentId = tournamentIdOf(c.req.param('id'))
      const id = await inTransaction(db, async trx => {
        const tournament = await getTournament(trx, tournamentId)
        const boat = await getBoat(trx, boatId)
        if (!ownsBoat(person, boat)) throw forbidden('Only its owner can enter a boat.')
        if (!areEntriesOpen(person, tournament, now()))
          throw conflict('This tournament takes no more entries.')
        if (await isSettled(trx, tournamentId))
          throw conflict('The results are confirmed: no boat can enter any more.')
        if (await isEntered(trx, tournamentId, boatId)) throw conflict('This boat is entered already.')
        if (
          !isOrganiser(person, tournament) &&
          (await countEntriesOf(trx, tournamentId, person.id)) >= limits.entriesPerCaptain
        )
          throw conflict(
            `You have ${limits.entriesPerCaptain} boats in this tournament, which is the most. Its organiser can enter more.`,
          )
        if (await awaitsCaptain(trx, boatId)) throw conflict('The captain has to take this boat over first.')
        await countCreated(trx, deps, { person: person.id }, 'entries')
        const terms = {
          funding_goal_cents: fundingGoal,
          payout_basis_points: payoutPercentage,
          if_goal_missed: ifGoalMissed,
          ...(await readPotTerms(trx, tournamentId, fundingGoal, body)),
        }
        const entry = await insertEntry(trx, tournamentId, boatId, terms, now())
        await insertWantedPots(trx, entry, body.potsWanted ?? [])
        await scheduleGoalDecisions(trx, { entry }, now())
        await record(trx, {
          kind: 'entry-created',
          at: now(),
          by: person.id,
          tournament: tournamentId,
          entry,
        })
        return entry
      })
      return jsonText<Entry, 201>(await getEntryJson(deps.catalog, id), 201, {
        Location: `/api/tournament-entries/${id}`,
      })
    })
    .endpoint('PATCH /api/tournament-entries/:id', { limit }, async c => {
      const change = c.req.valid('json')
      const { person } = c.var
      const id = entryIdOf(c.req.param('id'))
      for (let attempt = 0; ; attempt++) {
        const isDone = await inTransaction(db, trx => changeEntry(trx, id, person, change))
        if (isDone) return jsonText<Entry, 200>(await getEntryJson(deps.catalog, id), 200)
        // New ones may come meanwhile.
        if (attempt === cancelAttempts || !(await deps.openPayments.cancel(id)))
          throw conflict('A backer is paying just now. Please try again in a few minutes.')
      }
    })
    .endpoint('DELETE /api/tournament-entries/:id', { limit }, async c => {
      const { reason = null } = c.req.valid('json')
      const id = entryIdOf(c.req.param('id'))
      const { person } = c.var
      await inTransaction(db, async trx => {
        const { boat, tournament } = await getEntry(trx, id)
        switch (withdrawalRefusal(person, { boat, tournament, reason, now: now() })) {
          case 'stranger':
            throw forbidden('Only the owner or the organiser can withdraw an entry.')
          case 'started':
            throw forbidden('Only the organiser can withdraw a boat once the tournament has started.')
          case 'over':
            throw conflict('The tournament is over: its entries can no longer be withdrawn.')
          case 'reason missing':
            throw invalid([{ path: 'reason', message: textRules.refundReason.required }])
          case null:
        }
        await requestRefunds(trx, { entry: id }, now())
        await withdrawEntry(trx, id, reason, now())
        const { lead } = await rerank(trx, tournament.id)
        await record(trx, {
          kind: 'entry-withdrawn',
          at: now(),
          by: person.id,
          tournament: tournament.id,
          role: isOrganiser(person, tournament) ? 'organiser' : null,
          entry: id,
          boat: boat.id,
          lead,
          reason,
          text: boat.name,
        })
      })
      return c.body(null, 204)
    })

  /** @returns false when open payments must be cancelled first @throws ApiError 403, 404, 409 */
  async function changeEntry(trx: Trx, id: EntryId, person: Person, change: EntryChange): Promise<boolean> {
    const { fundingGoal, payoutPercentage, ifGoalMissed, sharedPots, goalParts, currentPosition } = change
    // The job may be late.
    await decideGoals(trx, { entry: id }, now())
    const { entry, boat, tournament } = await getEntry(trx, id)
    const isOwner = ownsBoat(person, boat)
    const role = await findRole(trx, person, tournament, now())
    const decides = canManageTournament(role)
    if (!isOwner && !decides) throw forbidden('Only the owner or an organiser can change an entry.')
    const status = statusAt(tournament, now())
    if (status === 'cancelled') throw conflict('This tournament is cancelled.')
    if (currentPosition !== undefined) {
      if (!decides) throw forbidden('Only an organiser can set a position.')
      if ((await findRules(trx, tournament.id)) !== null) throw conflict(fieldTexts.placesFollow)
      if (status === 'upcoming') throw conflict('The tournament has not started yet.')
      if (role !== 'organiser' && (await isSettled(trx, tournament.id)))
        throw conflict('The results are confirmed: only the organiser can still set positions.')
    }
    if (fundingGoal !== undefined || payoutPercentage !== undefined || ifGoalMissed !== undefined) {
      if (!isOwner) throw forbidden('Only the owner can change goal, share and goal rule.')
      if (entry.goal_decided_at !== null)
        throw conflict('Whether the goal is reached has been decided: goal, share and goal rule stand.')
      if (!areTermsOpen(entry) || (await hasLiveSetAside(trx, id)))
        throw conflict('Goal, share and goal rule stand once a backer has funded the boat.')
      if (hasEnded(tournament, now()))
        throw conflict('The tournament is over: goal, share and goal rule stand.')
      if (fundingGoal !== undefined && goalParts === undefined && !addUpTo(entry.goal_parts, fundingGoal))
        throw invalid([{ path: 'goalParts', message: fieldTexts.goalPartsOfFormer }])
      if (await deps.openPayments.exist(trx, id)) return false
      await updateTerms(trx, id, {
        funding_goal_cents: fundingGoal ?? entry.funding_goal_cents,
        payout_basis_points: payoutPercentage ?? entry.payout_basis_points,
        if_goal_missed: ifGoalMissed ?? entry.if_goal_missed,
      })
      await scheduleGoalDecisions(trx, { entry: id }, now())
    }
    if (sharedPots !== undefined || goalParts !== undefined) {
      if (!isOwner) throw forbidden('Only the owner can change the shared pots and the parts of the goal.')
      if (hasEnded(tournament, now())) throw conflict('The tournament is over: the shared pots stand.')
      const goal = fundingGoal ?? entry.funding_goal_cents
      const terms = await readPotTerms(trx, tournament.id, goal, change)
      if (sharedPots !== undefined && !addsPots(sharedPotsOf(entry), sharedPots)) {
        if (!areTermsOpen(entry) || (await hasLiveSetAside(trx, id)))
          throw conflict(fieldTexts.sharedPotsStand)
        if (await deps.openPayments.exist(trx, id)) return false
      }
      await updateTerms(trx, id, terms)
    }
    if (currentPosition !== undefined && entry.position_override !== currentPosition) {
      await countCreated(trx, deps, { person: person.id }, 'changes')
      const { lead } = await decidePosition(trx, tournament.id, id, currentPosition)
      const place = currentPosition === null ? 'by weight' : `position ${currentPosition}`
      await record(trx, {
        kind: 'position-set',
        at: now(),
        by: person.id,
        tournament: tournament.id,
        role,
        entry: id,
        position: currentPosition,
        lead,
        text: `${boat.name}: ${place}`,
      })
    }
    return true
  }
}
