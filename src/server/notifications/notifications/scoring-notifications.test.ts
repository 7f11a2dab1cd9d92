import { expect, test } from 'bun:test'
import type { UserId } from '#contract/ids.ts'
import { day, minute } from '#contract/time.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { addCrew, addFunding, addSigned, addUser } from '../../../../tests/support/factories.ts'
import { follow, notificationsOf } from '../../../../tests/support/notifications.ts'
import { makeRuledTournament } from '../../../../tests/support/ruled-tournament.ts'
import { award, category, daysOf, noon, one, pot } from '../../../../tests/support/scoring.ts'
import { queueTimedReminders } from './notification-jobs.ts'

const rules = {
  categories: [category(one)],
  pots: ['level-a', 'level-b'].map(key => pot({ key, name: key, entry: 'chosen', fee: 100 })),
  awards: [award({ pot: 'level-a' })],
}

async function setUp(rulesOfTest: object = rules) {
  const open = await makeRuledTournament(rulesOfTest, ['Reel Deal', 'Lady Luck'])
  await open.runJobs()
  const backer = await addUser(open.db)
  return {
    open,
    backer,
    fund: () => addFunding(open.db, { entry_id: open.entryId('Reel Deal'), backer_id: backer }),
  }
}

test('backers hear of shared pots that their boat isn’t in at the start, once', async () => {
  const { open, backer, fund } = await setUp()
  const body = { sharedPots: ['level-a', 'level-b'] }
  await open.call(open.entryOf('Reel Deal'), 'PATCH', body, open.captainOf('Reel Deal'))
  await open.enterPots('Reel Deal', 'level-a')
  await fund()
  await queueTimedReminders(open.deps)
  expect(await notificationsOf(open, backer)).toEqual([])
  open.setNow(noon)
  await queueTimedReminders(open.deps)
  open.setNow(noon + minute)
  await queueTimedReminders(open.deps)
  expect(await notificationsOf(open, backer)).toMatchObject([
    { kind: 'pot_missed', text: 'Reel Deal isn’t in level-b, so its backers don’t share it' },
  ])
})

test('backers hear of missed pots also after the server was off for days', async () => {
  const { open, backer, fund } = await setUp()
  await open.call(
    open.entryOf('Reel Deal'),
    'PATCH',
    { sharedPots: ['level-a'] },
    open.captainOf('Reel Deal'),
  )
  await fund()
  open.setNow(noon + 3 * day)
  await queueTimedReminders(open.deps)
  expect(await notificationsOf(open, backer)).toMatchObject([{ kind: 'pot_missed' }])
})

test('backers of a boat that shares everything, or only what it is in, hear nothing at the start', async () => {
  const { open, backer, fund } = await setUp()
  await fund()
  open.setNow(noon)
  await queueTimedReminders(open.deps)
  expect(await notificationsOf(open, backer)).toEqual([])
})

test('backers of a boat that shares everything hear of a pot that its captain asked for in vain', async () => {
  const { open, backer, fund } = await setUp()
  await open.enterPots('Reel Deal', 'level-a')
  const body = { wanted: ['level-a', 'level-b'] }
  await open.call(`${open.entryOf('Reel Deal')}/pots`, 'PUT', body, open.captainOf('Reel Deal'))
  await fund()
  open.setNow(noon)
  await queueTimedReminders(open.deps)
  expect(await notificationsOf(open, backer)).toMatchObject([
    { kind: 'pot_missed', text: 'Reel Deal isn’t in level-b, so its backers don’t share it' },
  ])
})

test('a disqualified boat’s backers, captain and crew read why, and when it is no longer', async () => {
  const { open, backer, fund } = await setUp()
  await fund()
  await open.weighAll(['Reel Deal', { weight: 50 }], ['Lady Luck', { weight: 40 }])
  await notificationsOf(open, backer)
  const { boat_id } = await open.db
    .selectFrom('entries')
    .select('boat_id')
    .where('id', '=', open.entryId('Reel Deal'))
    .executeTakeFirstOrThrow()
  const crew = await addCrew(open.db, { boat_id })
  const path = `${open.entryOf('Reel Deal')}/disqualification`
  await open.call(path, 'PUT', { reason: 'It failed the polygraph' })
  const text = 'Reel Deal is disqualified: It failed the polygraph'
  const captain = await open.db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select('boats.owner_id as id')
    .where('entries.id', '=', open.entryId('Reel Deal'))
    .executeTakeFirstOrThrow()
  for (const person of [backer, captain.id, crew])
    expect(await notificationsOf(open, person)).toContainEqual(
      expect.objectContaining({ kind: 'disqualified', text }),
    )
  await open.call(path, 'DELETE', { reason: 'The wrong boat' })
  for (const person of [backer, captain.id, crew])
    expect(await notificationsOf(open, person)).toContainEqual(
      expect.objectContaining({ kind: 'disqualified', text: 'Reel Deal is no longer disqualified' }),
    )
})

test('the captain and the crew read why a fish of theirs is disqualified, and when it is no longer', async () => {
  const { open } = await setUp()
  const { boat_id, owner_id } = await open.db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select(['boat_id', 'owner_id'])
    .where('entries.id', '=', open.entryId('Reel Deal'))
    .executeTakeFirstOrThrow()
  const [crew, requester] = [
    await addCrew(open.db, { boat_id }),
    await addCrew(open.db, { boat_id, approved_at: null }),
  ]
  const fish = `/api/catches/${await open.weigh('Reel Deal', { weight: 50 })}`
  const path = `${fish}/disqualification`
  const rulingsTo = async (person: UserId) =>
    (await notificationsOf(open, person)).flatMap(({ kind, text }) => (kind === 'disqualified' ? text : []))
  await open.call(path, 'PUT', { reason: 'Two lines' })
  for (const person of [owner_id, crew])
    expect(await rulingsTo(person)).toEqual(['A fish of Reel Deal (50 lbs Tuna) is disqualified: Two lines'])
  expect(await notificationsOf(open, requester)).toEqual([])
  const pass = () => open.setNow(open.deps.now() + 1)
  pass()
  await open.call(fish, 'PATCH', { weight: 60, reason: 'Digits' })
  for (const person of [owner_id, crew])
    expect(await rulingsTo(person)).toEqual(['A fish of Reel Deal (60 lbs Tuna) is disqualified: Two lines'])
  const other = await open.db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select('owner_id')
    .where('entries.id', '=', open.entryId('Lady Luck'))
    .executeTakeFirstOrThrow()
  pass()
  await open.call(fish, 'PATCH', { entryId: open.entryId('Lady Luck'), reason: 'Wrong boat' })
  expect(await rulingsTo(other.owner_id)).toEqual([
    'A fish of Lady Luck (60 lbs Tuna) is disqualified: Two lines',
  ])
  for (const person of [owner_id, crew]) expect(await rulingsTo(person)).toEqual([])
  pass()
  await open.call(fish, 'PATCH', { entryId: open.entryId('Reel Deal'), reason: 'It was theirs' })
  pass()
  await open.call(path, 'DELETE', { reason: 'One line' })
  await open.call(fish, 'PATCH', { weight: 50, reason: 'Digits' })
  expect(await rulingsTo(owner_id)).toEqual(['A fish of Reel Deal (50 lbs Tuna) is no longer disqualified'])
  pass()
  await open.call(path, 'PUT', { reason: 'Two lines' })
  await open.call(path, 'DELETE', { reason: 'One line' })
  const text = 'A fish of Reel Deal (50 lbs Tuna) is no longer disqualified'
  for (const person of [owner_id, crew])
    expect(await notificationsOf(open, person)).toContainEqual(expect.objectContaining({ text }))
})

test('a notification of a weigh-in says that its place is shared', async () => {
  const { open, backer, fund } = await setUp({
    ...rules,
    categories: [category({ ...one, ties: ['largest'] })],
  })
  await fund()
  await open.weighAll(['Lady Luck', { weight: 50 }], ['Reel Deal', { weight: 50 }])
  expect(await notificationsOf(open, backer)).toMatchObject([
    {
      kind: 'weighed_in',
      text: 'Reel Deal weighed in: 50 lbs Tuna, now tied 1st. Your $100 isn’t in the money now.',
    },
  ])
})

test('a fish that costs its boat the lead tells of the boat that leads now', async () => {
  const { open, backer, fund } = await setUp({
    ...rules,
    species: [{ name: 'Tuna', minWeight: 10, under: [{ flat: 20 }] }],
    categories: [category({ limits: [{ most: 5 }] })],
  })
  await fund()
  await open.weighAll(
    ['Reel Deal', { weight: 50 }],
    ['Lady Luck', { weight: 40 }],
    ['Reel Deal', { weight: 5 }],
  )
  expect(await open.places()).toEqual(['1 Lady Luck 40', '2 Reel Deal 30'])
  const kinds = (await notificationsOf(open, backer)).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['lead_lost', 'lead_taken', 'weighed_in'])
})

test('boats that share the first place after a ruling take no lead', async () => {
  const open = await makeRuledTournament({ categories: [category({ ...one, ties: ['largest'] })] }, [
    'Reel Deal',
    'Lady Luck',
    'Sea Fox',
  ])
  const fan = await addSigned(open.db)
  await follow(open, fan, `tournaments/${open.path.split('/').at(-1) ?? ''}`)
  await open.weighAll(
    ['Reel Deal', { weight: 60 }],
    ['Lady Luck', { weight: 50 }],
    ['Sea Fox', { weight: 50 }],
  )
  await open.call(`${open.entryOf('Reel Deal')}/disqualification`, 'PUT', { reason: 'Two lines' })
  const texts = (await notificationsOf(open, fan.id))
    .filter(({ kind }) => kind === 'lead_taken')
    .map(({ text }) => text)
  expect(texts.toSorted()).toEqual([
    'Lady Luck and Sea Fox are tied for the lead',
    'Reel Deal took the lead: 60 lbs Tuna',
  ])
})

test('followers of each boat that shared the lead hear that it is lost', async () => {
  const boats = ['Reel Deal', 'Lady Luck', 'Sea Fox']
  const open = await makeRuledTournament({ categories: [category({ measure: 'count', ties: [] })] }, boats)
  const fans = new Map<string, UserId>()
  for (const boat of boats) {
    const fan = await addSigned(open.db)
    const { boat: of } = await open.call<{ boat: { id: string } }>(open.entryOf(boat), 'GET', {})
    await follow(open, fan, `boats/${of.id}`)
    fans.set(boat, fan.id)
  }
  await open.weighAll(...boats.map((boat): [string, object] => [boat, { weight: 50 }]))
  await open.weigh('Reel Deal', { weight: 10 })
  for (const [boat, text] of [
    ['Reel Deal', 'Reel Deal took the lead from Lady Luck and Sea Fox: 10 lbs Tuna'],
    ['Lady Luck', 'Lady Luck lost the lead to Reel Deal'],
    ['Sea Fox', 'Sea Fox lost the lead to Reel Deal'],
  ] as const)
    expect(await notificationsOf(open, fans.get(boat) as UserId)).toContainEqual(
      expect.objectContaining({ text }),
    )
})

/** Texts about the lead, for followers of the tournament. */
async function followLead(open: Awaited<ReturnType<typeof makeRuledTournament>>) {
  const fan = await addSigned(open.db)
  await follow(open, fan, `tournaments/${open.path.split('/').at(-1) ?? ''}`)
  for (const boat of ['Reel Deal', 'Lady Luck']) {
    const { boat_id: id } = await open.db
      .selectFrom('entries')
      .select('boat_id')
      .where('id', '=', open.entryId(boat))
      .executeTakeFirstOrThrow()
    await follow(open, fan, `boats/${id}`)
  }
  return async () =>
    (await notificationsOf(open, fan.id))
      .filter(({ kind }) => kind.startsWith('lead_'))
      .map(({ text }) => text)
      .toSorted()
}

test('where each day has its board, the first fish of a day takes the lead of that day from no boat', async () => {
  const open = await makeRuledTournament(
    { days: daysOf(2), categories: [category({ ...one, days: 'each' })] },
    ['Reel Deal', 'Lady Luck'],
  )
  const read = await followLead(open)
  await open.weigh('Reel Deal', { weight: 60 })
  await open.weigh('Lady Luck', { weight: 20, day: 2 })
  await open.weigh('Reel Deal', { weight: 30, day: 2 })
  expect(await read()).toEqual([
    'Lady Luck took the lead on Day 2: 20 lbs Tuna',
    'Reel Deal took the lead on Day 1: 60 lbs Tuna',
    'Reel Deal took the lead on Day 2 from Lady Luck: 30 lbs Tuna',
  ])
  const updates: Update[] = await (await open.page('/api/tournament-updates')).json()
  expect(updates.map(({ content }) => content)).toContain(
    'Lady Luck weighed in a catch of 20 lbs (Tuna) and is in first place on Day 2.',
  )
})

test('rules that change after the start tell of the boat that leads by them', async () => {
  const open = await makeRuledTournament({ categories: [category(one)] }, ['Reel Deal', 'Lady Luck'])
  const read = await followLead(open)
  await open.weighAll(
    ['Reel Deal', { weight: 50 }],
    ['Lady Luck', { weight: 30 }],
    ['Lady Luck', { weight: 29 }],
  )
  await open.putRules({ categories: [category()] }, 'All fish count')
  expect(await read()).toEqual([
    'Lady Luck took the lead from Reel Deal',
    'Reel Deal took the lead: 50 lbs Tuna',
  ])
})
