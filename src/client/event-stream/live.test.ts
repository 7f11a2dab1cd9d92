import { describe, expect, test } from 'bun:test'
import { makeStore } from '#client/lib/store.ts'
import { everything, heartbeatMs } from '#contract/event-stream.ts'
import {
  changedPaths,
  firstPollMs,
  gatherMs,
  type LiveHost,
  type LiveState,
  makeLive,
  patienceMs,
  pollMs,
  reopenMs,
  type StreamHandlers,
  silenceMs,
} from './live.ts'

/** Tests advance the timers and fail answers. */
function world() {
  let now = 1_000_000
  let timers: { at: number; run: () => void }[] = []
  const streams: (StreamHandlers & { since: string; isClosed: boolean })[] = []
  const refetches: (readonly string[])[] = []
  let network: 'up' | 'down' | 'silent' = 'up'
  const host: LiveHost = {
    open(since, events) {
      const stream = { ...events, since, isClosed: false }
      streams.push(stream)
      return {
        close() {
          stream.isClosed = true
        },
      }
    },
    async refresh(paths) {
      refetches.push(paths)
      if (network === 'down') throw new TypeError('Failed to fetch')
      if (network === 'silent') await new Promise(() => {})
    },
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(other => other !== timer)
      }
    },
  }
  const state = makeStore<LiveState>({ isOffline: false, freshAt: 0 })
  const live = makeLive(host, state, 'a-0')
  const stream = () => {
    const last = streams.at(-1)
    if (!last) throw new Error('no stream was opened')
    return last
  }
  const turn = async () => {
    for (let turns = 0; turns < 10; turns++) await Promise.resolve()
  }
  return {
    live,
    state,
    streams,
    stream,
    refetches,
    now: () => now,
    setNetwork: (value: typeof network) => {
      network = value
    },
    /** Runs due timers in order. */
    async pass(ms: number) {
      const end = now + ms
      for (;;) {
        const next = timers.toSorted((a, b) => a.at - b.at)[0]
        if (!next || next.at > end) break
        now = Math.max(now, next.at)
        timers = timers.filter(other => other !== next)
        next.run()
        await turn()
      }
      now = end
      await turn()
    },
  }
}

const change = (lists: string[]) => JSON.stringify({ lists })
const all = [everything]

describe('changedPaths', () => {
  test.each(['', 'no', 'null', '7', '{}', '{"lists":7}'])('everything may have changed: %p', data => {
    expect(changedPaths(data)).toEqual(all)
  })
  test('reads lists, and leaves out what is none', () => {
    expect(changedPaths('{"lists":["/api/boats",1]}')).toEqual(['/api/boats'])
  })
})

describe('the stream', () => {
  test('begins where the page was rendered, and asks for nothing when nothing was missed', async () => {
    const { live, state, stream, refetches, pass } = world()
    live.start()
    expect(stream().since).toBe('a-0')
    stream().onReady('a-0')
    await pass(heartbeatMs)
    stream().onBeat()
    await pass(heartbeatMs)
    expect(refetches).toEqual([])
    expect(state.get().isOffline).toBe(false)
  })

  test('what changed between rendering and opening is asked for', async () => {
    const { live, stream, refetches, pass } = world()
    live.start()
    stream().onChange(change(['/api/leaderboard']), 'a-3')
    stream().onReady('a-3')
    await pass(gatherMs)
    expect(refetches).toEqual([['/api/leaderboard']])
  })

  test('changes that come together are asked for together, once', async () => {
    const { live, stream, refetches, pass } = world()
    live.start()
    stream().onReady('a-0')
    stream().onChange(change(['/api/leaderboard']), 'a-1')
    stream().onChange(change(['/api/leaderboard', '/api/tournaments']), 'a-2')
    expect(refetches).toEqual([])
    await pass(gatherMs)
    expect(refetches).toEqual([['/api/leaderboard', '/api/tournaments']])
  })

  test('broken off: the page asks again and again until it is back', async () => {
    const { live, state, stream, refetches, pass } = world()
    live.start()
    stream().onReady('a-0')
    stream().onError(false)
    expect(state.get().isOffline).toBe(false)
    await pass(firstPollMs)
    expect(refetches).toEqual([all])
    await pass(pollMs)
    expect(refetches).toEqual([all, all])
    stream().onReady('a-0')
    expect(state.get().isOffline).toBe(false)
    await pass(pollMs)
    expect(refetches).toHaveLength(2)
  })

  test('refused: it is tried again after a while, from the last event that was seen', async () => {
    const { live, streams, stream, pass } = world()
    live.start()
    stream().onReady('a-0')
    stream().onChange(change([]), 'a-5')
    stream().onError(true)
    await pass(reopenMs)
    expect(streams.map(({ isClosed, since }) => [isClosed, since])).toEqual([
      [true, 'a-0'],
      [false, 'a-5'],
    ])
  })

  test('silent for two and a half beats: it is opened anew, and the page asks at once', async () => {
    const { live, state, streams, stream, refetches, pass } = world()
    live.start()
    stream().onReady('a-0')
    await pass(heartbeatMs)
    stream().onBeat()
    const { freshAt } = state.get()
    await pass(silenceMs - 1)
    expect(streams).toHaveLength(1)
    expect(state.get()).toEqual({ isOffline: false, freshAt })
    await pass(1)
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false])
    expect(refetches).toEqual([all])
    expect(state.get().isOffline).toBe(false)
    stream().onReady('a-0')
    expect(state.get().isOffline).toBe(false)
  })

  test('an answer to a change that did not come is asked for until it does, though the stream is alive', async () => {
    const { live, state, stream, refetches, setNetwork, pass } = world()
    live.start()
    stream().onReady('a-0')
    const { freshAt } = state.get()
    setNetwork('down')
    stream().onChange(change(['/api/leaderboard']), 'a-1')
    await pass(gatherMs)
    stream().onBeat()
    expect(state.get().freshAt).toBe(freshAt)
    await pass(pollMs)
    expect(state.get()).toEqual({ isOffline: true, freshAt })
    setNetwork('up')
    await pass(pollMs)
    expect(refetches.slice(1)).toEqual([all, all])
    expect(state.get().isOffline).toBe(false)
    stream().onBeat()
    await pass(pollMs)
    expect(refetches).toHaveLength(3)
  })
})

describe('the network', () => {
  test('gone: what is shown keeps the time at which it was last true, for hours', async () => {
    const { live, state, stream, refetches, setNetwork, now, pass } = world()
    live.start()
    stream().onReady('a-0')
    await pass(5000)
    stream().onBeat()
    const { freshAt } = state.get()
    expect(freshAt).toBe(now())
    setNetwork('down')
    stream().onError(false)
    await pass(6 * 3_600_000)
    expect(state.get()).toEqual({ isOffline: true, freshAt })
    expect(refetches.length).toBeGreaterThan(1000)
    setNetwork('up')
    await pass(pollMs)
    expect(state.get().isOffline).toBe(false)
    expect(now() - state.get().freshAt).toBeLessThanOrEqual(pollMs)
  })

  test('gone without a word: an answer that does not come counts as none', async () => {
    const { live, state, stream, setNetwork, pass } = world()
    live.start()
    stream().onReady('a-0')
    const { freshAt } = state.get()
    setNetwork('silent')
    await pass(silenceMs + patienceMs)
    expect(state.get()).toEqual({ isOffline: true, freshAt })
    setNetwork('up')
    await pass(pollMs)
    expect(state.get().isOffline).toBe(false)
  })

  test('the browser says that it is gone, and back: the stream is opened anew, and the page asks at once', async () => {
    const { live, state, streams, stream, refetches, pass } = world()
    live.start()
    stream().onReady('a-0')
    live.wentOffline()
    expect(state.get().isOffline).toBe(true)
    live.cameOnline()
    expect(streams).toHaveLength(2)
    await pass(0)
    expect(refetches).toEqual([all])
    stream().onReady('a-0')
    expect(state.get().isOffline).toBe(false)
  })
})

test('a page out of sight keeps no stream, and goes on from what it has seen when it is seen again', async () => {
  const { live, streams, stream, refetches, pass } = world()
  live.start()
  stream().onReady('a-4')
  live.stop()
  expect(stream().isClosed).toBe(true)
  await pass(pollMs * 10)
  expect(refetches).toEqual([])
  live.start()
  expect(streams).toHaveLength(2)
  expect(stream().since).toBe('a-4')
})

test('a page that went out of sight without an answer asks for it when it is seen again', async () => {
  const { live, state, stream, refetches, setNetwork, pass } = world()
  live.start()
  stream().onReady('a-0')
  setNetwork('down')
  stream().onChange(change(['/api/leaderboard']), 'a-1')
  live.stop()
  await pass(gatherMs)
  setNetwork('up')
  live.start()
  stream().onReady('a-1')
  await pass(0)
  expect(refetches.at(-1)).toEqual(all)
  expect(state.get().isOffline).toBe(false)
})
