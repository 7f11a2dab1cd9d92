import { describe, expect, test } from 'bun:test'
import { localOfInstant } from '#client/domain/dates.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
import type { PresetKey } from '#contract/tournaments/scoring/preset-texts.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import { changeOf, valuesOf } from './correction.ts'
import { reasonsOn } from './reasons-on-boards.ts'
import { rulingsOn } from './rulings.ts'

function rulesOf(key: PresetKey) {
  const rules = preset(key, { days: [], timeZone: 'UTC' })
  if (rules === null) throw new Error(`${key} has no rules`)
  return rules
}
const bass: Catch = {
  id: 'c',
  entryId: 'e',
  weight: 4.13,
  ounces: 66,
  species: 'Bass',
  caughtAt: '2026-06-01T12:00:30.000Z',
  createdAt: '',
  marks: ['dead'],
  scale: 'Scale 1',
}

function form(values: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  return data
}
const same = {
  pounds: '4',
  ounces: '2',
  species: 'Bass',
  marks: 'dead',
  scale: 'Scale 1',
  entryId: 'e',
  reason: 'R',
}

describe('a correction', () => {
  test('sends nothing but the reason when nothing changed', () =>
    expect(changeOf(form(same), bass, rulesOf('five-fish'))).toEqual({ reason: 'R' }))

  test('without rules sends no field that another person may have corrected meanwhile', () => {
    const marlin: Catch = { ...bass, weight: 412.5, species: 'Blue Marlin' }
    const unchanged = {
      weight: '412.5',
      species: 'Blue Marlin',
      caughtAt: localOfInstant(marlin.caughtAt),
    }
    const plain: Catch = { ...marlin, marks: undefined, scale: undefined } as never
    expect(changeOf(form(unchanged), plain, null)).toEqual({})
    expect(changeOf(form({ ...unchanged, weight: '421.5' }), plain, null)).toEqual({ weight: '421.5' })
    expect(changeOf(form({ ...unchanged, species: 'Wahoo ' }), plain, null)).toEqual({ species: 'Wahoo' })
  })

  test('sends what changed, also the boat', () => {
    const { marks: _, ...alive } = same
    const change = changeOf(
      form({ ...alive, ounces: '3', entryId: 'f', scale: '', witness: 'R. Cole', anglerId: '' }),
      { ...bass, anglerId: 'a' },
      rulesOf('five-fish'),
    )
    expect(change).toEqual({
      ounces: 67,
      marks: [],
      entryId: 'f',
      scale: null,
      witness: 'R. Cole',
      anglerId: null,
      reason: 'R',
    })
  })

  test('makes a weighed fish a released one, and back', () => {
    const rules = rulesOf('mixed-billfish')
    const marlin = { ...bass, weight: 400, species: 'Blue Marlin', marks: [] }
    const values = { species: 'Blue Marlin', scale: 'Scale 1', reason: 'R' }
    expect(changeOf(form({ ...values, kind: 'released' }), marlin, rules)).toEqual({
      released: true,
      reason: 'R',
    })
    const release = { ...marlin, weight: null, released: true as const }
    expect(changeOf(form({ ...values, kind: 'weighed', weight: '400' }), release, rules)).toEqual({
      released: false,
      weight: '400',
      reason: 'R',
    })
  })

  test('begins with ounces also where pounds were weighed', () => {
    const { ounces: _, ...pounds } = bass
    expect(valuesOf(pounds, rulesOf('five-fish'))).toMatchObject({
      kind: 'weighed',
      ounces: 66,
      marks: ['dead'],
    })
  })
})

test('decisions are those that can be taken', () => {
  const at = { at: '', reason: null }
  const days = [{ name: 'Friday', linesIn: '', linesOut: '', scaleOpens: null, scaleCloses: null }]
  const optionsOf = (fields: object, withDays = true) =>
    rulingsOn({ ...bass, ...fields }, { days: withDays ? days : [] }).map(({ value }) => value)
  expect(optionsOf({})).toEqual(['disqualify', 'allow'])
  expect(optionsOf({}, false)).toEqual(['disqualify'])
  expect(optionsOf({ disqualified: at, allowed: at })).toEqual(['reinstate', 'end-allowance'])
})

test('a catch that a board counts has no reason; another the one to act on', () => {
  const row = (place: number | null, fish: object[]) => ({
    place,
    tied: false,
    entryId: 'e',
    angler: null,
    total: 0,
    fish: fish.map(each => ({ catchId: 'c', score: 0, taken: false, why: null, ...each })),
  })
  const board = (rows: ReturnType<typeof row>[]) => ({ category: 'main', day: null, rows })
  const reasons = reasonsOn([
    board([
      row(1, [
        { catchId: 'a', taken: true },
        { catchId: 'b', why: 'limit' },
        { catchId: 'd', why: 'species' },
      ]),
    ]),
    board([
      row(null, [
        { catchId: 'a', why: 'species' },
        { catchId: 'b', why: 'species' },
        { catchId: 'd', why: 'lines' },
      ]),
    ]),
  ])
  expect([...reasons]).toEqual([
    ['a', null],
    ['b', 'limit'],
    ['d', 'lines'],
  ])
})
