import { describe, expect, test } from 'bun:test'
import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { hour, minute } from '#contract/time.ts'
import type { LogPage } from '#contract/tournaments/log.ts'
import type { Protest } from '#contract/tournaments/protests.ts'
import { inTransaction } from '#server/db/connection.ts'
import { addBoat, addCrew, addEntry, setRules } from '../../../../tests/support/factories.ts'
import { kindsTo, notificationsOf } from '../../../../tests/support/notifications.ts'
import { heaviestRules, makeProtestWorld } from '../../../../tests/support/protest-world.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { statusAndMessage } from '../../../../tests/support/scene.ts'
import { settleTournament, withdrawEntry } from '../../../../tests/support/states.ts'
import { holdEndedWinners, holdWinners } from './hold-winners.ts'

const denied = { outcome: 'denied', text: 'The video shows it in time' }
const upheld = { outcome: 'upheld', text: 'The video shows it' }

/** Lady Luck protests Reel Deal's fish. */
const lateName = 'Late at the dock'

async function makeCase(options?: Parameters<typeof makeProtestWorld>[0]) {
  const world = await makeProtestWorld(options)
  const { ladyLuck, reelDeal } = world
  return { ...world, protest: await world.filed(ladyLuck.captain, { catchId: reelDeal.catchId }) }
}

const steps = async ({ db }: Pick<Awaited<ReturnType<typeof makeCase>>, 'db'>) =>
  (await db.selectFrom('protest_steps').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

describe('a decision', () => {
  test('upheld: everyone reads it, and its effects happen with it', async () => {
    const world = await makeCase()
    const { protest, reelDeal, ladyLuck, coOrganiser } = world
    const answer = await world.decide(protest, coOrganiser, {
      ...upheld,
      effects: [
        { kind: 'disqualifyCatch', catchId: reelDeal.catchId },
        { kind: 'penalty', entryId: reelDeal.entry, key: 'late', count: 2, reason: 'Two minutes' },
      ],
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      state: 'upheld',
      closedAt: new Date(world.now()).toISOString(),
      decision: {
        outcome: 'upheld',
        text: 'The video shows it',
        role: 'co-organiser',
        effects: [
          { kind: 'disqualifyCatch', catchId: reelDeal.catchId },
          { kind: 'penalty', entryId: reelDeal.entry, key: 'late', name: lateName, day: null, count: 2 },
        ],
      },
    })
    expect(await world.isOut(reelDeal.catchId)).toBe(true)
    expect([await world.placeOf(ladyLuck.entry), await world.placeOf(reelDeal.entry)]).toEqual([1, null])
    expect(await world.held()).toEqual([])
    const { reason } = await world.db.selectFrom('penalties').select('reason').executeTakeFirstOrThrow()
    expect(reason).toBe('Two minutes')
  })

  test('upheld: the reason of an effect is the start of a long text, whose emoji isn’t split', async () => {
    const { decide, protest, reelDeal, organiser, db } = await makeCase()
    const text = `${'x'.repeat(limits.reasonMax - 2)}🎣🎣`
    const effects = [{ kind: 'disqualifyCatch', catchId: reelDeal.catchId }]
    expect((await decide(protest, organiser, { ...upheld, text, effects })).status).toBe(200)
    const { reason } = await db
      .selectFrom('catches')
      .select('disqualified_reason as reason')
      .where('id', '=', reelDeal.catchId)
      .executeTakeFirstOrThrow()
    expect(reason).toBe(`${'x'.repeat(limits.reasonMax - 2)}…`)
  })

  test('denied: nothing changes; it needs a text and takes no effects', async () => {
    const world = await makeCase()
    const { protest, organiser, reelDeal } = world
    expect((await world.decide(protest, organiser, { outcome: 'denied' })).status).toBe(400)
    expect((await world.decide(protest, organiser, { outcome: 'maybe', text: 'x' })).status).toBe(400)
    const effects = [{ kind: 'disqualifyCatch', catchId: reelDeal.catchId }]
    const both = await world.decide(protest, organiser, { ...denied, effects })
    expect((await both.json()).issues).toEqual([{ path: 'effects', message: fieldTexts.effectsOfUpheld }])
    const answer = await world.decide(protest, organiser, denied)
    expect(await answer.json()).toMatchObject({ state: 'denied', decision: { effects: [] } })
    expect(await world.isOut(reelDeal.catchId)).toBe(false)
    expect(await world.held()).toEqual([])
  })

  test('without effects once the rules are gone', async () => {
    const { db, decide, organiser, protest, reelDeal, tournament } = await makeCase()
    await setRules(db, tournament, null, organiser.id, { number: 2 })
    const effects = [{ kind: 'disqualifyCatch', catchId: reelDeal.catchId }]
    expect(await statusAndMessage(await decide(protest, organiser, { ...upheld, effects }))).toEqual([
      409,
      fieldTexts.withoutRules,
    ])
    expect((await decide(protest, organiser, denied)).status).toBe(200)
  })

  test('each effect', async () => {
    const world = await makeProtestWorld()
    const { organiser, reelDeal, ladyLuck } = world
    const { entry, catchId } = reelDeal
    const decide = async (...effects: object[]) => {
      const protest = await world.filed(ladyLuck.captain, { entryId: entry })
      const answer = await world.decide(protest, organiser, { ...upheld, effects })
      return [answer.status, ((await answer.json()) as Protest).decision?.effects]
    }
    expect(await decide({ kind: 'disqualifyEntry', entryId: entry })).toEqual([
      200,
      [{ kind: 'disqualifyEntry', entryId: entry }],
    ])
    expect(await world.placeOf(entry)).toBeNull()
    await decide({ kind: 'reinstateEntry', entryId: entry })
    expect(await world.placeOf(entry)).toBe(1)
    await decide({ kind: 'correctCatch', catchId: catchId, weight: 300 })
    expect(await world.placeOf(entry)).toBe(2)
    await decide({ kind: 'correctCatch', catchId: catchId, entryId: ladyLuck.entry })
    expect(await world.placeOf(entry)).toBeNull()
    await decide({ kind: 'correctCatch', catchId: catchId, entryId: entry, weight: 412 })
    await decide({ kind: 'disqualifyCatch', catchId: catchId }, { kind: 'reinstateCatch', catchId: catchId })
    expect(await world.placeOf(entry)).toBe(1)
    const [, penalty] = await decide({ kind: 'penalty', entryId: entry, key: 'late', count: 20 })
    expect(penalty).toEqual([
      { kind: 'penalty', entryId: entry, key: 'late', name: lateName, day: null, count: 20 },
    ])
    expect(await world.placeOf(entry)).toBe(2)
    const { id } = await world.db.selectFrom('penalties').select('id').executeTakeFirstOrThrow()
    const [, lifted] = await decide({ kind: 'penalty', penaltyId: id })
    expect(lifted).toMatchObject([{ penaltyId: id, name: lateName, count: 20 }])
    expect(await world.placeOf(entry)).toBe(1)
    const actions = await world.db.selectFrom('events').select(['kind', 'text']).execute()
    expect(actions.find(({ kind }) => kind === 'penalty-lifted')?.text).toContain(`${lateName} × 20`)
  })

  test('effects are applied all or none, and refused with their path', async () => {
    const world = await makeCase()
    const { protest, organiser, reelDeal, seaFox } = world
    const other = await addEntry(world.db)
    const good = { kind: 'disqualifyCatch', catchId: reelDeal.catchId }
    const wrong: [effect: unknown, path: string, message?: string][] = [
      ['ban', 'effects.1', fieldTexts.effectsInvalid],
      [{ kind: 'disqualifyEntry', entryId: other }, 'effects.1.entryId'],
      [{ kind: 'disqualifyEntry' }, 'effects.1.entryId'],
      [{ kind: 'reinstateCatch' }, 'effects.1.catchId'],
      [{ kind: 'penalty', entryId: seaFox.entry, key: 'early', count: 1 }, 'effects.1.key'],
      [{ kind: 'penalty', entryId: seaFox.entry, key: 'late' }, 'effects.1.count'],
      [
        { kind: 'correctCatch', catchId: seaFox.catchId, caughtAt: '2020-01-01T00:00:00Z' },
        'effects.1.caughtAt',
      ],
      [{ kind: 'ban', entryId: seaFox.entry }, 'effects.1.kind', fieldTexts.effectKindInvalid],
    ]
    for (const [effect, path, message = expect.any(String)] of wrong) {
      const answer = await world.decide(protest, organiser, { ...upheld, effects: [good, effect] })
      expect([answer.status, (await answer.json()).issues?.[0]]).toEqual([400, { path, message }])
    }
    const twice = await world.decide(protest, organiser, { ...upheld, effects: [good, good] })
    expect(twice.status).toBe(409)
    expect(await world.isOut(reelDeal.catchId)).toBe(false)
    expect(await steps(world)).toEqual([])
    expect((await world.list())[0]?.state).toBe('open')
  })

  test('of two deciders at once one wins', async () => {
    const world = await makeCase()
    const { protest, organiser, coOrganiser, reelDeal } = world
    const effects = [{ kind: 'disqualifyCatch', catchId: reelDeal.catchId }]
    const answers = await Promise.all([
      world.decide(protest, organiser, { ...upheld, effects }),
      world.decide(protest, coOrganiser, denied),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await steps(world)).toHaveLength(1)
  })

  test('is for organisers without an interest', async () => {
    const world = await makeCase()
    const { db, protest, organiser, coOrganiser, weighMaster, reelDeal, ladyLuck } = world
    for (const by of [weighMaster, ladyLuck.captain, reelDeal.captain, world.seaFox.captain])
      expect((await world.decide(protest, by, denied)).status).toBe(403)
    await addCrew(db, { boat_id: reelDeal.boat, user_id: organiser.id })
    await addCrew(db, { boat_id: ladyLuck.boat, user_id: coOrganiser.id })
    for (const by of [organiser, coOrganiser])
      expect(await statusAndMessage(await world.decide(protest, by, denied))).toEqual([
        403,
        'You have an interest in this protest.',
      ])
  })

  test('a decider with another boat of the tournament is marked', async () => {
    const world = await makeCase()
    await addCrew(world.db, { boat_id: world.seaFox.boat, user_id: world.organiser.id })
    const answer = await world.decide(world.protest, world.organiser, denied)
    expect((await answer.json()).decision.interested).toBe(true)
    const other = await world.filed(world.ladyLuck.captain, {})
    const plain = await world.decide(other, world.coOrganiser, denied)
    expect((await plain.json()).decision).not.toHaveProperty('interested')
  })

  test('has no interest in a boat that waits for its captain', async () => {
    const world = await makeCase()
    const { db, protest, organiser, reelDeal } = world
    await changeRows(db, 'boats', { owner_id: organiser.id }, { id: reelDeal.boat })
    await changeRows(db, 'entries', { awaits_captain: 1 }, { id: reelDeal.entry })
    const answer = await world.decide(protest, organiser, denied)
    expect(answer.status).toBe(200)
    expect((await answer.json()).decision).not.toHaveProperty('interested')
  })

  test('owns the boat of a catch that was moved after the protest: an interest too', async () => {
    const world = await makeCase()
    const { db, protest, organiser, reelDeal, tournament } = world
    const own = await addEntry(db, {
      tournament_id: tournament,
      boat_id: await addBoat(db, { owner_id: organiser.id }),
    })
    await changeRows(db, 'catches', { entry_id: own }, { id: reelDeal.catchId })
    expect((await world.decide(protest, organiser, denied)).status).toBe(403)
  })
})

test('once results are confirmed, a co-organiser rules by deciding a protest alone', async () => {
  const world = await makeProtestWorld()
  const { organiser, coOrganiser, reelDeal } = world
  world.waitForResults()
  const protest = await world.filed(organiser, { catchId: reelDeal.catchId })
  expect((await world.confirm()).status).toBe(201)
  const path = `/api/catches/${reelDeal.catchId}/disqualification`
  expect((await world.send(path, 'PUT', { reason: 'Lines out' }, coOrganiser)).status).toBe(403)
  const effects = [{ kind: 'disqualifyCatch', catchId: reelDeal.catchId }]
  expect((await world.decide(protest, coOrganiser, { ...upheld, effects })).status).toBe(200)
  expect(await world.isOut(reelDeal.catchId)).toBe(true)
})

describe('a reopened protest', () => {
  test('is open again by the organiser, with a reason; earlier decisions stay readable', async () => {
    const world = await makeCase()
    const { protest, organiser, coOrganiser } = world
    expect((await world.reopen(protest, organiser, { reason: 'A video' })).status).toBe(409)
    await world.decide(protest, organiser, denied)
    expect((await world.reopen(protest, coOrganiser, { reason: 'A video' })).status).toBe(403)
    expect((await world.reopen(protest, organiser, {})).status).toBe(400)
    world.wait(2 * hour)
    const answer = await world.reopen(protest, organiser, { reason: 'A video came in' })
    expect(await answer.json()).toMatchObject({
      state: 'open',
      answerBy: new Date(world.now() + 30 * minute).toISOString(),
      decision: null,
      closedAt: null,
      reopenings: [{ reason: 'A video came in', decision: { outcome: 'denied', text: denied.text } }],
    })
    expect(await world.held()).toEqual(['heaviest'])
    await world.decide(protest, organiser, upheld)
    expect((await world.list())[0]).toMatchObject({ state: 'upheld', decision: { outcome: 'upheld' } })
    expect(await steps(world)).toEqual(['denied', 'reopened', 'upheld'])
  })
})

test('a boat that withdraws under protest: it holds nothing any more, and can still answer', async () => {
  const world = await makeCase()
  const { db, protest, reelDeal, organiser } = world
  await withdrawEntry(db, reelDeal.entry)
  expect(await world.held()).toEqual([])
  expect((await world.answer(protest, reelDeal.captain, { text: 'We left' })).status).toBe(200)
  const effects = [{ kind: 'disqualifyCatch', catchId: reelDeal.catchId }]
  expect((await world.decide(protest, organiser, { ...upheld, effects })).status).toBe(400)
  expect((await world.decide(protest, organiser, upheld)).status).toBe(200)
  expect((await world.list())[0]?.boats).toContainEqual({ entryId: reelDeal.entry, name: 'Reel Deal' })
})

test('a deleted catch leaves its protest', async () => {
  const world = await makeCase()
  const { reelDeal, organiser, protest } = world
  const path = `/api/catches/${reelDeal.catchId}`
  expect((await world.send(path, 'DELETE', { reason: 'Not weighed' }, organiser)).status).toBe(204)
  expect((await world.list())[0]).toMatchObject({ caught: null, catchId: reelDeal.catchId })
  expect((await world.decide(protest, organiser, upheld)).status).toBe(200)
})

describe('holds', () => {
  test('are placed by organisers and lifted by the organiser with a note', async () => {
    const world = await makeProtestWorld()
    const { organiser, coOrganiser, weighMaster, reelDeal } = world
    const request = { entryId: reelDeal.entry, reason: 'Polygraph on Monday' }
    for (const by of [weighMaster, reelDeal.captain])
      expect((await world.placeHold(by, request)).status).toBe(403)
    const answer = await world.placeHold(coOrganiser, request)
    expect(answer.status).toBe(201)
    const hold = await answer.json()
    expect(hold).toMatchObject({ ...request, lifted: null })
    expect(await world.held()).toEqual(['heaviest'])
    expect((await world.placeHold(organiser, request)).status).toBe(409)
    expect((await world.liftHold(hold, coOrganiser)).status).toBe(403)
    expect((await world.liftHold(hold, organiser, {})).status).toBe(400)
    expect((await world.liftHold(hold, organiser, { note: 'Polygraph passed' })).status).toBe(204)
    expect((await world.liftHold(hold, organiser)).status).toBe(409)
    expect(await world.listHolds()).toMatchObject([{ lifted: { note: 'Polygraph passed' } }])
    expect(await world.held()).toEqual([])
    expect((await world.placeHold(organiser, request)).status).toBe(201)
  })

  test('need a boat of a tournament with rules, before results are official', async () => {
    const world = await makeProtestWorld()
    const { db, organiser, reelDeal, tournament } = world
    const reason = 'Polygraph'
    expect((await world.placeHold(organiser, { entryId: await addEntry(db), reason })).status).toBe(400)
    expect((await world.placeHold(organiser, { entryId: reelDeal.entry })).status).toBe(400)
    await settleTournament(db, tournament, organiser.id)
    expect((await world.placeHold(organiser, { entryId: reelDeal.entry, reason })).status).toBe(409)
    const withoutRules = await makeProtestWorld({ rules: null })
    const of = { entryId: withoutRules.reelDeal.entry, reason }
    expect((await withoutRules.placeHold(withoutRules.organiser, of)).status).toBe(409)
  })

  test('by the rules: winners of the amount are held once the tournament has ended, each once', async () => {
    // 60 % of 80 % of three entries: $1,440.
    const world = await makeProtestWorld({ rules: heaviestRules({ verifyFrom: '1440.00' }) })
    const { deps, organiser, reelDeal, ladyLuck, dates } = world
    await holdEndedWinners(deps)
    expect(await world.listHolds()).toEqual([])
    world.wait(dates.ends_at - world.now())
    await holdEndedWinners(deps, minute)
    await holdEndedWinners(deps)
    const [hold, ...more] = await world.listHolds()
    expect(more).toEqual([])
    expect(hold).toMatchObject({
      entryId: reelDeal.entry,
      reason: 'Subject to verification',
      placedByRules: true,
    })
    expect(await world.held()).toEqual(['heaviest'])
    await world.liftHold({ id: hold?.id ?? '' }, organiser, { note: 'Polygraph passed' })
    await holdEndedWinners(deps)
    expect(await world.held()).toEqual([])
    const path = `/api/catches/${ladyLuck.catchId}`
    await world.send(path, 'PATCH', { weight: 420, reason: 'Digits swapped' }, organiser)
    await inTransaction(world.db, trx => holdWinners(trx, world.tournament, world.now()))
    expect((await world.listHolds()).map(({ entryId }) => entryId)).toEqual([ladyLuck.entry, reelDeal.entry])
  })

  test('by the rules: go when the end moves to a later time, and come for the winners of the new end', async () => {
    const world = await makeProtestWorld({ rules: heaviestRules({ verifyFrom: '1440.00' }) })
    const { deps, organiser, reelDeal, ladyLuck, dates } = world
    const moveEnd = async (to: number) => {
      const json = { endDate: new Date(to).toISOString() }
      expect(
        (await world.send(`/api/tournaments/${world.tournament}`, 'PATCH', json, organiser)).status,
      ).toBe(200)
    }
    world.wait(dates.ends_at - world.now())
    await holdEndedWinners(deps)
    const end = world.now() + 2 * hour
    await moveEnd(end)
    expect([await world.held(), await world.listHolds()]).toEqual([[], []])
    expect((await world.readResults()).heldAwards).toEqual([])
    const path = `/api/catches/${ladyLuck.catchId}`
    await world.send(path, 'PATCH', { weight: 420, reason: 'Digits swapped' }, organiser)
    await moveEnd(world.now())
    expect((await world.listHolds()).map(({ entryId }) => entryId)).toEqual([ladyLuck.entry])
    const log = await world.send(`/api/tournaments/${world.tournament}/log`, 'GET', undefined, organiser)
    const { events }: LogPage = await log.json()
    const about = events.filter(({ kind }) => kind.startsWith('hold'))
    expect(about.map(({ kind, data }) => [kind, data.entryId])).toEqual([
      ['hold', reelDeal.entry],
      ['hold-lifted', reelDeal.entry],
      ['hold', ladyLuck.entry],
    ])
  })

  test('by the rules: boats that win the amount by a later round are held before it is confirmed', async () => {
    const world = await makeProtestWorld({ rules: heaviestRules({ verifyFrom: '1440.00' }) })
    const { organiser, reelDeal, ladyLuck, seaFox } = world
    world.waitForResults()
    expect((await world.confirm()).status).toBe(201)
    const [hold] = await world.listHolds()
    const path = `/api/tournament-entries/${reelDeal.entry}/disqualification`
    expect((await world.send(path, 'PUT', { reason: 'Failed' }, organiser)).status).toBe(200)
    await world.liftHold({ id: hold?.id ?? '' }, organiser, { note: 'Failed' })
    expect((await world.settle()).status).toBe(201)
    const holds = await world.listHolds()
    expect(new Map(holds.map(({ entryId, lifted }) => [entryId, lifted !== null]))).toEqual(
      new Map([
        [seaFox.entry, false],
        [ladyLuck.entry, false],
        [reelDeal.entry, true],
      ]),
    )
    expect((await world.readResults()).state).toBe('partly-official')
  })

  test('by the rules: none below the amount, without it, or of a cancelled tournament', async () => {
    for (const verifyFrom of ['1440.01', null]) {
      const world = await makeProtestWorld({ rules: heaviestRules({ verifyFrom }) })
      world.wait(5 * hour)
      await holdEndedWinners(world.deps)
      expect(await world.listHolds()).toEqual([])
    }
    const world = await makeProtestWorld({ rules: heaviestRules({ verifyFrom: '1440.00' }) })
    await world.send(
      `/api/tournaments/${world.tournament}`,
      'PATCH',
      { status: 'cancelled' },
      world.organiser,
    )
    world.wait(5 * hour)
    await holdEndedWinners(world.deps)
    expect(await world.listHolds()).toEqual([])
  })
})

describe('notifications', () => {
  test('tell the named captain and the organisers of a protest, and both captains of the decision', async () => {
    const world = await makeCase()
    const { app, organiser, coOrganiser, weighMaster, reelDeal, ladyLuck, protest } = world
    expect(await notificationsOf(app, reelDeal.captain.id)).toMatchObject([
      {
        kind: 'protest',
        text: 'Lady Luck protests about Reel Deal: Lines out',
        path: `/tournament/${world.tournament}/protests`,
      },
    ])
    for (const { id } of [organiser, coOrganiser]) expect(await kindsTo(app, id)).toEqual(['protest_filed'])
    for (const { id } of [weighMaster, ladyLuck.captain]) expect(await kindsTo(app, id)).toEqual([])
    world.wait(minute)
    await world.decide(protest, organiser, denied)
    for (const { id } of [reelDeal.captain, ladyLuck.captain])
      expect((await notificationsOf(app, id)).at(-1)).toMatchObject({
        kind: 'protest_decided',
        text: `Lady Luck’s protest about Reel Deal is denied: ${denied.text}`,
      })
    world.wait(minute)
    await world.reopen(protest, organiser, { reason: 'A video' })
    expect((await notificationsOf(app, ladyLuck.captain.id)).at(-1)).toMatchObject({
      kind: 'protest',
      text: 'Lady Luck’s protest about Reel Deal is open again: A video',
    })
  })

  test('tell once of a fish that a decision disqualifies and moves, the boat that has it now', async () => {
    const world = await makeCase()
    const { app, protest, organiser, reelDeal, seaFox } = world
    const { catchId } = reelDeal
    const effects = [
      { kind: 'disqualifyCatch', catchId },
      { kind: 'correctCatch', catchId, entryId: seaFox.entry },
    ]
    world.wait(minute)
    expect((await world.decide(protest, organiser, { ...upheld, effects })).status).toBe(200)
    const rulingsTo = async ({ captain }: typeof seaFox) =>
      (await kindsTo(app, captain.id)).filter(kind => kind === 'disqualified')
    expect([await rulingsTo(seaFox), await rulingsTo(reelDeal)]).toEqual([['disqualified'], []])
  })

  test('of a withdrawn protest go', async () => {
    const world = await makeCase()
    await world.runJobs()
    await world.withdraw(world.protest, world.ladyLuck.captain)
    expect(await kindsTo(world.app, world.reelDeal.captain.id)).toEqual([])
    expect(await kindsTo(world.app, world.organiser.id)).toEqual([])
  })
})

test('each step is an event with its ids; texts stay in their tables', async () => {
  const world = await makeCase()
  const { protest, organiser, reelDeal, ladyLuck } = world
  await world.answer(protest, reelDeal.captain, { text: 'In time' })
  await world.decide(protest, organiser, denied)
  await world.reopen(protest, organiser, { reason: 'A video' })
  await world.withdraw(protest, ladyLuck.captain)
  const rows = await world.db
    .selectFrom('events')
    .select(['kind', 'data', 'actor_id', 'role'])
    .orderBy('id')
    .execute()
  expect(rows.map(({ kind, actor_id, role }) => [kind, actor_id, role])).toEqual([
    ['protest-filed', ladyLuck.captain.id, null],
    ['protest-answered', reelDeal.captain.id, null],
    ['protest-decided', organiser.id, 'organiser'],
    ['protest-reopened', organiser.id, 'organiser'],
    ['protest-withdrawn', ladyLuck.captain.id, null],
  ])
  for (const { data } of rows)
    expect(JSON.parse(data)).toMatchObject({
      protest: protest.id,
      from: ladyLuck.entry,
      entry: reelDeal.entry,
      catch: reelDeal.catchId,
      penalty: null,
    })
  expect(JSON.stringify(rows)).not.toContain('In time')
})

type World = Awaited<ReturnType<typeof makeProtestWorld>>

describe('results', () => {
  const namesOf = async ({ db }: World) =>
    (await db.selectFrom('events').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

  for (const [what, begin, end] of [
    [
      'a hold is lifted',
      world => world.placeHold(world.organiser, { entryId: world.reelDeal.entry, reason: 'A test' }),
      async world => {
        const [hold] = await world.listHolds()
        if (hold) await world.liftHold(hold, world.organiser)
      },
    ],
    [
      'a protest is denied',
      world => world.file(world.organiser, { entryId: world.reelDeal.entry }),
      async world => {
        const [protest] = await world.list('?state=open')
        if (protest) await world.decide(protest, world.organiser, denied)
      },
    ],
  ] as [string, (world: World) => Promise<Response>, (world: World) => Promise<void>][])
    test(`become official when ${what} as the last, once, with webhook and recap`, async () => {
      const world = await makeProtestWorld()
      const first = await world.filed(world.organiser, { catchId: world.seaFox.catchId })
      world.waitForResults()
      expect((await world.confirm()).status).toBe(201)
      // This protest is about an award that is settled already.
      expect((await begin(world)).status).toBe(201)
      await world.decide(first, world.organiser, denied)
      expect((await world.settle()).status).toBe(201)
      expect((await world.readResults()).state).toBe('partly-official')
      expect(await namesOf(world)).not.toContain('results-official')
      await end(world)
      expect((await world.readResults()).state).toBe('official')
      await world.send(
        `/api/tournaments/${world.tournament}/announcements`,
        'POST',
        { text: 'Thanks' },
        world.organiser,
      )
      const names = await namesOf(world)
      for (const kind of ['results-official', 'recap-made'] as const)
        expect(names.filter(each => each === kind)).toEqual([kind])
    })

  test('name the awards that are held before the end too', async () => {
    const world = await makeProtestWorld()
    await world.filed(world.organiser, { entryId: world.reelDeal.entry })
    const { state, heldAwards } = await world.readResults()
    expect([state, heldAwards.map(({ key }) => key)]).toEqual(['running', await world.held()])
    expect(heldAwards.length).toBeGreaterThan(0)
  })
})
