import { beforeEach, describe, expect, test } from 'bun:test'
import { textRules, fieldTexts as texts } from '#contract/field-texts.ts'
import type { TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day, hour, minute } from '#contract/time.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
import type { Anglers } from '#contract/tournaments/rulings.ts'
import { addStaff } from './support/factories.ts'
import { makeRuledTournament } from './support/ruled-tournament.ts'
import { award, category, daysOf, noon, one, pot } from './support/scoring.ts'
import { cancelTournament, settleTournament, withdrawEntry } from './support/states.ts'

/** Catches, anglers, pots and rulings in the hands of organisers who hurry, err or cheat. */

const rules = (more: object = {}) => ({
  days: daysOf(2),
  species: [{ name: 'Tuna' }, { name: 'Sailfish', released: { flat: 100 } }],
  penalties: [
    { key: 'late', name: 'Late', per: 'minute', weight: 1 },
    { key: 'radio', name: 'No radio', per: 'once', weight: 5 },
  ],
  divisions: [
    { key: 'junior', name: 'Juniors', minors: true },
    { key: 'lady', name: 'Ladies', minors: false },
  ],
  categories: [category(one), category({ key: 'anglers', rank: 'anglers', how: 'weighed' })],
  pots: [pot({ fee: 100 }), pot({ key: 'daily', entry: 'chosen', fee: 1000 })],
  awards: [award(), award({ key: 'daily', pot: 'daily' })],
  ...more,
})

let open: Awaited<ReturnType<typeof makeRuledTournament>>
let tournament: TournamentId
const entry = (boat: string) => open.entryId(boat)

beforeEach(async () => {
  open = await makeRuledTournament(rules(), ['A', 'B', 'C'])
  tournament = open.path.replace('/api/tournaments/', '') as TournamentId
})

/** Status, and messages by path, or the message. */
async function send(path: string, method: string, json: object, cookie = open.organiser.cookie) {
  const response = await open.page(path, { method, json, cookie })
  if (response.ok) return [response.status]
  const { message, issues }: { message: string; issues?: { path: string; message: string }[] } =
    await response.json()
  return [
    response.status,
    issues ? Object.fromEntries(issues.map(issue => [issue.path, issue.message])) : message,
  ]
}
const statusOf = async (promise: Promise<unknown[]>) => (await promise)[0]
const weighmaster = async () =>
  (await addStaff(open.db, { tournament_id: tournament, role: 'weigh-master' })).cookie
const putAnglers = (boat: string, anglers: object[], cookie?: string) =>
  send(`${open.entryOf(boat)}/anglers`, 'PUT', { anglers }, cookie)
const anglersOf = async (boat: string): Promise<Anglers['anglers']> => {
  const { cookie } = open.organiser
  return ((await (await open.page(`${open.entryOf(boat)}/anglers`, { cookie })).json()) as Anglers).anglers
}
const addAngler = async (boat: string, name: string, ...divisions: string[]): Promise<string> => {
  expect(await putAnglers(boat, [...(await anglersOf(boat)), { name, divisions }])).toEqual([200])
  return (await anglersOf(boat)).find(angler => angler.name === name)?.id ?? ''
}
/** Returns the names on the board of anglers, as everyone reads them. */
const names = async () => (await open.board('anglers')).rows.flatMap(({ angler }) => angler?.name ?? [])

describe('a correction', () => {
  const patch = (id: string, json: object) =>
    send(`/api/catches/${id}`, 'PATCH', { reason: 'A slip', ...json })
  const readCatch = async (id: string): Promise<Catch | undefined> => {
    const { cookie } = open.organiser
    const list: Catch[] = await (await open.page(`${open.path}/catches`, { cookie })).json()
    return list.find(fish => fish.id === id)
  }

  test('can’t take a fish’s weight away, or give one to a released fish', async () => {
    const weighedId = await open.weigh('A', { weight: 50 })
    const releasedId = await open.weigh('A', { species: 'Sailfish', released: true })
    const without = [400, { weight: texts.releasedWithoutWeight }]
    expect(await patch(releasedId, { released: false })).toEqual([400, { weight: texts.weightRequired }])
    expect(await patch(releasedId, { weight: 40 })).toEqual(without)
    expect(await patch(weighedId, { released: true, weight: 40 })).toEqual(without)
    expect(await patch(weighedId, { weight: 40, ounces: 640 })).toEqual([400, { ounces: texts.weightTwice }])
    expect(await patch(releasedId, { released: false, weight: 40 })).toEqual([200])
    expect(await patch(weighedId, { released: true })).toEqual([200])
    expect(await readCatch(releasedId)).toMatchObject({ weight: 40 })
    expect(await readCatch(weighedId)).toMatchObject({ weight: null, released: true })
    expect(await open.places()).toEqual(['1 A 40', '- B 0', '- C 0'])
  })

  test('can’t put a catch after its weighing', async () => {
    const id = await open.weigh('A', { weight: 50, caughtAt: noon })
    const at = (minutes: number) => new Date(noon + minutes * minute).toISOString()
    expect(await patch(id, { weighedAt: at(-1) })).toEqual([400, { weighedAt: texts.weighedBeforeCaught }])
    const future = new Date(open.deps.now() + 6 * minute).toISOString()
    expect(await patch(id, { weighedAt: future })).toEqual([400, { weighedAt: texts.weighedInFuture }])
    expect(await patch(id, { weighedAt: at(30) })).toEqual([200])
    expect(await patch(id, { caughtAt: at(31) })).toEqual([400, { caughtAt: texts.weighedBeforeCaught }])
    expect(await patch(id, { caughtAt: at(31), weighedAt: at(40) })).toEqual([200])
  })

  test('to another boat leaves the angler behind', async () => {
    const ana = await addAngler('A', 'Ana Reyes')
    const bo = await addAngler('B', 'Bo Lee')
    const id = await open.weigh('A', { weight: 50, anglerId: ana })
    expect(await patch(id, { entryId: entry('B'), anglerId: ana })).toEqual([
      400,
      { anglerId: texts.anglerUnknown },
    ])
    expect(await patch(id, { entryId: entry('B') })).toEqual([200])
    expect((await readCatch(id))?.anglerId).toBeUndefined()
    expect(await names()).toEqual([])
    expect(await patch(id, { anglerId: bo })).toEqual([200])
    expect(await names()).toEqual(['Bo Lee'])
    expect(await open.places()).toEqual(['1 B 50', '- A 0', '- C 0'])
  })

  test('moves no fish to a boat that withdrew, or of another tournament', async () => {
    const id = await open.weigh('A', { weight: 50 })
    await withdrawEntry(open.db, entry('C'))
    const other = await makeRuledTournament(rules(), ['D'])
    for (const target of [entry('C'), other.entryId('D')])
      expect(await patch(id, { entryId: target })).toEqual([400, { entryId: texts.entryIdInvalid }])
  })

  test('a moved fish stays disqualified', async () => {
    const id = await open.weigh('A', { weight: 50 })
    await open.call(`/api/catches/${id}/disqualification`, 'PUT', { reason: 'Two lines' })
    expect(await patch(id, { entryId: entry('B') })).toEqual([200])
    expect(await open.places()).toEqual(['- A 0', '- B 0', '- C 0'])
    await open.call(`/api/catches/${id}/disqualification`, 'DELETE', { reason: 'One line' })
    expect(await open.places()).toEqual(['1 B 50', '- A 0', '- C 0'])
  })
})

test('no place is set before the start either, since places follow from the rules', async () => {
  expect(await send(open.entryOf('A'), 'PATCH', { currentPosition: 1 })).toEqual([409, texts.placesFollow])
})

test('a tie of fish is decided by their ids or their anglers’, each fish once', async () => {
  await open.putRules(
    rules({ categories: [category({ key: 'heaviest', rank: 'fish' })], awards: [] }),
    'Fish',
  )
  const ana = await addAngler('A', 'Ana Reyes')
  const first = await open.weigh('A', { weight: 50, anglerId: ana })
  const second = await open.weigh('B', { weight: 50 })
  const decide = (...order: string[]) =>
    send(`${open.path}/tie-decisions`, 'PUT', { category: 'heaviest', order, reason: 'Fish-off' })
  for (const order of [
    [first, ana],
    [second, ana, first],
    [second, entry('A')],
  ])
    expect(await decide(...order)).toEqual([409, texts.notTied])
  expect(await open.places('heaviest')).toEqual(['=1 A 50', '=1 B 50'])
  expect(await decide(second, first)).toEqual([200])
  expect(await open.places('heaviest')).toEqual(['1 B 50', '2 A 50'])
  expect(await decide(ana, second)).toEqual([200])
  expect(await open.places('heaviest')).toEqual(['1 A 50', '2 B 50'])
})

test('a fish that is weighed in after the end counts as caught at the end', async () => {
  await open.putRules(rules({ days: [] }))
  open.setNow(noon + 7 * day + hour)
  const fish = { species: 'Tuna', weight: 50 }
  expect(await open.call<Catch>(`${open.entryOf('A')}/catches`, 'POST', fish)).toMatchObject({
    caughtAt: new Date(noon + 7 * day).toISOString(),
  })
})

describe('anglers', () => {
  test('who were removed keep their fish, which can be corrected, and can come back', async () => {
    const ana = await addAngler('A', 'Ana Reyes')
    const id = await open.weigh('A', { weight: 50, anglerId: ana })
    expect(await putAnglers('A', [])).toEqual([200])
    expect(await names()).toEqual(['Ana Reyes'])
    const change = { weight: 51, anglerId: ana, reason: 'Digits' }
    expect(await send(`/api/catches/${id}`, 'PATCH', change)).toEqual([200])
    expect(
      await send(`${open.entryOf('A')}/catches`, 'POST', { species: 'Tuna', weight: 9, anglerId: ana }),
    ).toEqual([400, { anglerId: texts.anglerUnknown }])
    expect(await putAnglers('A', [{ id: ana, name: 'Ana Maria Reyes' }])).toEqual([200])
    expect(await names()).toEqual(['Ana Maria Reyes'])
    expect((await anglersOf('A')).map(angler => angler.id)).toEqual([ana])
  })

  test('are of their boat, each once, in divisions of the rules', async () => {
    const ana = await addAngler('A', 'Ana Reyes')
    expect(await putAnglers('B', [{ id: ana, name: 'Ana' }])).toEqual([
      400,
      { 'anglers.0.id': texts.anglerUnknown },
    ])
    const twice = [
      { id: ana, name: 'Ana' },
      { id: ana, name: 'Bo' },
    ]
    expect(await putAnglers('A', twice)).toEqual([400, { 'anglers.1.id': texts.anglerTwice }])
    const senior = [{ name: 'Cy', divisions: ['lady', 'senior'] }]
    expect(await putAnglers('A', senior)).toEqual([400, { 'anglers.0.divisions.1': texts.divisionUnknown }])
    expect((await anglersOf('A')).map(({ name }) => name)).toEqual(['Ana Reyes'])
  })

  test.each<[string, unknown, string, string]>([
    ['no list', { name: 'Ana' }, 'anglers', texts.anglersInvalid],
    ['a name alone', ['Ana'], 'anglers.0', texts.anglersInvalid],
    ['too many', Array(limits.anglers + 1).fill({ name: 'Ana' }), 'anglers', texts.anglersInvalid],
    ['no name', [{}], 'anglers.0.name', textRules.anglerName.required],
    ['a name of another kind', [{ name: 3 }], 'anglers.0.name', textRules.anglerName.required],
    ['a strange id', [{ name: 'Ana', id: 'me' }], 'anglers.0.id', texts.anglerUnknown],
    ['a division alone', [{ name: 'Ana', divisions: 'lady' }], 'anglers.0.divisions', texts.divisionsInvalid],
  ])('are refused with %s', async (_, anglers, path, text) => {
    expect(await send(`${open.entryOf('A')}/anglers`, 'PUT', { anglers })).toEqual([400, { [path]: text }])
  })

  test.each([
    ['Ana Reyes', 'Ana R.'],
    ['Ana Maria de la Cruz', 'Ana C.'],
    ['Reyes, Ana', 'Ana R.'],
    ['Ana', 'Ana'],
    ['Ana 𝒵oe', 'Ana 𝒵.'],
  ])('a minor %s is shown as %s', async (name, publicName) => {
    const id = await addAngler('A', name, 'junior')
    await open.weigh('A', { weight: 50, anglerId: id })
    expect(await names()).toEqual([publicName])
  })

  test('a minor stays one when the division leaves the rules', async () => {
    const ana = await addAngler('A', 'Ana Reyes', 'junior')
    const bea = await addAngler('A', 'Bea Stone', 'lady')
    await open.weighAll(['A', { weight: 50, anglerId: ana }], ['A', { weight: 40, anglerId: bea }])
    const [, lady] = rules().divisions
    await open.putRules(rules({ divisions: [lady] }), 'No juniors')
    expect(await names()).toEqual(['Ana R.', 'Bea Stone'])
  })

  test('no weigh master changes them once the results are confirmed', async () => {
    const cookie = await weighmaster()
    open.setNow(noon)
    const list = [{ name: 'Ana Reyes' }]
    expect(await putAnglers('A', list, cookie)).toEqual([200])
    await settleTournament(open.db, tournament, open.organiser.id)
    expect(await statusOf(putAnglers('A', [], cookie))).toBe(409)
    expect(await putAnglers('A', [])).toEqual([200])
  })

  test('stand in a cancelled tournament', async () => {
    await cancelTournament(open.db, tournament)
    expect(await statusOf(putAnglers('A', [{ name: 'Ana Reyes' }]))).toBe(409)
  })
})

describe('pots', () => {
  const potsOf = (boat: string, json: object, cookie?: string) =>
    send(`${open.entryOf(boat)}/pots`, 'PUT', json, cookie)

  test('are shared whether boats choose them or not, and unknown ones are refused', async () => {
    const share = (...sharedPots: string[]) =>
      send(open.entryOf('A'), 'PATCH', { sharedPots }, open.captainOf('A'))
    expect(await share('pot', 'daily')).toEqual([200])
    expect(await share('pot', 'weekly')).toEqual([400, { 'sharedPots.1': texts.sharedPotUnknown }])
    expect(await potsOf('A', { wanted: ['pot'] }, open.captainOf('A'))).toEqual([
      400,
      { 'wanted.0': texts.potUnknown },
    ])
  })

  test('after the start are the organiser’s, with a reason', async () => {
    expect(await potsOf('A', { wanted: ['daily'] }, open.captainOf('A'))).toEqual([200])
    open.setNow(noon)
    expect(await statusOf(potsOf('A', { wanted: [] }, open.captainOf('A')))).toBe(403)
    const { cookie } = await addStaff(open.db, { tournament_id: tournament, role: 'co-organiser' })
    expect(await statusOf(potsOf('A', { in: ['daily'], reason: 'Paid' }, cookie))).toBe(403)
    expect(await potsOf('A', { in: ['daily'], reason: ' ' })).toEqual([
      400,
      { reason: texts.catchReasonRequired },
    ])
    expect(await potsOf('A', { in: ['daily'], reason: 'Paid late' })).toEqual([200])
    expect(await potsOf('A', { in: ['pot'], reason: 'Paid' })).toEqual([400, { 'in.0': texts.potUnknown }])
  })

  test('stand once the results are confirmed, and in a cancelled tournament', async () => {
    open.setNow(noon)
    await settleTournament(open.db, tournament, open.organiser.id)
    expect(await statusOf(potsOf('A', { in: ['daily'], reason: 'Late' }))).toBe(409)
    const other = await makeRuledTournament(rules(), ['D'])
    await cancelTournament(other.db, other.path.replace('/api/tournaments/', '') as TournamentId)
    const { cookie } = other.organiser
    const json = { in: ['daily'] }
    expect((await other.page(`${other.entryOf('D')}/pots`, { method: 'PUT', json, cookie })).status).toBe(409)
  })

  test('count a disqualified boat, which wins nothing, and not one that withdrew', async () => {
    for (const boat of ['A', 'B', 'C']) await open.enterPots(boat, 'daily')
    await open.weighAll(['A', { weight: 50 }], ['B', { weight: 40 }])
    const path = `${open.entryOf('A')}/disqualification`
    await open.call(path, 'PUT', { reason: 'Two lines' })
    expect(await open.prizes()).toEqual({ award: ['1 B 300.00'], daily: ['1 B 3000.00'] })
    await open.call(path, 'DELETE', { reason: 'One line' })
    expect(await open.prizes()).toEqual({ award: ['1 A 300.00'], daily: ['1 A 3000.00'] })
    await withdrawEntry(open.db, entry('A'))
    expect(await open.prizes()).toEqual({ award: ['1 B 200.00'], daily: ['1 B 2000.00'] })
  })
})

test('a penalty that counts once isn’t counted more often', async () => {
  open.setNow(noon + day)
  const path = `${open.entryOf('A')}/penalties`
  const radio = { key: 'radio', day: 'Day 1' }
  expect(await send(path, 'POST', { ...radio, count: 2 })).toEqual([400, { count: texts.penaltyOnce }])
  expect(await send(path, 'POST', { ...radio, count: 1 })).toEqual([201])
})

test('lifted penalties make room for others', async () => {
  open.setNow(noon + day)
  const path = `${open.entryOf('A')}/penalties`
  const late = { key: 'late', count: 1, day: 'Day 1' }
  let last = ''
  for (let penalty = 0; penalty < limits.penaltiesPerEntry; penalty++)
    last = (await open.call<{ id: string }>(path, 'POST', late)).id
  expect(await send(path, 'POST', late)).toEqual([409, texts.penaltiesTooMany])
  await open.call(`/api/penalties/${last}`, 'DELETE', { reason: 'The clock was wrong' })
  expect(await send(path, 'POST', late)).toEqual([201])
  open.setNow(noon + 7 * day - hour)
  await open.weigh('A', { weight: 150 })
  expect(await open.places()).toEqual(['1 A 50', '- B 0', '- C 0'])
})
