import { queryOptions } from '@tanstack/react-query'
import type { ClientUser, SessionAnswer, SessionInfo } from '#contract/auth.ts'

/** What every change of one's own account answers. */
export interface UserAnswer {
  user: ClientUser
}

export const sessionQuery = () => queryOptions<SessionAnswer>({ queryKey: ['/api/auth/session'] })

export const sessionsQuery = () => queryOptions<SessionInfo[]>({ queryKey: ['/api/auth/sessions'] })
