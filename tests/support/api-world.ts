import { newId } from '#contract/ids.ts'
import { randomSecret } from '#server/people/auth/index.ts'
import { makeTestApp } from './app.ts'
import {
  addAnnouncement,
  addBoat,
  addCatch,
  addCrew,
  addEntry,
  addFunding,
  addImage,
  addScene,
  addSession,
  addSigned,
  addStaff,
  addStaffInvitation,
  addTournament,
  addUpdate,
  addUser,
  addWebhook,
  pastDates,
} from './factories.ts'
import { logCatch } from './log.ts'
import { addPost, addVideoRow } from './posts.ts'
import { addRows } from './rows.ts'
import { makeOriginal } from './test-database.ts'

/**
 * One account with every role, or with `apart` one account for each role, and one row of each kind that a path can
 * name. The password is `password`.
 */
export async function makeApiWorld({ apart = false } = {}) {
  const { db, database, copy } = await makeOriginal()
  const now = Date.now()
  const site = await makeTestApp({}, {}, db)
  const password = 'marlin-1'
  const password_hash = await Bun.password.hash(password)
  const me = await addSigned(db, { password_hash, email: 'me@example.com' })
  const stranger = await addSigned(db, { password_hash, email: 'stranger@example.com' })
  const oneMore = async () => (apart ? addSigned(db, { password_hash }) : me)
  const [organiser, captain, crew, backer] = [
    await oneMore(),
    await oneMore(),
    await oneMore(),
    await oneMore(),
  ]
  const applicant = await addSigned(db)
  const boat = await addBoat(db, { owner_id: captain.id })
  const freeBoat = await addBoat(db, { owner_id: captain.id })
  const tournament = await addTournament(db, { organiser_id: organiser.id })
  const entry = await addEntry(db, { tournament_id: tournament, boat_id: boat })
  const emptyEntry = await addEntry(db, { tournament_id: tournament })
  const funding = await addFunding(db, { entry_id: entry, backer_id: backer.id, message: 'Good luck' })
  const failedRefund = await addFunding(db, {
    entry_id: entry,
    status: 'refund_pending',
    intent_id: 'pi_mock_r',
  })
  await addFunding(db, {
    entry_id: entry,
    status: 'pending',
    backer_id: backer.id,
    intent_id: 'pi_mock_mine',
  })
  const catchId = await addCatch(db, { entry_id: entry, recorded_by: organiser.id })
  const update = await addUpdate(db, { entry_id: entry, author_id: crew.id })
  const announcement = await addAnnouncement(db, {
    tournament_id: tournament,
    author_id: organiser.id,
    pinned: 1,
  })
  const member = await addStaff(db, { tournament_id: tournament, role: 'weigh-master' })
  const invitationToken = randomSecret()
  const invitation = await addStaffInvitation(db, tournament, invitationToken)
  const image = await addImage(db, crew.id)
  const webhook = await addWebhook(db, { tournament_id: tournament, created_by: organiser.id })
  const delivery = newId<'webhook-delivery'>()
  await addRows(db, 'webhook_deliveries', {
    id: delivery,
    webhook_id: webhook,
    event: 'test',
    body: '{}',
    state: 'sent',
    attempts: 1,
    created_at: now,
    attempted_at: now,
    status: 200,
    duration_ms: 40,
    answer: 'OK',
  })
  await addCrew(db, { user_id: crew.id, boat_id: boat })
  await addCrew(db, { user_id: applicant.id, boat_id: boat, approved_at: null })
  const video = await addVideoRow(db, { owner_id: crew.id })
  const upload = await addVideoRow(db, { owner_id: crew.id, status: 'uploading' })
  const post = await addPost(db, { author_id: crew.id, boat_id: boat })
  const othersPost = await addPost(db, { boat_id: boat, visibility: 'Backers' })
  const othersVideo = await addVideoRow(db)
  const session = await addSession(db, backer.id)
  const over = await addTournament(db, { organiser_id: organiser.id, ...pastDates() })
  const overEntry = await addEntry(db, { tournament_id: over, boat_id: boat })
  await addFunding(db, { entry_id: overEntry })
  const settledTournament = await addTournament(db, { organiser_id: organiser.id, ...pastDates() })
  const settledEntry = await addEntry(db, { tournament_id: settledTournament, boat_id: boat })
  await addFunding(db, { entry_id: settledEntry, backer_id: backer.id })
  const confirmation = await site.page(`/api/tournaments/${settledTournament}/results`, {
    json: { winnings: [{ entryId: settledEntry, amount: '100.00' }] },
    cookie: organiser.cookie,
  })
  if (confirmation.status !== 201) throw new Error(`the results were refused: ${await confirmation.text()}`)
  const payout = (await db.selectFrom('payouts').select('id').executeTakeFirstOrThrow()).id
  const loggedTournament = await addTournament(db, { organiser_id: organiser.id, public_log: 1 })
  const loggedEntry = await addEntry(db, { tournament_id: loggedTournament, boat_id: boat })
  const { number: slip, hash: logText } = await logCatch(db, {
    tournament: loggedTournament,
    entry: loggedEntry,
    id: await addCatch(db, { entry_id: loggedEntry, recorded_by: organiser.id }),
    by: organiser.id,
  })
  const other = await addScene(db)
  const ids = {
    announcement,
    boat,
    catchId,
    crew: applicant.id,
    delivery,
    emptyEntry,
    entry,
    failedRefund,
    freeBoat,
    funding,
    image,
    invitation,
    invitationToken,
    loggedTournament,
    logText,
    me: me.id,
    member: member.id,
    other: other.tournament,
    othersEntry: other.entry,
    othersPost,
    othersVideo,
    over,
    overEntry,
    payout,
    post,
    session,
    settledTournament,
    settledEntry,
    slip,
    stranger: stranger.id,
    tournament,
    update,
    upload,
    video,
    webhook,
  }
  return {
    site,
    database,
    copy,
    ids,
    people: { organiser, captain, crew, backer },
    me,
    stranger,
    password,
    gone: await addUser(db, { deleted_at: now, email: null }),
  }
}

export type ApiWorld = Awaited<ReturnType<typeof makeApiWorld>>

export function fillPath(path: string, ids: ApiWorld['ids']): string {
  const thing = /^\/api\/(crew\/posts|crew\/videos|auth\/sessions|[\w-]+)/.exec(path)?.[1] ?? ''
  const idsByName: Record<string, string> = {
    announcements: ids.announcement,
    'auth/sessions': ids.session,
    boats: ids.boat,
    catches: ids.catchId,
    'crew/posts': ids.post,
    'crew/videos': ids.video,
    payouts: ids.payout,
    tournaments: ids.tournament,
    'tournament-entries': ids.entry,
    'tournament-updates': ids.update,
    'webhook-deliveries': ids.delivery,
    webhooks: ids.webhook,
  }
  const isOver = path.endsWith('/results') || path.endsWith('/preview')
  const id = path.includes('/log') ? ids.loggedTournament : isOver ? ids.over : (idsByName[thing] ?? 'x')
  return path
    .replace('{userId}', path.includes('/staff/') ? ids.member : ids.crew)
    .replace('{invitationId}', ids.invitation)
    .replace('{token}', ids.invitationToken)
    .replace('{fundingId}', path.includes('/refunds/') ? ids.failedRefund : ids.funding)
    .replace('{intentId}', 'pi_mock_mine')
    .replace('{kind}', 'terms')
    .replace('{hash}', ids.logText)
    .replace('{number}', ids.slip)
    .replace('{id}', id)
}

export function goodBodies({ ids, password }: ApiWorld): Record<string, Record<string, unknown>> {
  const dates = { startDate: '2026-06-01T12:00:00Z', endDate: '2026-06-03T12:00:00Z' }
  const account = { email: 'new@example.com', password: 'secret-1' }
  return {
    'POST /api/auth/sign-in': { email: 'me@example.com', password },
    'POST /api/auth/sign-up': { ...account, firstName: 'Ana', lastName: 'Reyes' },
    'POST /api/auth/sign-out': { scope: 'others' },
    'POST /api/auth/recover': { email: 'me@example.com' },
    'PATCH /api/auth/user': { firstName: 'Ana' },
    'POST /api/auth/password': { currentPassword: password, password: 'secret-123456' },
    'POST /api/auth/email': { currentPassword: password, email: 'new@example.com' },
    'DELETE /api/auth/user': { currentPassword: password },
    'POST /api/tournaments': { name: 'Open', ...dates },
    'PATCH /api/tournaments/{id}': { name: 'Open' },
    'POST /api/tournaments/{id}/entries': { boatId: ids.freeBoat, fundingGoal: '500', payoutPercentage: 40 },
    'POST /api/tournaments/{id}/boat-list': {
      boats: [
        {
          name: 'Sea Fox',
          captainName: 'Ana Reyes',
          email: 'fox@example.com',
          fundingGoal: '500',
          payoutPercentage: 40,
        },
      ],
    },
    'PATCH /api/tournament-entries/{id}': { currentPosition: 2 },
    'POST /api/tournament-entries/{id}/catches': { weight: 12.5, species: 'Wahoo' },
    'PATCH /api/catches/{id}': { weight: 13 },
    'POST /api/tournament-updates': { tournamentEntryId: ids.entry, content: 'Fish on' },
    'POST /api/tournaments/{id}/staff-invitations': { role: 'weigh-master' },
    'POST /api/tournaments/{id}/webhooks': { url: 'https://9.9.9.9/hook', topics: ['results'] },
    'PATCH /api/webhooks/{id}': { enabled: false },
    'POST /api/tournaments/{id}/announcements': { content: 'Lines in at six.' },
    'PATCH /api/announcements/{id}': { pinned: false },
    'POST /api/notices/read': { until: newId() },
    'PUT /api/notice-settings': {
      channels: { weighed_in: 'mail', message: 'push', reply: 'push' },
      quietFrom: '22:00',
      quietTo: '07:00',
      timeZone: 'America/New_York',
      digest: true,
    },
    'POST /api/push/subscriptions': {
      endpoint: 'https://9.9.9.9/push/1',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    },
    'DELETE /api/push/subscriptions': { endpoint: 'https://9.9.9.9/push/1' },
    'POST /api/boats': { name: 'Sea Fox', captainName: 'Ana Reyes' },
    'PATCH /api/boats/{id}': { description: 'Fast' },
    'POST /api/boats/{id}/crew/{userId}': { approved: true },
    'PUT /api/crew/assignment': { boatId: ids.freeBoat },
    'POST /api/tournaments/{id}/results/preview': { winnings: [{ entryId: ids.overEntry, amount: '10' }] },
    'POST /api/tournaments/{id}/results': { winnings: [{ entryId: ids.overEntry, amount: '10' }] },
    'POST /api/payouts/{id}/paid': { reference: 'Cheque 7' },
    'DELETE /api/tournament-entries/{id}': { reason: 'Engine failure' },
    'POST /api/create-payment-intent': { amount: 50, tournamentEntryId: ids.othersEntry },
    'POST /api/tournament-entries/{id}/backers/{fundingId}/reply': { reply: 'Thank you' },
    'POST /api/crew/videos/upload': { fileName: 'a.webm', sizeBytes: 1000, durationSec: 12 },
    'PUT /api/crew/videos/{id}/poster': { imageId: ids.image },
    'POST /api/crew/posts': { videoId: ids.video },
    'PATCH /api/crew/posts/{id}': { caption: 'New words' },
    'POST /api/crew/posts/{id}/report': { reason: 'Not a fish' },
    'POST /auth/v1/signup': account,
    'POST /auth/v1/recover': { email: 'me@example.com' },
  }
}
