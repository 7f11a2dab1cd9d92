import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#client/people/api/account.ts'
import { announce, getSession } from '#client/people/api/session.ts'
import type { ClientUser, SessionAnswer } from '#contract/people/auth.ts'

/** Returns a function that updates the user in all tabs. */
export function useUpdateUser(): (user: ClientUser) => void {
  const client = useQueryClient()
  return user => {
    const { endsAt } = getSession()
    const expiresAt = endsAt === null ? null : new Date(endsAt).toISOString()
    const answer: SessionAnswer = { user, expiresAt }
    client.setQueryData(sessionQuery().queryKey, answer)
    announce('USER_UPDATED', user, expiresAt)
  }
}
