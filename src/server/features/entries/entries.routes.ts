import type { OwnEntry } from '#contract/entries.ts'
import type { EntryId } from '#contract/ids.ts'
import type { Entry } from '#contract/tournaments.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { getBoat } from '#server/features/boats/index.ts'
import { countCreated } from '#server/features/daily-limits/index.ts'
import {
  getTournament,
  isSettled,
  noTournament,
  requestRefunds,
  statusAt,
} from '#server/features/tournaments/index.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, forbidden } from '#server/http/errors.ts'
import { cachedWithEtag, cacheJson, jsonText, jsonWithEtag } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import {
  getEntry,
  hasLiveSetAside,
  insertEntry,
  isBeingFunded,
  isEntered,
  listOwnEntries,
  noEntry,
  updateTerms,
  withdrawEntry,
} from './entries.queries.ts'
import {
  areEntriesOpen,
  areTermsOpen,
  canChangeTerms,
  canDecidePosition,
  canEnterBoat,
  canWithdrawEntry,
  isWithdrawalOpen,
} from './entries.rules.ts'
import { decidePosition, rerank } from './ranking.queries.ts'

const conflict = (message: string) => new ApiError('conflict', message)
const idOf = (id: string | undefined) => paramId<'entry'>(id, noEntry().message)

export function entryRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps

  async function jsonOf(id: EntryId): Promise<string> {
    const found = await deps.catalog.findEntry(id)
    if (!found) throw noEntry()
    return found.entry.json()
  }

  return new EndpointApp()
    .endpoint('GET /api/tournament-entries/:id', async c =>
      cachedWithEtag<Entry>(c, cacheJson(await jsonOf(idOf(c.req.param('id'))))),
    )
    .endpoint('GET /api/tournaments/:id/mine', async c => {
      const id = paramId<'tournament'>(c.req.param('id'), noTournament().message)
      await getTournament(db, id)
      const { person } = c.var
      const own: OwnEntry[] = (await listOwnEntries(db, id, person.id)).map(entry => ({
        entryId: entry.id,
        isOwner: entry.owner_id === person.id,
      }))
      return jsonWithEtag(c, own)
    })
    .endpoint('POST /api/tournaments/:id/entries', { limit }, async c => {
      const { boatId, fundingGoal, payoutPercentage } = c.req.valid('json')
      const { person } = c.var
      const tournamentId = paramId<'tournament'>(c.req.param('id'), noTournament().message)
      const id = await inTransaction(db, async trx => {
        const tournament = await getTournament(trx, tournamentId)
        const boat = await getBoat(trx, boatId)
        if (!canEnterBoat(person, boat)) throw forbidden('Only its owner can enter a boat.')
        if (!areEntriesOpen(person, tournament, now()))
          throw conflict('This tournament takes no more entries.')
        if (await isSettled(trx, tournamentId))
          throw conflict('The results are confirmed: no boat can enter any more.')
        if (await isEntered(trx, tournamentId, boatId)) throw conflict('This boat is entered already.')
        await countCreated(trx, deps, { person: person.id }, 'entries')
        const terms = { funding_goal_cents: fundingGoal, payout_basis_points: payoutPercentage }
        return insertEntry(trx, tournamentId, boatId, terms, now())
      })
      return jsonText<Entry, 201>(await jsonOf(id), 201, { Location: `/api/tournament-entries/${id}` })
    })
    .endpoint('PATCH /api/tournament-entries/:id', { limit }, async c => {
      const { fundingGoal, payoutPercentage, currentPosition } = c.req.valid('json')
      const { person } = c.var
      const id = idOf(c.req.param('id'))
      await inTransaction(db, async trx => {
        const { entry, boat, tournament } = await getEntry(trx, id)
        const isOwner = canChangeTerms(person, boat)
        const isOrganiser = canDecidePosition(person, tournament)
        if (!isOwner && !isOrganiser) throw forbidden('Only the owner or the organiser can change an entry.')
        const status = statusAt(tournament, now())
        if (status === 'cancelled') throw conflict('This tournament is cancelled.')
        if (fundingGoal !== undefined || payoutPercentage !== undefined) {
          if (!isOwner) throw forbidden('Only the owner can change goal and share.')
          if (!areTermsOpen(entry) || (await hasLiveSetAside(trx, id)))
            throw conflict('Goal and share stand once a backer has funded the boat.')
          if (await isBeingFunded(trx, id, now()))
            throw conflict('A backer is paying just now. Please try again in a few minutes.')
          if (status === 'completed') throw conflict('The tournament is over: goal and share stand.')
          await updateTerms(trx, id, {
            funding_goal_cents: fundingGoal ?? entry.funding_goal_cents,
            payout_basis_points: payoutPercentage ?? entry.payout_basis_points,
          })
        }
        if (currentPosition !== undefined) {
          if (!isOrganiser) throw forbidden('Only the organiser can set a position.')
          if (status === 'upcoming') throw conflict('The tournament has not started yet.')
          await decidePosition(trx, tournament.id, id, currentPosition)
        }
      })
      return jsonText<Entry, 200>(await jsonOf(id), 200)
    })
    .endpoint('DELETE /api/tournament-entries/:id', { limit }, async c => {
      const id = idOf(c.req.param('id'))
      await inTransaction(db, async trx => {
        const { boat, tournament } = await getEntry(trx, id)
        if (!canWithdrawEntry(c.var.person, { boat, tournament }))
          throw forbidden('Only the owner or the organiser can withdraw an entry.')
        if (!isWithdrawalOpen(tournament, now()))
          throw conflict('The tournament is over: its entries can no longer be withdrawn.')
        await requestRefunds(trx, { entry: id }, now())
        await withdrawEntry(trx, id, now())
        await rerank(trx, tournament.id)
      })
      return c.body(null, 204)
    })
}
