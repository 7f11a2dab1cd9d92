import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { type Line, lineFault, type MovementKind } from './ledger.rules.ts'

export interface Movement {
  kind: MovementKind
  /** They add up to 0; see `transfer`. */
  lines: readonly Line[]
  /** What it is about; each line carries them. */
  refs: { entry?: EntryId; funding?: FundingId; user?: UserId; payout?: string }
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Writes down that money has moved, in the transaction that moves it.
 * @returns the movement's id
 * @throws RangeError when its lines do not add up; SQLite's own error when money that comes or goes once would move twice
 */
export async function writeMovement(trx: Trx, { kind, lines, refs, now }: Movement): Promise<string> {
  const fault = lineFault(lines)
  if (fault !== null) throw new RangeError(`${kind}: ${fault}`)
  const movement = Bun.randomUUIDv7()
  await trx
    .insertInto('ledger')
    .values(
      lines.map(({ account, cents }) => ({
        movement_id: movement,
        kind,
        account,
        cents,
        entry_id: refs.entry ?? null,
        funding_id: refs.funding ?? null,
        user_id: refs.user ?? null,
        payout_id: refs.payout ?? null,
        created_at: now,
      })),
    )
    .execute()
  return movement
}
