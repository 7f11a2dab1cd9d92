import { afterAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { endpoints } from '#contract/endpoints.ts'
import { newId, type UserId } from '#contract/ids.ts'
import { type DailyThing, dailyLimits } from '#contract/limits.ts'
import { day, hour } from '#contract/time.ts'
import { makeApp } from '#server/app.ts'
import { inTransaction } from '#server/db/connection.ts'
import { noAssets, type TestApp, testOrigin } from '../../../../tests/support/app.ts'
import {
  addAnnouncement,
  addBoat,
  addCatch,
  addFunding,
  addOwner,
  addPushSubscription,
  addScene,
  addSigned,
  addTournament,
  addWebhook,
  setRules,
} from '../../../../tests/support/factories.ts'
import { addPost, addVideoRow } from '../../../../tests/support/posts.ts'
import { makeProtestWorld } from '../../../../tests/support/protest-world.ts'
import { addRows, changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { callsOf } from '../../../../tests/support/scene.ts'
import { declineRequests } from '../../../../tests/support/states.ts'
import { makeMediaApp, removeDisks } from '../../../../tests/support/uploads.ts'
import { countCreated, sweepDailyCounts } from './daily-limits.queries.ts'

afterAll(removeDisks)

/** Default address of `app.request`. */
const network = 'network 127.0.0.1'

const thingsByEndpoint: Record<string, DailyThing> = {
  'POST /api/auth/sign-up': 'signUps',
  'POST /auth/v1/signup': 'signUps',
  'POST /api/images': 'pictures',
  'PUT /api/admin/branding/logo': 'pictures',
  'POST /api/tournaments': 'tournaments',
  'POST /api/tournaments/:id/entries': 'entries',
  'POST /api/tournament-entries/:id/catches': 'catches',
  'POST /api/tournaments/:id/protests': 'protests',
  'POST /api/protests/:id/answers': 'protests',
  'POST /api/protests/:id/withdrawal': 'protests',
  'POST /api/protests/:id/decision': 'rulings',
  'POST /api/protests/:id/reopening': 'rulings',
  'POST /api/tournaments/:id/holds': 'rulings',
  'POST /api/tournaments/:id/results/rounds': 'rulings',
  'POST /api/payouts/:id/returned': 'rulings',
  'POST /api/payouts/:id/waived': 'rulings',
  'PUT /api/tournaments/:id/rules': 'rulings',
  'PUT /api/catches/:id/disqualification': 'rulings',
  'POST /api/catches/:id/confirmation': 'rulings',
  'PUT /api/catches/:id/allowance': 'rulings',
  'PUT /api/tournament-entries/:id/disqualification': 'rulings',
  'POST /api/tournament-entries/:id/penalties': 'rulings',
  'PUT /api/tournaments/:id/tie-decisions': 'rulings',
  'PUT /api/tournament-entries/:id/pots': 'rulings',
  'PUT /api/tournament-entries/:id/anglers': 'rulings',
  'POST /api/tournament-updates': 'updates',
  'POST /api/tournaments/:id/announcements': 'updates',
  'PATCH /api/tournaments/:id': 'changes',
  'PATCH /api/catches/:id': 'changes',
  'PATCH /api/tournament-entries/:id': 'changes',
  'PATCH /api/announcements/:id': 'changes',
  'PATCH /api/webhooks/:id': 'changes',
  'POST /api/tournament-entries/:id/backers/thanks': 'replies',
  'POST /api/tournament-entries/:id/backers/:fundingId/reply': 'replies',
  'POST /api/boats': 'boats',
  'PUT /api/crew/assignment': 'crewRequests',
  'POST /api/tournaments/:id/staff-invitations': 'invitations',
  'POST /api/tournaments/:id/boat-list': 'captainMails',
  'POST /api/tournament-entries/:id/captain-invitation': 'captainMails',
  'POST /api/tournament-entries/:id/captain-link': 'captainMails',
  'POST /api/tournaments/:id/webhooks': 'webhooks',
  'POST /api/webhooks/:id/secret': 'webhooks',
  'POST /api/webhooks/:id/test': 'webhookTests',
  'POST /api/webhook-deliveries/:id/again': 'webhookTests',
  'POST /api/organiser-requests': 'organiserRequests',
  'PUT /api/admin/legal/:kind': 'legalTexts',
  'POST /api/admin/legal/:kind/default': 'legalTexts',
  'POST /api/create-payment-intent': 'payments',
  'POST /api/funding': 'payments',
  'POST /api/tournament-entries/:id/handovers': 'handovers',
  'POST /api/tournament-entries/:id/handovers/:handoverId/reverse': 'handovers',
  'POST /api/crew/videos/upload': 'videos',
  'POST /api/crew/posts': 'posts',
  'POST /api/crew/posts/:id/report': 'reports',
  'PUT /api/boats/:id/follow': 'follows',
  'PUT /api/tournaments/:id/follow': 'follows',
  'POST /api/push/subscriptions': 'pushSubscriptions',
  'POST /api/push/test': 'pushTests',
  'POST /api/data-export': 'dataExports',
  'DELETE /api/boats/:id/follow': 'follows',
  'DELETE /api/tournaments/:id/follow': 'follows',
  'DELETE /api/catches/:id/disqualification': 'rulings',
  'DELETE /api/catches/:id/allowance': 'rulings',
  'DELETE /api/tournament-entries/:id/disqualification': 'rulings',
  'DELETE /api/penalties/:id': 'rulings',
  'DELETE /api/payouts/:id/paid': 'rulings',
  'PATCH /api/crew/posts/:id': 'changes',
  'POST /api/crew/posts/:id/takedown': 'changes',
}

/** Calls that add no separately limited rows. */
const notCounted = new Set([
  'POST /api/validate-password',
  'POST /api/notices/read',
  'PUT /api/notice-settings',
  'POST /api/boats/:id/crew/:userId',
  'PATCH /api/boats/:id',
  'PATCH /api/auth/user',
  'POST /api/staff-invitations/:token/accept',
  'POST /api/owner-link/:token/accept',
  // Only owners call these.
  'POST /api/admin/check-payments',
  'PATCH /api/admin/branding',
  'POST /api/admin/test-mail',
  'POST /api/admin/legal/preview',
  'POST /api/admin/people/:id/reset-link',
  'PUT /api/admin/people/:id/ban',
  'PUT /api/admin/people/:id/role',
  'POST /api/admin/organiser-requests/:id/approve',
  'POST /api/admin/organiser-requests/:id/decline',
  'POST /api/admin/tournaments/:id/cancel',
  'PUT /api/admin/tournaments/:id/organiser',
  'PUT /api/admin/posts/:id/hidden',
  'POST /api/admin/jobs/:id/retry',
  'POST /api/admin/refunds/:fundingId/retry',
  'POST /api/tournaments/:id/results/preview',
  'POST /api/tournaments/:id/results/rounds/preview',
  'POST /api/tournaments/:id/results',
  'POST /api/payouts/:id/paid',
  'POST /api/tournaments/:id/payouts/paid',
  'POST /api/tournaments/:id/payouts/imports/preview',
  // A tournament has a limit of its own.
  'POST /api/tournaments/:id/payouts/imports',
  'PUT /api/payout-details',
  'POST /api/tournaments/:id/refunds/:fundingId/retry',
  'POST /api/crew/videos/:id/complete',
  'PUT /api/crew/videos/:id/poster',
  // Bytes of a counted video.
  'POST /files',
  'PUT /files/:id',
  // Signed by the provider.
  'POST /api/stripe/webhook',
  // Throttled separately.
  'POST /api/auth/sign-in',
  'POST /api/auth/sign-out',
  'POST /api/auth/recover',
  'POST /api/auth/reset',
  'POST /api/auth/confirm',
  'POST /api/auth/password',
  'POST /api/auth/email',
  'POST /auth/v1/token',
  'PUT /auth/v1/user',
  'POST /auth/v1/logout',
  'POST /auth/v1/recover',
  'POST /auth/v1/resend',
  'POST /auth/v1/verify',
  // Ends what was counted when it was created; a second time it isn't there.
  'DELETE /api/payout-details',
  'DELETE /api/payout-imports/:id',
  'DELETE /api/crew/videos/:id',
  'DELETE /files/:id',
  'DELETE /api/crew/posts/:id',
  'DELETE /api/crew/posts/:id/reports',
  'DELETE /api/crew/posts/:id/takedown',
  'DELETE /api/tournaments/:id/log-texts/:hash',
  'DELETE /api/catches/:id',
  'DELETE /api/tournament-entries/:id',
  'DELETE /api/tournament-updates/:id',
  'DELETE /api/announcements/:id',
  'DELETE /api/holds/:id',
  'DELETE /api/tournaments/:id/staff/:userId',
  'DELETE /api/tournaments/:id/staff-invitations/:invitationId',
  'DELETE /api/webhooks/:id',
  'DELETE /api/push/subscriptions',
  // Only owners call these.
  'DELETE /api/admin/people/:id/sessions',
  'DELETE /api/admin/people/:id/ban',
  'DELETE /api/admin/people/:id/role',
  'DELETE /api/admin/tournaments/:id',
  'DELETE /api/admin/posts/:id/hidden',
  'DELETE /api/admin/posts/:id/reports',
  'DELETE /api/admin/branding/logo',
  'DELETE /api/auth/user',
  'DELETE /api/auth/sessions/:id',
])

async function makeLimitedApp(env: Record<string, string> = {}) {
  const app = await makeMediaApp({ RATE_LIMIT: 'on', ...env })
  // Noon avoids crossing midnight.
  app.setNow(Math.floor(Date.now() / day) * day + day / 2)
  return app
}

const setCount = (app: TestApp, subject: string, thing: DailyThing, count: number) =>
  addRows(app.db, 'daily_counts', { day: Math.floor(app.deps.now() / day), subject, thing, count })

type Call = (n: number) => Response | Promise<Response>

const creating: Record<DailyThing, (app: TestApp) => Promise<{ subject: string; call: Call }>> = {
  async tournaments(app) {
    const me = await addSigned(app.db)
    const json = { name: 'Cup', startDate: '2026-12-01T08:00:00Z', endDate: '2026-12-02T08:00:00Z' }
    return { subject: me.id, call: () => app.page('/api/tournaments', { json, cookie: me.cookie }) }
  },
  async boats(app) {
    const me = await addSigned(app.db)
    const json = { name: 'Second Wind', captainName: 'Ana Reyes' }
    return { subject: me.id, call: () => app.page('/api/boats', { json, cookie: me.cookie }) }
  },
  async entries(app) {
    const { captain } = await addScene(app.db)
    const boatId = await addBoat(app.db, { owner_id: captain.id })
    const json = { boatId, fundingGoal: 1000, payoutPercentage: 40 }
    const call = async () => {
      const id = await addTournament(app.db, {
        starts_at: app.deps.now() + day,
        ends_at: app.deps.now() + 2 * day,
      })
      return app.page(`/api/tournaments/${id}/entries`, { json, cookie: captain.cookie })
    }
    return { subject: captain.id, call }
  },
  async catches(app) {
    const { organiser, entry } = await addScene(app.db, { starts_at: app.deps.now() - 3_600_000 })
    const json = { weight: 12, species: 'Tuna' }
    const path = `/api/tournament-entries/${entry}/catches`
    return { subject: organiser.id, call: () => app.page(path, { json, cookie: organiser.cookie }) }
  },
  async rulings(app) {
    const { organiser, tournament } = await addScene(app.db, {
      starts_at: app.deps.now() + day,
      ends_at: app.deps.now() + 2 * day,
    })
    const json = { rules: bassRules(), reason: 'Lines out at four' }
    const path = `/api/tournaments/${tournament}/rules`
    return {
      subject: organiser.id,
      call: () => app.page(path, { method: 'PUT', json, cookie: organiser.cookie }),
    }
  },
  async protests(app) {
    const { organiser, tournament } = await addScene(app.db)
    const rules = { ...bassRules(), protests: { minutes: 60, answerMinutes: 60, fee: null } }
    await setRules(app.db, tournament, rules, organiser.id)
    const json = { text: 'Lines out' }
    const path = `/api/tournaments/${tournament}/protests`
    return {
      subject: organiser.id,
      call: () => app.page(path, { json, cookie: organiser.cookie }),
    }
  },
  async changes(app) {
    const { organiser, tournament } = await addScene(app.db)
    const call = (n: number) =>
      app.page(`/api/tournaments/${tournament}`, {
        method: 'PATCH',
        json: { name: `Cup ${n}` },
        cookie: organiser.cookie,
      })
    return { subject: organiser.id, call }
  },
  async replies(app) {
    const { captain, entry } = await addScene(app.db)
    const funding = await addFunding(app.db, { entry_id: entry })
    const path = `/api/tournament-entries/${entry}/backers/${funding}/reply`
    const json = { reply: 'Thank you' }
    return { subject: captain.id, call: () => app.page(path, { json, cookie: captain.cookie }) }
  },
  async updates(app) {
    const { captain, entry } = await addScene(app.db)
    const json = { tournamentEntryId: entry, content: 'Fish on' }
    return {
      subject: captain.id,
      call: () => app.page('/api/tournament-updates', { json, cookie: captain.cookie }),
    }
  },
  async pictures(app) {
    const me = await addSigned(app.db)
    const body = new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#135' } })
        .png()
        .toBuffer(),
    )
    const headers = { cookie: me.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'image/png' }
    return {
      subject: me.id,
      call: () => app.app.request(`${testOrigin}/api/images`, { method: 'POST', body, headers }),
    }
  },
  async videos(app) {
    const me = await addSigned(app.db)
    const json = { fileName: 'a.mp4', sizeBytes: 1000 }
    return { subject: me.id, call: () => app.page('/api/crew/videos/upload', { json, cookie: me.cookie }) }
  },
  async posts(app) {
    const me = await addSigned(app.db)
    const videoId = await addVideoRow(app.db, { owner_id: me.id })
    const json = { videoId, visibility: 'Public' }
    return { subject: me.id, call: () => app.page('/api/crew/posts', { json, cookie: me.cookie }) }
  },
  async reports(app) {
    const me = await addSigned(app.db)
    const post = await addPost(app.db)
    const path = `/api/crew/posts/${post}/report`
    return { subject: me.id, call: () => app.page(path, { json: { reason: 'Spam' }, cookie: me.cookie }) }
  },
  async crewRequests(app) {
    const me = await addSigned(app.db)
    const call = async () => {
      const boatId = await addBoat(app.db)
      return app.page('/api/crew/assignment', { method: 'PUT', json: { boatId }, cookie: me.cookie })
    }
    return { subject: me.id, call }
  },
  async payments(app) {
    const scene = await addScene(app.db, { ends_at: app.deps.now() + day })
    return { subject: scene.stranger.id, call: (n: number) => callsOf(app, scene).fund(`pi_mock_${n}`) }
  },
  async handovers(app) {
    const { organiser, entry } = await addScene(app.db)
    await addFunding(app.db, { entry_id: entry })
    const path = `/api/tournament-entries/${entry}/handovers`
    const call = () => app.page(path, { json: { amount: '1.00' }, cookie: organiser.cookie })
    return { subject: organiser.id, call }
  },
  async captainMails(app) {
    const { tournament, organiser } = await addScene(app.db, { ends_at: app.deps.now() + day })
    const boat = { captainName: 'Bo Lind', fundingGoal: 500, payoutPercentage: 40 }
    const call = (n: number) =>
      app.page(`/api/tournaments/${tournament}/boat-list`, {
        json: { boats: [{ ...boat, name: `Boat ${n}`, email: `bo${n}@example.com` }] },
        cookie: organiser.cookie,
      })
    return { subject: organiser.id, call }
  },
  async invitations(app) {
    const { organiser, tournament } = await addScene(app.db)
    const path = `/api/tournaments/${tournament}/staff-invitations`
    const json = { role: 'weigh-master' }
    return { subject: organiser.id, call: () => app.page(path, { json, cookie: organiser.cookie }) }
  },
  async follows(app) {
    const { stranger, boat } = await addScene(app.db)
    const path = `/api/boats/${boat}/follow`
    return { subject: stranger.id, call: () => app.page(path, { method: 'PUT', cookie: stranger.cookie }) }
  },
  async pushSubscriptions(app) {
    const me = await addSigned(app.db)
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const json = { endpoint: 'https://9.9.9.9/push/1', keys }
    return { subject: me.id, call: () => app.page('/api/push/subscriptions', { json, cookie: me.cookie }) }
  },
  async pushTests(app) {
    const me = await addSigned(app.db)
    await addPushSubscription(app.db, me.id)
    return { subject: me.id, call: () => app.page('/api/push/test', { method: 'POST', cookie: me.cookie }) }
  },
  async webhooks(app) {
    const { organiser, tournament } = await addScene(app.db)
    const path = `/api/tournaments/${tournament}/webhooks`
    const json = { url: 'https://9.9.9.9/hook', topics: ['results'] }
    return { subject: organiser.id, call: () => app.page(path, { json, cookie: organiser.cookie }) }
  },
  async webhookTests(app) {
    const { organiser, tournament } = await addScene(app.db)
    const webhook = await addWebhook(app.db, { tournament_id: tournament, created_by: organiser.id })
    const call = () => app.page(`/api/webhooks/${webhook}/test`, { method: 'POST', cookie: organiser.cookie })
    return { subject: organiser.id, call }
  },
  async organiserRequests(app) {
    const me = await addSigned(app.db)
    const json = { content: 'The club’s spring cup.' }
    const call = async () => {
      await declineRequests(app.db)
      return app.page('/api/organiser-requests', { json, cookie: me.cookie })
    }
    return { subject: me.id, call }
  },
  async dataExports(app) {
    const me = await addSigned(app.db)
    const call = async () => {
      await removeRows(app.db, 'data_exports')
      return app.page('/api/data-export', { method: 'POST', cookie: me.cookie })
    }
    return { subject: me.id, call }
  },
  async legalTexts(app) {
    const me = await addOwner(app.db)
    await app.page('/terms')
    const call = (version: number) =>
      app.page('/api/admin/legal/terms', {
        method: 'PUT',
        json: { text: `Version ${version}`, base: Math.min(version, 2) },
        cookie: me.cookie,
      })
    return { subject: me.id, call }
  },
  async signUps(app) {
    const account = { password: 'marlin-1', firstName: 'Ana', lastName: 'Reyes' }
    const call = (n: number) =>
      app.page('/api/auth/sign-up', { json: { ...account, email: `ana${n}@example.com` } })
    return { subject: network, call }
  },
}

const texts: Record<DailyThing, string> = {
  tournaments: 'You can create 50 tournaments a day. Please try again tomorrow.',
  boats: 'You can add 50 boats a day. Please try again tomorrow.',
  entries: 'You can enter boats 200 times a day. Please try again tomorrow.',
  catches: 'You can weigh in 2,000 catches a day. Please try again tomorrow.',
  rulings: 'You can change rules, penalties and lists of boats 1,000 times a day. Please try again tomorrow.',
  protests: 'You can file and answer protests 100 times a day. Please try again tomorrow.',
  changes:
    'You can change tournaments, catches, positions, announcements and posts 2,000 times a day. Please try again tomorrow.',
  replies: 'You can reply to backers 1,000 times a day. Please try again tomorrow.',
  updates: 'You can post 300 updates a day. Please try again tomorrow.',
  pictures: 'You can add 200 pictures a day. Please try again tomorrow.',
  videos: 'You can upload 200 videos a day. Please try again tomorrow.',
  posts: 'You can create 200 posts a day. Please try again tomorrow.',
  reports: 'You can report 100 posts a day. Please try again tomorrow.',
  crewRequests: 'You can ask to join a crew 50 times a day. Please try again tomorrow.',
  invitations: 'You can invite 100 people a day. Please try again tomorrow.',
  captainMails: 'You can send links to 400 captains a day. Please try again tomorrow.',
  webhooks: 'You can add 50 webhooks or change their secrets a day. Please try again tomorrow.',
  webhookTests: 'You can send 200 test events and repeats a day. Please try again tomorrow.',
  organiserRequests: 'You can ask to run tournaments 3 times a day. Please try again tomorrow.',
  dataExports: 'You can ask for your data 5 times a day. Please try again tomorrow.',
  legalTexts: 'You can change terms and policies 100 times a day. Please try again tomorrow.',
  payments: 'You can start 500 payments a day. Please try again tomorrow.',
  handovers: 'You can record 500 handovers a day. Please try again tomorrow.',
  follows: 'You can change what you follow 1,000 times a day. Please try again tomorrow.',
  pushSubscriptions: 'You can turn push messages on 200 times a day. Please try again tomorrow.',
  pushTests: 'You can send 50 test messages a day. Please try again tomorrow.',
  signUps: '1,000 accounts a day can be created from one network. Please try again tomorrow.',
}

describe('limits per person and day', () => {
  test('every POST, PUT, PATCH and DELETE of the API is counted, or listed as one that creates nothing', () => {
    const writes = Object.keys(endpoints).filter(name => /^(POST|PUT|PATCH|DELETE) /.test(name))
    expect(writes.filter(name => thingsByEndpoint[name] === undefined && !notCounted.has(name))).toEqual([])
    expect(new Set(Object.values(thingsByEndpoint))).toEqual(
      new Set(Object.keys(dailyLimits) as DailyThing[]),
    )
  })

  for (const thing of Object.keys(creating) as DailyThing[])
    test(`${thing}: answers 429 that names the limit until the next day`, async () => {
      const app = await makeLimitedApp(thing === 'organiserRequests' ? { ORGANISERS: 'approved' } : {})
      const { subject, call } = await creating[thing](app)
      await setCount(app, subject, thing, dailyLimits[thing] - 1)
      const last = await call(1)
      expect([last.status, last.status < 300 ? '' : await last.text()]).toEqual([expect.any(Number), ''])
      const rejection = await call(2)
      expect([rejection.status, rejection.headers.get('retry-after')]).toEqual([429, String(day / 2 / 1000)])
      expect(await rejection.json()).toEqual({ message: texts[thing], error: 'too_many_attempts' })
      app.setNow(app.deps.now() + day / 2)
      expect((await call(3)).status).toBeLessThan(300)
    })

  test('counts each change that a log keeps', async () => {
    const app = await makeLimitedApp()
    const now = app.deps.now()
    const live = { starts_at: now - day, ends_at: now + day }
    const { captain, organiser, tournament, entry } = await addScene(app.db, live)
    const announcement = await addAnnouncement(app.db, {
      tournament_id: tournament,
      author_id: organiser.id,
    })
    const webhook = await addWebhook(app.db, { tournament_id: tournament, created_by: organiser.id })
    const catchId = await addCatch(app.db, { entry_id: entry, recorded_by: organiser.id })
    await setCount(app, organiser.id, 'changes', dailyLimits.changes)
    await setCount(app, captain.id, 'replies', dailyLimits.replies)
    const calls: [string, object, DailyThing][] = [
      [`/api/tournaments/${tournament}`, { name: 'Cup' }, 'changes'],
      [`/api/catches/${catchId}`, { weight: 13 }, 'changes'],
      [`/api/tournament-entries/${entry}`, { currentPosition: 2 }, 'changes'],
      [`/api/announcements/${announcement}`, { pinned: true }, 'changes'],
      [`/api/webhooks/${webhook}`, { enabled: false }, 'changes'],
      [`/api/tournament-entries/${entry}/backers/thanks`, { reply: 'Thank you' }, 'replies'],
    ]
    for (const [path, json, thing] of calls) {
      const [method, { cookie }] = thing === 'changes' ? ['PATCH', organiser] : ['POST', captain]
      const response = await app.page(path, { method, json, cookie })
      expect([path, response.status, (await response.json()).message]).toEqual([path, 429, texts[thing]])
    }
  })

  test('counts each end of what can begin again, since the ledger and the logs keep both', async () => {
    const app = await makeLimitedApp()
    const { organiser, captain, tournament, boat, entry } = await addScene(app.db, {
      starts_at: app.deps.now() - 2 * hour,
      ends_at: app.deps.now() - hour,
    })
    await addFunding(app.db, { entry_id: entry, completed_at: 1 })
    const { confirm } = callsOf(app, { organiser, captain, stranger: captain, tournament, entry })
    expect((await confirm(100)).status).toBe(201)
    const { id: payout } = await app.db.selectFrom('payouts').select('id').executeTakeFirstOrThrow()
    const video_id = await addVideoRow(app.db, { owner_id: captain.id })
    const post = await addPost(app.db, { author_id: captain.id, boat_id: boat, video_id, caption: 'One' })
    const call = async (method: string, path: string, { cookie }: { cookie: string }, json = {}) => {
      const answer = await app.page(path, { method, json, cookie })
      return [answer.status, answer.status === 429 ? (await answer.json()).message : null]
    }
    await setCount(app, organiser.id, 'rulings', dailyLimits.rulings - 1)
    for (const who of [organiser, captain]) await setCount(app, who.id, 'changes', dailyLimits.changes - 1)
    const paid = `/api/payouts/${payout}/paid`
    const takedown = `/api/crew/posts/${post}/takedown`
    for (const expected of [
      [200, null],
      [429, texts.rulings],
    ]) {
      expect((await call('POST', paid, organiser))[0]).toBe(200)
      expect(await call('DELETE', paid, organiser)).toEqual(expected)
    }
    for (const expected of [
      [204, null],
      [429, texts.changes],
    ]) {
      expect(await call('POST', takedown, organiser)).toEqual(expected)
      expect((await call('DELETE', takedown, organiser))[0]).toBe(204)
    }
    for (const expected of [
      [200, null],
      [429, texts.changes],
    ])
      expect(await call('PATCH', `/api/crew/posts/${post}`, captain, { caption: 'Two' })).toEqual(expected)
  })

  test('counts a penalty and its end', async () => {
    const world = await makeProtestWorld({ env: { RATE_LIMIT: 'on' } })
    const { organiser, seaFox } = world
    const penalty = await world.page(`/api/tournament-entries/${seaFox.entry}/penalties`, {
      json: { key: 'late', count: 1 },
      cookie: organiser.cookie,
    })
    const path = `/api/penalties/${(await penalty.json()).id}`
    const lift = () =>
      world.page(path, { method: 'DELETE', json: { reason: 'Wrong boat' }, cookie: organiser.cookie })
    await changeRows(world.db, 'daily_counts', { count: dailyLimits.rulings })
    const refusal = await lift()
    expect([refusal.status, (await refusal.json()).message]).toEqual([429, texts.rulings])
    await changeRows(world.db, 'daily_counts', { count: dailyLimits.rulings - 1 })
    expect((await lift()).status).toBe(204)
  })

  test('refuses the 51st tournament of a day, also after a restart, for this account only', async () => {
    const app = await makeLimitedApp()
    const [me, other] = [await addSigned(app.db), await addSigned(app.db)]
    const create = async ({ request }: Pick<TestApp['app'], 'request'>, { cookie }: { cookie: string }) => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
      const body = '{"name":"Cup","startDate":"2026-12-01T08:00:00Z","endDate":"2026-12-02T08:00:00Z"}'
      return (await request(`${testOrigin}/api/tournaments`, { method: 'POST', headers, body })).status
    }
    for (let n = 0; n < 50; n++) expect(await create(app.app, me)).toBe(201)
    expect(await create(app.app, me)).toBe(429)
    const restartedApp = makeApp({ ...app.deps }, { gate: null, assets: noAssets })
    expect([await create(restartedApp, me), await create(restartedApp, other)]).toEqual([429, 201])
  })

  test('counts deleted rows, but not refused requests', async () => {
    const app = await makeLimitedApp()
    const { captain, entry } = await addScene(app.db)
    const post = (content: string) =>
      app.page('/api/tournament-updates', {
        json: { tournamentEntryId: entry, content },
        cookie: captain.cookie,
      })
    await setCount(app, captain.id, 'updates', dailyLimits.updates - 1)
    expect((await post('')).status).toBe(400)
    const { id } = await (await post('Fish on')).json()
    const path = `/api/tournament-updates/${id}`
    expect((await app.page(path, { method: 'DELETE', cookie: captain.cookie })).status).toBe(204)
    expect((await post('Fish on')).status).toBe(429)
  })

  test('counts refused pictures, whose decoding takes as long', async () => {
    const app = await makeLimitedApp()
    const me = await addSigned(app.db)
    await setCount(app, me.id, 'pictures', dailyLimits.pictures - 1)
    const headers = { cookie: me.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'image/png' }
    const body = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const send = async () =>
      (await app.app.request(`${testOrigin}/api/images`, { method: 'POST', body, headers })).status
    expect([await send(), await send()]).toEqual([422, 429])
  })

  test('does not count a repeated request with the same key', async () => {
    const app = await makeLimitedApp()
    const { subject, call } = await creating.payments(app)
    await setCount(app, subject, 'payments', dailyLimits.payments - 1)
    expect([(await call(1)).status, (await call(1)).status, (await call(2)).status]).toEqual([201, 200, 429])
  })

  test('counts sign-ups through both APIs, with the same answer whether an address has an account', async () => {
    const app = await makeMediaApp({ RATE_LIMIT: 'on', AUTH_AUTOCONFIRM: 'off' })
    await addSigned(app.db, { email: 'known@example.com' })
    await setCount(app, network, 'signUps', dailyLimits.signUps)
    for (const email of ['known@example.com', 'new@example.com']) {
      const answer = await app.page('/auth/v1/signup', { json: { email, password: 'marlin-1' } })
      expect([answer.status, (await answer.json()).msg]).toEqual([429, texts.signUps])
    }
  })

  test('RATE_LIMIT=off disables them; the sweep deletes old counts', async () => {
    const app = await makeLimitedApp()
    const person = newId() as UserId
    const count = (env: TestApp['deps']['env']) =>
      inTransaction(app.db, trx => countCreated(trx, { ...app.deps, env }, { person }, 'boats'))
    await setCount(app, person, 'boats', dailyLimits.boats)
    await expect(count(app.deps.env)).rejects.toThrow('50 boats')
    await count({ ...app.deps.env, rateLimit: false })
    await sweepDailyCounts(app.db, app.deps.now())
    expect(await app.db.selectFrom('daily_counts').select('count').execute()).toEqual([{ count: 50 }])
    await sweepDailyCounts(app.db, app.deps.now() + 5 * day)
    expect(await app.db.selectFrom('daily_counts').select('count').execute()).toEqual([])
  })
})
