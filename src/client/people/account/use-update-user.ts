import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#client/people/api/account.ts'
import { getSession, updateUser } from '#client/people/api/session.ts'
import type { ClientUser } from '#contract/people/auth.ts'

/** Returns a function that updates the user in all tabs. */
export function useUpdateUser(): (user: ClientUser) => void {
  const client = useQueryClient()
  return user => {
    updateUser(user)
    client.setQueryData(sessionQuery().queryKey, { user, expiresAt: getSession().endsAt })
  }
}
