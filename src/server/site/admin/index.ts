export {
  banAccount,
  changePassword,
  endSessions,
  makeResetLink,
  unbanAccount,
} from './account-actions.ts'
export { adminRoutes } from './admin.routes.ts'
export { brandingRoutes } from './branding.routes.ts'
export { readChecklist } from './checklist.ts'
export { appointOrganiser, cancelTournament, hidePost, removeTournament } from './content-actions.ts'
export { isExpiredMail, runAgain, sendAgain, sendAllAgain } from './job-actions.ts'
export { settingRisks } from './risks.rules.ts'
export { missingKeysText } from './storage-check.ts'
export { sendTestMail } from './test-mail.ts'
