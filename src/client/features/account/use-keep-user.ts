import { useQueryClient } from '@tanstack/react-query'
import { announce, getSession } from '#client/api/session.ts'
import type { ClientUser, SessionAnswer } from '#contract/auth.ts'
import { sessionQuery } from './account.queries.ts'

/** Shows what the server answered to a change of one's own account, here and in every other tab. */
export function useKeepUser(): (user: ClientUser) => void {
  const client = useQueryClient()
  return user => {
    const { endsAt } = getSession()
    const expiresAt = endsAt === null ? null : new Date(endsAt).toISOString()
    const answer: SessionAnswer = { user, expiresAt }
    client.setQueryData(sessionQuery().queryKey, answer)
    announce('USER_UPDATED', user, expiresAt)
  }
}
