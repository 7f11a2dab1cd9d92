export { authFormRoutes } from './browser/forms.routes.ts'
export { navigationRoutes } from './browser/navigation.routes.ts'
export { authRoutes } from './browser/session.routes.ts'
export { AuthError } from './core/auth.errors.ts'
export { presentSessionInfo } from './core/auth.present.ts'
export { accountName, isLive, type LiveUser, namesIn, normaliseEmail } from './core/auth.rules.ts'
export { mailLink } from './core/links.ts'
export { dropTokens, issueToken } from './core/one-time-tokens.queries.ts'
export { hashPassword, type StoredPassword } from './core/passwords.ts'
export { mailRecovery } from './core/request-link.ts'
export { randomSecret } from './core/secrets.ts'
export { type Auth, makeAuth } from './core/services.ts'
export { deleteSessions, findSession, listSessions } from './core/sessions.queries.ts'
export { setPassword } from './core/set-password.ts'
export { sweepSessions, sweepUnconfirmed } from './core/sweep-sessions.queries.ts'
export {
  anonymiseUser,
  findMailAddress,
  findUser,
  findUserByEmail,
  insertUser,
  isActive,
  listUsers,
  updateUser,
  userName,
} from './core/users.queries.ts'
export { gotrueError } from './gotrue/gotrue.errors.ts'
export { gotrueRoutes } from './gotrue/gotrue.routes.ts'
export { readSession } from './read-session.ts'
