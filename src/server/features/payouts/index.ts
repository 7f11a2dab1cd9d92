export { payoutsOfBacker } from './payouts.queries.ts'
export { payoutRoutes } from './payouts.routes.ts'
export { payoutStatus } from './payouts.rules.ts'
export { winMails } from './win-mail.ts'
