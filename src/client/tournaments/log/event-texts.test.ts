import { describe, expect, test } from 'bun:test'
import { type LogEvent, type LogKind, logKinds, noHash } from '#contract/tournaments/log-chain.ts'
import { logLines } from './event-texts.ts'

const texts = { ana: { salt: '', text: 'Ana Reyes' }, why: { salt: '', text: 'digits swapped' } }

const event = (seq: number, kind: LogKind, more: Partial<LogEvent> = {}): LogEvent => ({
  seq,
  kind,
  at: '2026-06-02T18:07:00.000Z',
  by: 'ana',
  data: {},
  of: null,
  prev: noHash,
  reason: null,
  role: 'weigh-master',
  tournament: 't',
  hash: 'h',
  ...more,
})

const fish = { boat: 'Reel Deal', species: 'Blue Marlin', weight: '412.50 lb', catchId: 'c' }
const read = (...events: LogEvent[]) =>
  logLines(events, texts).map(({ seq, boat, what, note, of }) => [seq, boat, what, note, of])

describe('lines of the log', () => {
  test('say what happened, by whom and why; a correction names the boat', () => {
    const weight = ['412.50 lb', '421.50 lb'] as const
    expect(
      read(
        event(42, 'weighed', { data: fish }),
        event(43, 'corrected', { of: 42, data: { weight, entryId: ['a', 'b'] }, reason: 'why' }),
        event(44, 'confirmed', { of: 43, data: fish, role: 'captain' }),
      ),
    ).toEqual([
      [42, 'Reel Deal', 'Blue Marlin 412.5 lbs', 'weighed by Ana Reyes', null],
      [43, 'Reel Deal', 'weight 412.5 lbs → 421.5 lbs', 'corrected by Ana Reyes: digits swapped', 42],
      [44, 'Reel Deal', 'weight confirmed', 'by the captain, Ana Reyes', 43],
    ])
  })

  test('fold an undo with what it takes back, if that is on the page', () => {
    const undo = event(43, 'undone', { of: 42, data: { boat: 'Reel Deal', catchId: 'c' } })
    expect(read(event(42, 'weighed', { data: fish }), undo)).toEqual([
      [43, 'Reel Deal', 'Blue Marlin 412.5 lbs, weighed and undone', 'by Ana Reyes', null],
    ])
    expect(logLines([event(42, 'weighed', { data: fish }), undo], texts)).toMatchObject([{ undoes: 42 }])
    expect(read(undo)).toEqual([[43, 'Reel Deal', 'weigh-in undone', 'by Ana Reyes', 42]])
  })

  test('name the fish that is ruled on, as it was then', () => {
    const weight = ['412.50 lb', '421.50 lb'] as const
    const subject = { boat: 'Reel Deal', catchId: 'c' }
    const lines = read(
      event(42, 'weighed', { data: fish }),
      event(43, 'corrected', { of: 42, data: { weight } }),
      event(44, 'disqualified', { of: 43, data: subject }),
      event(45, 'reinstated', { of: 44, data: subject }),
    )
    expect(lines.slice(2).map(([, , what]) => what)).toEqual([
      'Blue Marlin 421.5 lbs disqualified',
      'Blue Marlin 421.5 lbs reinstated',
    ])
    expect(read(event(44, 'disqualified', { of: 43, data: subject }))[0]?.[2]).toBe('fish disqualified')
  })

  test('of a protest name the boat that does each step, and what is protested', () => {
    const protest = { boat: 'Lady Luck', catchId: 'c', entryId: 'e', text: 'why' }
    const lines = read(
      event(42, 'weighed', { data: fish }),
      event(43, 'protest', { of: 42, data: protest }),
      event(44, 'protest-answer', { of: 43, data: { boat: 'Reel Deal', text: 'why' } }),
      event(45, 'protest-decided', { of: 44, data: { outcome: 'denied', text: 'why' } }),
      event(46, 'protest', { of: 42, data: { ...protest, boat: null, late: true } }),
    )
    expect(lines.slice(1).map(([, ...line]) => line.slice(0, 2))).toEqual([
      ['Lady Luck', 'protests Reel Deal’s Blue Marlin 412.5 lbs: “digits swapped”'],
      ['Reel Deal', 'answers: “digits swapped”'],
      ['Lady Luck', 'protest denied: “digits swapped”'],
      ['', 'late protest against Reel Deal’s Blue Marlin 412.5 lbs: “digits swapped”'],
    ])
    expect(read(event(43, 'protest', { of: 14, data: protest }))[0]?.[2]).toBe(
      'protests event 14: “digits swapped”',
    )
    const against = { ...protest, catchId: null, against: 'Reel Deal' }
    expect([
      read(event(43, 'protest', { data: against }))[0]?.[2],
      read(event(43, 'protest', { of: 14, data: { ...protest, against: 'Reel Deal' } }))[0]?.[2],
    ]).toEqual(['protests Reel Deal: “digits swapped”', 'protests Reel Deal’s fish: “digits swapped”'])
  })

  test('say what is late, what is a boat’s own, and who decides with a boat of theirs', () => {
    const lines = read(
      event(1, 'penalty', { data: { boat: 'Reel Deal', penaltyId: 'p', key: 'late', count: 3 } }),
      event(2, 'protest', { of: 1, data: { boat: 'Reel Deal', penaltyId: 'p', text: 'why' } }),
      event(3, 'protest', { of: 1, data: { boat: 'Lady Luck', penaltyId: 'p', late: true, text: 'why' } }),
      event(4, 'protest', { data: { boat: 'Lady Luck', late: true, text: 'why' } }),
      event(5, 'protest-answer', { of: 4, data: { text: 'why' } }),
      event(6, 'protest-decided', { of: 5, data: { outcome: 'denied', interested: true, text: 'why' } }),
    )
    expect(lines.slice(1).map(([, boat, what]) => `${boat} ${what}`)).toEqual([
      'Reel Deal protests its penalty: “digits swapped”',
      'Lady Luck files a late protest against Reel Deal’s penalty: “digits swapped”',
      'Lady Luck files a late protest: “digits swapped”',
      ' answer: “digits swapped”',
      'Lady Luck protest denied: “digits swapped”',
    ])
    expect(lines[5]?.[3]).toBe('decided by a person with a boat in the tournament, Ana Reyes')
  })

  test('of boats, rules and results read as sentences', () => {
    const boat = { boat: 'Reel Deal' }
    const lines = read(
      event(1, 'rules-changed', { data: { number: 1 } }),
      event(2, 'rules-changed', { of: 1, data: { number: 2 } }),
      event(3, 'disqualified', { data: boat }),
      event(4, 'reinstated', { data: boat }),
      event(5, 'withdrawn', { data: boat }),
      event(6, 'hold', { data: boat }),
      event(7, 'round', { data: { round: 1 } }),
      event(8, 'round', { of: 7, data: { round: 2 } }),
    )
    expect(lines.map(([, of, what]) => `${of} ${what}`.trim())).toEqual([
      'rules set: version 1',
      'rules changed: version 2',
      'Reel Deal disqualified',
      'Reel Deal reinstated',
      'Reel Deal withdrawn',
      'Reel Deal on hold: its awards wait',
      'results confirmed',
      'results settled again: round 2',
    ])
    expect(lines[6]?.[3]).toBe('by Ana Reyes')
  })

  test('call a jackpot, a penalty and a category by name', () => {
    const lines = read(
      event(1, 'pot-entered', {
        data: { boat: 'Reel Deal', pot: 'dolphin-jackpot', name: 'Dolphin Jackpot' },
      }),
      event(2, 'penalty', { data: { boat: 'Reel Deal', key: 'late', name: 'Late Boat', count: 2 } }),
      event(3, 'tie-decided', { data: { category: 'big-fish', name: 'Biggest Fish', day: null } }),
      event(4, 'pot-left', { data: { boat: 'Reel Deal', pot: 'dolphin-jackpot' } }),
    )
    expect(lines.map(([, , what]) => what)).toEqual([
      'enters the jackpot Dolphin Jackpot',
      'penalty: Late Boat × 2',
      'tie decided: Biggest Fish',
      'leaves the jackpot dolphin-jackpot',
    ])
  })

  test('say that a name or a reason is erased', () => {
    expect(read(event(1, 'deleted', { by: 'gone', reason: 'gone', data: fish }))[0]).toEqual([
      1,
      'Reel Deal',
      'fish deleted',
      'by (erased): (erased)',
      null,
    ])
  })

  test('have a text for each kind', () => {
    for (const kind of logKinds)
      expect(read(event(1, kind, { data: { weight: ['1.00 lb', '2.00 lb'] } }))[0]?.[2]).not.toBe('')
  })

  test('measure in ounces and inches, or released', () => {
    const what = (data: object) =>
      logLines([event(1, 'weighed', { data: { species: 'Bass', ...data } })], {})[0]?.what
    expect([
      what({ weight: '74 oz' }),
      what({ weight: '7 oz' }),
      what({ length: '32.50 in' }),
      what({ released: true }),
    ]).toEqual(['Bass 4 lb 10 oz', 'Bass 7 oz', 'Bass 32.5 inches', 'Bass released'])
  })
})
