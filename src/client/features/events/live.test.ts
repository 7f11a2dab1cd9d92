import { describe, expect, test } from 'bun:test'
import type { ChangeEvent } from '#contract/events.ts'
import { gatherMs, makeLive, parseChange, pollMs, reopenMs, type StreamEvents } from './live.ts'

/** A page in a world of its own: timers run when the test says, answers fail when it wants. */
function world() {
  let now = 1_000_000
  let timers: { at: number; run: () => void }[] = []
  const streams: (StreamEvents & { closed: boolean })[] = []
  const asked: ChangeEvent[] = []
  let fails = false
  const live = makeLive({
    open(events) {
      const stream = { ...events, closed: false }
      streams.push(stream)
      return {
        close() {
          stream.closed = true
        },
      }
    },
    async refresh(change) {
      asked.push(change)
      if (fails) throw new TypeError('Failed to fetch')
    },
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(other => other !== timer)
      }
    },
  })
  const stream = () => {
    const last = streams.at(-1)
    if (!last) throw new Error('no stream was opened')
    return last
  }
  return {
    live,
    streams,
    stream,
    asked,
    setFails: (value: boolean) => {
      fails = value
    },
    async pass(ms: number) {
      now += ms
      const due = timers.filter(timer => timer.at <= now)
      timers = timers.filter(timer => timer.at > now)
      for (const { run } of due) run()
      for (let turns = 0; turns < 5; turns++) await Promise.resolve()
    },
  }
}

const change = (lists: string[], tournaments: string[] = []) => JSON.stringify({ lists, tournaments })
const all: ChangeEvent = { lists: [], tournaments: [], everything: true }

describe('parseChange', () => {
  test.each(['', 'no', 'null', '7', '{}', '{"tournaments":[]}'])('everything may have changed: %p', data => {
    expect(parseChange(data)).toEqual(all)
  })
  test('reads lists and tournaments, and leaves out what is neither', () => {
    expect(parseChange('{"lists":["/api/boats",1],"tournaments":["7",null]}')).toEqual({
      lists: ['/api/boats'],
      tournaments: ['7'],
    })
  })
})

describe('the stream', () => {
  test('nothing is asked when it opens for the first time', async () => {
    const { live, stream, asked, pass } = world()
    live.start()
    stream().onOpen()
    await pass(pollMs * 2)
    expect(asked).toEqual([])
    expect(live.get().mode).toBe('live')
  })

  test('changes that come together are asked for together, once', async () => {
    const { live, stream, asked, pass } = world()
    live.start()
    stream().onOpen()
    stream().onChange(change(['/api/leaderboard'], ['7']))
    stream().onChange(change(['/api/leaderboard', '/api/tournaments'], ['8']))
    expect(asked).toEqual([])
    await pass(gatherMs)
    expect(asked).toEqual([{ lists: ['/api/leaderboard', '/api/tournaments'], tournaments: ['7', '8'] }])
  })

  test('broken off: the page asks again and again until it is back, then for everything', async () => {
    const { live, stream, asked, pass } = world()
    live.start()
    stream().onOpen()
    stream().onError(false)
    expect(live.get().mode).toBe('polling')
    await pass(pollMs)
    await pass(pollMs)
    expect(asked).toEqual([all, all])
    stream().onOpen()
    await pass(gatherMs)
    await pass(pollMs * 3)
    expect(asked).toHaveLength(3)
    expect(live.get().mode).toBe('live')
  })

  test('refused: it is tried again after a while', async () => {
    const { live, streams, stream, pass } = world()
    live.start()
    stream().onError(true)
    await pass(reopenMs)
    expect(streams.map(({ closed }) => closed)).toEqual([true, false])
  })
})

describe('the network', () => {
  test('gone: what is shown keeps the time at which it was last true', async () => {
    const { live, stream, setFails, pass } = world()
    live.start()
    stream().onOpen()
    await pass(5000)
    setFails(true)
    stream().onError(false)
    const { freshAt } = live.get()
    expect(freshAt).toBe(1_005_000)
    await pass(pollMs)
    expect(live.get()).toEqual({ mode: 'offline', freshAt })
    setFails(false)
    await pass(pollMs)
    expect(live.get()).toEqual({ mode: 'polling', freshAt: freshAt + 2 * pollMs })
  })

  test('the browser says that it is gone, and back: the stream is opened anew', async () => {
    const { live, streams, stream, asked, pass } = world()
    live.start()
    stream().onOpen()
    live.lost()
    expect(live.get().mode).toBe('offline')
    live.found()
    expect(streams).toHaveLength(2)
    stream().onOpen()
    await pass(gatherMs)
    expect(asked).toEqual([all])
    expect(live.get().mode).toBe('live')
  })
})

test('a page out of sight keeps no stream, and asks for what it missed when it is seen again', async () => {
  const { live, streams, stream, asked, pass } = world()
  live.start()
  stream().onOpen()
  live.stop()
  expect(stream().closed).toBe(true)
  await pass(pollMs * 3)
  expect(asked).toEqual([])
  live.start()
  expect(streams).toHaveLength(2)
  stream().onOpen()
  await pass(gatherMs)
  expect(asked).toEqual([all])
})
