import type { Boot, Viewer } from './boot.tsx'
import { isUnauthorized, RequestError, request } from './request.ts'

/**
 * The page's auth provider, without React: who is signed in, kept true across tabs and for as long as the page is open.
 * States and events are the specification's: loading until the session is read, then the events below.
 */
export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED'

export interface SessionState {
  user: Viewer | null
  isLoading: boolean
  isAuthenticated: boolean
  /** Milliseconds since 1970. */
  endsAt: number | null
}

type Listener = (event: SessionEvent, state: SessionState) => void

/** The clock of the session: look every 30 s, extend within 90 s of its end, try again from 200 ms for at most 30 s. */
const tickMs = 30_000
const marginMs = 90_000
const firstRetryMs = 200
const retryForMs = 30_000

let state: SessionState = { user: null, isLoading: true, isAuthenticated: false, endsAt: null }
const listeners = new Set<Listener>()
let channel: BroadcastChannel | null = null

export const getSession = (): SessionState => state

/** @returns a function that stops listening. A listener that comes late hears INITIAL_SESSION at once. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener)
  if (!state.isLoading) listener('INITIAL_SESSION', state)
  return () => void listeners.delete(listener)
}

function set(event: SessionEvent, user: Viewer | null, endsAt: string | null): void {
  state = {
    user,
    isLoading: false,
    isAuthenticated: user !== null,
    endsAt: endsAt === null ? null : Date.parse(endsAt),
  }
  for (const listener of listeners) listener(event, state)
}

/** Tells this page and every other open one what happened. */
export function announce(event: SessionEvent, user: Viewer | null, endsAt: string | null): void {
  set(event, user, endsAt)
  channel?.postMessage(event)
}

interface SessionAnswer {
  user: Viewer | null
  expiresAt: string | null
}

const isRetryable = (error: unknown) =>
  error instanceof RequestError ? [502, 503, 504].includes(error.status) : error instanceof TypeError

/** Reads the session, and thereby extends it; a failing network or gateway is tried again. */
async function readSession(): Promise<SessionAnswer> {
  const giveUpAt = Date.now() + retryForMs
  for (let wait = firstRetryMs; ; wait *= 2) {
    try {
      return await request<SessionAnswer>('GET', '/api/auth/session')
    } catch (error) {
      if (!isRetryable(error) || Date.now() + wait > giveUpAt) throw error
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
}

let extending = false

async function extendWhenDue(now: number): Promise<void> {
  if (extending || state.endsAt === null || state.endsAt - now > marginMs) return
  extending = true
  try {
    const { user, expiresAt } = await readSession()
    announce(user ? 'TOKEN_REFRESHED' : 'SIGNED_OUT', user, expiresAt)
  } catch (error) {
    if (isUnauthorized(error)) announce('SIGNED_OUT', null, null)
  } finally {
    extending = false
  }
}

/** Begins with what came with the page, and looks after it from then on. */
export function startSession(boot: Boot): void {
  set('INITIAL_SESSION', boot.viewer, boot.sessionEndsAt)
  channel ??= openChannel()
  setInterval(() => void extendWhenDue(Date.now()), tickMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void extendWhenDue(Date.now())
  })
}

function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  const opened = new BroadcastChannel('session')
  opened.onmessage = ({ data: event }: MessageEvent<SessionEvent>) => {
    // Another tab signed in or out: this one shows the other person's page, or nobody's, only after loading it anew.
    if (event === 'SIGNED_IN' || event === 'SIGNED_OUT') location.reload()
    else
      void readSession().then(
        ({ user, expiresAt }) => set(event, user, expiresAt),
        () => {},
      )
  }
  return opened
}

/** Ends the session on the server. That it was gone already (401, 403, 404) is no error: the person is signed out. */
export async function signOut(scope: 'local' | 'global' | 'others' = 'local'): Promise<void> {
  try {
    await request('POST', '/api/auth/sign-out', { scope })
  } catch (error) {
    if (!(error instanceof RequestError && [401, 403, 404].includes(error.status))) throw error
  }
  if (scope !== 'others') announce('SIGNED_OUT', null, null)
}
