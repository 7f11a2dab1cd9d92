import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { boardOf } from '#client/domain/standings.ts'
import { newLeader } from '#client/tournaments/new-leader.ts'
import type { Race } from '#contract/tournaments/race.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { makeCard, makeEntry, makeTournament } from '../../../../tests/support/tournament-answers.ts'
import { behindLeader, entryRows, raceRows } from './rows.ts'
import { boardsShown, inTurn, nearPlace, partOf, placeOf, slideAt, slidesOf, stepFrom } from './slides.ts'

const entry = (id: string, currentPosition: number | null = null) => makeEntry(id, { currentPosition })

const tournament = (id: string, more: Partial<Tournament> = {}, boats = 0) =>
  makeTournament(id, {
    entries: Array.from({ length: boats }, (_, n) => entry(`${id}-${n}`, n + 1)),
    ...more,
  })

/** The only part of a tournament without rules. */
const whole = (id: string, boats: number) => partOf(tournament(id, {}, boats), null)

const board = (id: string, more: Partial<Tournament> = {}) => boardOf(tournament(id, more))

const entryWith = (id: string, position: number | null, weight: number | null) => ({
  ...entry(id, position),
  bestCatch: weight === null ? null : JSON.stringify({ weight, species: 'Wahoo' }),
})

test('the gap to the leader: none for the leader, without a catch, and for a heavier catch that ranks lower', () => {
  const entries = [
    entryWith('a', 1, 412.5),
    entryWith('b', 2, 399.3),
    entryWith('c', 3, 500),
    entryWith('d', null, null),
  ]
  expect(entries.map(each => behindLeader(entries, each))).toEqual([null, '13.2 lbs', null, null])
  const without = [entryWith('a', null, null), entryWith('b', 2, 3)]
  expect(without.map(each => behindLeader(without, each))).toEqual([null, null])
})

test('boats without a catch have no place, whatever the status', () => {
  const entries = [entryWith('a', 1, 412.5), entryWith('b', null, null)]
  for (const [status, places] of [
    ['active', [1, null]],
    ['completed', [1, null]],
    ['upcoming', [null, null]],
  ] as const) {
    const [slide] = slidesOf([partOf(tournament('x', { entries, status }), null)], 10)
    expect([status, slide?.rows.map(({ position }) => position)]).toEqual([status, [...places]])
  }
})

test('a boat whose fish don’t count has no figure, and is told from one without a catch', () => {
  const cup = tournament('x', { entries: [entryWith('a', null, null), entryWith('b', null, null)] })
  expect(entryRows(cup, new Set(['b'])).map(({ figure, isUncounted }) => [figure, isUncounted])).toEqual([
    [null, false],
    [null, true],
  ])
})

describe('a new leader', () => {
  const cup = (entries: Entry[], more: Partial<Tournament> = {}) => [board('x', { entries, ...more })]
  const before = cup([entryWith('a', 1, 400), entryWith('b', 2, 300)])
  test.each<[string, ReturnType<typeof cup>]>([
    ['the same data', before],
    ['the leader improves', cup([entryWith('a', 1, 500), entryWith('b', 2, 300)])],
    ['the leader’s catch was corrected or removed', cup([entryWith('b', 1, 300), entryWith('a', 2, 200)])],
    ['the organiser set the positions', cup([entryWith('b', 1, 300), entryWith('a', 2, 400)])],
    [
      'two boats share the first place',
      cup([
        { ...entryWith('b', 1, 400), score: { value: '400.00', unit: 'lbs', fish: 1, tied: true } },
        { ...entryWith('a', 1, 400), score: { value: '400.00', unit: 'lbs', fish: 1, tied: true } },
      ]),
    ],
    [
      'the tournament is over',
      cup([entryWith('b', 1, 450), entryWith('a', 2, 400)], { status: 'completed' }),
    ],
    ['an unknown tournament', [board('y', { entries: [entryWith('b', 1, 450)] })]],
  ])('none: %s', (_, after) => {
    expect(newLeader(before, after)).toBeNull()
  })
  test('is the boat whose catch took the first place, or the first with a catch', () => {
    expect(newLeader(before, cup([entryWith('b', 1, 450), entryWith('a', 2, 400)]))).toMatchObject({
      entry: { id: 'b' },
      amount: 450,
      amountBefore: 300,
      margin: 50,
      unit: 'lbs',
    })
    expect(newLeader(cup([entryWith('a', null, null)]), cup([entryWith('a', 1, 9)]))).toMatchObject({
      amount: 9,
      amountBefore: 0,
      margin: null,
    })
  })
  test('of a new day is the boat with its first fish, though it had a bigger one the day before', () => {
    const on = (day: string, id: string, place: number | null, value: string) => ({
      ...entry(id, place),
      ...(place !== null && { score: { value, unit: 'lbs' as const, fish: 1, day } }),
    })
    const first = cup([on('Day 1', 'a', 1, '500.00'), on('Day 1', 'b', 2, '400.00')])
    for (const id of ['a', 'b'])
      expect(newLeader(first, cup([on('Day 2', id, 1, '30.00')]))).toMatchObject({
        entry: { id },
        amount: 30,
        amountBefore: 0,
        margin: null,
      })
  })
})

test('the race has the first boats with gaps, and the moves of the last hour', () => {
  const entries = [entryWith('a', 1, 412.5), entryWith('b', 2, 400)]
  const at = (minutes: number) => new Date(minutes * 60_000).toISOString()
  const race: Race = {
    board: null,
    unit: 'lbs',
    entries: ['b', 'a'],
    frames: [
      { at: at(0), changes: [{ entry: 0, place: 1, amount: 400 }] },
      { at: at(1), changes: [{ entry: 1, place: 2, amount: 300 }] },
      {
        at: at(90),
        changes: [
          { entry: 1, place: 1, amount: 412.5 },
          { entry: 0, place: 2 },
        ],
      },
    ],
  }
  const rows = raceRows(tournament('x', { entries }), race)
  expect(rows.map(({ about, figure, behind }) => [about, figure, behind])).toEqual([
    ['▲ 1 in the last hour', '412.5 lbs', null],
    ['▼ 1 in the last hour', '400 lbs', '12.5 lbs'],
  ])
})

describe('what a screen for the whole marina shows', () => {
  const next = makeCard('next', { status: 'upcoming', boats: 2, goal: '200.00' })
  const last = board('last', { status: 'completed', endDate: '2026-11-10T00:00:00.000Z' })
  const old = board('old', { status: 'completed', endDate: '2025-11-10T00:00:00.000Z' })
  const ids = (...args: Parameters<typeof boardsShown>) =>
    boardsShown(...args).map(({ tournament: { id } }) => id)

  test('nothing when there is nothing', () => {
    expect(boardsShown([], [], undefined)).toEqual([])
  })
  test('what starts next and what ended last while nothing is on', () => {
    expect(ids([last, old], [], next)).toEqual(['next', 'last'])
    expect(ids([old], [], undefined)).toEqual(['old'])
    expect(boardsShown([], [], next)).toMatchObject([{ boats: 2, entries: [] }])
  })
  test('only what is on, the first to end first', () => {
    const long = board('long', { endDate: '2026-11-25T00:00:00.000Z' })
    expect(ids([long, board('short'), last], [], next)).toEqual(['short', 'long'])
  })
  test('an active tournament has a board before its first boat enters', () => {
    const [empty, card] = [makeCard('empty'), makeCard('short', { boats: 3 })]
    expect(ids([board('short')], [card, empty], next)).toEqual(['short', 'empty'])
    expect(ids([last], [empty], next)).toEqual(['empty'])
  })
})

describe('slides', () => {
  test('a board without boats is shown too', () => {
    expect(slidesOf([whole('a', 0)], 7)).toMatchObject([{ page: 0, from: 0, rows: [] }])
  })
  test('until it is known how many fit, each board is one slide', () => {
    expect(slidesOf([whole('a', 30)], Infinity)).toMatchObject([{ from: 0, page: 0 }])
  })
  test('every boat is on exactly one slide, in order, and none has more than fit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(40), { maxLength: 5 }),
        fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant(Infinity)),
        (sizes, capacity) => {
          const boards = sizes.map((size, n) => whole(String(n), size))
          const slides = slidesOf(boards, capacity)
          for (const { rows } of slides) expect(rows.length).toBeLessThanOrEqual(Math.max(1, capacity))
          expect(slides.flatMap(({ rows }) => rows.map(row => row.entry.id))).toEqual(
            boards.flatMap(({ tournament: { entries } }) => entries.map(({ id }) => id)),
          )
        },
      ),
    )
  })
})

describe('a tournament with rules', () => {
  const part = (title: string, size: number, id = 'a') => ({ ...whole(id, size), title })
  const slides = slidesOf([part('Billfish', 5), part('Tuna', 3), part('Main', 2, 'b')], 4)

  test('shows each of its boards on slides of its own, with about as many rows on each', () => {
    expect(slides.map(({ title, page, total, rows }) => [title, page, total, rows.length])).toEqual([
      ['Billfish', 0, 5, 3],
      ['Billfish', 1, 5, 2],
      ['Tuna', 0, 3, 3],
      ['Main', 0, 2, 2],
    ])
  })
  test('shows all boats of the main board and the first of the others, and says how many each has', () => {
    const boards = inTurn([part('Billfish', 59), { ...part('Tuna', 61), rank: 'fish' as const }])
    const cupSlides = slidesOf(boards, 30)
    expect(
      cupSlides.map(({ title, rank, from, rows, total }) => [title, rank, from, rows.length, total]),
    ).toEqual([
      ['Billfish', 'boats', 0, 30, 59],
      ['Billfish', 'boats', 30, 29, 59],
      ['Tuna', 'fish', 0, 24, 61],
    ])
  })
  test('keeps the board that is shown, else shows its first', () => {
    const at = (title: string | null, page = 0) => slideAt(slides, { tournament: 'a', title, page })
    expect([at('Tuna'), at('Billfish', 1), at('Gone'), at(null)]).toEqual([2, 1, 0, 0])
    expect(slideAt(slides, { tournament: 'b', title: null, page: 0 })).toBe(3)
  })
  test('reads the boards of the tournament that is shown and the next', () => {
    const near = (place: Parameters<typeof nearPlace>[1]) => [...nearPlace(['a', 'b', 'c'], place)]
    expect(near(null)).toEqual(['a', 'b'])
    expect(near({ tournament: 'c', title: null, page: 0 })).toEqual(['a', 'c'])
    expect([...nearPlace([], null)]).toEqual([])
  })
  test('has a leader by score', () => {
    const entryWithScore = (id: string, position: number, value: string) => ({
      ...entry(id, position),
      score: { value, unit: 'points' as const, fish: 2 },
    })
    const before = [
      board('x', { entries: [entryWithScore('a', 1, '400.00'), entryWithScore('b', 2, '300.00')] }),
    ]
    const after = [
      board('x', { entries: [entryWithScore('b', 1, '475.00'), entryWithScore('a', 2, '400.00')] }),
    ]
    expect(newLeader(before, after)).toMatchObject({ amount: 475, amountBefore: 300, unit: 'points' })
    const [first, second] = after[0]?.entries ?? []
    expect(first && second && behindLeader([first, second], second)).toBe('75 points')
  })
})

describe('the place', () => {
  const slides = slidesOf([whole('a', 10), whole('b', 3)], 4)
  const at = (index: number) => {
    const slide = slides[index]
    return slide ? placeOf(slide) : null
  }

  test('begins at the first, goes round, forwards and back', () => {
    expect(slideAt(slides, null)).toBe(0)
    expect([1, 2, 3, 4, -1].map(steps => slideAt(slides, stepFrom(slides, null, steps)))).toEqual([
      1, 2, 3, 0, 3,
    ])
    expect(stepFrom([], null, 1)).toBeNull()
  })
  test('stays when the data change, and falls back when its page or its board is gone', () => {
    const fewer = slidesOf([whole('a', 5), whole('b', 3)], 4)
    expect(slideAt(fewer, at(3))).toBe(2)
    expect(slideAt(fewer, at(2))).toBe(1)
    expect(slideAt(slidesOf([whole('b', 3)], 4), at(1))).toBe(0)
  })
})
