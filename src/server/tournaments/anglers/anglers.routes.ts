import { fieldTexts } from '#contract/field-texts.ts'
import type { AnglerId } from '#contract/ids.ts'
import type { ActorRole } from '#contract/record.ts'
import type { Anglers } from '#contract/tournaments/rulings.ts'
import { unknownKeys } from '#contract/tournaments/scoring/issues.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { WriteDeps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden, invalid } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { type EntryInContext, entryIdOf, getEntry, rerank } from '#server/tournaments/entries/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { canWeighIn, findRole, hasStarted, isSettled } from '#server/tournaments/tournaments/index.ts'
import { listAllAnglerIds, listAnglers, replaceAnglers } from './anglers.queries.ts'

/** Anglers of a boat, where rules rank anglers or divide them. */
export function anglerRoutes(deps: WriteDeps) {
  const { db, now, limitWrites: limit } = deps

  /**
   * @throws ApiError 403 for others than the captain and staff; from the start on for the captain. 409 once the results
   * are confirmed, except for the organiser
   */
  async function checkAnglers(
    trx: Db,
    person: Person,
    { boat, tournament }: EntryInContext,
    changes: boolean,
  ): Promise<ActorRole | null> {
    const role = await findRole(trx, person, tournament, now())
    const isStaff = canWeighIn(role)
    if (!isStaff && boat.owner_id !== person.id)
      throw forbidden('Only the captain and the staff can see the anglers.')
    if (!changes) return role
    if (!isStaff && hasStarted(tournament, now()))
      throw forbidden('The tournament has started: ask its staff to change the anglers.')
    if (role !== 'organiser' && (await isSettled(trx, tournament.id)))
      throw conflict('The results are confirmed: only the organiser can change the anglers.')
    if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
    return role
  }

  const presentAnglers = (rows: Awaited<ReturnType<typeof listAnglers>>): Anglers => ({
    anglers: rows.map(({ id, name, divisions }) => ({
      id,
      name,
      divisions: JSON.parse(divisions) as string[],
    })),
  })

  return new EndpointApp()
    .endpoint('GET /api/tournament-entries/:id/anglers', async c => {
      const context = await getEntry(db, entryIdOf(c.req.param('id')))
      await checkAnglers(db, c.var.person, context, false)
      return jsonWithEtag(c, presentAnglers(await listAnglers(db, context.entry.id)))
    })
    .endpoint('PUT /api/tournament-entries/:id/anglers', { limit }, async c => {
      const { anglers } = c.req.valid('json')
      const { person } = c.var
      const rows = await inTransaction(db, async trx => {
        const context = await getEntry(trx, entryIdOf(c.req.param('id')))
        const role = await checkAnglers(trx, person, context, true)
        const rules = await findRules(trx, context.tournament.id)
        if (rules === null) throw conflict(fieldTexts.withoutRules)
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        const ids = new Set<string>(await listAllAnglerIds(trx, context.entry.id))
        const issues = anglers.flatMap(({ id, divisions = [] }, index) => [
          ...(id !== undefined && !ids.has(id)
            ? [{ path: `anglers.${index}.id`, message: fieldTexts.anglerUnknown }]
            : []),
          ...(id !== undefined && anglers.findIndex(angler => angler.id === id) < index
            ? [{ path: `anglers.${index}.id`, message: fieldTexts.anglerTwice }]
            : []),
          ...unknownKeys(
            rules.divisions,
            ['anglers', index, 'divisions'],
            divisions,
            fieldTexts.divisionUnknown,
          ),
        ])
        if (issues.length > 0) throw invalid(issues)
        const fields = anglers.map(({ id, name, divisions = [] }) => ({
          ...(id !== undefined && { id: id as AnglerId }),
          name,
          divisions,
        }))
        await replaceAnglers(trx, context.entry.id, fields, now())
        const { lead } = await rerank(trx, context.tournament.id)
        await record(trx, {
          kind: 'anglers-changed',
          at: now(),
          by: person.id,
          tournament: context.tournament.id,
          role,
          entry: context.entry.id,
          lead,
          text: context.boat.name,
        })
        return listAnglers(trx, context.entry.id)
      })
      return c.json(presentAnglers(rows))
    })
}
