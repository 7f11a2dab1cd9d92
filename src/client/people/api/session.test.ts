import { describe, expect, test } from 'bun:test'
import type { Viewer } from '#client/lib/boot.tsx'
import { RequestError } from '#client/lib/request.ts'
import type { SessionAnswer } from '#contract/people/auth.ts'
import { makeSession, type SessionEvent, type SessionMessage } from './session.ts'

const ana: Viewer = {
  id: 'ana',
  email: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Reyes',
  profileImageUrl: null,
}
const ben: Viewer = { ...ana, id: 'ben', email: 'ben@example.com' }

const failing = (status: number, body = '') => new RequestError(status, body, 'refused')
const iso = (ms: number) => new Date(ms).toISOString()

/** Tests supply answers and advance the clock. */
function world(answers: (unknown | Error)[] = []) {
  let now = 0
  const calls: string[] = []
  const messages: SessionMessage[] = []
  const waits: number[] = []
  const events: SessionEvent[] = []
  let reloads = 0
  const answer = async (call: string) => {
    calls.push(call)
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (next instanceof Error) throw next
    return next
  }
  const session = makeSession({
    now: () => now,
    wait: async ms => {
      waits.push(ms)
      now += ms
    },
    readSession: async () => (await answer('GET /api/auth/session')) as SessionAnswer,
    signOut: scope => answer(`POST /api/auth/sign-out ${JSON.stringify({ scope })}`),
    broadcast: message => void messages.push(message),
    reload: () => {
      reloads += 1
    },
  })
  session.on(event => void events.push(event))
  return {
    session,
    calls,
    messages,
    waits,
    events,
    reloads: () => reloads,
    setNow: (ms: number) => {
      now = ms
    },
  }
}

describe('the state', () => {
  test('is loading until the session is read, then says who it is', () => {
    const { session, events } = world()
    expect(session.get()).toEqual({ user: null, isLoading: true, isAuthenticated: false, endsAt: null })
    session.start(ana, iso(600_000))
    expect(session.get()).toEqual({
      user: ana,
      isLoading: false,
      isAuthenticated: true,
      endsAt: iso(600_000),
    })
    // A different object would render the page again.
    expect(session.get().user).toBe(ana)
    expect(events).toEqual(['INITIAL_SESSION'])
  })

  test('a listener that comes late hears INITIAL_SESSION, one that has left hears nothing', () => {
    const { session } = world()
    session.start(null, null)
    const events: SessionEvent[] = []
    const stop = session.on(event => void events.push(event))
    session.setEverywhere('SIGNED_IN', ana)
    stop()
    session.setEverywhere('SIGNED_OUT', null)
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  })

  test('what happens here is told to the other tabs, without any token', () => {
    const { session, messages } = world()
    session.start(null, null)
    session.setEverywhere('SIGNED_IN', ana, iso(600_000))
    expect(messages).toEqual([{ event: 'SIGNED_IN', user: ana, endsAt: iso(600_000) }])
  })
})

describe('extending', () => {
  test('sends no request without a session', async () => {
    const { session, calls } = world()
    session.start(null, null)
    await session.tick()
    expect(calls).toEqual([])
  })

  test('the end is more than 90 s away: nothing is asked', async () => {
    const { session, calls } = world()
    session.start(ana, iso(90_001))
    await session.tick()
    expect(calls).toEqual([])
  })

  test('within 90 s of the end it is read, and thereby extended: TOKEN_REFRESHED, other tabs too', async () => {
    const { session, calls, messages, events } = world([{ user: ana, expiresAt: iso(900_000) }])
    session.start(ana, iso(90_000))
    await session.tick()
    expect(calls).toEqual(['GET /api/auth/session'])
    expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED'])
    expect(session.get().endsAt).toBe(iso(900_000))
    expect(messages.map(message => message.event)).toEqual(['TOKEN_REFRESHED'])
  })

  test.each([
    ['nobody', { user: null, expiresAt: null }],
    ['401', failing(401, '{"message":"Unauthorized"}')],
  ])('the session is over, the answer is %s: SIGNED_OUT', async (_, answer) => {
    const { session, events, messages } = world([answer])
    session.start(ana, iso(1))
    await session.tick()
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
    expect(session.get().isAuthenticated).toBe(false)
    expect(messages).toHaveLength(1)
  })

  test.each([502, 503, 504])('%d is tried again from 200 ms on, twice as long each time', async status => {
    const { session, waits, events } = world([
      failing(status),
      failing(status),
      failing(status),
      { user: ana, expiresAt: iso(900_000) },
    ])
    session.start(ana, iso(1))
    await session.tick()
    expect(waits).toEqual([200, 400, 800])
    expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED'])
  })

  test('a lost network is tried for at most 30 s, and changes nothing', async () => {
    const { session, waits, events } = world([new TypeError('Failed to fetch')])
    session.start(ana, iso(1))
    await session.tick()
    expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800])
    expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThanOrEqual(30_000)
    expect(events).toEqual(['INITIAL_SESSION'])
    expect(session.get().user).toEqual(ana)
  })

  test.each([400, 429, 500])('%d is not tried again', async status => {
    const { session, calls, events } = world([failing(status)])
    session.start(ana, iso(1))
    await session.tick()
    expect(calls).toHaveLength(1)
    expect(events).toEqual(['INITIAL_SESSION'])
  })

  test('several occasions at once ask once', async () => {
    const { session, calls } = world([{ user: ana, expiresAt: iso(900_000) }])
    session.start(ana, iso(1))
    await Promise.all([session.tick(), session.tick(), session.wake()])
    expect(calls).toHaveLength(1)
  })
})

describe('other tabs', () => {
  test('another account signed in there: this page reloads', async () => {
    const { session, events, reloads } = world()
    session.start(ana, iso(900_000))
    await session.receive({ event: 'SIGNED_IN', user: ben, endsAt: null })
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
    expect(reloads()).toBe(1)
  })

  test('signed out there: this page is loaded anew', async () => {
    const { session, events, reloads } = world()
    session.start(ana, iso(900_000))
    await session.receive({ event: 'SIGNED_OUT', user: null, endsAt: null })
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
    expect(reloads()).toBe(1)
  })

  test('the same person signed in again there: the page stays, and learns when the new session ends', async () => {
    const { session, calls, reloads } = world([{ user: ana, expiresAt: iso(900_000) }])
    session.start(ana, iso(1000))
    await session.receive({ event: 'SIGNED_IN', user: ana, endsAt: null })
    expect(reloads()).toBe(0)
    expect(calls).toEqual(['GET /api/auth/session'])
    expect(session.get().endsAt).toBe(iso(900_000))
  })

  test('a sign-out elsewhere does not reload a visitor’s page', async () => {
    const { session, calls, reloads } = world()
    session.start(null, null)
    await session.receive({ event: 'SIGNED_OUT', user: null, endsAt: null })
    expect([reloads(), calls.length]).toEqual([0, 0])
  })

  test('changed names arrive without a question', async () => {
    const { session, calls, events, messages } = world()
    session.start(ana, iso(900_000))
    await session.receive({
      event: 'USER_UPDATED',
      user: { ...ana, firstName: 'Anne' },
      endsAt: iso(900_000),
    })
    expect(session.get().user?.firstName).toBe('Anne')
    expect(events).toEqual(['INITIAL_SESSION', 'USER_UPDATED'])
    expect([calls, messages]).toEqual([[], []])
  })
})

describe('coming back out of the browser’s cache', () => {
  test('signed out meanwhile: the page is loaded anew', async () => {
    const { session, events, reloads } = world([{ user: null, expiresAt: null }])
    session.start(ana, iso(900_000))
    await session.wake()
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
    expect(reloads()).toBe(1)
  })

  test('nothing changed: the page stays', async () => {
    const { session, reloads } = world([{ user: ana, expiresAt: iso(900_000) }])
    session.start(ana, iso(900_000))
    await session.wake()
    expect(reloads()).toBe(0)
  })
})

describe('signing out', () => {
  test.each([401, 403, 404])('%d is no error: the session was gone already', async status => {
    const { session, events } = world([failing(status)])
    session.start(ana, iso(900_000))
    await session.signOut()
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
  })

  test.each([
    ['500', failing(500)],
    ['429', failing(429)],
    ['no network', new TypeError('Failed to fetch')],
  ])('%s is one: the session may live on', async (_, error) => {
    const { session, events } = world([error])
    session.start(ana, iso(900_000))
    await expect(session.signOut()).rejects.toBe(error)
    expect(events).toEqual(['INITIAL_SESSION'])
  })
})
