import { describe, expect, test } from 'bun:test'
import type { Entry } from '#contract/tournaments.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addEntry, addTournament } from '../../../../tests/support/factories.ts'
import { leaderboardOf } from './leaderboard.rules.ts'

const hour = 3_600_000

describe('GET /api/leaderboard', () => {
  test('400 for a cursor that is none of ours', async () => {
    const { page } = await makeTestApp()
    expect((await page('/api/leaderboard?cursor=x')).status).toBe(400)
    expect((await page('/api/leaderboard?limit=501')).status).toBe(400)
  })

  test('200 empty while nothing has begun', async () => {
    const { page, db } = await makeTestApp()
    const soon = await addTournament(db, { starts_at: Date.now() + hour, ends_at: Date.now() + 2 * hour })
    await addEntry(db, { tournament_id: soon, current_position: 1 })
    const off = await addTournament(db, { cancelled_at: 1 })
    await addEntry(db, { tournament_id: off, current_position: 1 })
    expect(await (await page('/api/leaderboard')).json()).toEqual([])
  })

  test('200: active tournaments first, by position, with boat and tournament', async () => {
    const { page, db } = await makeTestApp()
    const past = await addTournament(db, { starts_at: Date.now() - 3 * hour, ends_at: Date.now() - hour })
    const over = await addEntry(db, { tournament_id: past, current_position: 1 })
    const on = await addTournament(db)
    const later = await addTournament(db, { starts_at: Date.now() - 1000 })
    const unranked = await addEntry(db, { tournament_id: on })
    const second = await addEntry(db, { tournament_id: on, current_position: 2 })
    const first = await addEntry(db, {
      tournament_id: on,
      current_position: 1,
      best_catch: '{"weight":1,"species":"x"}',
    })
    const other = await addEntry(db, { tournament_id: later, current_position: 1 })
    const response = await page('/api/leaderboard')
    const list: Entry[] = await response.json()
    expect(list.map(({ id }) => id)).toEqual([other, first, second, unranked, over])
    expect(list[1]).toMatchObject({
      boat: { name: 'Reel Deal' },
      tournament: { id: on, status: 'active' },
      bestCatch: '{"weight":1,"species":"x"}',
    })
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await page('/api/leaderboard', { headers })).status).toBe(304)
    const two = await page('/api/leaderboard?limit=2')
    expect(two.headers.get('link')).toBe(`</api/leaderboard?limit=2&cursor=${first}>; rel="next"`)
    const rest: Entry[] = await (await page(`/api/leaderboard?cursor=${first}`)).json()
    expect(rest.map(({ id }) => id)).toEqual([second, unranked, over])
  })
})

test('leaderboardOf leaves out what has not begun and what is cancelled', () => {
  const entries = [{ data: { id: 'a', currentPosition: 1 }, createdAt: 0 }]
  const row = { starts_at: 0 }
  expect(
    leaderboardOf([
      { status: 'upcoming', row, entries },
      { status: 'cancelled', row, entries },
    ]),
  ).toEqual([])
})
