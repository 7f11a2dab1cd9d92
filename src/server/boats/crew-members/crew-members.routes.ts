import type { Assignment } from '#contract/boats/crew-members.ts'
import type { BoatId, UserId } from '#contract/ids.ts'
import { boatIdOf, boatSummary, getBoat, ownsBoat } from '#server/boats/boats/index.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { WriteDeps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { presentMember } from './crew-members.present.ts'
import {
  approve,
  assign,
  findAssignment,
  isApprovedCrew,
  listCrew,
  unassign,
} from './crew-members.queries.ts'

async function readAssignment(db: Db, user: UserId): Promise<Assignment> {
  const member = await findAssignment(db, user)
  if (!member) return { boatId: null, boat: null, approved: false }
  const boat = await getBoat(db, member.boat_id)
  return { boatId: boat.id, boat: boatSummary(boat), approved: member.approved_at !== null }
}

/** @param onApproval runs in the transaction that makes a person approved crew of a boat */
export function crewMemberRoutes(
  deps: WriteDeps,
  onApproval: (trx: Trx, member: UserId, boat: BoatId) => Promise<void>,
) {
  const { db, now, limitWrites: limit } = deps

  async function checkedBoat(trx: Db, id: string | undefined, person: Person): Promise<BoatId> {
    const boat = await getBoat(trx, boatIdOf(id))
    if (!ownsBoat(person, boat)) throw forbidden('Only the owner can see and approve a boat’s crew.')
    return boat.id
  }

  return new EndpointApp()
    .endpoint('GET /api/crew/assignment', async c =>
      jsonWithEtag(c, await readAssignment(db, c.var.person.id)),
    )
    .endpoint('PUT /api/crew/assignment', { limit }, async c => {
      const { boatId } = c.req.valid('json')
      const { person } = c.var
      const answer = await inTransaction(db, async trx => {
        if (boatId === null) await unassign(trx, person.id, now())
        else {
          const boat = await getBoat(trx, boatId)
          const member = await findAssignment(trx, person.id)
          // A repeated assignment stays approved.
          if (member?.boat_id !== boatId) {
            await countCreated(trx, deps, { person: person.id }, 'crewRequests')
            const approvedAt = ownsBoat(person, boat) ? now() : null
            await assign(trx, person.id, boatId, approvedAt, now())
            if (approvedAt !== null) await onApproval(trx, person.id, boatId)
            else {
              const event = { at: now(), by: person.id, boat: boatId, member: person.id }
              await record(trx, { kind: 'crew-requested', ...event })
            }
          }
        }
        return readAssignment(trx, person.id)
      })
      return c.json(answer)
    })
    .endpoint('GET /api/boats/:id/crew', async c => {
      const boat = await checkedBoat(db, c.req.param('id'), c.var.person)
      return jsonWithEtag(c, (await listCrew(db, boat)).map(presentMember))
    })
    .endpoint('POST /api/boats/:id/crew/:userId', { limit }, async c => {
      const { approved } = c.req.valid('json')
      const notCrew = 'This person isn’t in the boat’s crew.'
      const members = await inTransaction(db, async trx => {
        const boat = await checkedBoat(trx, c.req.param('id'), c.var.person)
        const user = paramId<'user'>(c.req.param('userId'), notCrew)
        const member = await findAssignment(trx, user)
        if (member?.boat_id !== boat) throw notFound(notCrew)
        if (!approved) await unassign(trx, user, now())
        else if (!(await isApprovedCrew(trx, user, boat))) {
          await approve(trx, user, now())
          await onApproval(trx, user, boat)
          await record(trx, { kind: 'crew-approved', at: now(), by: c.var.person.id, boat, member: user })
        }
        return listCrew(trx, boat)
      })
      return c.json(members.map(presentMember))
    })
}
