export { roundChangesByBacker, sharesByBacker } from './own-shares.queries.ts'
export {
  deletePayoutDetails,
  findPayoutDetails,
  mayWin,
  sweepPayoutDetails,
} from './payout-details.queries.ts'
export { payoutDetailsRoutes } from './payout-details.routes.ts'
export { payoutImportRoutes } from './payout-imports.routes.ts'
export { listPaidAt, queueHeldWinMail } from './payout-mails.queries.ts'
export { payoutMails } from './payout-mails.ts'
export {
  isDisputed,
  isOwed,
  lowerShare,
  payoutsOfFundings,
  shownCents,
  sumUnpaid,
} from './payouts.queries.ts'
export { payoutRoutes } from './payouts.routes.ts'
export { netCents, payoutPromise, payoutStatus, shareDueAt } from './payouts.rules.ts'
export { readRecap } from './recaps.present.ts'
export { findOfficialAt } from './recaps.queries.ts'
export { recapRoutes } from './recaps.routes.ts'
export { resultRoutes } from './results.routes.ts'
export { reviewResults } from './review.queries.ts'
export { roundRoutes } from './rounds.routes.ts'
export { readSharedPots } from './shared-pots.queries.ts'
export { SharesIfEnded } from './shares-if-ended.ts'
