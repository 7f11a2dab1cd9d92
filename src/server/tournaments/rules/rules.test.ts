import { describe, expect, test } from 'bun:test'
import { fieldTexts } from '#contract/field-texts.ts'
import { type EntryId, newId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { hour, minute } from '#contract/time.ts'
import type { LogEvent } from '#contract/tournaments/log-chain.ts'
import type { TournamentRules } from '#contract/tournaments/rules.ts'
import type { Awards, ScoreBoard } from '#contract/tournaments/scores.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { inTransaction } from '#server/db/connection.ts'
import { deleteTournament } from '#server/tournaments/tournaments/index.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addEntry,
  addFunding,
  addOwner,
  addScene,
  addSigned,
  addStaff,
  nameValues,
  setRules,
} from '../../../../tests/support/factories.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'
import { category } from '../../../../tests/support/scoring.ts'
import { changeTerms } from '../../../../tests/support/states.ts'

const pointsRules = {
  timeZone: 'America/New_York',
  species: [
    { name: 'White Marlin', weighed: { perPound: [1, 1] }, released: { flat: 70 } },
    { name: 'Blue Marlin', weighed: { perPound: [1, 3] }, released: { flat: 175 } },
  ],
  categories: [category({ measure: 'points', ties: ['first-to-reach'] })],
}

/** A live tournament of an organiser, with boats by name. */
async function setUp(...names: string[]) {
  const app = await makeTestApp()
  const { db } = app
  const now = app.deps.now()
  const scene = await addScene(db, { starts_at: now - 4 * hour, ends_at: now + 4 * hour })
  const { organiser, tournament } = scene
  const captain = await addSigned(db)
  const entries: Record<string, EntryId> = {}
  for (const name of names)
    entries[name] = await addEntry(db, {
      tournament_id: tournament,
      boat_id: await addBoat(db, { owner_id: captain.id, name }),
    })
  const send = (path: string, method: string, json: object | undefined, cookie = organiser.cookie) =>
    app.page(path, { method, cookie, ...(json && { json }) })
  const putRules = (rules: object | null, reason?: string, cookie?: string) =>
    send(`/api/tournaments/${tournament}/rules`, 'PUT', { rules, ...(reason && { reason }) }, cookie)
  const weigh = async (name: string, fish: object) => {
    const answer = await send(`/api/tournament-entries/${entries[name]}/catches`, 'POST', fish)
    if (answer.status !== 201) throw new Error(await answer.text())
    return answer.json()
  }
  const boards = async (query = ''): Promise<ScoreBoard[]> =>
    (await app.page(`/api/tournaments/${tournament}/standings${query}`)).json()
  const awards = async (): Promise<Awards> => (await app.page(`/api/tournaments/${tournament}/awards`)).json()
  const nameOf = (id: string) => Object.entries(entries).find(([, entry]) => entry === id)?.[0] ?? id
  /** Such as `{ 'Reel Deal': [1, 980] }`. */
  const placesOf = async (query = '') => {
    const [board] = await boards(query)
    return Object.fromEntries(
      board?.rows.flatMap(row =>
        entries[nameOf(row.entryId)] === undefined ? [] : [[nameOf(row.entryId), [row.place, row.total]]],
      ) ?? [],
    )
  }
  const entryOf = async (name: string): Promise<Entry> =>
    (await app.page(`/api/tournament-entries/${entries[name]}`)).json()
  return {
    ...scene,
    app,
    db,
    now,
    captain,
    entries,
    send,
    putRules,
    weigh,
    boards,
    awards,
    placesOf,
    entryOf,
  }
}

describe('rules of a tournament', () => {
  test('are none at first; each change is a version that everyone can read', async () => {
    const { app, tournament, putRules } = await setUp()
    const read = async (query = ''): Promise<TournamentRules> =>
      (await app.page(`/api/tournaments/${tournament}/rules${query}`)).json()
    expect(await read()).toEqual({ number: 0, setAt: null, reason: null, rules: null })
    expect((await putRules(pointsRules, 'Points from today')).status).toBe(200)
    expect((await putRules({ ...pointsRules, wholePoints: true }, 'Whole points')).status).toBe(200)
    expect(await read()).toMatchObject({ number: 2, reason: 'Whole points', rules: { wholePoints: true } })
    expect(await read('?number=1')).toMatchObject({ number: 1, rules: { wholePoints: false, pots: [] } })
    expect((await app.page(`/api/tournaments/${tournament}/rules?number=3`)).status).toBe(404)
  })

  test('are refused with a path and what to do; only the organiser sets them', async () => {
    const { db, tournament, putRules, captain } = await setUp()
    const helper = await addStaff(db, { tournament_id: tournament, role: 'co-organiser' })
    expect(helper).toBeDefined()
    expect((await putRules(pointsRules, 'Mine', captain.cookie)).status).toBe(403)
    const answer = await putRules({ ...pointsRules, categories: [category({ measure: 'luck' })] }, 'A try')
    expect(answer.status).toBe(400)
    expect((await answer.json()).issues).toMatchObject([{ path: 'rules.categories.0.measure' }])
    const missing = await putRules(pointsRules)
    expect((await missing.json()).issues).toEqual([
      { path: 'reason', message: fieldTexts.rulesReasonRequired },
    ])
  })

  test('before the start and without money they are free, also back to none', async () => {
    const { app, db, organiser } = await setUp()
    const later = await addScene(db, {
      organiser_id: organiser.id,
      starts_at: app.deps.now() + hour,
      ends_at: app.deps.now() + 2 * hour,
    })
    const put = (json: object) =>
      app.page(`/api/tournaments/${later.tournament}/rules`, {
        method: 'PUT',
        json,
        cookie: organiser.cookie,
      })
    expect((await put({ rules: pointsRules })).status).toBe(200)
    expect((await put({ rules: null })).status).toBe(200)
    await put({ rules: pointsRules })
    await addFunding(db, { entry_id: later.entry })
    expect((await put({ rules: null, reason: 'No' })).status).toBe(409)
    expect((await put({ rules: bassRules() })).status).toBe(400)
    expect((await put({ rules: bassRules(), reason: 'Bass' })).status).toBe(200)
  })

  describe('keep the pots that backers share', () => {
    /** Boats whose backers share Level B, before the start. */
    async function setUpShared() {
      const scene = await makeScene({ starts_at: Date.now() + hour, ends_at: Date.now() + 2 * hour })
      const { db, page, tournament, entry, organiser, captain, changeEntry } = scene
      const put = (rules: object | null) =>
        page(`/api/tournaments/${tournament}/rules`, {
          method: 'PUT',
          json: { rules, reason: 'Fewer jackpots' },
          cookie: organiser.cookie,
        })
      expect((await put(bassRules())).status).toBe(200)
      const rival = await addEntry(db, {
        tournament_id: tournament,
        boat_id: await addBoat(db, { owner_id: captain.id, name: 'Lady Luck' }),
      })
      const share = (sharedPots: unknown) => changeEntry({ sharedPots })
      expect((await share(['level-b'])).status).toBe(200)
      const [entryPot] = bassRules().pots
      const without = bassRules({ pots: entryPot ? [entryPot] : [] })
      const sharedBy = async (id = entry) =>
        (await (await page(`/api/tournament-entries/${id}`)).json()).sharedPots
      return { ...scene, put, rival, share, without, sharedBy }
    }
    const refusal: [number, string] = [409, fieldTexts.sharedPotNeeded('Reel Deal', 'Level B')]

    test('refused once a backer has paid, until the captain shares everything', async () => {
      const { put, without, pay, share, sharedBy } = await setUpShared()
      expect((await pay()).status).toBe(201)
      expect(await statusAndMessage(await put(without))).toEqual(refusal)
      expect((await put(bassRules({ unit: 'lb' }))).status).toBe(200)
      expect(await sharedBy()).toEqual(['level-b'])
      expect((await share('all')).status).toBe(200)
      expect((await put(without)).status).toBe(200)
      expect(await sharedBy()).toBeUndefined()
    })

    test('refused while a payment is open, or live payments are set aside', async () => {
      const { put, without, begin, db, entry, rows } = await setUpShared()
      await begin()
      expect(await statusAndMessage(await put(without))).toEqual(refusal)
      const [{ id = newId<'funding'>() } = {}] = await rows()
      const aside = { mode: 'live', status: 'failed', set_aside_at: 1 } as const
      await changeRows(db, 'fundings', aside, { id })
      expect(await statusAndMessage(await put(without))).toEqual(refusal)
      await changeRows(db, 'fundings', { set_aside_at: null }, { entry_id: entry })
      expect((await put(without)).status).toBe(200)
    })

    test('and leave boats without backers with the rest, which is nothing rather than all', async () => {
      const { put, without, rival, sharedBy, share, db, withdraw, pay } = await setUpShared()
      await changeTerms(db, rival, { shared_pots: '["entry","level-b"]' })
      expect((await put(without)).status).toBe(200)
      expect([await sharedBy(), await sharedBy(rival)]).toEqual([[], ['entry']])
      expect((await share(['entry'])).status).toBe(200)
      await put(bassRules())
      await share(['level-b'])
      await pay()
      await withdraw()
      expect((await put(without)).status).toBe(200)
    })
  })

  test('after the start, pots, awards and protests stand', async () => {
    const { putRules } = await setUp()
    expect((await putRules({ ...pointsRules, protests: {} }, 'Protests')).status).toBe(409)
    expect((await putRules(bassRules(), 'Pots')).status).toBe(409)
  })

  test('that are sent again, as when the answer is lost, are one version', async () => {
    const { putRules } = await setUp('A')
    const numberOf = async (rules: object, reason: string) =>
      (await (await putRules(rules, reason)).json()).number
    const rules = { ...bassRules(), pots: [] }
    expect([await numberOf(rules, 'Bass'), await numberOf(rules, 'Bass')]).toEqual([1, 1])
    expect(await numberOf({ ...rules, payHoldDays: 3 }, 'Bass')).toBe(2)
    expect(await numberOf({ ...rules, payHoldDays: 3 }, 'Said better')).toBe(3)
  })

  test('have a most number of versions', async () => {
    const { db, tournament, organiser, putRules } = await setUp()
    await setRules(db, tournament, null, organiser.id, { number: limits.rulesVersions })
    expect((await putRules(pointsRules, 'Once more')).status).toBe(409)
  })

  test('can’t be changed or deleted, and go with their tournament', async () => {
    const { db, putRules, tournament } = await setUp()
    expect((await putRules(pointsRules, 'Agreed at the captains’ meeting')).status).toBe(200)
    await expect(changeRows(db, 'tournament_rules', { number: 9 })).rejects.toThrow('append-only')
    await expect(removeRows(db, 'tournament_rules')).rejects.toThrow('append-only')
    await inTransaction(db, trx => deleteTournament(trx, tournament))
    expect(await db.selectFrom('tournament_rules').selectAll().execute()).toEqual([])
  })

  test('can come with the tournament', async () => {
    const { app, organiser } = await setUp()
    const dates = { startDate: '2026-12-01T12:00:00Z', endDate: '2026-12-02T12:00:00Z' }
    const json = { name: 'Points Cup', ...dates, rules: pointsRules }
    const answer = await app.page('/api/tournaments', { json, cookie: organiser.cookie })
    const { id } = await answer.json()
    expect((await (await app.page(`/api/tournaments/${id}/rules`)).json()).number).toBe(1)
  })
})

describe('standings by rules', () => {
  test('count points of released and weighed fish, as White Marlin Open 2024', async () => {
    const { putRules, weigh, placesOf, entryOf, boards } = await setUp('Bobojo', 'Sequel', 'Catch 23')
    await putRules(pointsRules, 'Points')
    const release = (boat: string, species: string, count: number) =>
      Array.from({ length: count }).reduce<Promise<unknown>>(
        before => before.then(() => weigh(boat, { species, released: true })),
        Promise.resolve(),
      )
    await release('Sequel', 'White Marlin', 9)
    await release('Sequel', 'Blue Marlin', 2)
    await release('Catch 23', 'White Marlin', 6)
    await release('Catch 23', 'blue marlin', 2)
    await release('Bobojo', 'White Marlin', 11)
    await weigh('Bobojo', { species: 'Blue Marlin', weight: 789 })
    await weigh('Bobojo', { species: 'Wahoo', weight: 60 })
    expect(await placesOf()).toEqual({ Bobojo: [1, 1033], Sequel: [2, 980], 'Catch 23': [3, 770] })
    expect((await entryOf('Sequel')).score).toEqual({ value: '980.00', unit: 'points', fish: 11 })
    expect(await entryOf('Bobojo')).toMatchObject({
      currentPosition: 1,
      bestCatch: '{"weight":789,"species":"Blue Marlin"}',
    })
    const [board] = await boards()
    const why = board?.rows[0]?.fish.flatMap(({ why }) => why ?? [])
    expect(why).toEqual(['species'])
  })

  test('count a bass bag in ounces, with a dead fish and minutes late; at 15 minutes no place', async () => {
    const { app, now, tournament, organiser, send, putRules, weigh, placesOf, entryOf, entries } =
      await setUp('Reel Deal')
    const rules = bassRules()
    await putRules({ ...rules, pots: [] }, 'Bass')
    for (const [ounces, marks] of [
      [66, ['dead']],
      [62, []],
      [51, []],
      [47, []],
      [38, []],
      [12, []],
    ] as const)
      await weigh('Reel Deal', { species: 'Largemouth Bass', ounces, marks })
    expect(await placesOf('?category=five-fish')).toEqual({ 'Reel Deal': [1, 260] })
    const penalize = (count: number) =>
      send(`/api/tournament-entries/${entries['Reel Deal']}/penalties`, 'POST', {
        key: 'late',
        day: 'Saturday',
        count,
      })
    const three = await penalize(3)
    expect(three.status).toBe(201)
    expect(await placesOf('?category=five-fish')).toEqual({ 'Reel Deal': [1, 212] })
    expect((await entryOf('Reel Deal')).score).toEqual({ value: '212', unit: 'oz', fish: 5 })
    // Ids of clients aren't in the order of time.
    const body = { id: '0'.repeat(8) + newId().slice(8), key: 'late', day: 'Saturday', count: 12 }
    app.setNow(now + minute)
    const repeat = (json: object) =>
      send(`/api/tournament-entries/${entries['Reel Deal']}/penalties`, 'POST', json)
    const [first, second] = [await repeat(body), await repeat(body)]
    expect([first.status, second.status, (await repeat({ ...body, count: 1 })).status]).toEqual([
      201, 200, 409,
    ])
    expect((await repeat({ ...body, reason: 'Boat broke down' })).status).toBe(409)
    const late = await first.json()
    expect(await second.json()).toEqual(late)
    const desk = await app.page(`/api/tournaments/${tournament}/desk`, { cookie: organiser.cookie })
    expect((await desk.json()).penalties).toEqual([late, await three.json()])
    expect(await placesOf('?category=five-fish')).toMatchObject({ 'Reel Deal': [null, expect.any(Number)] })
    expect((await send(`/api/penalties/${late.id}`, 'DELETE', {})).status).toBe(400)
    expect((await send(`/api/penalties/${late.id}`, 'DELETE', { reason: 'Clock was wrong' })).status).toBe(
      204,
    )
    expect((await send(`/api/penalties/${late.id}`, 'DELETE', { reason: 'Again' })).status).toBe(404)
    expect((await entryOf('Reel Deal')).currentPosition).toBe(1)
  })

  test('refuse a place that an organiser sets', async () => {
    const { send, putRules, entries } = await setUp('Reel Deal')
    const set = () => send(`/api/tournament-entries/${entries['Reel Deal']}`, 'PATCH', { currentPosition: 1 })
    expect((await set()).status).toBe(200)
    await putRules(pointsRules, 'Points')
    const answer = await set()
    expect([answer.status, (await answer.json()).message]).toEqual([409, fieldTexts.placesFollow])
  })

  test('need a weight, or ounces, unless the fish is released', async () => {
    const { send, putRules, entries } = await setUp('Reel Deal')
    const path = `/api/tournament-entries/${entries['Reel Deal']}/catches`
    const issuesOf = async (json: object) => (await (await send(path, 'POST', json)).json()).issues
    expect(await issuesOf({ species: 'Wahoo' })).toEqual([
      { path: 'weight', message: fieldTexts.weightRequired },
    ])
    await putRules({ ...bassRules(), pots: [] }, 'Bass')
    expect(await issuesOf({ species: 'Bass' })).toEqual([
      { path: 'ounces', message: fieldTexts.ouncesRequired },
    ])
    expect(await issuesOf({ species: 'Bass', ounces: 40, marks: ['gaffed'] })).toEqual([
      { path: 'marks.0', message: fieldTexts.markUnknown },
    ])
    expect(await issuesOf({ species: 'Bass', ounces: 40, released: true })).toEqual([
      { path: 'ounces', message: fieldTexts.releasedWithoutWeight },
    ])
  })
})

describe('a weigh-in by rules', () => {
  test('answers the fish’s place on each board, or why it doesn’t count', async () => {
    const { app, db, organiser, tournament, putRules, weigh, entryOf } = await setUp('Reel Deal', 'Lady Luck')
    await putRules({ ...bassRules(), pots: [] }, 'Bass')
    const placesOf = async (boat: string, fish: object) =>
      (await weigh(boat, { species: 'Bass', ...fish })).places.map(
        ({ name, place, why }: { name: string; place: number | null; why: string | null }) =>
          `${place ?? why} ${name}`,
      )
    expect(await placesOf('Reel Deal', { ounces: 66 })).toEqual(['1 Five Fish', '1 Biggest Fish'])
    await weigh('Lady Luck', { species: 'Bass', ounces: 70 })
    expect(await placesOf('Reel Deal', { ounces: 10 })).toEqual(['1 Five Fish', 'limit Biggest Fish'])
    expect(await placesOf('Reel Deal', { released: true })).toEqual(['how Five Fish', 'how Biggest Fish'])
    const updates = await db.selectFrom('updates').select('content').orderBy('created_at').execute()
    expect([updates[0], updates.at(-1)].map(update => update?.content)).toEqual([
      'Reel Deal weighed in a catch of 4 lb 2 oz (Bass) and is in first place.',
      'Reel Deal released a Bass.',
    ])
    const file = await app.page(`/api/tournaments/${tournament}/catches.csv`, { cookie: organiser.cookie })
    const [header, heaviest, , , released] = (await file.text()).split('\r\n')
    expect(header).toEndWith('"Disqualified","Allowed outside the times"')
    expect(heaviest).toContain('"4.13","Bass"')
    expect(heaviest).toEndWith(',"66","","","","","","","","",""')
    expect(released).toEndWith(',"","","yes","","","","","","",""')
    expect((await entryOf('Reel Deal')).bestCatch).toBe('{"weight":4.13,"ounces":66,"species":"Bass"}')
  })

  test('counts the last time with lines in as caught, when boats come to the scale after lines out', async () => {
    const { now, putRules, weigh } = await setUp('Reel Deal')
    const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
    const day = (name: string, from: number, to: number) => ({
      name,
      linesIn: iso(now + from * hour),
      linesOut: iso(now + to * hour),
      scaleOpens: null,
      scaleCloses: null,
    })
    const fish = { species: 'Blue Marlin', weight: 300 }
    const caughtAt = async (more: object) => (await weigh('Reel Deal', { ...fish, ...more })).caughtAt
    const rules = { ...pointsRules, days: [day('Friday', -4, -2), day('Saturday', -1, 1)] }
    await putRules(rules, 'Days')
    expect(await caughtAt({ weighedAt: iso(now - 1.5 * hour) })).toBe(iso(now - 2 * hour))
    expect(await caughtAt({ weighedAt: iso(now - 3 * hour) })).toBe(iso(now - 3 * hour))
    expect(await caughtAt({ weighedAt: iso(now - 0.5 * hour) })).toBe(iso(now - 0.5 * hour))
    expect(Date.parse(await caughtAt({}))).toBeGreaterThanOrEqual(now)
  })

  test('the desk has the rules and the anglers by whole names; without rules neither', async () => {
    const { app, organiser, tournament, putRules, send, entries } = await setUp('Reel Deal')
    const desk = async () =>
      (await app.page(`/api/tournaments/${tournament}/desk`, { cookie: organiser.cookie })).json()
    for (const field of ['rules', 'anglers', 'penalties']) expect(await desk()).not.toHaveProperty(field)
    await putRules({ ...bassRules(), pots: [] }, 'Bass')
    const anglers = [{ name: 'Ana Reyes', divisions: ['junior'] }]
    await send(`/api/tournament-entries/${entries['Reel Deal']}/anglers`, 'PUT', { anglers })
    expect(await desk()).toMatchObject({
      rules: { unit: 'oz' },
      anglers: [{ entryId: entries['Reel Deal'], ...anglers[0] }],
    })
  })
})

/** Updates that say of a fish that it is disqualified: boat and time. */
async function listOut({ page }: Pick<TestApp, 'page'>) {
  const updates: Update[] = await (await page('/api/tournament-updates')).json()
  return updates.flatMap(({ disqualified, tournamentEntry: { boat } }) =>
    disqualified ? [[boat.name, disqualified.at]] : [],
  )
}

describe('rulings', () => {
  test('a disqualified fish leaves the boards until it is reinstated; each needs a reason', async () => {
    const { app, send, putRules, weigh, placesOf, captain } = await setUp('Reel Deal', 'Lady Luck')
    await putRules({ ...pointsRules, categories: [category({ limits: [{ most: 1 }] })] }, 'Weight')
    const first = await weigh('Reel Deal', { species: 'Blue Marlin', weight: 500 })
    await weigh('Lady Luck', { species: 'Blue Marlin', weight: 400 })
    const path = `/api/catches/${first.id}/disqualification`
    expect((await send(path, 'PUT', {})).status).toBe(400)
    expect((await send(path, 'PUT', { reason: 'Lines out' }, captain.cookie)).status).toBe(403)
    const ruledFish = await (await send(path, 'PUT', { reason: 'After lines out' })).json()
    expect(ruledFish.disqualified).toMatchObject({ reason: 'After lines out' })
    expect((await send(path, 'PUT', { reason: 'Again' })).status).toBe(409)
    expect(await placesOf()).toEqual({ 'Lady Luck': [1, 400], 'Reel Deal': [null, 0] })
    expect(await listOut(app)).toEqual([['Reel Deal', ruledFish.disqualified.at]])
    expect((await send(path, 'DELETE', { reason: 'The clock was wrong' })).status).toBe(200)
    expect(await listOut(app)).toEqual([])
    expect(await placesOf()).toEqual({ 'Reel Deal': [1, 500], 'Lady Luck': [2, 400] })
  })

  test('a disqualified boat has no place, and says why', async () => {
    const { app, send, putRules, weigh, entries, entryOf } = await setUp('Reel Deal')
    await putRules(pointsRules, 'Points')
    await weigh('Reel Deal', { species: 'White Marlin', released: true })
    const path = `/api/tournament-entries/${entries['Reel Deal']}/disqualification`
    expect((await send(path, 'PUT', { reason: 'Failed the polygraph' })).status).toBe(200)
    expect(await entryOf('Reel Deal')).toMatchObject({
      currentPosition: null,
      disqualified: { reason: 'Failed the polygraph' },
    })
    expect(await listOut(app)).toMatchObject([['Reel Deal', expect.any(String)]])
    expect((await send(path, 'DELETE', { reason: 'Passed the second' })).status).toBe(200)
    expect((await entryOf('Reel Deal')).currentPosition).toBe(1)
  })

  test('a tie is shared until it is decided, for exactly those who share it', async () => {
    const { send, putRules, weigh, tournament, entries, placesOf } = await setUp('A', 'B', 'C')
    await putRules({ ...pointsRules, categories: [category()] }, 'Weight')
    const fish = [
      await weigh('A', { species: 'Blue Marlin', weight: 300 }),
      await weigh('B', { species: 'Blue Marlin', weight: 300 }),
    ]
    await weigh('C', { species: 'Blue Marlin', weight: 200 })
    expect(await placesOf()).toEqual({ A: [1, 300], B: [1, 300], C: [3, 200] })
    const decide = (order: (string | undefined)[], unlessDecided = false) =>
      send(`/api/tournaments/${tournament}/tie-decisions`, 'PUT', {
        category: 'main',
        order,
        reason: 'Fish-off',
        unlessDecided,
      })
    expect((await decide([entries.A, entries.C])).status).toBe(409)
    expect((await decide([entries.B, entries.A])).status).toBe(200)
    expect(await placesOf()).toEqual({ B: [1, 300], A: [2, 300], C: [3, 200] })
    expect((await decide([entries.A, entries.B])).status).toBe(200)
    expect(await placesOf()).toEqual({ A: [1, 300], B: [2, 300], C: [3, 200] })
    for (const { id } of fish)
      await send(`/api/catches/${id}`, 'PATCH', { weight: 290, reason: 'Scale was off' })
    expect(await placesOf()).toEqual({ A: [1, 290], B: [1, 290], C: [3, 200] })
    expect((await decide([entries.A, entries.B], true)).status).toBe(200)
    expect(await placesOf()).toEqual({ A: [1, 290], B: [2, 290], C: [3, 200] })
  })

  test('a decision on a tie that is sent again, since its answer was lost, is logged once', async () => {
    const { app, send, putRules, weigh, tournament, entries } = await setUp('A', 'B', 'C', 'D')
    await putRules({ ...pointsRules, categories: [category()] }, 'Weight')
    for (const boat of ['A', 'B']) await weigh(boat, { species: 'Blue Marlin', weight: 300 })
    for (const boat of ['C', 'D']) await weigh(boat, { species: 'Blue Marlin', weight: 200 })
    const decide = async (order: (string | undefined)[], reason = 'Fish-off') => {
      const body = { category: 'main', order, reason }
      const { status } = await send(`/api/tournaments/${tournament}/tie-decisions`, 'PUT', body)
      const rows = await app.db.selectFrom('tie_decisions').select('id').execute()
      return [status, rows.length]
    }
    expect(await decide([entries.B, entries.A])).toEqual([200, 1])
    expect(await decide([entries.C, entries.D])).toEqual([200, 2])
    expect(await decide([entries.B, entries.A])).toEqual([200, 2])
    expect(await decide([entries.B, entries.A], 'Coin')).toEqual([200, 3])
    expect(await decide([entries.A, entries.B], 'Coin')).toEqual([200, 4])
    expect(await decide([entries.B, entries.A], 'Coin')).toEqual([200, 5])
    const logged = await app.db.selectFrom('log_events').selectAll().execute()
    expect(logged.filter(({ hashed }) => hashed.includes('"tie-decided"'))).toHaveLength(5)
    const coin = app.db.selectFrom('log_texts').select('hash').where('text', '=', 'Coin')
    const path = `/api/tournaments/${tournament}/log-texts/${(await coin.executeTakeFirst())?.hash}`
    const { cookie } = await addOwner(app.db)
    expect((await app.page(path, { method: 'DELETE', cookie })).status).toBe(204)
    const reasons = await app.db.selectFrom('tie_decisions').select('reason').distinct().execute()
    expect(reasons.map(({ reason }) => reason).sort()).toEqual(['(erased)', 'Fish-off'])
  })

  test('a tie that another organiser decided stands, unless the decision may replace it', async () => {
    const { app, organiser, putRules, weigh, tournament, entries, placesOf } = await setUp('A', 'B')
    await putRules({ ...pointsRules, categories: [category()] }, 'Weight')
    for (const boat of ['A', 'B']) await weigh(boat, { species: 'Blue Marlin', weight: 300 })
    const ana = await addStaff(app.db, { tournament_id: tournament, role: 'co-organiser' })
    await changeRows(app.db, 'users', nameValues('Ana', 'Reyes'), { id: ana.id })
    const body = { category: 'main', reason: 'Fish-off', unlessDecided: true }
    const decide = async (json: object, cookie = organiser.cookie) => {
      const path = `/api/tournaments/${tournament}/tie-decisions`
      const answer = await app.page(path, { method: 'PUT', json: { ...body, ...json }, cookie })
      return [answer.status, answer.ok ? null : (await answer.json()).message]
    }
    const [ab, ba] = [{ order: [entries.A, entries.B] }, { order: [entries.B, entries.A] }]
    expect(await decide(ba, ana.cookie)).toEqual([200, null])
    expect(await decide(ba, ana.cookie)).toEqual([200, null])
    expect(await decide(ab)).toEqual([409, fieldTexts.tieDecided('Ana Reyes', ['B', 'A'])])
    expect(await placesOf()).toEqual({ B: [1, 300], A: [2, 300] })
    expect(await decide({ ...ab, unlessDecided: false })).toEqual([200, null])
    expect(await placesOf()).toEqual({ A: [1, 300], B: [2, 300] })
  })

  test('a correction says the first ounces', async () => {
    const { send, putRules, weigh } = await setUp('A')
    await putRules({ ...bassRules(), pots: [] }, 'Bass')
    const fish = await weigh('A', { species: 'Bass', ounces: 66 })
    const answer = await send(`/api/catches/${fish.id}`, 'PATCH', { ounces: 60, reason: 'Misread' })
    expect((await answer.json()).correction).toMatchObject({ weight: 4.13, ounces: 66, species: null })
  })

  test('a correction needs a reason, and can move the fish to another boat', async () => {
    const { send, putRules, weigh, entries, placesOf } = await setUp('A', 'B')
    await putRules({ ...pointsRules, categories: [category()] }, 'Weight')
    const fish = await weigh('A', { species: 'Blue Marlin', weight: 300 })
    const patch = (json: object) => send(`/api/catches/${fish.id}`, 'PATCH', json)
    expect((await patch({ weight: 310 })).status).toBe(400)
    expect((await patch({ weight: 310, reason: 'Digits swapped' })).status).toBe(200)
    expect((await patch({ entryId: entries.B, reason: 'Wrong boat' })).status).toBe(200)
    expect(await placesOf()).toEqual({ B: [1, 310], A: [null, 0] })
    expect((await send(`/api/catches/${fish.id}`, 'DELETE', {})).status).toBe(400)
    expect((await send(`/api/catches/${fish.id}`, 'DELETE', { undo: true })).status).toBe(204)
  })

  test('anglers are the captain’s until the start; minors are shown by first name and initial', async () => {
    const { app, send, putRules, weigh, entries, captain, boards } = await setUp('A')
    const division = { key: 'junior', name: 'Junior', minors: true }
    const rules = { ...pointsRules, divisions: [division], categories: [category({ rank: 'anglers' })] }
    await putRules(rules, 'Anglers')
    const path = `/api/tournament-entries/${entries.A}/anglers`
    const list = { anglers: [{ name: 'Ana Reyes', divisions: ['junior'] }] }
    expect((await send(path, 'PUT', list, captain.cookie)).status).toBe(403)
    const { anglers } = await (await send(path, 'PUT', list)).json()
    await weigh('A', { species: 'Blue Marlin', weight: 300, anglerId: anglers[0].id })
    expect((await boards())[0]?.rows).toMatchObject([{ place: 1, angler: { name: 'Ana R.' } }])
    expect((await app.page(path)).status).toBe(401)
  })
})

describe('pots and awards', () => {
  test('an award ranks only the boats of its pot, as Bisbee’s 2011', async () => {
    const { app, db, organiser, captain, send } = await setUp()
    const later = app.deps.now() + hour
    const { tournament } = await addScene(db, {
      organiser_id: organiser.id,
      starts_at: later,
      ends_at: later + 8 * hour,
    })
    const rules = {
      ...pointsRules,
      categories: [category({ limits: [{ most: 1 }] })],
      pots: [
        { key: 'entry', name: 'Entry', entry: 'all', fee: 100 },
        { key: 'daily', name: 'Daily', entry: 'chosen', fee: 5000, payback: 90 },
      ],
      awards: ['entry', 'daily'].map(pot => ({
        key: pot,
        name: pot,
        pot,
        category: 'main',
        split: { percents: [[100]] },
        unclaimed: 'kept',
      })),
    }
    expect((await send(`/api/tournaments/${tournament}/rules`, 'PUT', { rules })).status).toBe(200)
    const [bad, tiger] = [
      await addEntry(db, {
        tournament_id: tournament,
        boat_id: await addBoat(db, { owner_id: captain.id }),
      }),
      await addEntry(db, {
        tournament_id: tournament,
        boat_id: await addBoat(db, { owner_id: captain.id }),
      }),
    ]
    const pots = (entry: EntryId, json: object, cookie?: string) =>
      send(`/api/tournament-entries/${entry}/pots`, 'PUT', json, cookie)
    expect((await pots(tiger, { in: ['daily'] }, captain.cookie)).status).toBe(403)
    expect((await pots(tiger, { wanted: ['nothing'] }, captain.cookie)).status).toBe(400)
    expect(await (await pots(tiger, { wanted: ['daily'] }, captain.cookie)).json()).toEqual({
      wanted: ['daily'],
      in: [],
    })
    const dailyPot = async () =>
      (await (await app.page(`/api/tournaments/${tournament}/awards`)).json()).pots.find(
        ({ key }: { key: string }) => key === 'daily',
      )
    expect(await dailyPot()).toMatchObject({ entries: [], wanted: [tiger] })
    expect((await (await pots(tiger, { in: ['daily'] })).json()).in).toEqual(['daily'])
    expect(await dailyPot()).toMatchObject({ entries: [tiger], wanted: [tiger] })
    // What another organiser confirmed or took back meanwhile stays.
    for (const [inBefore, chosen, isIn] of [
      [[], [], true],
      [['daily'], [], false],
      [['daily'], ['daily'], false],
      [[], ['daily'], true],
    ] as const)
      expect(await (await pots(tiger, { in: chosen, inBefore })).json()).toEqual({
        wanted: ['daily'],
        in: isIn ? ['daily'] : [],
      })
    app.setNow(later + hour)
    for (const [entry, weight] of [
      [bad, 409],
      [tiger, 395],
    ] as const)
      await send(`/api/tournament-entries/${entry}/catches`, 'POST', { species: 'Blue Marlin', weight })
    const answer: Awards = await (await app.page(`/api/tournaments/${tournament}/awards`)).json()
    expect(answer.pots.map(({ key, amount }) => [key, amount])).toEqual([
      ['entry', '300.00'],
      ['daily', '4500.00'],
    ])
    expect(answer.awards.map(({ key, places }) => [key, places])).toEqual([
      ['entry', [{ place: 1, entryId: bad, amount: '300.00' }]],
      ['daily', [{ place: 1, entryId: tiger, amount: '4500.00' }]],
    ])
    expect((await pots(bad, { in: ['daily'] })).status).toBe(400)
    expect((await pots(bad, { in: ['daily'], reason: 'Paid late' })).status).toBe(200)
  })

  test('a pot that the rules drop, or give to all boats, loses its boats for good', async () => {
    const { app, organiser, send } = await setUp()
    const later = app.deps.now() + hour
    const of = { organiser_id: organiser.id, starts_at: later, ends_at: later + hour }
    const { tournament, entry } = await addScene(app.db, of)
    const put = async (pots: object[]) => {
      const rules = { ...pointsRules, pots }
      expect((await send(`/api/tournaments/${tournament}/rules`, 'PUT', { rules })).status).toBe(200)
    }
    const pot = { key: 'daily', name: 'Daily', entry: 'chosen', fee: 5000 }
    const enter = (keys: string[]) => send(`/api/tournament-entries/${entry}/pots`, 'PUT', { in: keys })
    const entries = async () => {
      const { pots }: Awards = await (await app.page(`/api/tournaments/${tournament}/awards`)).json()
      return pots.map(each => each.entries)
    }
    for (const between of [[], [{ ...pot, entry: 'all' }]]) {
      await put([pot])
      expect((await enter(['daily'])).status).toBe(200)
      await put([{ ...pot, fee: 10 }])
      expect(await entries()).toEqual([[entry]])
      await put(between)
      await put([pot])
      expect(await entries()).toEqual([[]])
      expect(await (await enter([])).json()).toEqual({ wanted: [], in: [] })
    }
    const log = await (await app.page(`/api/tournaments/${tournament}/log`)).json()
    const moves = log.events.filter(({ kind }: { kind: string }) => kind.startsWith('pot-'))
    expect(moves.map(({ kind, data }: LogEvent) => [kind, data.name])).toEqual([
      ['pot-entered', 'Daily'],
      ['pot-left', 'Daily'],
      ['pot-entered', 'Daily'],
      ['pot-left', 'Daily'],
    ])
  })
})
