import { sql } from 'kysely'
import type { EntryId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { Db } from '#server/db/connection.ts'
import { atLeastZero } from '#server/db/numbers.ts'

const heldCents = atLeastZero(sql`current_funding_cents - handed_over_cents`)

export async function countMoney(db: Db) {
  const { rows } = await sql<Record<'entries' | 'fundings' | 'movements', number>>`
    select (select count(*) from entries) as entries, (select count(*) from fundings) as fundings,
      (select count(distinct movement_id) from ledger) as movements`.execute(db)
  return rows[0] ?? { entries: 0, fundings: 0, movements: 0 }
}

/** Cents that are held for boats, and were handed over to them. */
export interface ModeSum {
  mode: PaymentMode
  held: number
  handed_over: number
}

/** Returns the sums of each payment mode that has any. */
export async function sumByMode(db: Db): Promise<ModeSum[]> {
  const { rows } = await sql<ModeSum>`
    select mode, sum(${heldCents}) as held, sum(handed_over_cents) as handed_over
    from entries join (
      select entry_id, min(mode) as mode from fundings where completed_at is not null and set_aside_at is null
      group by entry_id) as paid on paid.entry_id = entries.id
    where current_funding_cents > 0 or handed_over_cents > 0
    group by mode order by mode`.execute(db)
  return rows
}

/** Cents that an entry's organiser handed over and backers got back besides. At most 100, largest first. */
export async function listShortfalls(db: Db): Promise<{ entry: EntryId; cents: number }[]> {
  const { rows } = await sql<{ entry: EntryId; cents: number }>`
    select id as entry, handed_over_cents - current_funding_cents as cents from entries
    where handed_over_cents > current_funding_cents order by cents desc, id limit 100`.execute(db)
  return rows
}

/**
 * Cents of a payment mode that are held, or still held for tournaments that ended before a time in milliseconds since
 * 1970. An entry counts fundings of one mode.
 */
export async function sumHeld(
  db: Db,
  mode: PaymentMode,
  endedBefore: number = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(${heldCents}), 0) as cents
    from tournaments join entries on entries.tournament_id = tournaments.id
    where coalesce(tournaments.ended_at, tournaments.ends_at) < ${endedBefore} and exists (
      select 1 from fundings where entry_id = entries.id and status = 'completed' and mode = ${mode})`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}
