export { payoutMails } from './payout-mails.ts'
export { payoutsOfFundings } from './payouts.queries.ts'
export { payoutRoutes } from './payouts.routes.ts'
export { payoutStatus } from './payouts.rules.ts'
