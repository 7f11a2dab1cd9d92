import { limits } from '#contract/limits.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { WriteDeps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { idempotencyKey } from '#server/http/idempotency-key.ts'
import { cutPage, decodeId, nextLink } from '#server/http/paging.ts'
import type { StoredCheck } from '#server/http/validate.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { checkOwnImage, imageIssues } from '#server/storage/images/index.ts'
import { presentBoat } from './boats.present.ts'
import {
  boatIdOf,
  countOwnBoats,
  findAddedBoat,
  getBoat,
  insertBoat,
  listBoats,
  updateBoat,
} from './boats.queries.ts'
import { ownsBoat } from './boats.rules.ts'

const tooManyBoats = `You have ${limits.boatsPerPerson.toLocaleString('en-US')} boats, which is the most that one account can have.`

export function boatRoutes(deps: WriteDeps) {
  const { db, now, limitWrites: limit } = deps
  const picture: StoredCheck = (c, { imageId }) => imageIssues(db, imageId, c.var.person?.id)
  return new EndpointApp()
    .endpoint('GET /api/boats', async c => {
      const { limit: size = limits.listPage, cursor, mine, q: search } = c.req.valid('query')
      const list = { size: size + 1, before: decodeId<'boat'>(cursor), mine, search }
      const rows = await listBoats(db, c.var.person.id, list)
      const { page, next } = cutPage(rows, size, ({ id }) => id)
      return jsonWithEtag(c, page.map(presentBoat), nextLink(c, next))
    })
    .endpoint('POST /api/boats', { limit, findIssues: picture }, async c => {
      const fields = c.req.valid('json')
      const { person } = c.var
      const key = idempotencyKey(c.req.raw.headers)
      const { boat, isNew } = await inTransaction(db, async trx => {
        const added = key === null ? undefined : await findAddedBoat(trx, person.id, key)
        if (added) return { boat: added, isNew: false }
        await checkOwnImage(trx, fields.imageId, person.id)
        if ((await countOwnBoats(trx, person.id)) >= limits.boatsPerPerson) throw conflict(tooManyBoats)
        await countCreated(trx, deps, { person: person.id }, 'boats')
        return { boat: await insertBoat(trx, person.id, fields, now(), key), isNew: true }
      })
      const location = { Location: `/api/boats/${boat.id}` }
      return c.json(presentBoat(boat), isNew ? 201 : 200, isNew ? location : {})
    })
    .endpoint('PATCH /api/boats/:id', { limit, findIssues: picture }, async c => {
      const fields = c.req.valid('json')
      const { person } = c.var
      const boat = await inTransaction(db, async trx => {
        const current = await getBoat(trx, boatIdOf(c.req.param('id')))
        if (!ownsBoat(person, current)) throw forbidden('Only the owner can change a boat.')
        if (fields.imageId !== current.image_id) await checkOwnImage(trx, fields.imageId, person.id)
        return updateBoat(trx, current, fields)
      })
      return c.json(presentBoat(boat))
    })
}
