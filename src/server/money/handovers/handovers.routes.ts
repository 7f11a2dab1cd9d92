import type { UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { handoverTexts as texts } from '#contract/money/handover-texts.ts'
import { dollars } from '#contract/money.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, conflict, forbidden } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cursorOf, cutPage, decodePosition, nextLink } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { entryIdOf, noEntry } from '#server/tournaments/entries/index.ts'
import { getOwnTournament, isOrganiser, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import { handoversCsv } from './handovers.csv.ts'
import { presentHandover, presentLine, presentReversal, presentTotals } from './handovers.present.ts'
import {
  findByKey,
  findHandover,
  findHandoverEntry,
  type HandoverEntry,
  hasBacked,
  insertLine,
  listHandovers,
  listHandoversOfTournament,
  noHandover,
  reverseHandover,
} from './handovers.queries.ts'
import { dueOf } from './handovers.rules.ts'
import type { HandoverRow } from './handovers.table.ts'

/** @throws ApiError 400 */
function idempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (header === '' || header.length > limits.idempotencyKeyMax)
    throw new ApiError('invalid', texts.keyInvalid)
  return header
}

type NewHandover = Pick<HandoverRow, 'amount_cents' | 'paid_on' | 'reference'>

const isSame = (row: HandoverRow, handover: NewHandover) =>
  row.amount_cents === handover.amount_cents &&
  row.paid_on === handover.paid_on &&
  row.reference === handover.reference

/** Mounted at /api. */
export function handoverRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps

  /** @throws ApiError 404 */
  async function entryOf(trx: Db, param: string | undefined): Promise<HandoverEntry> {
    const entry = await findHandoverEntry(trx, entryIdOf(param))
    if (!entry) throw noEntry()
    return entry
  }

  /** @throws ApiError 403, 404 */
  async function ownEntry(trx: Db, param: string | undefined, person: Person): Promise<HandoverEntry> {
    const entry = await entryOf(trx, param)
    if (!isOrganiser(person, entry))
      throw forbidden('Only the organiser can record what was handed to a boat.')
    return entry
  }

  /** @throws ApiError 403, 404 */
  async function readableEntry(param: string | undefined, person: { id: UserId }): Promise<HandoverEntry> {
    const entry = await entryOf(db, param)
    const mayRead =
      isOrganiser(person, entry) || entry.owner_id === person.id || (await hasBacked(db, entry.id, person.id))
    if (!mayRead)
      throw forbidden('Only the organiser, the boat’s owner and its backers can see what was handed over.')
    return entry
  }

  /** @throws ApiError 409 */
  function checkDue(entry: HandoverEntry, cents: number): void {
    if (entry.if_goal_missed === 'refund' && entry.goal_decided_at === null) throw conflict(texts.undecided)
    const due = dueOf(entry)
    if (cents <= due) return
    throw conflict(
      due === 0
        ? 'There is no money left to hand over: what was raised, less refunds and earlier handovers, is $0.'
        : `At most ${dollars(due)} can be handed over: what was raised, less refunds and earlier handovers.`,
    )
  }

  return new EndpointApp()
    .endpoint('GET /api/tournament-entries/:id/handovers', async c => {
      const { id } = await readableEntry(c.req.param('id'), c.var.person)
      const { limit: size = limits.listPage, cursor } = c.req.valid('query')
      const rows = await listHandovers(db, id, { size: size + 1, after: decodePosition(cursor) })
      const { page, next } = cutPage(rows, size, cursorOf)
      return jsonWithEtag(c, page.map(presentLine), nextLink(c, next))
    })
    .endpoint('GET /api/tournament-entries/:id/handovers/totals', async c => {
      const entry = await readableEntry(c.req.param('id'), c.var.person)
      return jsonWithEtag(c, presentTotals(entry))
    })
    .endpoint('GET /api/tournaments/:id/handovers.csv', async c => {
      const id = tournamentIdOf(c.req.param('id'))
      const refusal = 'Only the organiser can see all handovers of a tournament.'
      await getOwnTournament(db, id, c.var.person, refusal)
      const rows = await listHandoversOfTournament(db, id)
      return c.body(handoversCsv(rows), 200, csvFile(`handovers-${id}`))
    })
    .endpoint('POST /api/tournament-entries/:id/handovers', { limit }, async c => {
      const { amount, paidOn = null, reference = null } = c.req.valid('json')
      const { person } = c.var
      const key = idempotencyKey(c.req.header('idempotency-key'))
      const row = await inTransaction(db, async trx => {
        const entry = await ownEntry(trx, c.req.param('id'), person)
        const handover: NewHandover = { amount_cents: amount, paid_on: paidOn, reference }
        const previous = key === null ? undefined : await findByKey(trx, entry.id, key)
        if (previous) {
          if (isSame(previous, handover)) return previous
          throw conflict(texts.keyReused)
        }
        checkDue(entry, amount)
        await countCreated(trx, deps, { person: person.id }, 'handovers')
        return insertLine(trx, {
          ...handover,
          entry_id: entry.id,
          reverses: null,
          reason: null,
          idempotency_key: key,
          recorded_by: person.id,
          created_at: now(),
        })
      })
      return c.json(presentHandover(row), 201)
    })
    .endpoint('POST /api/tournament-entries/:id/handovers/:handoverId/reverse', { limit }, async c => {
      const { reason } = c.req.valid('json')
      const { person } = c.var
      const reversal = await inTransaction(db, async trx => {
        const entry = await ownEntry(trx, c.req.param('id'), person)
        const id = paramId<'handover'>(c.req.param('handoverId'), noHandover().message)
        const handover = await findHandover(trx, entry.id, id)
        if (!handover) throw noHandover()
        if (handover.is_reversed) throw conflict(texts.alreadyReversed)
        await countCreated(trx, deps, { person: person.id }, 'handovers')
        const row = await reverseHandover(trx, handover, { reason, by: person.id, now: now() })
        return presentReversal(row, id)
      })
      return c.json(reversal, 201)
    })
}
