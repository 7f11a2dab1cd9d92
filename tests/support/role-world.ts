import type { EndpointKey } from '#contract/endpoints.ts'
import { newId, type PayoutId, type TournamentId, type UserId } from '#contract/ids.ts'
import { formatCents } from '#contract/money.ts'
import { inTransaction } from '#server/db/connection.ts'
import { insertLine } from '#server/money/handovers/handovers.queries.ts'
import { payoutReference } from '#server/money/payouts/payout-files.ts'
import { fillPath, goodBodies, makeApiWorld } from './api-world.ts'
import {
  addBoat,
  addEntry,
  addFunding,
  addJob,
  addOwner,
  addRole,
  addScene,
  addSigned,
  addTournament,
  addUser,
  pastDates,
  type Signed,
  upcoming,
} from './factories.ts'
import { addRows } from './rows.ts'
import { makeRuledWorld } from './ruled-world.ts'
import { banUser, failRefund, setPasswords } from './states.ts'

type Site = Awaited<ReturnType<typeof makeApiWorld>>['site']

/** @returns the fingerprint to confirm */
async function previewRound(site: Site, tournament: string, cookie: string, json: object): Promise<string> {
  const answer = await site.page(`/api/tournaments/${tournament}/results/rounds/preview`, { json, cookie })
  return (await answer.json()).preview
}

/** Paid, then lowered by a second round. */
async function addReturnableShare(site: Site, { id, cookie }: Signed): Promise<PayoutId> {
  const tournament = await addTournament(site.db, { organiser_id: id, ...pastDates() })
  const entry = await addEntry(site.db, { tournament_id: tournament })
  await addFunding(site.db, { entry_id: entry })
  const send = (path: string, json: object) => site.page(path, { json, cookie })
  const winningsOf = (amount: string) => ({ winnings: [{ entryId: entry, amount }] })
  await send(`/api/tournaments/${tournament}/results`, winningsOf('100.00'))
  const [share] = await (await site.page(`/api/tournaments/${tournament}/payouts`, { cookie })).json()
  await send(`/api/payouts/${share.id}/paid`, {})
  const preview = await previewRound(site, tournament, cookie, winningsOf('10.00'))
  await send(`/api/tournaments/${tournament}/results/rounds`, {
    ...winningsOf('10.00'),
    reason: 'x',
    preview,
  })
  return share.id
}

/** Adds the import of a payout file that marked no share that is still paid. */
async function addImport(db: Site['db'], tournament_id: TournamentId, imported_by: UserId) {
  const id = newId<'payout-import'>()
  const of = { id, tournament_id, imported_by, provider: 'paypal' as const, file_hash: 'x', imported_at: 1 }
  await addRows(db, 'payout_imports', { ...of, people: 1, amount_cents: 1, shares: '{}' })
  return id
}

/** One account for each role of one tournament and its boat, each with a cookie; the password is `password`. */
export async function makeRoleWorld() {
  const world = await makeApiWorld({ apart: true })
  const { ids, people, site } = world
  const { db } = site
  const now = Date.now()
  const elsewhere = await addScene(db)
  const [owner, member, bannedOwner] = [await addOwner(db), await addSigned(db), await addOwner(db)]
  const [weighMaster, coOrganiser] = [await addSigned(db), await addSigned(db)]
  const ruled = await makeRuledWorld(db, { organiser: people.organiser.id, captain: people.captain.id })
  for (const tournament_id of [
    ids.tournament,
    ids.over,
    ids.settledTournament,
    ruled.tournament,
    ruled.upcoming,
  ]) {
    const of = { tournament_id, joined_at: now }
    await addRows(
      db,
      'staff',
      { ...of, user_id: weighMaster.id, role: 'weigh-master' },
      { ...of, user_id: coOrganiser.id, role: 'co-organiser' },
      { ...of, user_id: bannedOwner.id, role: 'co-organiser' },
    )
  }
  await banUser(db, bannedOwner.id)
  const returnable = await addReturnableShare(site, people.organiser)
  await setPasswords(db, world.password)

  const payee = await addBoat(db, { owner_id: people.captain.id })
  const handoverEntry = await addEntry(db, { tournament_id: ids.tournament, boat_id: payee })
  await addFunding(db, { entry_id: handoverEntry, backer_id: people.backer.id })
  const { id: handover } = await inTransaction(db, trx =>
    insertLine(trx, {
      entry_id: handoverEntry,
      amount_cents: 1000,
      paid_on: null,
      reference: null,
      reverses: null,
      reason: null,
      idempotency_key: null,
      recorded_by: people.organiser.id,
      created_at: now,
    }),
  )
  const brand = { id: 1, name: null, support_email: null, color: '#0a5c8f', logo_id: null } as const
  await addRows(db, 'branding', brand)
  const dataExport = newId<'data-export'>()
  await addRows(db, 'data_exports', {
    user_id: people.backer.id,
    id: dataExport,
    state: 'ready',
    requested_at: now,
    finished_at: now,
    size_bytes: 1,
  })
  const request = newId<'organiser-request'>()
  const requestRow = { user_id: await addUser(db), content: 'Our club cup', created_at: now }
  await addRows(db, 'organiser_requests', { id: request, ...requestRow })
  const target = await addUser(db, { has_long_password: 1 })
  await addRole(db, target, 'organiser')
  const job = await addJob(db, { subject: ids.failedRefund, state: 'failed' })
  const report = { post_id: ids.post, reporter_id: world.stranger.id, created_at: now }
  await addRows(db, 'crew_post_reports', { id: newId(), ...report })
  await failRefund(db, ids.failedRefund)
  const upcomingEntry = await addEntry(
    db,
    { tournament_id: await addTournament(db, { organiser_id: people.organiser.id, ...upcoming() }) },
    { owner_id: people.captain.id },
  )
  // Stores version 1.
  await site.page('/api/legal/terms')
  const emptyTournament = await addTournament(db, upcoming())

  const logText = await db
    .selectFrom('log_texts')
    .select('hash')
    .where('tournament_id', '=', ids.settledTournament)
    .limit(1)
    .executeTakeFirstOrThrow()
  const payoutImport = await addImport(db, ids.settledTournament, people.organiser.id)
  const { due_cents: due } = await db
    .selectFrom('payouts')
    .select('due_cents')
    .where('id', '=', ids.payout)
    .executeTakeFirstOrThrow()
  const resultFile = {
    file: `Status,Transaction ID,Currency,Gross,Custom Number\nCompleted,TX1,USD,-${formatCents(due)},${payoutReference(ids.settledTournament, people.backer.id, 0)}`,
  }
  const again = { winnings: [{ entryId: ids.settledEntry, amount: '50.00' }] }
  const bodies: Record<string, object> = {
    ...goodBodies(world),
    'POST /api/tournaments/{id}/results/rounds/preview': again,
    'POST /api/tournaments/{id}/results/rounds': {
      ...again,
      reason: 'The scale was wrong',
      preview: await previewRound(site, ids.settledTournament, people.organiser.cookie, again),
    },
    'POST /api/payouts/{id}/returned': { amount: '0.01' },
    'POST /api/payouts/{id}/waived': { amount: '0.01', reason: 'Bank fees' },
    ...ruled.bodies,
    'POST /api/validate-password': { password: 'let me in' },
    'POST /api/auth/reset': { token: 'x', password: 'secret-1' },
    'POST /api/auth/confirm': { token: 'x', type: 'signup' },
    'POST /api/organiser-requests': { content: 'Our club cup' },
    'POST /api/tournaments/{id}/payouts/paid': { payouts: [ids.payout] },
    'POST /api/tournaments/{id}/payouts/imports/preview': resultFile,
    'POST /api/tournaments/{id}/payouts/imports': resultFile,
    'PUT /api/payout-details': { kind: 'venmo', details: '@ana' },
    'POST /api/tournament-entries/{id}/handovers': { amount: 10 },
    'POST /api/tournament-entries/{id}/handovers/{handoverId}/reverse': { reason: 'Typed wrong' },
    'POST /api/funding': {
      amount: 100,
      tournamentEntryId: ids.entry,
      stripePaymentIntentId: 'pi_mock_mine',
    },
    'POST /api/tournament-entries/{id}/backers/thanks': { reply: 'Thank you' },
    'POST /auth/v1/token': { email: 'stranger@example.com', password: world.password },
    'PUT /auth/v1/user': { data: { boat: 'Sea Fox' } },
    'POST /auth/v1/resend': { type: 'signup', email: 'new@example.com' },
    'POST /auth/v1/verify': { type: 'signup', token_hash: 'x' },
    'PUT /api/admin/people/{id}/role': { role: 'owner' },
    'PUT /api/admin/tournaments/{id}/organiser': { email: 'stranger@example.com' },
    'PATCH /api/admin/branding': { name: 'Port Haven' },
    'PUT /api/admin/legal/{kind}': { text: 'Fair winds.', base: 1 },
    'POST /api/admin/legal/{kind}/default': { base: 1 },
    'POST /api/admin/legal/preview': { text: 'Fair winds.' },
  }
  const special: Partial<Record<EndpointKey, string>> = {
    ...ruled.addresses,
    'GET /api/crew/posts/public': `/api/crew/posts/public?tournamentId=${ids.tournament}`,
    'GET /api/data-export/:id': `/api/data-export/${dataExport}`,
    'GET /api/funding/my.csv': '/api/funding/my.csv?year=2026',
    'GET /api/funding/my/:id': `/api/funding/my/${ids.funding}`,
    'POST /api/tournament-entries/:id/handovers/:handoverId/reverse': `/api/tournament-entries/${handoverEntry}/handovers/${handover}/reverse`,
    'GET /api/tournaments/:id/payouts/files': `/api/tournaments/${ids.settledTournament}/payouts/files`,
    'GET /api/tournaments/:id/payouts/imports': `/api/tournaments/${ids.settledTournament}/payouts/imports`,
    'POST /api/tournaments/:id/payouts/imports/preview': `/api/tournaments/${ids.settledTournament}/payouts/imports/preview`,
    'POST /api/tournaments/:id/payouts/imports': `/api/tournaments/${ids.settledTournament}/payouts/imports`,
    'DELETE /api/payout-imports/:id': `/api/payout-imports/${payoutImport}`,
    'POST /api/tournaments/:id/payouts/paid': `/api/tournaments/${ids.settledTournament}/payouts/paid`,
    'POST /api/crew/videos/:id/complete': `/api/crew/videos/${ids.upload}/complete`,
    'DELETE /api/crew/videos/:id': `/api/crew/videos/${ids.upload}`,
    'DELETE /api/tournaments/:id/log-texts/:hash': `/api/tournaments/${ids.settledTournament}/log-texts/${logText.hash}`,
    'POST /api/tournaments/:id/results/rounds/preview': `/api/tournaments/${ids.settledTournament}/results/rounds/preview`,
    'POST /api/tournaments/:id/results/rounds': `/api/tournaments/${ids.settledTournament}/results/rounds`,
    'POST /api/payouts/:id/returned': `/api/payouts/${returnable}/returned`,
    'POST /api/payouts/:id/waived': `/api/payouts/${returnable}/waived`,
    'GET /api/tournaments/:id/results': `/api/tournaments/${ids.settledTournament}/results`,
    'GET /api/tournament-entries/:id/statement': `/api/tournament-entries/${ids.settledEntry}/statement`,
    'GET /api/tournament-entries/:id/statement.csv': `/api/tournament-entries/${ids.settledEntry}/statement.csv`,
    'DELETE /api/admin/tournaments/:id': `/api/admin/tournaments/${emptyTournament}`,
    'POST /auth/v1/token': '/auth/v1/token?grant_type=password',
    'GET /auth/v1/verify': '/auth/v1/verify?type=signup&token=x',
  }
  const idsByName: Record<string, string> = {
    legal: 'terms',
    people: target,
    'organiser-requests': request,
    tournaments: ids.tournament,
    posts: ids.post,
    jobs: job,
    refunds: ids.failedRefund,
  }
  const address = (key: EndpointKey) => {
    const path = key.split(' ')[1] ?? ''
    const about = /^\/api\/admin\/([\w-]+)\/:/.exec(path)?.[1]
    const pathWithId = about === undefined ? path : path.replace(/:\w+/, idsByName[about] ?? 'x')
    return special[key] ?? fillPath(pathWithId.replaceAll(/:(\w+)/g, '{$1}'), ids)
  }
  const everyone = {
    member,
    backer: people.backer,
    crew: people.crew,
    captain: people.captain,
    'weigh-master': weighMaster,
    'co-organiser': coOrganiser,
    organiser: people.organiser,
    'organiser of another': elsewhere.organiser,
    owner,
    banned: bannedOwner,
  }
  return {
    database: world.database,
    copy: world.copy,
    ruled,
    ids: { ...ids, dataExport, upcomingEntry, weighMaster: weighMaster.id },
    people: everyone,
    address,
    bodyOf: (key: EndpointKey) => bodies[key.replaceAll(/:(\w+)/g, '{$1}')],
  }
}

export type RoleWorld = Awaited<ReturnType<typeof makeRoleWorld>>
