import { type SqlBool, sql } from 'kysely'
import { type EntryId, type HandoverId, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { newestFirst } from '#server/db/row-order.ts'
import { hasRow } from '#server/db/rows.ts'
import { notFound } from '#server/http/errors.ts'
import type { Position } from '#server/http/paging.ts'
import { writeMovement } from '#server/money/ledger/index.ts'
import { record } from '#server/record/index.ts'
import type { HandoverRow } from './handovers.table.ts'

export const noHandover = () => notFound('There is no such handover.')

/**
 * Includes withdrawn entries: their money may have been handed over. Times are milliseconds since 1970. `refunding_cents`:
 * of counted fundings whose refund is on its way.
 */
export const findHandoverEntry = (db: Db, id: EntryId) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .select([
      'entries.id',
      'entries.current_funding_cents',
      'entries.handed_over_cents',
      'entries.if_goal_missed',
      'entries.goal_decided_at',
      'boats.owner_id',
      'tournaments.organiser_id',
      sql<number>`(select coalesce(sum(amount_cents), 0) from fundings
        where entry_id = entries.id and status = 'completed' and refund_requested_at is not null)`.as(
        'refunding_cents',
      ),
    ])
    .where('entries.id', '=', id)
    .executeTakeFirst()

export type HandoverEntry = NonNullable<Awaited<ReturnType<typeof findHandoverEntry>>>

export const hasBacked = (db: Db, entry: EntryId, person: UserId): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('fundings')
      .select('id')
      .where('entry_id', '=', entry)
      .where('backer_id', '=', person)
      .where('completed_at', 'is not', null),
  )

/** Returns the handovers of an entry, newest first. */
export const listHandovers = (
  db: Db,
  entry: EntryId,
  { size, after }: { size: number; after: Position },
): Promise<HandoverRow[]> =>
  db
    .selectFrom('handovers')
    .selectAll()
    .where('entry_id', '=', entry)
    .$call(newestFirst('created_at', 'id', after, size))
    .execute()

/** Returns the handovers of all entries, newest first. */
export const listHandoversOfTournament = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('handovers', 'handovers.entry_id', 'entries.id')
    .selectAll('handovers')
    .select('boats.name as boat')
    .where('entries.tournament_id', '=', tournament)
    .orderBy('handovers.created_at', 'desc')
    .orderBy('handovers.id', 'desc')
    .execute()

export type HandoverOfBoat = Awaited<ReturnType<typeof listHandoversOfTournament>>[number]

export const findByKey = (db: Db, entry: EntryId, key: string): Promise<HandoverRow | undefined> =>
  db
    .selectFrom('handovers')
    .selectAll()
    .where('entry_id', '=', entry)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

const isReversed = sql<SqlBool>`exists (select 1 from handovers as reversals where reversals.reverses = handovers.id)`

/** Returns the handovers of an entry without its reversals. */
const handoversOf = (db: Db, entry: EntryId) =>
  db.selectFrom('handovers').selectAll().where('entry_id', '=', entry).where('reverses', 'is', null)

export const findHandover = (db: Db, entry: EntryId, id: HandoverId) =>
  handoversOf(db, entry).select(isReversed.as('is_reversed')).where('id', '=', id).executeTakeFirst()

type Line = Omit<HandoverRow, 'id'>

/** Adds a handover or a reversal, changes the entry's total and the ledger, and tells the backers. */
export async function insertLine(trx: Trx, line: Line): Promise<HandoverRow> {
  const row: HandoverRow = { ...line, id: newId<'handover'>() }
  const { entry_id: entry, amount_cents: cents, reverses, recorded_by: user, created_at: now } = row
  const change = reverses === null ? cents : -cents
  await trx.insertInto('handovers').values(row).execute()
  await trx
    .updateTable('entries')
    .set(({ eb }) => ({ handed_over_cents: eb('handed_over_cents', '+', change) }))
    .where('id', '=', entry)
    .execute()
  await writeMovement(trx, {
    kind: reverses === null ? 'handover' : 'handover-reversed',
    ...(reverses === null ? { from: 'stakes', to: 'handed_over' } : { from: 'handed_over', to: 'stakes' }),
    cents,
    refs: { entry, user },
    now,
  })
  await record(trx, {
    kind: reverses === null ? 'handover-recorded' : 'handover-reversed',
    at: now,
    by: user,
    entry,
    handover: row.id,
  })
  return row
}

interface Reversal {
  reason: string
  by: UserId
  now: number
}

/** @param handover that isn't reversed */
export const reverseHandover = (
  trx: Trx,
  { id, entry_id, amount_cents }: HandoverRow,
  { reason, by, now }: Reversal,
): Promise<HandoverRow> =>
  insertLine(trx, {
    entry_id,
    amount_cents,
    paid_on: null,
    reference: null,
    reverses: id,
    reason,
    idempotency_key: null,
    recorded_by: by,
    created_at: now,
  })

/** Reverses each handover of an entry, in the name of its recorder. */
export async function reverseAllHandovers(
  trx: Trx,
  entry: EntryId,
  { reason, now }: Omit<Reversal, 'by'>,
): Promise<void> {
  const handovers = await handoversOf(trx, entry)
    .where(({ not }) => not(isReversed))
    .orderBy('id')
    .execute()
  for (const row of handovers) await reverseHandover(trx, row, { reason, by: row.recorded_by, now })
}
