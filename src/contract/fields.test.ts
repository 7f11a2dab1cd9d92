import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { textRules, fieldTexts as texts } from './field-texts.ts'
import { instantOf } from './fields.ts'
import { newId } from './ids.ts'
import { formatCents, hundredthsOf } from './money.ts'
import { hasEmoji, hasInvisible } from './text.ts'
import { newCatch } from './tournaments/catches.ts'
import { entryChange, newEntry } from './tournaments/entries.ts'
import { newTournament, tournamentChange } from './tournaments/tournaments.ts'
import { newUpdate } from './tournaments/updates.ts'

interface Checks {
  '~standard': { validate(value: unknown): unknown }
}

/** Path → message. */
async function issuesOf(schema: Checks, value: unknown): Promise<Record<string, string>> {
  const result = await schema['~standard'].validate(value)
  const issues: unknown = result && typeof result === 'object' && 'issues' in result ? result.issues : []
  if (!Array.isArray(issues)) return {}
  return Object.fromEntries(issues.map(issue => [[...issue.path].join('.'), issue.message]))
}

async function takenAs(schema: Checks, value: unknown): Promise<unknown> {
  const result = await schema['~standard'].validate(value)
  return result && typeof result === 'object' && 'value' in result ? result.value : result
}

const tournament = { name: 'Open', startDate: '2026-06-01T12:00:00Z', endDate: '2026-06-02T12:00:00Z' }

describe('newTournament', () => {
  test('reports every missing field at once', async () => {
    expect(await issuesOf(newTournament, {})).toEqual({
      name: 'Tournament name is required',
      startDate: 'Start date is required',
      endDate: 'End date is required',
    })
  })

  test('reports an end before the start even when other fields are invalid', async () => {
    const body = { ...tournament, name: ' ', endDate: '2026-06-01T12:00:00+00:30', prizePool: 'a lot' }
    expect(await issuesOf(newTournament, body)).toEqual({
      name: 'Tournament name is required',
      endDate: 'End date must be after start date',
      prizePool: texts.amountInvalid,
    })
  })

  for (const [name, value, message] of [
    ['startDate', '', 'Start date is required'],
    ['startDate', null, 'Start date is required'],
    ['startDate', 5, 'Start date is required'],
    ['startDate', '2026-06-01T12:00', texts.dateInvalid],
    ['startDate', '2026-06-01', texts.dateInvalid],
    ['startDate', '2026-02-30T12:00:00Z', texts.dateInvalid],
    ['startDate', '2026-06-01T25:00:00Z', texts.dateInvalid],
    ['startDate', 'tomorrow', texts.dateInvalid],
    ['startDate', '1970-01-01T00:00:00Z', texts.dateOutOfRange],
    ['startDate', '1999-12-31T23:59:59Z', texts.dateOutOfRange],
    ['endDate', '2101-01-01T00:00:00Z', texts.dateOutOfRange],
    ['endDate', '9999-12-31T23:59:59Z', texts.dateOutOfRange],
    ['endDate', '+275760-01-01T00:00:00Z', texts.dateOutOfRange],
    ['name', 'x'.repeat(textRules.tournamentName.max + 1), 'Name is too long'],
    ['name', 7, 'Tournament name is required'],
    ['name', '\u200d', 'Tournament name is required'],
    ['name', 'Cup\u202egnp', texts.invisible],
    ['name', '\u200fCup', texts.invisible],
    ['name', 'Cup\u0000', texts.invisible],
    ['name', 'Cup 🎣', texts.emoji],
    ['name', '🏴‍☠️', texts.emoji],
    ['location', 'Ocean City 🌊', texts.emoji],
    ['location', '<b>Ocean City</b>', texts.markup],
    ['name', 'Cup\ud800', texts.invisible],
    ['description', 'x'.repeat(10_000), textRules.description.tooLong],
    ['description', 'a\u2066b', texts.invisible],
    ['location', 'x'.repeat(textRules.location.max + 1), textRules.location.tooLong],
    ['prizePool', '10.001', texts.amountInvalid],
    ['prizePool', -1, texts.amountInvalid],
    ['prizePool', Number.NaN, texts.amountInvalid],
    ['prizePool', Number.POSITIVE_INFINITY, texts.amountInvalid],
    ['prizePool', '1e3', texts.amountInvalid],
    ['prizePool', {}, texts.amountInvalid],
    ['prizePool', 1e12, texts.prizePoolTooLarge],
  ] as const)
    test(`refuses ${name} ${JSON.stringify(value).slice(0, 40)}`, async () => {
      expect(await issuesOf(newTournament, { ...tournament, [name]: value })).toEqual({ [name]: message })
    })

  test('refuses 1e309, which JSON.parse reads as infinity', async () => {
    const body = JSON.parse(
      `{"name":"Open","startDate":"2026-06-01T12:00:00Z","endDate":"2026-06-02T12:00:00Z","prizePool":1e309}`,
    )
    expect(await issuesOf(newTournament, body)).toEqual({ prizePool: texts.amountInvalid })
  })

  test('accepts several lines, emoji in them, an empty prize pool and any status', async () => {
    const body = {
      ...tournament,
      name: '  Café <3\t#1  Cup™ ',
      description: 'One 🎣\r\n\r\n\r\n\r\nTwo 👩‍👩‍👧  ',
      location: '',
      prizePool: '',
      status: 'active',
    }
    expect(await takenAs(newTournament, body)).toMatchObject({
      name: 'Café <3 #1 Cup™',
      description: 'One 🎣\n\nTwo 👩‍👩‍👧',
      location: null,
      prizePool: null,
      startDate: Date.UTC(2026, 5, 1, 12),
    })
  })

  test('accepts the years 2000 to 2100', async () => {
    const body = { ...tournament, startDate: '2000-01-01T00:00:00Z', endDate: '2100-12-31T23:59:59.999Z' }
    expect(await issuesOf(newTournament, body)).toEqual({})
  })
})

test('tournamentChange refuses a made-up status and dates in the wrong order', async () => {
  const { startDate, endDate } = tournament
  expect(await issuesOf(tournamentChange, { status: 'x', startDate: endDate, endDate: startDate })).toEqual({
    status: texts.statusInvalid,
    endDate: 'End date must be after start date',
  })
  expect(await issuesOf(tournamentChange, {})).toEqual({})
})

describe('newEntry', () => {
  const entry = { boatId: newId<'boat'>(), fundingGoal: '10000', payoutPercentage: 40 }
  for (const [name, value, message] of [
    ['boatId', ' ', texts.boatRequired],
    ['fundingGoal', 0, texts.goalTooSmall],
    ['fundingGoal', '0.00', texts.goalTooSmall],
    ['fundingGoal', '0.99', texts.goalTooSmall],
    ['fundingGoal', -5, texts.amountInvalid],
    ['fundingGoal', 1e9, texts.goalTooLarge],
    ['payoutPercentage', 0, texts.shareInvalid],
    ['payoutPercentage', 101, texts.shareInvalid],
    ['payoutPercentage', 100.01, texts.shareInvalid],
    ['payoutPercentage', 33.333, texts.shareInvalid],
    ['payoutPercentage', null, texts.shareInvalid],
  ] as const)
    test(`refuses ${name} ${value}`, async () => {
      expect(await issuesOf(newEntry, { ...entry, [name]: value })).toEqual({ [name]: message })
    })

  test('reads money and share as exact hundredths', async () => {
    const body = { ...entry, fundingGoal: 64.1, payoutPercentage: '33.33' }
    expect(await takenAs(newEntry, body)).toMatchObject({ fundingGoal: 6410, payoutPercentage: 3333 })
    expect(await takenAs(newEntry, { ...body, fundingGoal: 16.08 })).toMatchObject({ fundingGoal: 1608 })
  })

  test('entryChange takes whole positions and null', async () => {
    expect(await issuesOf(entryChange, { currentPosition: null })).toEqual({})
    for (const currentPosition of [0, 1.5, '1', -1, 10_000])
      expect(await issuesOf(entryChange, { currentPosition })).toEqual({
        currentPosition: texts.positionInvalid,
      })
  })
})

test('newCatch refuses weights that are not positive numbers with two decimal places', async () => {
  for (const weight of [0, -1, 0.001, 10_000.01, 'heavy', Number.POSITIVE_INFINITY])
    expect(await issuesOf(newCatch, { weight, species: 'Wahoo' })).toEqual({ weight: texts.weightInvalid })
  expect(await issuesOf(newCatch, {})).toEqual({
    species: textRules.species.required,
  })
})

test('newUpdate refuses empty and overlong content, and a malformed picture id', async () => {
  const body = { tournamentEntryId: newId<'entry'>(), content: ' \n ', imageId: 'javascript:alert(1)' }
  expect(Object.keys(await issuesOf(newUpdate, body)).sort()).toEqual(['content', 'imageId'])
  expect(
    await issuesOf(newUpdate, { ...body, content: 'x'.repeat(textRules.update.max + 1), imageId: null }),
  ).toEqual({ content: textRules.update.tooLong })
})

describe('hundredthsOf', () => {
  test('is exact for every amount of cents, as text and as a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), cents => {
        expect(hundredthsOf(formatCents(cents))).toBe(cents)
        expect(hundredthsOf(Number(formatCents(cents)))).toBe(cents)
      }),
    )
  })

  for (const value of [
    '10.001',
    '1e3',
    '',
    ' 5',
    '5.',
    '.5',
    '+5',
    '-5',
    '0x10',
    '1_000',
    '٣',
    null,
    true,
    0.1 + 0.2,
  ])
    test(`is null for ${JSON.stringify(value)}`, () => expect(hundredthsOf(value)).toBeNull())
})

test('instantOf parses every time that iso writes', () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('2000-01-01T00:00:00Z'),
        max: new Date('2100-12-31T00:00:00Z'),
        noInvalidDate: true,
      }),
      date => expect(instantOf(date.toISOString())).toBe(date.getTime()),
    ),
  )
})

test('hasInvisible accepts visible characters', () => {
  for (const text of ['Ägir', '龍', 'قارب', '🏴‍☠️', 'Hook & Ladder', 'two\nlines'])
    expect(hasInvisible(text)).toBe(false)
  for (const text of ['a\u200b', 'a\u202e', '\ufeffa', 'a\u0007', 'a\u2028'])
    expect(hasInvisible(text)).toBe(true)
})

test('hasEmoji accepts letters, digits and signs of names', () => {
  for (const text of ['Ägir', '龍', 'قارب\u200cها', 'नाव', 'Hook #1 & Ladder*', '© ® ™ № ★ <3'])
    expect([text, hasEmoji(text)]).toEqual([text, false])
  for (const text of ['🎣', '❤', '🛥', '⚓', '🏴‍☠️', '👩‍👩‍👧', '🇵🇹', '🏽', '1️⃣', '5\u20e3', '™\ufe0f'])
    expect([text, hasEmoji(text)]).toEqual([text, true])
})
