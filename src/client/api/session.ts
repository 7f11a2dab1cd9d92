import type { Boot, Viewer } from '#client/lib/boot.tsx'
import { isUnauthorized, RequestError } from '#client/lib/request.ts'
import { makeEmitter } from '#client/lib/store.ts'
import { paths } from '#client/paths.ts'
import { signOut as endSessions, readSession } from './account.ts'

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
  /** When the session ends unless it is extended, in milliseconds since 1970; null: not known, or there is none. */
  endsAt: number | null
}

export type SessionListener = (event: SessionEvent, state: SessionState) => void

/** What one tab tells the others. Never a token: no page has one. */
export interface SessionMessage {
  event: SessionEvent
  user: Viewer | null
  /** ISO 8601. */
  endsAt: string | null
}

/** The session's way to the world, so that a test can bring its own clock, network and tabs. */
export interface SessionHost {
  /** Milliseconds since 1970. */
  now(): number
  wait(ms: number): Promise<void>
  readSession(): Promise<unknown>
  signOut(scope: SignOutScope): Promise<unknown>
  /** To every other tab. */
  tell(message: SessionMessage): void
  /** The page shows another person's data, or should show somebody's: it is loaded anew. */
  reload(): void
}

/** Look every 30 s, extend within 90 s of the end, try again from 200 ms for at most 30 s. */
const tickMs = 30_000
const marginMs = 90_000
const firstRetryMs = 200
const retryForMs = 30_000

export type SignOutScope = 'local' | 'global' | 'others'

const isRetryable = (error: unknown) =>
  error instanceof RequestError ? [502, 503, 504].includes(error.status) : error instanceof TypeError

const isGone = (error: unknown) => error instanceof RequestError && [401, 403, 404].includes(error.status)

interface Answer {
  user: Viewer | null
  endsAt: string | null
}

function isViewer(value: unknown): value is Viewer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'email' in value &&
    typeof value.email === 'string'
  )
}

function parseAnswer(value: unknown): Answer {
  if (typeof value !== 'object' || value === null || !('user' in value) || !isViewer(value.user))
    return { user: null, endsAt: null }
  const endsAt = 'expiresAt' in value && typeof value.expiresAt === 'string' ? value.expiresAt : null
  return { user: value.user, endsAt }
}

export function makeSession(host: SessionHost) {
  let state: SessionState = { user: null, isLoading: true, isAuthenticated: false, endsAt: null }
  /** Whose page this is: what the server rendered does not change when the session does. */
  let shownId: string | null = null
  let isReading = false
  const { emit, subscribe } = makeEmitter<Parameters<SessionListener>>()

  function set(event: SessionEvent, user: Viewer | null, endsAt: string | null): void {
    const end = endsAt === null ? Number.NaN : Date.parse(endsAt)
    state = {
      user,
      isLoading: false,
      isAuthenticated: user !== null,
      endsAt: user === null || Number.isNaN(end) ? null : end,
    }
    emit(event, state)
  }

  /** This page and every other open one hear of it. */
  function announce(event: SessionEvent, user: Viewer | null, endsAt: string | null = null): void {
    set(event, user, endsAt)
    host.tell({ event, user, endsAt })
  }

  /** Reading the session also extends it when its end is near. A failing network or gateway is tried again. */
  async function read(): Promise<Answer> {
    const giveUpAt = host.now() + retryForMs
    for (let wait = firstRetryMs; ; wait *= 2) {
      try {
        return parseAnswer(await host.readSession())
      } catch (error) {
        if (isUnauthorized(error)) return { user: null, endsAt: null }
        if (!isRetryable(error) || host.now() + wait > giveUpAt) throw error
        await host.wait(wait)
      }
    }
  }

  /** Reads once at a time; what could not be read leaves everything as it is until the next occasion. */
  async function readAnd(use: (answer: Answer) => void): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      use(await read())
    } catch {
      // Offline, or the server is: the next tick or the next request will tell.
    } finally {
      isReading = false
    }
  }

  return {
    get: (): SessionState => state,

    /** @returns what stops it. A listener that comes late hears INITIAL_SESSION at once. */
    on(listener: SessionListener): () => void {
      const unsubscribe = subscribe(listener)
      if (!state.isLoading) listener('INITIAL_SESSION', state)
      return unsubscribe
    },

    /** Begins with what came with the page. */
    start(user: Viewer | null, endsAt: string | null): void {
      shownId = user?.id ?? null
      set('INITIAL_SESSION', user, endsAt)
    },

    announce,

    /** Extends the session when its end is near; to be called again and again. */
    async tick(): Promise<void> {
      if (state.user === null || (state.endsAt !== null && state.endsAt - host.now() > marginMs)) return
      await readAnd(({ user, endsAt }) => announce(user ? 'TOKEN_REFRESHED' : 'SIGNED_OUT', user, endsAt))
    },

    /** What another tab told. */
    async hear({ event, user, endsAt }: SessionMessage): Promise<void> {
      set(event, user, endsAt)
      if ((user?.id ?? null) !== shownId) host.reload()
      // A fresh session's end is not in the answer that began it.
      else if (user && endsAt === null)
        await readAnd(answer => answer.user && set('TOKEN_REFRESHED', answer.user, answer.endsAt))
    },

    /** The page comes back to sight, or out of the browser's cache, where it could hear nothing. */
    async wake(): Promise<void> {
      await readAnd(({ user, endsAt }) => {
        const isOther = (user?.id ?? null) !== shownId
        set(user ? (isOther ? 'SIGNED_IN' : 'TOKEN_REFRESHED') : 'SIGNED_OUT', user, endsAt)
        if (isOther) host.reload()
      })
    },

    /** Ends the session on the server. That it was gone already is no error: the person is signed out. */
    async signOut(scope: SignOutScope = 'local'): Promise<void> {
      try {
        await host.signOut(scope)
      } catch (error) {
        if (!isGone(error)) throw error
      }
      if (scope !== 'others') announce('SIGNED_OUT', null)
    },
  }
}

let channel: BroadcastChannel | null = null
let hasStarted = false

const session = makeSession({
  now: Date.now,
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
  readSession,
  signOut: scope => endSessions({ body: { scope } }),
  tell: message => channel?.postMessage(message),
  reload: () => location.reload(),
})

export const getSession = session.get
export const onSession = session.on
export const announce = session.announce
export const signOut = session.signOut

/** Binds the session to this page: its clock, its tabs, its coming back. */
export function startSession(boot: Boot): void {
  session.start(boot.viewer, boot.sessionEndsAt)
  if (hasStarted) return
  hasStarted = true
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('session')
    channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => void session.hear(data)
  }
  setInterval(() => void session.tick(), tickMs)
  // Whoever signed out on a page without this script told nobody: looking again finds it out.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void session.wake()
  })
  window.addEventListener('pageshow', event => {
    if (event.persisted) void session.wake()
  })
  document.addEventListener('click', leaveByLink)
}

/** A link to sign out also works without script; here it tells the other tabs, which a navigation cannot. */
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
