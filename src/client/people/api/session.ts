import { api } from '#client/api/client.ts'
import { isAfterSignIn } from '#client/lib/after-sign-in.ts'
import type { Boot, Viewer } from '#client/lib/boot.tsx'
import { whenIdle } from '#client/lib/busy.ts'
import { forgetDesk } from '#client/lib/desk-cache.ts'
import { isUnauthorized, RequestError } from '#client/lib/request.ts'
import { makeEmitter } from '#client/lib/store.ts'
import { endSession } from '#client/lib/unauthorized.ts'
import { paths } from '#client/paths.ts'
import type { SessionAnswer } from '#contract/people/auth.ts'
import { readSession } from './account.ts'

/**
 * The auth provider without React, synchronised across tabs.
 * States and events are those of Supabase’s client.
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
  /** ISO 8601, or null if unknown or without a session. */
  endsAt: string | null
}

export type SessionListener = (event: SessionEvent, state: SessionState) => void

/** Message between tabs. Never contains a token. */
export interface SessionMessage {
  event: SessionEvent
  user: Viewer | null
  /** ISO 8601. */
  endsAt: string | null
}

/** Clock, network and tabs, replaceable in tests. */
export interface SessionHost {
  /** Milliseconds since 1970. */
  now(): number
  wait(ms: number): Promise<void>
  readSession(): Promise<SessionAnswer>
  signOut(scope: SignOutScope): Promise<unknown>
  broadcast(message: SessionMessage): void
  /** The page's user has changed. */
  reload(): void
}

/** Checks every 30 s, extends within 90 s of the end, retries from 200 ms for at most 30 s. */
const tickMs = 30_000
const marginMs = 90_000
const firstRetryMs = 200
const retryForMs = 30_000

/** Of this device, or of all. */
export type SignOutScope = 'local' | 'global'

const isRetryable = (error: unknown) =>
  error instanceof RequestError ? [502, 503, 504].includes(error.status) : error instanceof TypeError

const isGone = (error: unknown) => error instanceof RequestError && [401, 403, 404].includes(error.status)

export function makeSession(host: SessionHost) {
  let state: SessionState = { user: null, isLoading: true, isAuthenticated: false, endsAt: null }
  /** The user that the page was rendered for. */
  let shownId: string | null = null
  let isReading = false
  const { emit, subscribe } = makeEmitter<Parameters<SessionListener>>()

  function set(event: SessionEvent, user: Viewer | null, endsAt: string | null): void {
    state = { user, isLoading: false, isAuthenticated: user !== null, endsAt: user && endsAt }
    emit(event, state)
  }

  /** Sets the session in all tabs. */
  function setEverywhere(event: SessionEvent, user: Viewer | null, endsAt: string | null = null): void {
    set(event, user, endsAt)
    host.broadcast({ event, user, endsAt })
  }

  /** Extends a session that is about to end. Retries network and gateway errors. */
  async function read(): Promise<SessionAnswer> {
    const giveUpAt = host.now() + retryForMs
    for (let wait = firstRetryMs; ; wait *= 2) {
      try {
        return await host.readSession()
      } catch (error) {
        if (isUnauthorized(error)) return { user: null, expiresAt: null }
        if (!isRetryable(error) || host.now() + wait > giveUpAt) throw error
        await host.wait(wait)
      }
    }
  }

  /** One read at a time; a failure changes nothing. */
  async function readAnd(use: (answer: SessionAnswer) => void): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      use(await read())
    } catch {
      // Offline: the next tick retries.
    } finally {
      isReading = false
    }
  }

  return {
    get: (): SessionState => state,

    /** Late listeners get INITIAL_SESSION at once. @returns unsubscribes */
    on(listener: SessionListener): () => void {
      const unsubscribe = subscribe(listener)
      if (!state.isLoading) listener('INITIAL_SESSION', state)
      return unsubscribe
    },

    start(user: Viewer | null, endsAt: string | null): void {
      shownId = user?.id ?? null
      set('INITIAL_SESSION', user, endsAt)
    },

    setEverywhere,

    /** Reads the session near its end, which extends it; the client calls this periodically. */
    async tick(): Promise<void> {
      if (state.user === null || Date.parse(state.endsAt ?? '') - host.now() > marginMs) return
      await readAnd(({ user, expiresAt }) =>
        setEverywhere(user ? 'TOKEN_REFRESHED' : 'SIGNED_OUT', user, expiresAt),
      )
    },

    /** A message of another tab. */
    async receive({ event, user, endsAt }: SessionMessage): Promise<void> {
      set(event, user, endsAt)
      if ((user?.id ?? null) !== shownId) host.reload()
      // The answer to a sign-in doesn't contain the session's end.
      else if (user && endsAt === null)
        await readAnd(answer => answer.user && set('TOKEN_REFRESHED', answer.user, answer.expiresAt))
    },

    /** The page became visible or left the back/forward cache. */
    async wake(): Promise<void> {
      await readAnd(({ user, expiresAt }) => {
        const isOther = (user?.id ?? null) !== shownId
        set(user ? (isOther ? 'SIGNED_IN' : 'TOKEN_REFRESHED') : 'SIGNED_OUT', user, expiresAt)
        if (isOther) host.reload()
      })
    },

    /** A session that has already ended is no error. */
    async signOut(scope: SignOutScope = 'local'): Promise<void> {
      try {
        await host.signOut(scope)
      } catch (error) {
        if (!isGone(error)) throw error
      }
      setEverywhere('SIGNED_OUT', null)
    },
  }
}

let channel: BroadcastChannel | null = null
let hasStarted = false

const session = makeSession({
  now: Date.now,
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
  readSession,
  async signOut(scope) {
    await forgetDesk()
    return endSession(() => api('POST /api/auth/sign-out', { body: { scope } }))
  },
  broadcast: message => channel?.postMessage(message),
  reload: () => whenIdle(() => location.reload()),
})

export const getSession = session.get
export const onSession = session.on
export const setSession = session.setEverywhere
export const updateUser = (user: Viewer): void => setSession('USER_UPDATED', user, getSession().endsAt)
export const signOut = session.signOut

export function startSession(boot: Boot): void {
  if (hasStarted) return
  hasStarted = true
  session.start(boot.viewer, boot.sessionEndsAt)
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('session')
    channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => void session.receive(data)
    // A form that was sent before its script ran has told no tab.
    if (boot.viewer !== null && isAfterSignIn())
      channel.postMessage({ event: 'SIGNED_IN', user: boot.viewer, endsAt: boot.sessionEndsAt })
  }
  setInterval(() => void session.tick(), tickMs)
  // A page without this script can't notify other tabs of a sign-out.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void session.wake()
  })
  window.addEventListener('pageshow', event => {
    if (event.persisted) void session.wake()
  })
  document.addEventListener('click', leaveByLink)
}

/** The link works without script; with it, other tabs are notified. */
function leaveByLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.getAttribute('href') !== paths.logout()) return
  if (event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void session.signOut().then(
    () => location.assign(paths.home()),
    () => location.assign(paths.logout()),
  )
}
