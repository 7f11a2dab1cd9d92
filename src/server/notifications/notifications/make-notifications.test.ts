import { describe, expect, test } from 'bun:test'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import { dollars } from '#contract/money.ts'
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { day, hour, minute } from '#contract/time.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import { inTransaction } from '#server/db/connection.ts'
import { saveRefundFailure } from '#server/money/funding/refund-jobs.ts'
import { scheduleGoalDecisions } from '#server/tournaments/tournaments/index.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addCrew,
  addDispute,
  addEntry,
  addFollows,
  addFunding,
  addScene,
  addSigned,
  addStaff,
  addTournament,
  addUser,
  type Signed,
  setRules,
} from '../../../../tests/support/factories.ts'
import { follow, kindsTo, notificationsOf } from '../../../../tests/support/notifications.ts'
import { addPost, addVideoRow } from '../../../../tests/support/posts.ts'
import { addRows, changeRows } from '../../../../tests/support/rows.ts'
import {
  banUser,
  changeTerms,
  finishVideo,
  forgetNotifications,
  repeatJobs,
} from '../../../../tests/support/states.ts'
import { queueTimedReminders } from './notification-jobs.ts'
import { pruneNotifications } from './store-notifications.queries.ts'
import { messageId, storeNotifications } from './store-notifications.ts'

/** A backer, a follower of the boat, one of the tournament, one who muted the boat, a banned follower, a stranger. */
async function setUp(values = {}) {
  const testApp = await makeTestApp()
  const { db } = testApp
  const scene = await addScene(db, values)
  const [backer, fan, watcher, unfollower, bannedFan] = [
    await addSigned(db),
    await addSigned(db),
    await addSigned(db),
    await addSigned(db),
    await addSigned(db),
  ]
  await addFunding(db, { entry_id: scene.entry, backer_id: backer.id })
  await addFunding(db, { entry_id: scene.entry, backer_id: unfollower.id })
  await testApp.page(`/api/boats/${scene.boat}/follow`, { method: 'DELETE', cookie: unfollower.cookie })
  await follow(testApp, fan, `boats/${scene.boat}`)
  await follow(testApp, watcher, `tournaments/${scene.tournament}`)
  await follow(testApp, bannedFan, `boats/${scene.boat}`)
  await banUser(db, bannedFan.id)
  return { ...scene, testApp, db, backer, fan, watcher, unfollower }
}

type World = Awaited<ReturnType<typeof setUp>>

/** Asserts that these people, and no others, got one notification of this kind each. */
async function expectTold(world: World, kind: NotificationKind, people: readonly Signed[], text: string) {
  const { testApp, db } = world
  await testApp.runJobs()
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('notification_messages as message', 'message.id', 'notifications.message_id')
    .select(['notifications.user_id', 'message.text'])
    .where('message.kind', '=', kind)
    .execute()
  expect(rows.map(row => row.user_id).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
  for (const row of rows) expect(row.text).toBe(text)
}

const weigh = async ({ page }: TestApp, { cookie }: Signed, entry: EntryId, weight: number) => {
  const json = { weight, species: 'Blue Marlin' }
  const answer = await page(`/api/tournament-entries/${entry}/catches`, { json, cookie })
  expect(answer.status).toBe(201)
  return (await answer.json()).id as string
}

async function addRival({ db, tournament }: World) {
  const owner = await addSigned(db)
  const boat = await addBoat(db, { owner_id: owner.id, name: 'Sea Fox' })
  const entry = await addEntry(db, { tournament_id: tournament, boat_id: boat })
  return { owner, boat, entry }
}

describe('a handover and its reversal', () => {
  test('are told to the boat’s backers, also to those who muted it, and to no others', async () => {
    const world = await setUp()
    const { testApp, db, organiser, entry, backer, unfollower } = world
    const refundedBacker = await addSigned(db)
    await addFunding(db, { entry_id: entry, backer_id: refundedBacker.id, status: 'refunded' })
    const path = `/api/tournament-entries/${entry}/handovers`
    const send = async (to: string, json: object) => {
      const answer = await testApp.page(to, { json, cookie: organiser.cookie })
      expect(answer.status).toBe(201)
      return (await answer.json()).id as string
    }
    const id = await send(path, { amount: 20 })
    const people = [backer, unfollower]
    await expectTold(world, 'handover', people, 'The organiser handed $20 to Reel Deal, for its entry')
    await forgetNotifications(db)
    await send(`${path}/${id}/reverse`, { reason: 'Wrong boat' })
    await expectTold(
      world,
      'handover',
      people,
      'The organiser reversed the handover of $20 to Reel Deal: Wrong boat',
    )
    expect((await notificationsOf(testApp, backer.id))[0]).toMatchObject({ path: '/my-funding' })
  })
})

describe('a weigh-in', () => {
  test('is told to followers and backers, not to who weighed it in, muted it or is banned', async () => {
    const world = await setUp()
    const { testApp, organiser, entry, boat, backer, fan, watcher } = world
    const rival = await addRival(world)
    await follow(testApp, organiser, `boats/${boat}`)
    await weigh(testApp, organiser, rival.entry, 500)
    await expectTold(world, 'lead_taken', [watcher], 'Sea Fox took the lead: 500 lbs Blue Marlin')
    await weigh(testApp, organiser, entry, 412.5)
    const text = 'Reel Deal weighed in: 412.5 lbs Blue Marlin, now 2nd'
    await expectTold(world, 'weighed_in', [backer, fan, watcher], text)
    expect((await notificationsOf(testApp, fan.id))[0]).toMatchObject({
      title: 'White Marlin Open',
      path: `/boat/${boat}`,
    })
  })

  test('that takes the lead is told as that alone, and to the followers of the boat that lost it', async () => {
    const world = await setUp()
    const { testApp, organiser, entry, backer, fan, watcher } = world
    const rival = await addRival(world)
    const loyal = await addSigned(world.db)
    await follow(testApp, loyal, `boats/${rival.boat}`)
    await weigh(testApp, organiser, rival.entry, 100)
    await testApp.runJobs()
    await forgetNotifications(world.db)
    await weigh(testApp, organiser, entry, 412.5)
    const text = 'Reel Deal took the lead from Sea Fox: 412.5 lbs Blue Marlin'
    await expectTold(world, 'lead_taken', [backer, fan, watcher], text)
    await expectTold(world, 'lead_lost', [loyal], 'Sea Fox lost the lead to Reel Deal')
    expect(await kindsTo(testApp, fan.id)).toEqual(['lead_taken'])
  })

  test('that is corrected before it is told names no place and fish that no longer hold', async () => {
    const world = await setUp()
    const { testApp, organiser, entry, fan } = world
    const rival = await addRival(world)
    await weigh(testApp, organiser, rival.entry, 100)
    const id = await weigh(testApp, organiser, entry, 412.5)
    const correction = { method: 'PATCH', json: { weight: 41.25 }, cookie: organiser.cookie }
    expect((await testApp.page(`/api/catches/${id}`, correction)).status).toBe(200)
    const texts = (await notificationsOf(testApp, fan.id)).map(({ text }) => text)
    expect(texts.toSorted()).toEqual([
      'Reel Deal lost the lead to Sea Fox',
      'Reel Deal took the lead from Sea Fox',
      'Reel Deal weighed in: 41.25 lbs Blue Marlin',
    ])
  })

  test('that is undone takes its notifications back, and nothing more is told', async () => {
    const world = await setUp()
    const { testApp, db, organiser, entry, fan } = world
    const rival = await addRival(world)
    await weigh(testApp, organiser, rival.entry, 100)
    await testApp.runJobs()
    await forgetNotifications(db)
    const firstCatch = await weigh(testApp, organiser, entry, 412.5)
    expect(await kindsTo(testApp, fan.id)).toEqual(['lead_taken'])
    const undo = (id: string) =>
      testApp.page(`/api/catches/${id}`, { method: 'DELETE', cookie: organiser.cookie })
    expect((await undo(firstCatch)).status).toBe(204)
    const secondCatch = await weigh(testApp, organiser, entry, 300)
    expect((await undo(secondCatch)).status).toBe(204)
    await testApp.runJobs()
    expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([])
  })

  test('that is deleted later, or a decided position, tells of the new leader', async () => {
    const world = await setUp()
    const { testApp, db, organiser, entry, fan, backer, watcher } = world
    const rival = await addRival(world)
    await weigh(testApp, organiser, entry, 100)
    const best = await weigh(testApp, organiser, rival.entry, 412.5)
    await testApp.runJobs()
    await forgetNotifications(db)
    testApp.setNow(Date.now() + hour)
    await testApp.page(`/api/catches/${best}`, { method: 'DELETE', cookie: organiser.cookie })
    await expectTold(world, 'lead_taken', [fan, backer, watcher], 'Reel Deal took the lead from Sea Fox')
    await testApp.page(`/api/tournament-entries/${rival.entry}`, {
      method: 'PATCH',
      json: { currentPosition: 1 },
      cookie: organiser.cookie,
    })
    await expectTold(world, 'lead_lost', [fan, backer], 'Reel Deal lost the lead to Sea Fox')
  })

  test('is not told to a backer whose money went back, as the boat’s page says', async () => {
    const world = await setUp()
    const { testApp, db, organiser, boat, entry, tournament, backer } = world
    await changeRows(db, 'fundings', { status: 'refunded' }, { backer_id: backer.id })
    const state = await testApp.page(`/api/boats/${boat}/follow`, { cookie: backer.cookie })
    expect(await state.json()).toEqual({ following: false, because: null })
    await weigh(testApp, organiser, entry, 412.5)
    const json = { content: 'Weigh-in until 6 PM.' }
    await testApp.page(`/api/tournaments/${tournament}/announcements`, { json, cookie: organiser.cookie })
    expect(await kindsTo(testApp, backer.id)).toEqual([])
  })

  test('is not told for a payment of another mode, which makes no one follow', async () => {
    const world = await setUp()
    const { testApp, db, organiser, boat, entry, tournament, backer } = world
    await changeRows(db, 'fundings', { set_aside_at: 1 }, { backer_id: backer.id })
    const state = await testApp.page(`/api/boats/${boat}/follow`, { cookie: backer.cookie })
    expect(await state.json()).toEqual({ following: false, because: null })
    const follows = await testApp.page('/api/follows', { cookie: backer.cookie })
    expect(await follows.json()).toEqual([])
    await weigh(testApp, organiser, entry, 412.5)
    const json = { content: 'Weigh-in until 6 PM.' }
    await testApp.page(`/api/tournaments/${tournament}/announcements`, { json, cookie: organiser.cookie })
    expect(await kindsTo(testApp, backer.id)).toEqual([])
  })

  test('of a hidden tournament is told to no one', async () => {
    const world = await setUp()
    const { testApp, db, organiser, entry, fan } = world
    await weigh(testApp, organiser, entry, 412.5)
    await banUser(db, organiser.id)
    expect(await notificationsOf(testApp, fan.id)).toEqual([])
  })
})

describe('followers are told', () => {
  test('of a crew’s public video, and backers of one for backers, once it plays', async () => {
    const world = await setUp()
    const { testApp, db, boat, fan, backer, captain } = world
    const post = async (visibility: 'Public' | 'Backers') => {
      const video = await addVideoRow(db, { owner_id: captain.id, has_web: 0 })
      const json = { videoId: video, visibility, caption: 'Fish on', tag: 'Catch' }
      const response = await testApp.page('/api/crew/posts', { json, cookie: captain.cookie })
      expect(response.status).toBe(201)
      return video
    }
    await addCrew(db, { user_id: captain.id, boat_id: boat })
    const video = await post('Backers')
    expect(await notificationsOf(testApp, backer.id)).toEqual([])
    await finishVideo(db, video)
    testApp.setNow(Date.now() + 60_000)
    await expectTold(world, 'crew_post', [backer], 'Reel Deal posted a video: Fish on')
    await forgetNotifications(db)
    const publicVideo = await post('Public')
    await finishVideo(db, publicVideo)
    await expectTold(world, 'crew_post', [backer, fan], 'Reel Deal posted a video: Fish on')
  })

  test('of an announcement, with captain and crew', async () => {
    const world = await setUp()
    const { testApp, tournament, organiser, fan, backer, watcher, captain } = world
    await testApp.page(`/api/tournaments/${tournament}/announcements`, {
      json: { content: 'Weigh-in until 6 PM.\nBring ice.' },
      cookie: organiser.cookie,
    })
    const text = 'Weigh-in until 6 PM. Bring ice.'
    await expectTold(world, 'announcement', [fan, backer, watcher, captain], text)
  })

  test('once that funding closes within a day, and once of each missed goal', async () => {
    const world = await setUp({ starts_at: Date.now() + 2 * day, ends_at: Date.now() + 3 * day })
    const { testApp, fan, backer, watcher, captain } = world
    const look = async (now: number) => {
      testApp.setNow(now)
      for (let n = 0; n < 2; n += 1) await queueTimedReminders(testApp.deps)
    }
    await look(Date.now() + 2 * day - hour)
    await expectTold(world, 'funding_closes', [], '')
    await look(Date.now() + 2 * day + hour)
    await look(Date.now() + 2 * day + 2 * hour)
    const text = 'Funding for White Marlin Open closes within 24 hours'
    await expectTold(world, 'funding_closes', [fan, backer, watcher, captain], text)
    await look(Date.now() + 3 * day + hour)
    await look(Date.now() + 3 * day + 2 * hour)
    await expectTold(world, 'goal_missed', [fan, backer, captain], 'Reel Deal missed its funding goal')
  })

  test('anew that funding closes when the organiser has moved the close, also to the time before', async () => {
    const start = Date.now()
    const world = await setUp({ starts_at: start + 9 * day, ends_at: start + 10 * day })
    const { testApp, organiser, tournament, fan, backer, watcher, captain } = world
    const close = async (at: number) => {
      const json = { fundingClosesAt: new Date(at).toISOString() }
      const init = { method: 'PATCH', json, cookie: organiser.cookie }
      expect((await testApp.page(`/api/tournaments/${tournament}`, init)).status).toBe(200)
      await queueTimedReminders(testApp.deps)
    }
    await close(start + 2 * day)
    testApp.setNow(start + day + hour)
    await queueTimedReminders(testApp.deps)
    const people = [fan, backer, watcher, captain]
    await expectTold(world, 'funding_closes', people, 'Funding for White Marlin Open closes within 24 hours')
    await close(start + 3 * day)
    await expectTold(world, 'funding_closes', [], '')
    await close(start + 2 * day)
    await expectTold(world, 'funding_closes', people, 'Funding for White Marlin Open closes within 24 hours')
    testApp.setNow(start + day + 2 * hour)
    await close(start + day + 3 * hour)
    await expectTold(world, 'funding_closes', people, 'Funding for White Marlin Open closes in 1 hour')
    const rows = await testApp.db
      .selectFrom('notification_messages')
      .select('created_at')
      .where('kind', '=', 'funding_closes')
      .execute()
    expect(rows).toEqual([{ created_at: start + day + 2 * hour }])
  })

  test('of no missed goal of a boat that waits for its captain: it takes no fundings', async () => {
    const world = await setUp({ starts_at: Date.now() + hour, ends_at: Date.now() + 2 * hour })
    const { testApp, db, tournament, organiser, fan, backer, captain } = world
    for (const if_goal_missed of ['share', 'refund'] as const)
      await addEntry(db, {
        tournament_id: tournament,
        boat_id: await addBoat(db, { owner_id: organiser.id, name: 'Sea Fox' }),
        awaits_captain: 1,
        if_goal_missed,
      })
    await inTransaction(db, trx => scheduleGoalDecisions(trx, { tournament }, Date.now()))
    testApp.setNow(Date.now() + 3 * hour)
    await queueTimedReminders(testApp.deps)
    await expectTold(world, 'goal_missed', [fan, backer, captain], 'Reel Deal missed its funding goal')
  })

  test('of each missed goal once when the organiser closes funding', async () => {
    const world = await setUp({ starts_at: Date.now() + 2 * day, ends_at: Date.now() + 3 * day })
    const { testApp, fan, backer, captain, organiser, tournament } = world
    const change = async (json: object) => {
      const init = { method: 'PATCH', json, cookie: organiser.cookie }
      expect((await testApp.page(`/api/tournaments/${tournament}`, init)).status).toBe(200)
    }
    testApp.setNow(Date.now())
    await change({ fundingClosesAt: new Date(testApp.deps.now()).toISOString() })
    for (const wait of [minute, hour]) {
      testApp.setNow(testApp.deps.now() + wait)
      await queueTimedReminders(testApp.deps)
      await change({ name: `White Marlin Open ${wait}` })
    }
    await expectTold(world, 'goal_missed', [fan, backer, captain], 'Reel Deal missed its funding goal')
  })

  test('of each missed goal once when the tournament is changed after funding closed by the clock', async () => {
    const closes = Date.now() + hour
    const world = await setUp({ starts_at: closes, ends_at: closes + day, funding_closes_at: closes })
    const { testApp, fan, backer, captain, organiser, tournament } = world
    testApp.setNow(closes + minute)
    const init = { method: 'PATCH', json: { location: 'Pier 4' }, cookie: organiser.cookie }
    expect((await testApp.page(`/api/tournaments/${tournament}`, init)).status).toBe(200)
    await queueTimedReminders(testApp.deps)
    await expectTold(world, 'goal_missed', [fan, backer, captain], 'Reel Deal missed its funding goal')
  })

  test.each([
    ['by the clock, at the start', false],
    ['by the organiser', true],
  ])('of a missed goal that returns the money, when it is decided %s', async (_, isByHand) => {
    const now = Date.now()
    const world = await setUp({ starts_at: now + hour, ends_at: now + 3 * day })
    const { testApp, db, fan, backer, captain, organiser, tournament, entry } = world
    await changeTerms(db, entry, { if_goal_missed: 'refund' })
    await inTransaction(db, trx => scheduleGoalDecisions(trx, { entry }, now))
    testApp.setNow(isByHand ? now : now + hour)
    if (isByHand) {
      const init = {
        method: 'PATCH',
        json: { fundingClosesAt: new Date(now).toISOString() },
        cookie: organiser.cookie,
      }
      expect((await testApp.page(`/api/tournaments/${tournament}`, init)).status).toBe(200)
    }
    const text = 'Reel Deal missed its funding goal: its backers get their money back'
    await expectTold(world, 'goal_missed', [fan, backer, captain], text)
    testApp.setNow(now + 3 * day + hour)
    await queueTimedReminders(testApp.deps)
    await expectTold(world, 'goal_missed', [fan, backer, captain], text)
  })

  test('of each missed goal also after the server was off for days', async () => {
    const world = await setUp({ ends_at: Date.now() + hour })
    const { testApp, fan, backer, captain } = world
    testApp.setNow(Date.now() + 3 * day)
    await queueTimedReminders(testApp.deps)
    await expectTold(world, 'goal_missed', [fan, backer, captain], 'Reel Deal missed its funding goal')
    await expectTold(world, 'funding_closes', [], '')
  })

  test('of a funding that closes soon after the tournament was created', async () => {
    const createdAt = Date.now() - minute
    const soon = Date.now() + 20 * minute
    const world = await setUp({
      created_at: createdAt,
      starts_at: soon,
      ends_at: soon + day,
      funding_closes_at: soon,
    })
    const { testApp, db, fan, backer, watcher, captain } = world
    testApp.setNow(soon - 20 * minute)
    await queueTimedReminders(testApp.deps)
    const text = 'Funding for White Marlin Open closes in 20 minutes'
    await expectTold(world, 'funding_closes', [fan, backer, watcher, captain], text)
    const rows = await db
      .selectFrom('notification_messages')
      .select('created_at')
      .where('kind', '=', 'funding_closes')
      .execute()
    expect(rows).toEqual([{ created_at: createdAt }])
  })

  test('of a reached goal', async () => {
    const world = await setUp({ ends_at: Date.now() + day })
    const { testApp, db, entry, fan, backer, stranger } = world
    await changeTerms(db, entry, { funding_goal_cents: 30_000 })
    const json = { tournamentEntryId: entry, amount: '100.00', stripePaymentIntentId: 'pi_mock_1' }
    expect((await testApp.page('/api/funding', { json, cookie: stranger.cookie })).status).toBe(201)
    await expectTold(
      world,
      'goal_reached',
      [fan, backer, stranger],
      'Reel Deal reached its funding goal of $300',
    )
  })

  test('of later dates, not of another change nor of a start by hand', async () => {
    const year = new Date().getUTCFullYear() + 1
    const [start, end] = [Date.UTC(year, 5, 6, 10), Date.UTC(year, 5, 8, 20)]
    const world = await setUp({ starts_at: start, ends_at: end })
    const { testApp, tournament, organiser, fan, backer, watcher, captain } = world
    await follow(testApp, organiser, `tournaments/${tournament}`)
    const change = async (json: object) => {
      const { cookie } = organiser
      const answer = await testApp.page(`/api/tournaments/${tournament}`, { method: 'PATCH', json, cookie })
      expect(answer.status).toBe(200)
    }
    await change({ location: 'Dock 2', startDate: new Date(start).toISOString() })
    await expectTold(world, 'dates_changed', [], '')
    await change({ startDate: new Date(start + day).toISOString() })
    const people = [fan, backer, watcher, captain]
    const text = `White Marlin Open now starts Jun 7, ${year}, 10:00 AM UTC`
    await expectTold(world, 'dates_changed', people, text)
    await change({ startDate: new Date().toISOString() })
    expect(await kindsTo(testApp, watcher.id)).toEqual(['dates_changed'])
    await change({ endDate: new Date(end + day).toISOString() })
    expect((await notificationsOf(testApp, watcher.id)).at(-1)).toMatchObject({
      text: `White Marlin Open now ends Jun 9, ${year}, 8:00 PM UTC`,
      path: `/tournament/${tournament}`,
    })
  })

  test('of a withdrawal and a cancellation with their reasons, not who made them', async () => {
    const world = await setUp()
    const { testApp, entry, tournament, organiser, fan, backer, watcher, captain } = world
    await follow(testApp, organiser, `tournaments/${tournament}`)
    const withdrawal = await testApp.page(`/api/tournament-entries/${entry}`, {
      method: 'DELETE',
      json: { reason: 'Engine failure' },
      cookie: organiser.cookie,
    })
    expect(withdrawal.status).toBe(204)
    await expectTold(
      world,
      'withdrawn',
      [fan, backer, watcher, captain],
      'Reel Deal withdrew: Engine failure',
    )
    const rival = await addRival(world)
    const cancellation = await testApp.page(`/api/tournaments/${tournament}`, {
      method: 'PATCH',
      json: { status: 'cancelled', reason: 'Storm' },
      cookie: organiser.cookie,
    })
    expect(cancellation.status).toBe(200)
    await expectTold(world, 'cancelled', [watcher, rival.owner], 'White Marlin Open is cancelled: Storm')
  })

  test('of winnings when results are confirmed, and each backer of their own payment', async () => {
    const world = await setUp({ starts_at: Date.now() - 2 * day, ends_at: Date.now() - hour })
    const { testApp, db, boat, entry, tournament, organiser, captain, fan, backer, watcher, unfollower } =
      world
    const json = { winnings: [{ entryId: entry, amount: '50000' }] }
    const confirmation = await testApp.page(`/api/tournaments/${tournament}/results`, {
      json,
      cookie: organiser.cookie,
    })
    expect(confirmation.status).toBe(201)
    await testApp.runJobs()
    const win = { kind: 'won', title: 'White Marlin Open' } as const
    const wins = async ({ id }: Signed) =>
      (await notificationsOf(testApp, id)).filter(({ kind }) => kind !== 'results_official')
    for (const person of [fan, watcher, captain])
      expect(await wins(person)).toEqual([{ ...win, text: 'Reel Deal won $50,000', path: `/boat/${boat}` }])
    const [share] = await db.selectFrom('payouts').selectAll().where('backer_id', '=', backer.id).execute()
    const own = dollars(share?.amount_cents ?? 0)
    expect(await wins(backer)).toEqual([
      { ...win, text: `You won ${own}: Reel Deal won $50,000`, path: '/my-funding' },
    ])
    await expectTold(world, 'payouts_open', [], '')
    testApp.setNow(Date.now() + 8 * day)
    await expectTold(world, 'payouts_open', [organiser], '2 shares of the winnings are still to be paid')
    await testApp.page(`/api/payouts/${share?.id}/paid`, { json: {}, cookie: organiser.cookie })
    await expectTold(world, 'paid', [backer], `You were paid ${own} in winnings`)
    expect(await kindsTo(testApp, unfollower.id)).toEqual([])
  })

  test('of winnings without one’s share, while a dispute freezes it', async () => {
    const world = await setUp({ starts_at: Date.now() - 2 * day, ends_at: Date.now() - hour })
    const { testApp, db, boat, entry, tournament, organiser, backer } = world
    const funding = await db
      .selectFrom('fundings')
      .select(['id as funding_id', 'amount_cents'])
      .where('backer_id', '=', backer.id)
      .executeTakeFirstOrThrow()
    await addDispute(db, funding)
    const json = { winnings: [{ entryId: entry, amount: '50000' }] }
    await testApp.page(`/api/tournaments/${tournament}/results`, { json, cookie: organiser.cookie })
    await testApp.runJobs()
    expect((await notificationsOf(testApp, backer.id)).filter(({ kind }) => kind === 'won')).toEqual([
      { kind: 'won', title: 'White Marlin Open', text: 'Reel Deal won $50,000', path: `/boat/${boat}` },
    ])
  })

  test('of unpaid shares a day before they are promised, which with rules counts from the round', async () => {
    const now = Date.now()
    const dates = { starts_at: now - 22 * day, ends_at: now - 20 * day, payout_days: 30 }
    for (const isRuled of [false, true]) {
      const world = await setUp(dates)
      const { testApp, db, entry, tournament, organiser } = world
      const json = { winnings: [{ entryId: entry, amount: '50000' }] }
      const { cookie } = organiser
      const confirmation = await testApp.page(`/api/tournaments/${tournament}/results`, { json, cookie })
      expect(confirmation.status).toBe(201)
      if (isRuled) {
        await setRules(db, tournament, preset('five-fish', { days: [], timeZone: 'UTC' }), organiser.id)
      }
      await testApp.runJobs()
      const due = isRuled ? 29 : 9
      testApp.setNow(now + due * day - hour)
      await expectTold(world, 'payouts_open', [], '')
      testApp.setNow(now + due * day + hour)
      await expectTold(world, 'payouts_open', [organiser], '2 shares of the winnings are still to be paid')
    }
  })

  test('of a captain’s reply, each with their own receipt', async () => {
    const world = await setUp()
    const { testApp, db, entry, captain, backer, unfollower } = world
    const replies = await testApp.page(`/api/tournament-entries/${entry}/backers/thanks`, {
      json: { reply: 'Thank you' },
      cookie: captain.cookie,
    })
    expect(replies.status).toBe(200)
    await expectTold(world, 'reply', [backer, unfollower], 'The captain of Reel Deal replied to you')
    const [funding] = await db
      .selectFrom('fundings')
      .select('id')
      .where('backer_id', '=', backer.id)
      .execute()
    expect((await notificationsOf(testApp, backer.id))[0]?.path).toBe(`/my-funding/${funding?.id}`)
  })
})

describe('captains are told', () => {
  const back = async ({ testApp, entry }: World, { cookie }: Signed, message?: string) => {
    const json = { tournamentEntryId: entry, amount: '50.00', stripePaymentIntentId: 'pi_mock_1', message }
    expect((await testApp.page('/api/funding', { json, cookie })).status).toBe(201)
  }

  test('of a new backer', async () => {
    const world = await setUp({ ends_at: Date.now() + day })
    await back(world, world.stranger)
    await expectTold(world, 'new_backer', [world.captain], 'A person backs Reel Deal with $50')
  })

  test('of a message, and again after a day without a reply', async () => {
    const world = await setUp({ ends_at: Date.now() + 9 * day })
    const { testApp, captain } = world
    await back(world, world.stranger, 'Good luck')
    await expectTold(world, 'message', [captain], 'A person backs Reel Deal and wrote to you')
    await expectTold(world, 'reply_needed', [], '')
    testApp.setNow(Date.now() + day + hour)
    await expectTold(
      world,
      'reply_needed',
      [captain],
      'A person wrote to Reel Deal a day ago and is waiting for a reply',
    )
    expect(await kindsTo(testApp, captain.id)).toEqual(['message', 'reply_needed'])
  })

  test('not of a message that they answered', async () => {
    const world = await setUp({ ends_at: Date.now() + 9 * day })
    const { testApp, db, captain } = world
    await back(world, world.stranger, 'Good luck')
    await testApp.runJobs()
    await changeRows(db, 'fundings', { reply: 'Thank you', replied_at: 1 })
    testApp.setNow(Date.now() + day + hour)
    expect(await kindsTo(testApp, captain.id)).toEqual(['message'])
  })

  test('of a crew request, and the member of its approval', async () => {
    const world = await setUp()
    const { testApp, boat, captain, stranger } = world
    const json = { boatId: boat }
    await testApp.page('/api/crew/assignment', { method: 'PUT', json, cookie: stranger.cookie })
    await expectTold(world, 'crew_request', [captain], 'A person wants to join the crew of Reel Deal')
    await testApp.page(`/api/boats/${boat}/crew/${stranger.id}`, {
      json: { approved: true },
      cookie: captain.cookie,
    })
    await expectTold(world, 'crew_approved', [stranger], 'You’re now in the crew of Reel Deal')
  })
})

describe('organisers are told', () => {
  test('of an entry, with co-organisers, without weigh masters', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const [organiser, captain] = [await addSigned(db), await addSigned(db)]
    const tournament_id = await addTournament(db, {
      organiser_id: organiser.id,
      starts_at: Date.now() + day,
      ends_at: Date.now() + 2 * day,
    })
    const co = await addStaff(db, { tournament_id, role: 'co-organiser' })
    const master = await addStaff(db, { tournament_id, role: 'weigh-master' })
    const boatId = await addBoat(db, { owner_id: captain.id })
    const json = { boatId, fundingGoal: 1000, payoutPercentage: 40 }
    await testApp.page(`/api/tournaments/${tournament_id}/entries`, { json, cookie: captain.cookie })
    for (const { id } of [organiser, co])
      expect(await notificationsOf(testApp, id)).toMatchObject([
        { text: 'Reel Deal entered White Marlin Open' },
      ])
    for (const { id } of [captain, master]) expect(await notificationsOf(testApp, id)).toEqual([])
  })

  test('of a reported video and a failed refund', async () => {
    const world = await setUp()
    const { testApp, db, boat, entry, organiser, stranger } = world
    const post = await addPost(db, { boat_id: boat })
    await testApp.page(`/api/crew/posts/${post}/report`, { json: {}, cookie: stranger.cookie })
    await expectTold(world, 'report', [organiser], 'A video of Reel Deal was reported')
    await testApp.page(`/api/crew/posts/${post}/report`, { json: {} })
    await expectTold(world, 'report', [organiser], 'A video of Reel Deal was reported')
    const values = { entry_id: entry, status: 'refund_pending' as const, refund_requested_at: 1 }
    const funding: FundingId = await addFunding(db, values)
    await saveRefundFailure(testApp.deps, funding, 'no')
    await expectTold(world, 'refund_failed', [organiser], 'A refund to a backer of Reel Deal failed')
  })
})

describe('the list', () => {
  test('keeps the newest fifty of each person, and tells once when a job repeats', async () => {
    const world = await setUp()
    const { testApp, db, organiser, entry, fan } = world
    for (let n = 1; n <= 55; n += 1) {
      testApp.setNow(Date.now() + n)
      await weigh(testApp, organiser, entry, n)
    }
    expect(await notificationsOf(testApp, fan.id)).toHaveLength(50)
    expect((await notificationsOf(testApp, fan.id)).at(-1)?.text).toContain('55 lbs')
    await repeatJobs(db, 'notification')
    expect(
      (await notificationsOf(testApp, fan.id))
        .map(({ text }) => text)
        .filter(text => text.includes(' 55 lbs')),
    ).toHaveLength(1)
    await inTransaction(db, trx => pruneNotifications(trx, [fan.id]))
    expect(await notificationsOf(testApp, fan.id)).toHaveLength(50)
  })

  test('keeps what waits to be sent, up to ten times as many', async () => {
    const { testApp, db, organiser } = await setUp()
    const insert = async (from: number, to: number, send_at: number | null) => {
      for (let at = from; at < to; at += 1) {
        const id = messageId('a', 'report', at)
        const message = { id, kind: 'report', title: 'Cup', text: `${at}`, path: '/', urgent: 0 } as const
        await addRows(db, 'notification_messages', { ...message, created_at: at })
        const person = { user_id: organiser.id, message_id: id, channel: 'push' } as const
        await addRows(db, 'notifications', { ...person, created_at: at, send_at })
      }
      await inTransaction(db, trx => pruneNotifications(trx, [organiser.id]))
    }
    const texts = async () => (await notificationsOf(testApp, organiser.id)).map(({ text }) => Number(text))
    const later = Date.now() + day
    await insert(1000, 1002, later)
    await insert(2000, 2060, null)
    expect(await texts()).toEqual([1000, 1001, ...Array.from({ length: 50 }, (_, n) => 2010 + n)])
    await insert(3000, 3500, later)
    expect(await texts()).toEqual(Array.from({ length: 500 }, (_, n) => 3000 + n))
  })

  test('says nothing to deleted accounts, which leave nothing behind', async () => {
    const world = await setUp()
    const { testApp, db, organiser, entry } = world
    const password_hash = await Bun.password.hash('marlin-1')
    const follower = await addSigned(db, { password_hash })
    await follow(testApp, follower, `boats/${world.boat}`)
    await weigh(testApp, organiser, entry, 10)
    expect(await notificationsOf(testApp, follower.id)).toHaveLength(1)
    const json = { currentPassword: 'marlin-1' }
    await testApp.page('/api/auth/user', { method: 'DELETE', json, cookie: follower.cookie })
    await weigh(testApp, organiser, entry, 20)
    expect(await notificationsOf(testApp, follower.id)).toEqual([])
    expect(await db.selectFrom('follows').selectAll().where('user_id', '=', follower.id).execute()).toEqual(
      [],
    )
  })
})

test('other work runs between the batches of people who are told', async () => {
  const world = await setUp()
  const { testApp, db } = world
  const people: UserId[] = []
  for (let n = 0; n < 300; n += 1) people.push(await addUser(db))
  let turns = 0
  let done = false
  const turn = () => {
    if (done) return
    turns += 1
    setImmediate(turn)
  }
  setImmediate(turn)
  const message = { kind: 'announcement', title: 'Cup', text: 'Lines in', path: '/' } as const
  await storeNotifications(testApp.deps, { subject: 'a', at: Date.now() }, message, people)
  done = true
  expect(await db.selectFrom('notifications').select('user_id').execute()).toHaveLength(300)
  expect(turns).toBeGreaterThanOrEqual(2)
})

test('a weigh-in only queues a job, however many follow the boat', async () => {
  const world = await setUp()
  const { testApp, db, organiser, entry, boat } = world
  const people: UserId[] = []
  for (let n = 0; n < 300; n += 1) people.push(await addUser(db))
  await addFollows(db, ...people.map(user_id => ({ user_id, subject_id: boat })))
  await weigh(testApp, organiser, entry, 10)
  expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([])
  expect(await kindsTo(testApp, people[299] ?? organiser.id)).toEqual(['lead_taken'])
})
