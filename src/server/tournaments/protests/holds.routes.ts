import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { WriteDeps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden, invalid, nullIfRefused } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { getEntry } from '#server/tournaments/entries/index.ts'
import { isOfficial } from '#server/tournaments/results/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { getTournament, isOrganiser, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import { checkOrganises } from './deciding.ts'
import {
  countHolds,
  findHeldBoat,
  getHold,
  insertHold,
  isHeld,
  liftHold,
  listHolds,
  noHold,
} from './holds.queries.ts'
import { presentHold } from './protests.present.ts'

/** Boats whose awards are on hold, for example until a polygraph test. */
export function holdRoutes(deps: WriteDeps) {
  const { db, now, limitWrites: limit } = deps

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/holds', async c => {
      const { id } = await getTournament(db, tournamentIdOf(c.req.param('id')))
      return jsonWithEtag(c, (await listHolds(db, id, limits.listMax)).map(presentHold))
    })
    .endpoint('POST /api/tournaments/:id/holds', { limit }, async c => {
      const { entryId, reason } = c.req.valid('json')
      const { person } = c.var
      const hold = await inTransaction(db, async trx => {
        const tournament = await getTournament(trx, tournamentIdOf(c.req.param('id')))
        const actor = await checkOrganises(trx, person, tournament, now())
        if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
        if ((await findRules(trx, tournament.id)) === null)
          throw conflict('This tournament has no rules, so that it has no awards to hold.')
        if (await isOfficial(trx, tournament.id))
          throw conflict('The results are official: awards can no longer be held.')
        const context = await getEntry(trx, entryId).catch(nullIfRefused)
        if (context?.tournament.id !== tournament.id)
          throw invalid([{ path: 'entryId', message: fieldTexts.entryUnknown }])
        if (await isHeld(trx, entryId)) throw conflict('This boat is held already.')
        const { all, open } = await countHolds(trx, tournament.id)
        if (open >= limits.openHolds)
          throw conflict(`${limits.openHolds} boats are held: the organiser has to lift some first.`)
        if (all >= limits.holds) throw conflict(`A tournament has at most ${limits.holds} holds.`)
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        const hold = await insertHold(trx, { entry: entryId, reason, by: person.id }, now())
        await record(trx, {
          kind: 'hold-placed',
          ...actor,
          tournament: tournament.id,
          entry: entryId,
          hold: hold.id,
          reason,
          text: `${context.boat.name}. ${reason}`,
        })
        return hold
      })
      return c.json(presentHold(hold), 201, { Location: `/api/holds/${hold.id}` })
    })
    .endpoint('DELETE /api/holds/:id', { limit }, async c => {
      const { note } = c.req.valid('json')
      const { person } = c.var
      await inTransaction(db, async trx => {
        const hold = await getHold(trx, paramId<'hold'>(c.req.param('id'), noHold().message))
        const { boat, tournament: id } = await findHeldBoat(trx, hold.entry_id)
        const tournament = await getTournament(trx, id)
        if (!isOrganiser(person, tournament)) throw forbidden('Only the organiser can lift a hold.')
        if (hold.lifted_at !== null) throw conflict('This hold is lifted already.')
        await liftHold(trx, hold.id, { by: person.id, note, at: now() })
        await record(trx, {
          kind: 'hold-lifted',
          at: now(),
          by: person.id,
          tournament: id,
          role: 'organiser',
          entry: hold.entry_id,
          hold: hold.id,
          text: `${boat}. ${note}`,
        })
      })
      return c.body(null, 204)
    })
}
