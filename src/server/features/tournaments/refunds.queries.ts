import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { ApiError } from '#server/http/errors.ts'

/**
 * The one seam where money goes back: whoever withdraws an entry or cancels a tournament calls it in the same
 * transaction. Until fundings can be refunded, whatever holds money cannot be withdrawn or cancelled, so that no cent
 * is lost.
 * @throws ApiError 409
 */
export async function giveMoneyBack(
  trx: Trx,
  of: { entry: EntryId } | { tournament: TournamentId },
): Promise<void> {
  const funded = await trx
    .selectFrom('entries')
    .select('id')
    .where(where => ('entry' in of ? where('id', '=', of.entry) : where('tournament_id', '=', of.tournament)))
    .where(where => where.or([where('current_funding_cents', '>', 0), where('backer_count', '>', 0)]))
    .limit(1)
    .executeTakeFirst()
  if (funded)
    throw new ApiError('conflict', 'Backers have funded this already, and refunds are not possible yet.')
}
