import { beforeEach, describe, expect, test } from 'bun:test'
import { fieldTexts as texts } from '#contract/field-texts.ts'
import type { TournamentId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import type { TournamentRules } from '#contract/tournaments/rules.ts'
import { scoringTexts } from '#contract/tournaments/scoring/scoring-texts.ts'
import { addFunding, addStaff, addUser } from './support/factories.ts'
import { notificationsOf } from './support/notifications.ts'
import { makeRuledTournament } from './support/ruled-tournament.ts'
import { award, category, daysOf, noon, one, pot } from './support/scoring.ts'
import { cancelTournament, settleTournament } from './support/states.ts'

/** Rules and rulings in the hands of organisers who hurry, err or cheat. */

const rules = (more: object = {}) => ({
  days: daysOf(2),
  species: [{ name: 'Tuna' }, { name: 'Sailfish', released: { flat: 100 } }],
  marks: [{ key: 'gaffed', name: 'Gaffed' }],
  penalties: [{ key: 'late', name: 'Late', per: 'minute', weight: 1 }],
  divisions: [
    { key: 'junior', name: 'Juniors', minors: true },
    { key: 'lady', name: 'Ladies', minors: false },
  ],
  categories: [category(one), category({ key: 'anglers', rank: 'anglers', how: 'weighed' })],
  pots: [pot({ fee: 100 }), pot({ key: 'daily', entry: 'chosen', fee: 1000 })],
  awards: [award(), award({ key: 'daily', pot: 'daily' })],
  ...more,
})

type Ruled = Awaited<ReturnType<typeof makeRuledTournament>>
let open: Ruled
let tournament: TournamentId
const entry = (boat: string) => open.entryId(boat)

beforeEach(async () => {
  open = await makeRuledTournament(rules(), ['A', 'B', 'C'])
  tournament = open.path.replace('/api/tournaments/', '') as TournamentId
})

/** Status, and the messages by path or the message. */
async function answer(path: string, method: string, json: object, cookie = open.organiser.cookie) {
  const response = await open.page(path, { method, json, cookie })
  if (response.ok) return [response.status]
  const { message, issues }: { message: string; issues?: { path: string; message: string }[] } =
    await response.json()
  const texts = issues && Object.fromEntries(issues.map(issue => [issue.path, issue.message]))
  return [response.status, texts ?? message]
}
const put = (change: object | null, reason?: string, cookie?: string) =>
  answer(
    `${open.path}/rules`,
    'PUT',
    { rules: change && { timeZone: 'UTC', ...change }, ...(reason !== undefined && { reason }) },
    cookie,
  )
const statusOf = async (promise: Promise<unknown[]>) => (await promise)[0]
const inForce = async (): Promise<TournamentRules> => (await open.page(`${open.path}/rules`)).json()
const start = () => open.setNow(noon)

describe('rules are refused with their path and what to do', () => {
  test.each<[string, object, string, string]>([
    ['time zone', { timeZone: 'EST5EDT?' }, 'timeZone', scoringTexts.timeZoneInvalid],
    [
      'day',
      { days: [{ ...daysOf(1)[0], linesOut: undefined }] },
      'days.0.linesOut',
      scoringTexts.timeInvalid,
    ],
    [
      'species',
      { species: [{ name: 'Tuna', minWeight: 1.005 }] },
      'species.0.minWeight',
      scoringTexts.weightInvalid,
    ],
    ['mark', { marks: [{ key: 'A b', name: 'A' }] }, 'marks.0.key', scoringTexts.keyInvalid],
    [
      'penalty',
      { penalties: [{ key: 'late', name: 'Late' }] },
      'penalties.0.per',
      scoringTexts.penaltyUnitInvalid,
    ],
    [
      'division',
      { divisions: [{ key: 'junior', name: 'J' }] },
      'divisions.0.minors',
      scoringTexts.flagInvalid,
    ],
    [
      'category',
      { categories: [category({ rank: 'crews' })] },
      'categories.0.rank',
      scoringTexts.rankInvalid,
    ],
    [
      'limit',
      { categories: [category({ limits: [{ most: 0 }] })] },
      'categories.0.limits.0.most',
      scoringTexts.countInvalid,
    ],
    ['pot', { pots: [pot({ payback: 101 })], awards: [] }, 'pots.0.payback', scoringTexts.percentInvalid],
    ['award', { awards: [award({ pot: 'none' })] }, 'awards.0.pot', scoringTexts.unknownPot],
    [
      'percent of a row',
      { awards: [award({ split: { percents: [[100], [60, 0]] } })] },
      'awards.0.split.percents.1.1',
      scoringTexts.rowPercentInvalid,
    ],
    ['protests', { protests: { minutes: 5 } }, 'protests.minutes', scoringTexts.minutesInvalid],
    ['misspelt field', { category: [] }, 'category', scoringTexts.fieldUnknown],
  ])('%s', async (_, change, path, text) => {
    expect(await put(rules(change))).toEqual([400, { [`rules.${path}`]: text }])
    expect((await inForce()).number).toBe(1)
  })

  test('no rules, and none of an object’s kind', async () => {
    expect(await answer(`${open.path}/rules`, 'PUT', {})).toEqual([400, { rules: scoringTexts.rulesInvalid }])
    for (const value of [3, 'heaviest', [], true])
      expect(await answer(`${open.path}/rules`, 'PUT', { rules: value })).toEqual([
        400,
        { rules: scoringTexts.rulesInvalid },
      ])
  })
})

describe('changing the rules', () => {
  test('two at once are two versions, and the later is in force', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => put(rules({ payHoldDays: index + 1 }))),
    )
    expect(answers).toEqual(Array(6).fill([200]))
    const { number, rules: last } = await inForce()
    expect(number).toBe(7)
    const versions = await Promise.all(
      [2, 3, 4, 5, 6, 7].map(async version => {
        const read: TournamentRules = await (await open.page(`${open.path}/rules?number=${version}`)).json()
        return read.rules?.payHoldDays
      }),
    )
    expect(versions.toSorted()).toEqual([1, 2, 3, 4, 5, 6])
    expect(last?.payHoldDays).toBe(versions[5])
  })

  test('with weigh-ins at once, places are those of the rules in force', async () => {
    start()
    const weigh = (boat: string, weight: number) =>
      answer(`${open.entryOf(boat)}/catches`, 'POST', { species: 'Tuna', weight })
    const sum = rules({ categories: [category(), category({ key: 'anglers', rank: 'anglers' })] })
    const answers = await Promise.all([
      weigh('A', 50),
      weigh('B', 30),
      put(sum, 'Sums'),
      weigh('B', 40),
      weigh('C', 20),
    ])
    expect(answers.map(([status]) => status)).toEqual([201, 201, 200, 201, 201])
    expect(await open.places()).toEqual(['1 B 70', '2 A 50', '3 C 20'])
    const { currentPosition } = await (await open.page(open.entryOf('B'))).json()
    expect(currentPosition).toBe(1)
  })

  test('needs a reason once a backer has paid, which is not blank; the rules can’t be taken away', async () => {
    await addFunding(open.db, { entry_id: entry('A') })
    const missing = [400, { reason: texts.rulesReasonRequired }]
    expect(await put(rules())).toEqual(missing)
    expect(await put(rules(), '  \n ')).toEqual(missing)
    expect(await statusOf(put(null, 'Away'))).toBe(409)
    expect(await put(rules({ pots: [pot({ fee: 200 })], awards: [award()] }), 'A higher fee')).toEqual([200])
  })

  test('is told to those who paid, with the reason and no more often', async () => {
    const [backer, other] = [await addUser(open.db), await addUser(open.db)]
    await put(rules())
    await open.runJobs()
    await addFunding(open.db, { entry_id: entry('A'), backer_id: backer })
    await addFunding(open.db, { entry_id: entry('A'), backer_id: other, status: 'failed' })
    await put(rules({ payHoldDays: 3 }), 'Polygraphs take three days')
    const text = 'The rules of Ruled Open changed: Polygraphs take three days'
    const path = `/tournament/${tournament}/rules`
    const notifications = [{ kind: 'rules_changed' as const, title: 'Ruled Open', text, path }]
    expect(await notificationsOf(open, backer)).toEqual(notifications)
    expect(await notificationsOf(open, other)).toEqual([])
  })

  test('a payment that is under way counts as money, a failed one doesn’t', async () => {
    await addFunding(open.db, { entry_id: entry('A'), status: 'failed' })
    expect(await put(rules())).toEqual([200])
    await addFunding(open.db, { entry_id: entry('A'), status: 'pending' })
    expect(await statusOf(put(rules()))).toBe(400)
  })

  test('after the start pots, awards and protests stand, also if the start is moved', async () => {
    start()
    const pots = [pot({ fee: 200 }), pot({ key: 'daily', entry: 'chosen', fee: 1000 })]
    for (const change of [{ pots }, { awards: [award()] }, { protests: {} }])
      expect(await statusOf(put(rules(change), 'More'))).toBe(409)
    expect(await put(rules({ payHoldDays: 3 }))).toEqual([400, { reason: texts.rulesReasonRequired }])
    expect(await put(rules({ payHoldDays: 3 }), 'Polygraphs')).toEqual([200])
    const startDate = new Date(noon + day).toISOString()
    expect(await answer(open.path, 'PATCH', { startDate })).toEqual([200])
    expect(await statusOf(put(rules({ pots }), 'More'))).toBe(409)
    expect(await statusOf(put(null, 'Away'))).toBe(409)
  })

  test('keeps the days that have penalties, by name', async () => {
    start()
    const late = { key: 'late', count: 3, day: 'Day 1' }
    const { id } = await open.call<{ id: string }>(`${open.entryOf('A')}/penalties`, 'POST', late)
    const [first, second] = daysOf(2)
    const fridayRules = rules({ days: [{ ...first, name: 'Friday' }, second] })
    const refusal = [400, { 'rules.days': texts.penaltyDays }]
    expect(await put(fridayRules, 'Names')).toEqual(refusal)
    expect(await put(rules({ days: [] }), 'No days')).toEqual(refusal)
    expect(await put(rules({ days: [first] }), 'A storm')).toEqual([200])
    await open.call(`/api/penalties/${id}`, 'DELETE', { reason: 'The clock was wrong' })
    expect(await put(fridayRules, 'Names')).toEqual([200])
  })

  test('ends with confirmed results, and with a cancellation', async () => {
    start()
    await settleTournament(open.db, tournament, open.organiser.id)
    expect(await put(rules({ payHoldDays: 3 }), 'Late')).toEqual([
      409,
      'The results are confirmed: the rules stand.',
    ])
    const other = await makeRuledTournament(rules(), [])
    await cancelTournament(other.db, other.path.replace('/api/tournaments/', '') as TournamentId)
    const json = { rules: { timeZone: 'UTC', ...rules() } }
    const { cookie } = other.organiser
    expect((await other.page(`${other.path}/rules`, { method: 'PUT', json, cookie })).status).toBe(409)
  })

  test('is the organiser’s alone', async () => {
    for (const role of ['co-organiser', 'weigh-master'] as const) {
      const { cookie } = await addStaff(open.db, { tournament_id: tournament, role })
      expect(await statusOf(put(rules(), 'Mine', cookie))).toBe(403)
    }
    expect(await statusOf(put(rules(), 'Mine', open.captainOf('A')))).toBe(403)
    expect(await statusOf(put(rules(), 'Mine', 'sid=nobody'))).toBe(401)
  })

  test('versions that never were are not found', async () => {
    for (const [number, status] of [
      [0, 400],
      [-1, 400],
      ['x', 400],
      [99, 404],
      [9999, 404],
    ] as const)
      expect((await open.page(`${open.path}/rules?number=${number}`)).status).toBe(status)
    expect((await (await open.page(`${open.path}/rules?number=x`)).json()).issues).toEqual([
      { path: 'number', message: texts.rulesNumberInvalid },
    ])
  })
})
