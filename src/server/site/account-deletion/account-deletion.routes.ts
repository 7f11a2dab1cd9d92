import type { Issue } from '#contract/errors.ts'
import type { UserId } from '#contract/ids.ts'
import { formatCents } from '#contract/money.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { AccountDeletion } from '#contract/site/account-deletion.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { paymentModeOf } from '#server/env.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { deletePayoutDetails, findPayoutDetails, mayWin, sumUnpaid } from '#server/money/payouts/index.ts'
import { isOnlyOwner } from '#server/people/site-roles/index.ts'
import { eraseNames } from '#server/tournaments/log/index.ts'
import { issuesOf, onlyOwnerIssue } from './account-deletion.rules.ts'
import { listOpenTournaments } from './open-tournaments.queries.ts'

async function findOpen(db: Db, user: UserId, mode: PaymentMode, now: number): Promise<Issue[]> {
  const tournaments = await listOpenTournaments(db, user, mode)
  return [
    ...((await isOnlyOwner(db, user)) ? [onlyOwnerIssue] : []),
    ...tournaments.flatMap(tournament => issuesOf(tournament, now)),
  ]
}

async function readDeletion(db: Db, user: UserId, mode: PaymentMode, now: number): Promise<AccountDeletion> {
  const owed = await sumUnpaid(db, user, mode)
  return {
    open: await findOpen(db, user, mode, now),
    winnings: owed > 0 ? 'owed' : (await mayWin(db, user, mode, now)) ? 'possible' : 'none',
    owed: formatCents(owed),
    destination: await findPayoutDetails(db, user),
  }
}

export const accountDeletionRoutes = ({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>) =>
  new EndpointApp().endpoint('GET /api/account-deletion', async c =>
    jsonWithEtag(c, await readDeletion(db, c.var.person.id, paymentModeOf(env), now())),
  )

/**
 * Prepares the deletion in its transaction. Keeps the payout details until nothing more is owed.
 * @throws ApiError 409: others' money depends on the account, or it may win and has no payout details
 */
export const makePrepareDeletion =
  ({ env }: Pick<Deps, 'env'>) =>
  async (trx: Trx, user: UserId, withoutPayout: boolean, now: number): Promise<void> => {
    const { open, winnings, destination } = await readDeletion(trx, user, paymentModeOf(env), now)
    if (open.length > 0)
      throw new ApiError('conflict', 'Others depend on your account. Finish this first, then delete it.', {
        issues: open,
      })
    await eraseNames(trx, user)
    if (withoutPayout) await deletePayoutDetails(trx, user)
    else if (winnings !== 'none' && destination === null)
      throw new ApiError(
        'conflict',
        'Say where your winnings should go, or choose to delete your account without them.',
        {
          issues: [
            {
              path: 'withoutPayout',
              message:
                'Say where your winnings should go under My Funding, or choose that the organiser can’t reach you about them.',
            },
          ],
        },
      )
  }
