import { fieldTexts } from '#contract/field-texts.ts'
import type { EntryId } from '#contract/ids.ts'
import type { EntryPots } from '#contract/tournaments/rulings.ts'
import { unknownKeys } from '#contract/tournaments/scoring/issues.ts'
import { chosenPots } from '#contract/tournaments/scoring/pots.ts'
import { ownsBoat } from '#server/boats/boats/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { WriteDeps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden, invalid } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { entryIdOf, getEntry } from '#server/tournaments/entries/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import {
  canManageTournament,
  findRole,
  hasStarted,
  isSettled,
} from '#server/tournaments/tournaments/index.ts'
import { readBackedPots } from './backed-pots.ts'
import { type EntryPotRow, listEntryPots, setEntryPot } from './pots.queries.ts'

const present = (rows: readonly EntryPotRow[]): EntryPots => ({
  wanted: rows.filter(({ wanted }) => wanted === 1).map(({ pot }) => pot),
  in: rows.filter(({ confirmed_at: at }) => at !== null).map(({ pot }) => pot),
})

/** Endpoints of the pots that a boat asks for, and of those that it is in. */
export function potRoutes(deps: WriteDeps) {
  const { db, now, limitWrites: limit } = deps

  return new EndpointApp()
    .endpoint('GET /api/tournament-entries/:id/pots', async c => {
      const { entry, tournament } = await getEntry(db, entryIdOf(c.req.param('id')))
      const backedPots = await readBackedPots(db, { entry, tournament })
      return jsonWithEtag(c, backedPots ?? { pots: [], protestsUntil: null })
    })
    .endpoint('PUT /api/tournament-entries/:id/pots', { limit }, async c => {
      const body = c.req.valid('json')
      const { reason = null } = body
      const { person } = c.var
      const id: EntryId = entryIdOf(c.req.param('id'))
      const rows = await inTransaction(db, async trx => {
        const { boat, tournament } = await getEntry(trx, id)
        const role = await findRole(trx, person, tournament, now())
        const isCaptain = ownsBoat(person, boat)
        if (!isCaptain && !canManageTournament(role))
          throw forbidden('Only the captain and the organisers can change the pots of a boat.')
        if (body.in !== undefined && !canManageTournament(role))
          throw forbidden('Only an organiser can confirm pots.')
        if (body.wanted !== undefined && !isCaptain) throw forbidden('Only the captain can ask for pots.')
        if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
        if (hasStarted(tournament, now())) {
          if (role !== 'organiser')
            throw forbidden('The tournament has started: only its organiser can change pots, with a reason.')
          if (reason === null) throw invalid([{ path: 'reason', message: fieldTexts.catchReasonRequired }])
        }
        const rules = await findRules(trx, tournament.id)
        if (rules === null) throw conflict(fieldTexts.withoutRules)
        if (await isSettled(trx, tournament.id)) throw conflict('The results are confirmed: the pots stand.')
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        const pots = chosenPots(rules)
        const issues = (['wanted', 'in'] as const).flatMap(field =>
          unknownKeys(pots, [field], body[field] ?? [], fieldTexts.potUnknown),
        )
        if (issues.length > 0) throw invalid(issues)
        const before = await listEntryPots(trx, id)
        for (const { key, name } of pots) {
          const row = before.find(({ pot }) => pot === key)
          const wasIn = row !== undefined && row.confirmed_at !== null
          const isWanted = body.wanted ? body.wanted.includes(key) : row?.wanted === 1
          const isConfirmed = body.in?.includes(key) ?? wasIn
          const isIn = body.inBefore?.includes(key) === isConfirmed ? wasIn : isConfirmed
          if (!row && !isWanted && !isIn) continue
          const confirmedAt = isIn ? (row?.confirmed_at ?? now()) : null
          await setEntryPot(trx, id, { pot: key, isWanted, confirmedAt })
          if (isIn === wasIn) continue
          await record(trx, {
            kind: isIn ? 'pot-entered' : 'pot-left',
            at: now(),
            by: person.id,
            tournament: tournament.id,
            role,
            entry: id,
            pot: key,
            reason,
            text: `${boat.name}: ${name}${reason === null ? '' : `. ${reason}`}`,
          })
        }
        return listEntryPots(trx, id)
      })
      return c.json(present(rows))
    })
}
