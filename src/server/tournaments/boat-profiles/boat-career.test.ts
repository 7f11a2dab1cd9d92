import { describe, expect, test } from 'bun:test'
import { type BoatId, newId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { BoatCareer, BoatProfile } from '#contract/tournaments/boat-profiles.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addCatch,
  addEntry,
  addFunding,
  addSigned,
  addTournament,
  addUser,
  nameValues,
} from '../../../../tests/support/factories.ts'
import { watchStatements } from '../../../../tests/support/plans.ts'
import { addRows, changeRows, type Some } from '../../../../tests/support/rows.ts'
import {
  banUser,
  cancelTournament,
  deleteUser,
  requestRefund,
  settleTournament,
} from '../../../../tests/support/states.ts'

const statements = watchStatements()

const dayOf = (date: string) => ({ starts_at: Date.parse(date), ends_at: Date.parse(date) + 1000 })

const readCareer = async ({ page }: Pick<TestApp, 'page'>, boat: BoatId): Promise<BoatCareer> => {
  const answer = await page(`/api/boats/${boat}/career`)
  expect(answer.status).toBe(200)
  return answer.json()
}

interface Past extends Some<'entries'> {
  date: string
  name?: string
  /** Cents of each backer. */
  fundingCents?: readonly number[]
  backers?: readonly Awaited<ReturnType<typeof addUser>>[]
  /** Number of other boats in the tournament. */
  others?: number
  /** Dollars, or null if not settled. */
  winnings?: number | null
}

/** The boat in a tournament that is over, settled by the API. Backers share 40% of the winnings. */
async function addPast(
  app: TestApp,
  { date, name, fundingCents = [], backers = [], others = 0, winnings = 0, ...entry }: Past,
) {
  const organiser = await addSigned(app.db)
  const tournament = await addTournament(app.db, {
    organiser_id: organiser.id,
    ...dayOf(date),
    ...(name !== undefined && { name }),
  })
  const id = await addEntry(app.db, { tournament_id: tournament, ...entry })
  for (let n = 0; n < others; n++) await addEntry(app.db, { tournament_id: tournament })
  for (const [index, amount_cents] of fundingCents.entries())
    await addFunding(app.db, {
      entry_id: id,
      amount_cents,
      ...(backers[index] !== undefined && { backer_id: backers[index] }),
    })
  const results = `/api/tournaments/${tournament}/results`
  const settle = async (amount: number, path = '', more: object = {}) => {
    const json = { winnings: [{ entryId: id, amount }], ...more }
    const answer = await app.page(results + path, { json, cookie: organiser.cookie })
    expect(answer.ok).toBe(true)
    return answer.json()
  }
  if (winnings !== null) await settle(winnings)
  const settleAgain = async (amount: number) => {
    const { preview } = await settle(amount, '/rounds/preview')
    await settle(amount, '/rounds', { preview, reason: 'The scale was recalibrated' })
  }
  return { tournament, entry: id, organiser, settleAgain }
}

async function makeCareer() {
  const app = await makeTestApp()
  const boat = await addBoat(app.db)
  return { app, boat, addPast: (past: Past) => addPast(app, { boat_id: boat, ...past }) }
}

const none: BoatCareer = {
  seasons: [],
  trophies: [],
  places: [],
  personalBests: [],
}

test('a boat that isn’t there has no career, a new one an empty one', async () => {
  const { app, boat } = await makeCareer()
  for (const id of ['nope', newId()]) expect((await app.page(`/api/boats/${id}/career`)).status).toBe(404)
  expect(await readCareer(app, boat)).toEqual(none)
})

test('seasons add up places and cents of settled tournaments, rounded down once', async () => {
  const { app, boat, addPast } = await makeCareer()
  const first = await addPast({
    date: '2025-07-01',
    name: 'Marlin Classic',
    current_position: 1,
    fundingCents: [3333, 3333],
    winnings: 100,
  })
  // 66.66 + 33.33 in; 40.00 + 0.40 back: 40.4040… on 100.
  await addPast({ date: '2025-08-01', current_position: 7, fundingCents: [3333], winnings: 1 })
  await addPast({ date: '2025-09-01', current_position: null })
  await addPast({ date: '2024-06-01', current_position: 3, fundingCents: [1000], winnings: 0 })
  await addPast({ date: '2026-01-01', current_position: 1, fundingCents: [1000], winnings: null })
  for (const weight_hundredths of [41_250, 38_800])
    await addCatch(app.db, {
      entry_id: first.entry,
      weight_hundredths,
      caught_at: Date.parse('2025-07-01T09:00Z'),
    })
  const { seasons } = await readCareer(app, boat)
  expect(seasons).toEqual([
    {
      year: 2025,
      tournaments: 3,
      firsts: 1,
      podiums: 1,
      bestPlace: 1,
      heaviest: {
        weight: 412.5,
        species: 'Blue Marlin',
        caughtAt: '2025-07-01T09:00:00.000Z',
        tournament: { id: first.tournament, name: 'Marlin Classic' },
      },
      raised: '99.99',
      paidBack: '40.40',
      backPer100: '40.40',
    },
    {
      year: 2024,
      tournaments: 1,
      firsts: 0,
      podiums: 1,
      bestPlace: 3,
      heaviest: null,
      raised: '10.00',
      paidBack: '0.00',
      backPer100: '0.00',
    },
  ])
})

test('money is that of the latest round', async () => {
  const { app, boat, addPast } = await makeCareer()
  const { settleAgain } = await addPast({ date: '2025-07-01', fundingCents: [10_000], winnings: 1000 })
  const backOf = async () => (await readCareer(app, boat)).seasons.map(({ backPer100 }) => backPer100)
  expect(await backOf()).toEqual(['400.00'])
  await settleAgain(342.5)
  expect(await backOf()).toEqual(['137.00'])
  await settleAgain(0)
  expect(await backOf()).toEqual(['0.00'])
})

test('one species has one personal best, whatever the case of its letters', async () => {
  const { app, boat, addPast } = await makeCareer()
  const { entry } = await addPast({ date: '2025-07-01' })
  const caught_at = Date.parse('2025-07-01T09:00Z')
  for (const [species, weight_hundredths] of [
    ['Åhunden', 3000],
    ['åHUNDEN ', 4000],
    ['Wahoo', 2000],
    ['WAHOO', 1000],
  ] as const)
    await addCatch(app.db, { entry_id: entry, species, weight_hundredths, caught_at })
  const { personalBests } = await readCareer(app, boat)
  expect(personalBests.map(({ species, weight }) => [species, weight])).toEqual([
    ['åHUNDEN ', 40],
    ['Wahoo', 20],
  ])
})

test('withdrawn entries, cancelled tournaments and refunded payments don’t count', async () => {
  const { app, boat, addPast } = await makeCareer()
  const withdrawn = await addPast({
    date: '2025-07-01',
    current_position: 1,
    withdrawn_at: 1,
    winnings: null,
  })
  await settleTournament(app.db, withdrawn.tournament, withdrawn.organiser.id)
  const cancelled = await addPast({
    date: '2025-08-01',
    current_position: 1,
    fundingCents: [5000],
    winnings: null,
  })
  await cancelTournament(app.db, cancelled.tournament)
  const hidden = await addPast({
    date: '2025-08-01',
    current_position: 1,
    fundingCents: [5000],
    winnings: 100,
  })
  await banUser(app.db, hidden.organiser.id)
  expect(await readCareer(app, boat)).toEqual(none)
  const { entry, tournament, organiser } = await addPast({
    date: '2025-09-01',
    fundingCents: [5000, 5000],
    winnings: null,
  })
  const [funding] = await app.db.selectFrom('fundings').select('id').where('entry_id', '=', entry).execute()
  if (funding) await requestRefund(app.db, funding.id)
  const json = { winnings: [{ entryId: entry, amount: 100 }] }
  const answer = await app.page(`/api/tournaments/${tournament}/results`, { json, cookie: organiser.cookie })
  expect(answer.status).toBe(201)
  const { seasons } = await readCareer(app, boat)
  expect(seasons).toMatchObject([{ tournaments: 1, raised: '50.00', paidBack: '40.00', backPer100: '80.00' }])
})

test('money of another payment mode is never added, places are', async () => {
  const { app, boat, addPast } = await makeCareer()
  const { entry } = await addPast({
    date: '2025-07-01',
    current_position: 1,
    fundingCents: [5000],
    winnings: 100,
  })
  await addPast({ date: '2025-08-01', current_position: 2, fundingCents: [5000], winnings: 1000 })
  await changeRows(app.db, 'fundings', { mode: 'sandbox' }, { entry_id: entry })
  const { seasons } = await readCareer(app, boat)
  expect(seasons).toMatchObject([
    { tournaments: 2, podiums: 2, raised: '50.00', paidBack: '400.00', backPer100: '800.00' },
  ])
  const { record }: BoatProfile = await (await app.page(`/api/boats/${boat}`)).json()
  expect(record).toMatchObject({ settled: 2, raised: '50.00', paidBack: '400.00', backPer100: '800.00' })
})

test('trophies are places 1 to 3, the best first; the chart’s places are those of time', async () => {
  const { app, boat, addPast } = await makeCareer()
  await addPast({ date: '2024-06-01', name: 'A', current_position: 3 })
  await addPast({ date: '2025-06-01', name: 'B', current_position: 1, others: 2 })
  await addPast({ date: '2025-07-01', name: 'C', current_position: 12 })
  const score = JSON.stringify({ value: '900', unit: 'points', fish: 3, tied: true })
  await addPast({ date: '2025-08-01', name: 'D', current_position: 1, score })
  await addPast({ date: '2026-06-01', name: 'E', current_position: null, disqualified_at: 1 })
  const { trophies, places } = await readCareer(app, boat)
  const brief = (list: BoatCareer['places']) =>
    list.map(({ place, tied, boats, tournament }) => [tournament.name, place, tied, boats])
  expect(brief(trophies)).toEqual([
    ['D', 1, true, 1],
    ['B', 1, false, 3],
    ['A', 3, false, 1],
  ])
  expect(brief(places)).toEqual([
    ['A', 3, false, 1],
    ['B', 1, false, 3],
    ['C', 12, false, 1],
    ['D', 1, true, 1],
    ['E', null, false, 1],
  ])
  expect(trophies[0]?.startDate).toBe('2025-08-01T00:00:00.000Z')
})

describe('personal bests', () => {
  test('are the heaviest of each species, however it is written; the first caught of equal ones', async () => {
    const { app, boat, addPast } = await makeCareer()
    const early = await addPast({ date: '2024-06-01', name: 'Spring Cup' })
    const late = await addPast({ date: '2025-06-01', name: 'Summer Cup' })
    const weighIn = (entry_id: typeof early.entry, weight_hundredths: number | null, species: string) =>
      addCatch(app.db, { entry_id, weight_hundredths, species, caught_at: Date.parse('2024-06-01T10:00Z') })
    await weighIn(early.entry, 5000, 'Wahoo')
    await weighIn(late.entry, 5550, 'WAHOO')
    await weighIn(early.entry, 2000, 'Dolphin')
    await addCatch(app.db, {
      entry_id: late.entry,
      weight_hundredths: 2000,
      species: 'Dolphin',
      caught_at: Date.parse('2025-06-01T10:00Z'),
    })
    await addCatch(app.db, { entry_id: late.entry, weight_hundredths: 413, ounces: 66, species: 'Bass' })
    await addCatch(app.db, {
      entry_id: late.entry,
      weight_hundredths: null,
      released: 1,
      species: 'Sailfish',
    })
    const { personalBests } = await readCareer(app, boat)
    expect(
      personalBests.map(({ weight, ounces, species, tournament }) => [
        weight,
        ounces,
        species,
        tournament.name,
      ]),
    ).toEqual([
      [55.5, undefined, 'WAHOO', 'Summer Cup'],
      [20, undefined, 'Dolphin', 'Spring Cup'],
      [4.13, 66, 'Bass', 'Summer Cup'],
    ])
  })

  test('come from settled tournaments, without what was disqualified', async () => {
    const { app, boat, addPast } = await makeCareer()
    const { entry } = await addPast({ date: '2025-06-01' })
    const heavy = { weight_hundredths: 90_000 }
    await addCatch(app.db, { entry_id: entry, ...heavy, disqualified_at: 1 })
    const out = await addPast({ date: '2025-07-01', disqualified_at: 1 })
    const open = await addPast({ date: '2025-08-01', winnings: null })
    for (const { entry: entry_id } of [out, open]) await addCatch(app.db, { entry_id, ...heavy })
    await addCatch(app.db, { entry_id: entry, weight_hundredths: 100 })
    const { personalBests, seasons } = await readCareer(app, boat)
    expect(personalBests.map(({ weight }) => weight)).toEqual([1])
    expect(seasons[0]?.heaviest?.weight).toBe(1)
  })
})

test('money of deleted accounts still counts, and backers are never named', async () => {
  const { app, boat, addPast } = await makeCareer()
  const regular = await addUser(app.db, nameValues('Quincy', 'Featherstone'))
  const deletedUser = await addUser(app.db, nameValues('Zebedee'))
  await addPast({
    date: '2024-06-01',
    fundingCents: [1000, 2000, 1000],
    backers: [regular, regular, deletedUser],
    winnings: 100,
  })
  await addPast({ date: '2025-06-01', fundingCents: [1000, 1000], backers: [regular], winnings: 50 })
  await deleteUser(app.db, deletedUser)
  const career = await readCareer(app, boat)
  expect(career.seasons.map(({ raised, paidBack }) => [raised, paidBack])).toEqual([
    ['20.00', '20.00'],
    ['40.00', '40.00'],
  ])
  const texts = [
    JSON.stringify(career),
    await (await app.page(`/boat/${boat}`)).text(),
    await (await app.page(`/api/boats/${boat}/entries`)).text(),
  ]
  for (const text of texts) {
    expect(text).not.toMatch(/Quincy|Featherstone|Zebedee/)
    for (const id of [regular, deletedUser]) expect(text).not.toContain(id)
  }
})

test('SQLite: many tournaments: lists end, sums don’t, and each statement walks only the boat’s rows', async () => {
  const { app, boat } = await makeCareer()
  const organiser_id = await addUser(app.db)
  for (let n = 0; n < 75; n++) {
    const tournament_id = await addTournament(app.db, {
      organiser_id,
      ...dayOf(`${2020 + (n % 5)}-06-01`),
    })
    const entry_id = await addEntry(app.db, { boat_id: boat, tournament_id, current_position: 2 })
    await settleTournament(app.db, tournament_id, organiser_id)
    const result = { winnings_cents: 0, shared_cents: 0, payout_basis_points: 4000 }
    await addRows(app.db, 'results', { entry_id, tournament_id, ...result, raised_cents: 0, pool_cents: 0 })
    await addCatch(app.db, { entry_id, recorded_by: organiser_id, species: `Fish ${n % 40}` })
  }
  const { result: career, sqls } = await statements.of(() => readCareer(app, boat))
  expect(career.seasons.map(({ tournaments }) => tournaments)).toEqual([15, 15, 15, 15, 15])
  expect(career.trophies).toHaveLength(limits.careerTrophies)
  expect(career.places).toHaveLength(limits.careerPlaces)
  expect(career.personalBests).toHaveLength(limits.careerSpecies)
  const steps = statements.explain(sqls).flatMap(plan => plan.steps)
  expect(
    steps.filter(step => /^SCAN /.test(step) && !/^SCAN (?:fish|CONSTANT|\(subquery)/.test(step)),
  ).toEqual([])
})
