import { type Insertable, sql } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import { batchesOf } from '#server/db/batches.ts'
import { compileInsert } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Account, MovementKind } from './ledger.rules.ts'
import type { LedgerTable } from './ledger.table.ts'

export interface Movement {
  kind: MovementKind
  from: Account
  to: Account
  /** A whole number above 0. */
  cents: number
  refs: { entry?: EntryId; funding?: FundingId; user?: UserId; payout?: string }
  /** Milliseconds since 1970. */
  now: number
}

const insertLines = compileInsert((db, lines: readonly Insertable<LedgerTable>[]) =>
  db.insertInto('ledger').values(lines),
)

/** @throws RangeError unless `cents` is a whole number above 0 */
export async function writeMovement(trx: Trx, movement: Movement): Promise<void> {
  await insertLines(trx, rowsOf(movement))
}

/** Like {@link writeMovement}. */
export async function writeMovements(trx: Trx, movements: readonly Movement[]): Promise<void> {
  // A movement has twenty values.
  for (const batch of batchesOf(movements)) {
    const rows = batch.flatMap(rowsOf)
    await trx.insertInto('ledger').values(rows).execute()
  }
}

/** The two lines of a movement add up to 0. */
function rowsOf({ kind, from, to, cents, refs, now }: Movement) {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError(`can’t move ${cents} cents`)
  const id = Bun.randomUUIDv7()
  return [
    { account: from, cents: -cents },
    { account: to, cents },
  ].map(line => ({
    movement_id: id,
    kind,
    ...line,
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
