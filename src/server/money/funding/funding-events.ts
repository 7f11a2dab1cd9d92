import type { EntryId } from '#contract/ids.ts'
import { formatCents } from '#contract/money.ts'
import type { Trx } from '#server/db/connection.ts'
import { tellWebhooks } from '#server/notifications/webhooks/index.ts'
import { type FundedEntry, findFundedEntry } from './entry-funding.queries.ts'
import type { FundingRow } from './funding.table.ts'

/** Without the backer: webhooks hear what everyone can read. */
interface Moved extends Pick<FundingRow, 'id' | 'mode'> {
  cents: number
  now: number
}

/** @param entry with the total after it */
export const tellOfFunding = (
  trx: Trx,
  entry: FundedEntry,
  event: 'funding.received' | 'funding.refunded',
  { id, mode, cents, now }: Moved,
): Promise<void> =>
  tellWebhooks(trx, {
    tournament: { id: entry.tournament_id, name: entry.tournament_name },
    event,
    now,
    data: () => ({
      entryId: entry.id,
      boat: { id: entry.boat_id, name: entry.boat_name, captainName: entry.captain_name },
      funding: { id, amount: formatCents(cents), mode },
      raised: formatCents(entry.current),
      goal: formatCents(entry.goal),
    }),
  })

/** Of money that counted. */
export async function tellOfRefund(trx: Trx, id: EntryId, moved: Moved): Promise<void> {
  const entry = await findFundedEntry(trx, id)
  if (entry) await tellOfFunding(trx, entry, 'funding.refunded', moved)
}
