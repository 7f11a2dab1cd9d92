import { describe, expect, test } from 'bun:test'
import { fieldTexts } from '#contract/field-texts.ts'
import { newId, type ProtestId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { hour, minute } from '#contract/time.ts'
import type { LogPage } from '#contract/tournaments/log.ts'
import { verifyLog } from '#server/tournaments/log/index.ts'
import { nextOf } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addCatch,
  addCrew,
  addEntry,
  addOwner,
  addSigned,
  addWebhook,
} from '../../../../tests/support/factories.ts'
import { readLog } from '../../../../tests/support/log.ts'
import { kindsTo, notificationsOf } from '../../../../tests/support/notifications.ts'
import { heaviestRules, makeProtestWorld } from '../../../../tests/support/protest-world.ts'
import { addRows, changeRows } from '../../../../tests/support/rows.ts'
import { statusAndMessage } from '../../../../tests/support/scene.ts'
import { moveTournament, withdrawEntry } from '../../../../tests/support/states.ts'

describe('filing a protest', () => {
  test('a captain names a fish: everyone reads it, and what it could change is held', async () => {
    const world = await makeProtestWorld()
    const { ladyLuck, reelDeal } = world
    expect(await world.held()).toEqual([])
    const protest = await world.filed(ladyLuck.captain, {
      catchId: reelDeal.catchId,
      rule: '7.2',
      text: 'Weighed after lines out',
    })
    expect(protest).toMatchObject({
      state: 'open',
      fromEntryId: ladyLuck.entry,
      entryId: reelDeal.entry,
      catchId: reelDeal.catchId,
      penaltyId: null,
      boats: [
        { entryId: ladyLuck.entry, name: 'Lady Luck' },
        { entryId: reelDeal.entry, name: 'Reel Deal' },
      ],
      caught: { species: 'Blue Marlin', weight: 412 },
      rule: '7.2',
      text: 'Weighed after lines out',
      createdAt: new Date(world.now()).toISOString(),
      answerBy: new Date(world.now() + 30 * minute).toISOString(),
      answers: [],
      decision: null,
      reopenings: [],
      closedAt: null,
    })
    expect(protest).not.toHaveProperty('late')
    expect(await world.list()).toEqual([protest])
    expect(await world.held()).toEqual(['heaviest'])
  })

  test('sent again under its id, it is filed once', async () => {
    const world = await makeProtestWorld()
    const body = { id: newId(), text: 'Weighed after lines out', catchId: world.reelDeal.catchId }
    const [first, second] = [
      await world.file(world.ladyLuck.captain, body),
      await world.file(world.ladyLuck.captain, body),
    ]
    expect([first.status, second.status]).toEqual([201, 200])
    expect(await second.json()).toEqual(await first.json())
    const others = [{ text: 'Other' }, { catchId: world.seaFox.catchId }, { rule: '7.2' }]
    for (const other of others)
      expect((await world.file(world.ladyLuck.captain, { ...body, ...other })).status).toBe(409)
    expect((await world.file(world.seaFox.captain, body)).status).toBe(409)
    expect(await world.list()).toHaveLength(1)
    const aboutBoat = { id: newId(), text: 'Left early', entryId: world.reelDeal.entry }
    const answers = [aboutBoat, { ...aboutBoat, entryId: world.seaFox.entry }, aboutBoat]
    const statuses = []
    for (const json of answers) statuses.push((await world.file(world.ladyLuck.captain, json)).status)
    expect(statuses).toEqual([201, 409, 200])
  })

  test('without a subject it holds every award', async () => {
    const world = await makeProtestWorld()
    await world.filed(world.seaFox.captain, { text: 'The scale was wrong all day' })
    expect(await world.held()).toEqual(['heaviest', 'tuna'])
  })

  test('about a boat or a penalty; two subjects are refused with the path', async () => {
    const world = await makeProtestWorld()
    const { organiser, ladyLuck, reelDeal } = world
    const answer = await world.send(
      `/api/tournament-entries/${ladyLuck.entry}/penalties`,
      'POST',
      { key: 'late', count: 1 },
      organiser,
    )
    const { id: penaltyId } = await answer.json()
    const about = await world.filed(ladyLuck.captain, { penaltyId })
    expect(about).toMatchObject({
      entryId: ladyLuck.entry,
      fromEntryId: ladyLuck.entry,
      penaltyId,
      penalty: { key: 'late', name: 'Late at the dock', count: 1 },
    })
    expect(about.penalty).not.toHaveProperty('lifted')
    await world.send(`/api/penalties/${penaltyId}`, 'DELETE', { reason: 'The clock was wrong' }, organiser)
    expect(await world.list()).toMatchObject([{ penalty: { id: penaltyId, lifted: true } }])
    await world.filed(ladyLuck.captain, { entryId: reelDeal.entry })
    expect((await readLog(world.app, world.tournament, organiser.cookie)).events.at(-1)).toMatchObject({
      kind: 'protest',
      of: null,
      data: { boat: 'Lady Luck', against: 'Reel Deal' },
    })
    const two = await world.file(ladyLuck.captain, { entryId: reelDeal.entry, catchId: reelDeal.catchId })
    expect(two.status).toBe(400)
    expect((await two.json()).issues).toEqual([{ path: 'catchId', message: fieldTexts.oneSubject }])
  })

  test('of another tournament, unknown, or of a withdrawn boat, a subject is refused', async () => {
    const world = await makeProtestWorld()
    const other = await makeOtherEntry(world)
    await withdrawEntry(world.db, world.seaFox.entry)
    const by = world.ladyLuck.captain
    const subjects = [
      { entryId: other },
      { entryId: newId() },
      { catchId: newId() },
      { penaltyId: newId() },
      { catchId: world.seaFox.catchId },
      { entryId: 'x' },
    ]
    for (const subject of subjects) {
      const answer = await world.file(by, subject)
      expect([subject, answer.status]).toEqual([subject, 400])
      expect((await answer.json()).issues[0].path).toBe(Object.keys(subject)[0])
    }
    expect((await world.file(by, { text: ' ' })).status).toBe(400)
    expect((await world.file(by, { text: 'x'.repeat(limits.protestTextMax + 1) })).status).toBe(400)
  })

  test('until the last second of the window, and not a second later', async () => {
    const world = await makeProtestWorld()
    const { ladyLuck, organiser, until } = world
    world.wait(until - 1000 - world.now())
    await world.filed(ladyLuck.captain, {})
    world.wait(1000)
    expect(await statusAndMessage(await world.file(ladyLuck.captain, {}))).toEqual([
      409,
      'The time for protests is over. An organiser can still file one for you.',
    ])
    const late = await world.filed(organiser, { fromEntryId: ladyLuck.entry })
    expect(late).toMatchObject({ late: true, fromEntryId: ladyLuck.entry })
  })

  test('results wait for it, and say until when in the zone of the rules', async () => {
    const world = await makeProtestWorld()
    world.wait(world.until - world.now() - minute)
    const answer = await world.confirm()
    expect(answer.status).toBe(409)
    expect((await answer.json()).message).toMatch(/^Captains can protest until .* Eastern Time\. /)
  })

  test('the window counts from the last close of the scale, and starts with the tournament', async () => {
    const now = Date.now()
    const day = {
      name: 'Saturday',
      linesIn: new Date(now - 4 * hour).toISOString(),
      linesOut: new Date(now + hour).toISOString(),
      scaleOpens: null,
      scaleCloses: new Date(now + 2 * hour).toISOString(),
    }
    const world = await makeProtestWorld({ rules: heaviestRules({ days: [day] }) })
    world.wait(now + 3 * hour - 1 - world.now())
    await world.filed(world.ladyLuck.captain, {})
    world.wait(1)
    expect((await world.file(world.ladyLuck.captain, {})).status).toBe(409)
    world.wait(-12 * hour)
    expect(await statusAndMessage(await world.file(world.ladyLuck.captain, {}))).toEqual([
      409,
      'The tournament hasn’t started yet.',
    ])
  })

  test('the scale of a day that closes after that of the next one is the last', async () => {
    const now = Date.now()
    const dayFrom = (name: string, from: number, closes: number) => ({
      name,
      linesIn: new Date(now + from * hour).toISOString(),
      linesOut: new Date(now + (from + 2) * hour).toISOString(),
      scaleOpens: null,
      scaleCloses: new Date(now + closes * hour).toISOString(),
    })
    const days = [dayFrom('Saturday', -4, 5), dayFrom('Sunday', 0, 3)]
    const world = await makeProtestWorld({ rules: heaviestRules({ days }) })
    expect((await world.readResults()).protestsUntil).toBe(new Date(now + 6 * hour).toISOString())
    world.wait(now + 6 * hour - 1 - world.now())
    await world.filed(world.ladyLuck.captain, {})
  })

  test('later dates and rules don’t reopen the window', async () => {
    const world = await makeProtestWorld()
    const { organiser, tournament, until } = world
    world.wait(until + 1 - world.now())
    const path = `/api/tournaments/${tournament}`
    const dates = { endDate: new Date(until + 10 * hour).toISOString() }
    expect((await world.send(path, 'PATCH', dates, organiser)).status).toBe(200)
    expect((await world.file(world.ladyLuck.captain, {})).status).toBe(409)
    const days = [
      {
        name: 'Saturday',
        linesIn: new Date(until - 9 * hour).toISOString(),
        linesOut: new Date(until + hour).toISOString(),
        scaleCloses: new Date(until + 2 * hour).toISOString(),
      },
    ]
    const rules = { ...heaviestRules(), days }
    expect((await world.send(`${path}/rules`, 'PUT', { rules, reason: 'Days' }, organiser)).status).toBe(200)
    expect((await world.file(world.ladyLuck.captain, {})).status).toBe(409)
  })

  test('a later end moves a window that is still open', async () => {
    const world = await makeProtestWorld()
    const { organiser, tournament, until } = world
    world.wait(until - 1 - world.now())
    const dates = { endDate: new Date(until + 10 * hour).toISOString() }
    expect((await world.send(`/api/tournaments/${tournament}`, 'PATCH', dates, organiser)).status).toBe(200)
    world.wait(10 * hour)
    await world.filed(world.ladyLuck.captain, {})
  })

  test('dates and rules that end an open window at once are refused', async () => {
    const world = await makeProtestWorld()
    const { organiser, tournament } = world
    const at = (hours: number) => new Date(world.now() + hours * hour).toISOString()
    const path = `/api/tournaments/${tournament}`
    const move = (endDate: string) => world.send(path, 'PATCH', { endDate }, organiser)
    const refusal = (field: string) => ({ issues: [{ path: field, message: fieldTexts.endsProtests }] })
    const early = await move(at(-1))
    expect([early.status, await early.json()]).toMatchObject([400, refusal('endDate')])
    const day = { name: 'Saturday', linesIn: at(-3), linesOut: at(-2) }
    const put = (scaleCloses: string) => {
      const rules = { ...heaviestRules(), days: [{ ...day, scaleCloses }] }
      return world.send(`${path}/rules`, 'PUT', { rules, reason: 'Days' }, organiser)
    }
    const late = await put(at(-1))
    expect([late.status, await late.json()]).toMatchObject([400, refusal('rules.days')])
    expect((await move(new Date(Date.parse(at(-1)) + 1).toISOString())).status).toBe(200)
    await world.filed(world.ladyLuck.captain, {})
    expect((await put(at(-0.5))).status).toBe(200)
    await world.filed(world.ladyLuck.captain, {})
  })

  test('rules that change after the window keep it closed too', async () => {
    const world = await makeProtestWorld()
    const { organiser, tournament, until } = world
    world.wait(until + 1 - world.now())
    const days = [
      {
        name: 'Saturday',
        linesIn: new Date(until - 9 * hour).toISOString(),
        linesOut: new Date(until + hour).toISOString(),
        scaleCloses: new Date(until + 2 * hour).toISOString(),
      },
    ]
    const rules = { ...heaviestRules(), days }
    const put = await world.send(
      `/api/tournaments/${tournament}/rules`,
      'PUT',
      { rules, reason: 'Days' },
      organiser,
    )
    expect(put.status).toBe(200)
    expect((await world.file(world.ladyLuck.captain, {})).status).toBe(409)
  })

  test('is for captains of standing boats and organisers', async () => {
    const world = await makeProtestWorld()
    const { db, ladyLuck, reelDeal } = world
    const crew = await addSigned(db)
    await addCrew(db, { boat_id: ladyLuck.boat, user_id: crew.id })
    for (const by of [await addSigned(db), crew, world.weighMaster])
      expect((await world.file(by, {})).status).toBe(403)
    expect((await world.file(ladyLuck.captain, { fromEntryId: reelDeal.entry })).status).toBe(403)
    await world.filed(world.coOrganiser, {})
    await withdrawEntry(db, ladyLuck.entry)
    expect((await world.file(ladyLuck.captain, {})).status).toBe(403)
    expect((await world.file(world.organiser, { fromEntryId: ladyLuck.entry })).status).toBe(400)
  })

  test('a captain of two boats says which one protests', async () => {
    const world = await makeProtestWorld()
    const second = await addEntry(world.db, {
      tournament_id: world.tournament,
      boat_id: await addBoat(world.db, { owner_id: world.ladyLuck.captain.id, name: 'Lucky Too' }),
    })
    const answer = await world.file(world.ladyLuck.captain, {})
    expect((await answer.json()).issues).toEqual([
      { path: 'fromEntryId', message: fieldTexts.fromEntryRequired },
    ])
    const protest = await world.filed(world.ladyLuck.captain, { fromEntryId: second })
    expect(protest.fromEntryId).toBe(second)
  })

  test('at most five of a boat are open; organisers are not limited by that', async () => {
    const world = await makeProtestWorld()
    const { ladyLuck } = world
    const first = await world.filed(ladyLuck.captain, {})
    for (let more = 1; more < limits.openProtestsPerBoat; more++) await world.filed(ladyLuck.captain, {})
    expect((await world.file(ladyLuck.captain, {})).status).toBe(409)
    await world.filed(world.organiser, { fromEntryId: ladyLuck.entry })
    await world.filed(world.seaFox.captain, {})
    await world.withdraw(first, ladyLuck.captain)
    expect((await world.file(ladyLuck.captain, {})).status).toBe(409)
  })

  test('at most ten of all boats of a captain are open, so that others can file too', async () => {
    const world = await makeProtestWorld()
    const { captain, entry } = world.ladyLuck
    const entries = [entry]
    for (const name of ['Lucky Too', 'Lucky Three']) {
      const boat_id = await addBoat(world.db, { owner_id: captain.id, name })
      entries.push(await addEntry(world.db, { tournament_id: world.tournament, boat_id }))
    }
    const [one, two, three] = entries
    for (const fromEntryId of [one, two])
      for (let n = 0; n < limits.openProtestsPerBoat; n++) await world.filed(captain, { fromEntryId })
    expect(await statusAndMessage(await world.file(captain, { fromEntryId: three }))).toEqual([
      409,
      'Your boats can have 10 open protests together. Withdraw one, or wait for a decision.',
    ])
    await world.filed(world.seaFox.captain, {})
  })

  test('at most a hundred of a tournament are open', async () => {
    const world = await makeProtestWorld()
    const rows = Array.from({ length: limits.openProtests }, () => ({
      id: newId<'protest'>(),
      tournament_id: world.tournament,
      from_entry_id: null,
      entry_id: null,
      catch_id: null,
      penalty_id: null,
      rule: null,
      content: 'Lines out',
      late: 0 as const,
      filed_by: world.organiser.id,
      filed_as: 'organiser' as const,
      created_at: world.now(),
      state: 'open' as const,
    }))
    await addRows(world.db, 'protests', ...rows)
    expect((await world.file(world.organiser, {})).status).toBe(409)
  })

  test('needs rules, and for captains rules with protests', async () => {
    const without = await makeProtestWorld({ rules: heaviestRules({ protests: null }) })
    expect((await without.file(without.ladyLuck.captain, {})).status).toBe(409)
    const byOrganiser = await without.filed(without.organiser, { entryId: without.reelDeal.entry })
    expect(byOrganiser.answerBy).toBeNull()
    const withoutRules = await makeProtestWorld({ rules: null })
    for (const by of [withoutRules.ladyLuck.captain, withoutRules.organiser]) {
      const [status, message] = await statusAndMessage(await withoutRules.file(by, {}))
      expect([status, message]).toEqual([
        409,
        'This tournament has no rules and takes no protests. Please talk to its organiser.',
      ])
    }
    expect(await withoutRules.list()).toEqual([])
  })

  test('by organisers until the results are official', async () => {
    const world = await makeProtestWorld()
    const open = await world.filed(world.organiser, {})
    world.waitForResults()
    const read = async () => (await world.page(`/api/tournaments/${world.tournament}`)).json()
    expect(await read()).toMatchObject({ status: 'completed', provisional: true })
    expect((await world.confirm()).status).toBe(201)
    expect(await read()).not.toHaveProperty('provisional')
    await world.filed(world.coOrganiser, {})
    for (const { id } of await world.list()) await world.decide({ id }, world.organiser, denied)
    // The smallest fish of all.
    const harmless = await addCatch(world.db, { entry_id: world.seaFox.entry, weight_hundredths: 100 })
    await world.filed(world.organiser, { catchId: harmless })
    expect((await world.settle()).status).toBe(201)
    expect(await world.readResults()).toMatchObject({ state: 'official', openProtests: 1 })
    expect((await world.file(world.organiser, {})).status).toBe(409)
    expect((await world.reopen(open, world.organiser, { reason: 'A video' })).status).toBe(409)
  })
})

const denied = { outcome: 'denied', text: 'The video shows it in time' }
const upheld = { outcome: 'upheld', text: 'The video shows it' }

type World = Awaited<ReturnType<typeof makeProtestWorld>>

const makeOtherEntry = async ({ db }: World) => addEntry(db)

describe('answers', () => {
  test('are of the named boat, while the protest is open', async () => {
    const world = await makeProtestWorld()
    const { reelDeal, ladyLuck } = world
    const protest = await world.filed(ladyLuck.captain, { entryId: reelDeal.entry })
    // The last one is sent again, since the answer to it was lost.
    for (const text of ['We were in time', 'The camera has it', 'The camera has it'])
      expect((await world.answer(protest, reelDeal.captain, { text })).status).toBe(200)
    const [publicProtest] = await world.list()
    expect(publicProtest?.answers.map(({ text }) => text)).toEqual(['We were in time', 'The camera has it'])
    const { events } = await readLog(world, world.tournament, world.organiser.cookie)
    expect(events.map(({ kind, data: { boat } }) => [kind, boat])).toEqual([
      ['protest', 'Lady Luck'],
      ['protest-answer', 'Reel Deal'],
      ['protest-answer', 'Reel Deal'],
    ])
    for (const by of [ladyLuck.captain, world.organiser, world.seaFox.captain])
      expect((await world.answer(protest, by, { text: 'No' })).status).toBe(403)
    await world.decide(protest, world.organiser, denied)
    expect((await world.answer(protest, reelDeal.captain, { text: 'The camera has it' })).status).toBe(200)
    expect((await world.answer(protest, reelDeal.captain, { text: 'Thanks' })).status).toBe(409)
  })

  test('are also of the boat that the fish was moved to since, whose captain is told', async () => {
    const world = await makeProtestWorld()
    const { reelDeal, ladyLuck, seaFox, organiser } = world
    const protest = await world.filed(ladyLuck.captain, { catchId: reelDeal.catchId, text: 'Two anglers' })
    const move = { entryId: seaFox.entry, reason: 'Wrong boat' }
    expect((await world.answer(protest, seaFox.captain, { text: 'Ours' })).status).toBe(403)
    world.wait(10 * minute)
    expect((await world.send(`/api/catches/${reelDeal.catchId}`, 'PATCH', move, organiser)).status).toBe(200)
    const text = 'Sea Fox now has a fish that a protest is about: Two anglers'
    const notification = { kind: 'protest', text, path: `/tournament/${world.tournament}/protests` }
    expect(await notificationsOf(world.app, seaFox.captain.id)).toContainEqual(
      expect.objectContaining(notification),
    )
    for (const { captain } of [reelDeal, seaFox])
      expect((await world.answer(protest, captain, { text: 'One angler' })).status).toBe(200)
    expect((await world.answer(protest, organiser, { text: 'No' })).status).toBe(403)
    const [publicProtest] = await world.list()
    expect(publicProtest?.answerBy).toBe(new Date(world.now() + 30 * minute).toISOString())
    expect(publicProtest?.answers.map(({ entryId }) => entryId)).toEqual([reelDeal.entry, seaFox.entry])
    expect(publicProtest?.boats.map(({ name }) => name)).toEqual(['Lady Luck', 'Reel Deal', 'Sea Fox'])
    const { events } = await readLog(world, world.tournament, organiser.cookie)
    const answers = events.filter(({ kind }) => kind === 'protest-answer')
    expect(answers.map(({ data }) => data.boat)).toEqual(['Reel Deal', 'Sea Fox'])
    await world.decide(protest, organiser, denied)
    for (const { captain } of [ladyLuck, reelDeal, seaFox])
      expect(await kindsTo(world.app, captain.id)).toContain('protest_decided')
  })

  test('are bounded, which keeps no organiser from a decision', async () => {
    const world = await makeProtestWorld()
    const protest = await world.filed(world.ladyLuck.captain, { entryId: world.reelDeal.entry })
    const answer = {
      protest_id: protest.id as ProtestId,
      kind: 'answer' as const,
      content: 'In time',
      effects: null,
      interested: 0 as const,
      taken_by: world.reelDeal.captain.id,
      role: null,
      created_at: 1,
    }
    const rows = Array.from({ length: limits.protestAnswers }, () => ({
      ...answer,
      id: newId<'protest-step'>(),
    }))
    await addRows(world.db, 'protest_steps', ...rows)
    expect((await world.answer(protest, world.reelDeal.captain, { text: 'Again' })).status).toBe(409)
    expect((await world.decide(protest, world.organiser, denied)).status).toBe(200)
  })

  test('a protest without a subject has no answers', async () => {
    const world = await makeProtestWorld()
    const protest = await world.filed(world.ladyLuck.captain, {})
    expect((await world.answer(protest, world.reelDeal.captain, { text: 'No' })).status).toBe(403)
  })
})

describe('a withdrawal', () => {
  test('is the protesting captain’s, and ends it for good', async () => {
    const world = await makeProtestWorld()
    const { ladyLuck, reelDeal, organiser } = world
    const protest = await world.filed(organiser, { fromEntryId: ladyLuck.entry, entryId: reelDeal.entry })
    for (const by of [reelDeal.captain, organiser])
      expect((await world.withdraw(protest, by)).status).toBe(403)
    const answer = await world.withdraw(protest, ladyLuck.captain)
    expect(await answer.json()).toMatchObject({ state: 'withdrawn', decision: null })
    expect(await world.held()).toEqual([])
    expect((await world.withdraw(protest, ladyLuck.captain)).status).toBe(409)
    expect((await world.decide(protest, organiser, denied)).status).toBe(409)
    expect((await world.reopen(protest, organiser, { reason: 'A video' })).status).toBe(409)
  })
})

test('lists are paged, and filtered by state', async () => {
  const world = await makeProtestWorld()
  const ids: string[] = []
  for (let index = 0; index < 3; index++) {
    ids.unshift((await world.filed(world.organiser, {})).id)
    world.wait(1000)
  }
  await world.decide({ id: ids[1] ?? '' }, world.organiser, upheld)
  const idsOf = async (query: string) => (await world.list(query)).map(({ id }) => id)
  expect(await idsOf('?state=open')).toEqual([ids[0] ?? '', ids[2] ?? ''])
  expect(await idsOf('?state=closed')).toEqual([ids[1] ?? ''])
  const first = await world.page(`/api/tournaments/${world.tournament}/protests?limit=2`)
  const next = nextOf(first) ?? ''
  expect(await (await world.page(next)).json()).toMatchObject([{ id: ids[2] }])
})

test('the window says until when, how many are open and held, and the fee', async () => {
  const rules = heaviestRules({ protests: { minutes: 60, answerMinutes: 60, fee: '100.00' } })
  const world = await makeProtestWorld({ rules })
  const read = async (of: World) => (await of.page(`/api/tournaments/${of.tournament}/protest-window`)).json()
  await world.withdraw(await world.filed(world.ladyLuck.captain, {}), world.ladyLuck.captain)
  await world.filed(world.ladyLuck.captain, {})
  await world.placeHold(world.organiser, { entryId: world.reelDeal.entry, reason: 'Polygraph' })
  expect(await read(world)).toEqual({
    until: new Date(world.until).toISOString(),
    fee: '100.00',
    open: 1,
    total: 2,
    holds: 1,
  })
  const withoutRules = await makeProtestWorld({ rules: null })
  expect(await read(withoutRules)).toEqual({ until: null, fee: null, open: 0, total: 0, holds: 0 })
})

test('the window counts no hold of a boat that withdrew', async () => {
  const world = await makeProtestWorld()
  const { entry } = world.reelDeal
  await world.placeHold(world.organiser, { entryId: entry, reason: 'Polygraph' })
  const read = async () =>
    (await (await world.page(`/api/tournaments/${world.tournament}/protest-window`)).json()).holds
  expect(await read()).toBe(1)
  const path = `/api/tournament-entries/${entry}`
  expect((await world.send(path, 'DELETE', { reason: 'Engine' }, world.organiser)).status).toBe(204)
  expect(await read()).toBe(0)
})

test('a window that is read while the dates change is not cached', async () => {
  const world = await makeProtestWorld()
  const { catalog } = world.app.deps
  const revision = catalog.revision.bind(catalog)
  const later = world.dates.ends_at + hour
  // The change comes between the read of the tournament and that of its window.
  catalog.revision = async () => {
    catalog.revision = revision
    await moveTournament(world.db, { ends_at: later }, world.tournament)
    return revision()
  }
  const read = async () =>
    (await (await world.page(`/api/tournaments/${world.tournament}/protest-window`)).json()).until
  await read()
  expect(await read()).toBe(new Date(later + hour).toISOString())
})

test('the subjects of a boat are its catches and standing penalties, with rules only', async () => {
  const world = await makeProtestWorld()
  const { entry, catchId } = world.reelDeal
  const penalty = { key: 'late', count: 1 }
  await world.send(`/api/tournament-entries/${entry}/penalties`, 'POST', penalty, world.organiser)
  const read = async (of: World) =>
    (await of.page(`/api/tournament-entries/${of.reelDeal.entry}/protest-subjects`)).json()
  expect(await read(world)).toMatchObject({
    catches: [{ id: catchId, weight: 412 }],
    penalties: [{ ...penalty, name: 'Late at the dock' }],
  })
  const withoutRules = await makeProtestWorld({ rules: null })
  expect(await read(withoutRules)).toEqual({ catches: [], penalties: [] })
})

test('a tournament is deleted with its protests and holds', async () => {
  const world = await makeProtestWorld()
  const owner = await addOwner(world.db)
  const protest = await world.filed(world.ladyLuck.captain, { catchId: world.reelDeal.catchId })
  await world.answer(protest, world.reelDeal.captain, { text: 'In time' })
  await world.placeHold(world.organiser, { entryId: world.reelDeal.entry, reason: 'Polygraph' })
  const deletion = await world.send(`/api/admin/tournaments/${world.tournament}`, 'DELETE', undefined, owner)
  expect(deletion.status).toBe(204)
  for (const table of ['protests', 'protest_steps', 'holds'] as const)
    expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('a text that an owner erases in the log is gone from the protest, its answers and its decisions too', async () => {
  const world = await makeProtestWorld()
  const { reelDeal, ladyLuck, organiser, tournament } = world
  const owner = await addOwner(world.db)
  const protest = await world.filed(ladyLuck.captain, { catchId: reelDeal.catchId, text: 'Bo cheats' })
  await world.filed(ladyLuck.captain, { text: 'Lines out' })
  await world.answer(protest, reelDeal.captain, { text: 'Ana lies' })
  const hook = { url: 'https://127.0.0.1/hook', created_by: organiser.id }
  await world.app.runJobs()
  await addWebhook(world.db, { tournament_id: tournament, ...hook })
  await world.decide(protest, organiser, {
    outcome: 'denied',
    text: `Ask Cy at 555-0100${', or write to him'.repeat(20)}`,
  })
  const readMessages = async () => {
    const captains = await notificationsOf(world.app, reelDeal.captain.id)
    return [...captains, ...(await notificationsOf(world.app, organiser.id))].map(({ text }) => text).sort()
  }
  const readDeliveries = () => world.db.selectFrom('webhook_deliveries').select('body').execute()
  expect((await readMessages()).join().match(/Bo cheats|555-0100/g)).toHaveLength(3)
  const log = `/api/tournaments/${tournament}/log`
  const { texts }: LogPage = await (await world.app.page(log, { cookie: organiser.cookie })).json()
  const personal = /Bo cheats|Ana lies|555-0100/
  const hashes = Object.keys(texts).filter(hash => personal.test(texts[hash]?.text ?? ''))
  expect(hashes).toHaveLength(3)
  for (const hash of hashes)
    expect((await world.send(`${log}-texts/${hash}`, 'DELETE', undefined, owner)).status).toBe(204)
  const protests = await world.list()
  expect(protests.map(({ text }) => text)).toEqual(['Lines out', ''])
  expect(protests[1]).toMatchObject({ answers: [{ text: '' }], decision: { text: '' } })
  expect(await readMessages()).toEqual([
    'Lady Luck protests about Reel Deal: (erased)',
    'Lady Luck protests about Reel Deal: (erased)',
    'Lady Luck protests: Lines out',
    'Lady Luck’s protest about Reel Deal is denied: (erased)',
  ])
  const [delivery, ...others] = await readDeliveries()
  expect(others).toEqual([])
  expect(JSON.parse(delivery?.body ?? '').data.protest).toMatchObject({
    text: '(erased)',
    answers: [{ text: '(erased)' }],
    decision: { text: '(erased)' },
  })
  const html = await (await world.app.page(`/tournament/${tournament}/protests`)).text()
  expect(html).not.toMatch(personal)
  expect(html.match(/>\(erased\)</g)).toHaveLength(3)
})

test('a reason, a rule and a witness that an owner erases in the log are gone wherever they were shown', async () => {
  const penalty = {
    key: 'late',
    name: 'Late',
    per: 'minute' as const,
    weight: 1,
    points: 0,
    categories: null,
  }
  const world = await makeProtestWorld({
    rules: heaviestRules({ penalties: [{ ...penalty, outFrom: null }] }),
  })
  const { ladyLuck, organiser, reelDeal, seaFox, tournament, send } = world
  const owner = await addOwner(world.db)
  const ofLady = `/api/tournament-entries/${ladyLuck.entry}`
  const fish = { weight: 5, species: 'Tuna', witness: 'Bo Witness' }
  const { id } = await (await send(`${ofLady}/catches`, 'POST', fish, organiser)).json()
  await world.filed(reelDeal.captain, { catchId: id, rule: 'Bo’s rule' })
  const hold = await (
    await world.placeHold(organiser, { entryId: reelDeal.entry, reason: 'Bo’s polygraph' })
  ).json()
  await world.liftHold(hold, organiser, { note: 'Bo passed' })
  const open = await (await world.placeHold(organiser, { entryId: seaFox.entry, reason: 'Bo again' })).json()
  const disqualify = (path: string, reason: string) =>
    send(`${path}/disqualification`, 'PUT', { reason }, organiser)
  await disqualify(ofLady, 'Bo cheats')
  await disqualify(`/api/catches/${id}`, 'Bo’s knife')
  await send(`/api/catches/${id}/allowance`, 'PUT', { reason: 'Bo’s engine' }, organiser)
  await send(`${ofLady}/penalties`, 'POST', { key: 'late', count: 1, reason: 'Bo slept' }, organiser)
  const read = async (path: string) => (await world.app.page(path, { cookie: organiser.cookie })).text()
  const of = `/api/tournaments/${tournament}`
  const rules = heaviestRules({ unit: 'oz', penalties: [{ ...penalty, outFrom: null }] })
  await send(`${of}/rules`, 'PUT', { rules, reason: `Bo’s scale${'!'.repeat(200)}` }, organiser)
  const ofSea = `/api/tournament-entries/${seaFox.entry}`
  await send(ofSea, 'DELETE', { reason: 'Bo drowned' }, organiser)
  const readPages = async () =>
    (
      await Promise.all(
        ['/protests', '/holds', '/desk', '', '/standings', '/rules', '/actions'].map(page => read(of + page)),
      )
    ).join()
  expect(new Set((await readPages()).match(/Bo\b[^"]*/g))).toHaveLength(11)
  const { texts }: LogPage = JSON.parse(await read(`${of}/log`))
  const hashes = Object.keys(texts).filter(hash => texts[hash]?.text.startsWith('Bo'))
  expect(hashes).toHaveLength(11)
  for (const hash of hashes)
    expect((await send(`${of}/log-texts/${hash}`, 'DELETE', undefined, owner)).status).toBe(204)
  expect(await readPages()).not.toMatch(/Bo\b/)
  expect(await read(`${of}/actions`)).toContain('Sea Fox')
  const withdrawn = world.db.selectFrom('entries').select('withdrawal_reason').where('id', '=', seaFox.entry)
  expect(await withdrawn.executeTakeFirst()).toEqual({ withdrawal_reason: '(erased)' })
  expect(await world.list()).toMatchObject([{ rule: '(erased)' }])
  expect((await world.liftHold(open, organiser)).status).toBe(204)
  expect(await world.listHolds()).toMatchObject([
    { reason: '(erased)', lifted: { note: 'Passed' } },
    { reason: '(erased)', lifted: { note: '(erased)' } },
  ])
  const { faults } = await verifyLog(world.db, tournament)
  expect(faults.filter(fault => fault.includes(id) || !fault.startsWith('Catch'))).toEqual([])
})

test('the database keeps protests, their steps and holds as they were written', async () => {
  const world = await makeProtestWorld()
  const protest = await world.filed(world.ladyLuck.captain, {})
  await world.decide(protest, world.organiser, denied)
  await expect(changeRows(world.db, 'protests', { content: 'Other' })).rejects.toThrow('only be erased')
  await expect(changeRows(world.db, 'protests', { late: 1 })).rejects.toThrow('only the state')
  await expect(changeRows(world.db, 'protest_steps', { content: 'Other' })).rejects.toThrow('only be erased')
  await expect(changeRows(world.db, 'protest_steps', { kind: 'upheld' })).rejects.toThrow('append-only')
  await changeRows(world.db, 'protest_steps', { content: '' })
  await expect(changeRows(world.db, 'protests', { rule: 'Other' })).rejects.toThrow('only be erased')
  await world.placeHold(world.organiser, { entryId: world.reelDeal.entry, reason: 'Polygraph' })
  await expect(changeRows(world.db, 'holds', { reason: 'Other' })).rejects.toThrow('lifted once')
  await changeRows(world.db, 'holds', { lifted_at: 1, lifted_note: 'Passed' })
  for (const change of [{ lifted_at: 2 }, { lifted_note: 'Failed' }, { lifted_at: null, lifted_note: null }])
    await expect(changeRows(world.db, 'holds', change)).rejects.toThrow('lifted once')
})
