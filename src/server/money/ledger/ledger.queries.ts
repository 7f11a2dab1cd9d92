import { type Insertable, sql } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import { batchesOf } from '#server/db/batches.ts'
import { compileInsert } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Account, MovementKind, transfer } from './ledger.rules.ts'
import type { LedgerTable } from './ledger.table.ts'

export interface Movement {
  kind: MovementKind
  lines: ReturnType<typeof transfer>
  refs: { entry?: EntryId; funding?: FundingId; user?: UserId; payout?: string }
  /** Milliseconds since 1970. */
  now: number
}

const insertLines = compileInsert((db, lines: readonly Insertable<LedgerTable>[]) =>
  db.insertInto('ledger').values(lines),
)

export async function writeMovement(trx: Trx, movement: Movement): Promise<void> {
  await insertLines(trx, rowsOf(movement))
}

export async function writeMovements(trx: Trx, movements: readonly Movement[]): Promise<void> {
  // A movement has twenty values.
  for (const batch of batchesOf(movements)) {
    const rows = batch.flatMap(rowsOf)
    await trx.insertInto('ledger').values(rows).execute()
  }
}

function rowsOf({ kind, lines, refs, now }: Movement) {
  const id = Bun.randomUUIDv7()
  return lines.map(({ account, cents }) => ({
    movement_id: id,
    kind,
    account,
    cents,
    entry_id: refs.entry ?? null,
    funding_id: refs.funding ?? null,
    user_id: refs.user ?? null,
    payout_id: refs.payout ?? null,
    created_at: now,
  }))
}

interface AccountSum {
  account: Account
  cents: number
  /** Id of the last line. */
  last: number
}

const linesAtOnce = 20_000

/** Sums the next {@link linesAtOnce} lines by account; empty after the last line. */
export async function sumLinesAfter(db: Db, id: number): Promise<AccountSum[]> {
  const { rows } = await sql<AccountSum>`
    select account, sum(cents) as cents, max(id) as last
    from (select id, account, cents from ledger where id > ${id} order by id limit ${linesAtOnce}) as lines
    group by account`.execute(db)
  return rows
}
