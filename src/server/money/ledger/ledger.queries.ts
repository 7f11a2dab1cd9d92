import { type Insertable, sql } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import { batchesOf } from '#server/db/batches.ts'
import { compileInsert } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { type Account, type Line, lineFault, type MovementKind } from './ledger.rules.ts'
import type { LedgerTable } from './ledger.table.ts'

export interface Movement {
  kind: MovementKind
  lines: readonly Line[]
  refs: { entry?: EntryId; funding?: FundingId; user?: UserId; payout?: string }
  /** Milliseconds since 1970. */
  now: number
}

const insertLines = compileInsert((db, lines: readonly Insertable<LedgerTable>[]) =>
  db.insertInto('ledger').values(lines),
)

/** @returns the movement's id @throws RangeError when the sum isn't 0; SQLite's error for a repeated movement */
export async function writeMovement(trx: Trx, movement: Movement): Promise<string> {
  const { id, rows } = rowsOf(movement)
  await insertLines(trx, rows)
  return id
}

export async function writeMovements(trx: Trx, movements: readonly Movement[]): Promise<void> {
  // A movement has twenty values.
  for (const batch of batchesOf(movements)) {
    const rows = batch.flatMap(movement => rowsOf(movement).rows)
    await trx.insertInto('ledger').values(rows).execute()
  }
}

function rowsOf({ kind, lines, refs, now }: Movement) {
  const fault = lineFault(lines)
  if (fault !== null) throw new RangeError(`${kind}: ${fault}`)
  const id = Bun.randomUUIDv7()
  const rows = lines.map(({ account, cents }) => ({
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
  return { id, rows }
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
