import { api } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { query } from '#client/api/query.ts'

export const sessionQuery = () => query('GET /api/auth/session')
export const sessionsQuery = () => query('GET /api/auth/sessions')

/** Reads the session; extends one that is about to end. */
export const readSession = (args: { signal?: AbortSignal } = {}) => api('GET /api/auth/session', args)

export const signIn = mutation('POST /api/auth/sign-in')
export const signUp = mutation('POST /api/auth/sign-up')
export const requestPasswordReset = mutation('POST /api/auth/recover')
export const resetPassword = mutation('POST /api/auth/reset')
export const confirmAddress = mutation('POST /api/auth/confirm')
export const changeEmail = mutation('POST /api/auth/email')
export const changePassword = mutation('POST /api/auth/password')
export const changeProfile = mutation('PATCH /api/auth/user')
export const signOutDevice = mutation('DELETE /api/auth/sessions/:id')
