import { describe, expect, test } from 'bun:test'
import { newId, type UserId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import { day, hour } from '#contract/time.ts'
import type {
  CreatedStaffInvitation,
  OfferedRole,
  StaffInvitation,
  StaffMember,
  StaffTournament,
  TournamentAction,
} from '#contract/tournaments/staff.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { makeTestApp, nextOf } from '../../../../tests/support/app.ts'
import {
  addAnnouncement,
  addCatch,
  addFunding,
  addScene,
  addStaff,
  addStaffInvitation,
  addUpdate,
  addWebhook,
} from '../../../../tests/support/factories.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import {
  beforeTransactions,
  cancelTournament,
  changeOrganiser,
  renameUser,
} from '../../../../tests/support/states.ts'

const marlin = { weight: 412.5, species: 'Blue Marlin' }

/** A running tournament with a row of each kind, its staff, and what members may not do any more. */
async function setUp(values: Parameters<typeof makeScene>[0] = {}) {
  const scene = await makeScene(values)
  const { db, page, tournament, entry, captain, organiser } = scene
  const staff = { tournament_id: tournament, joined_at: scene.now() - 1000 }
  const people = {
    stranger: scene.stranger,
    captain,
    removed: await addStaff(db, { ...staff, role: 'co-organiser', removed_at: 1 }),
    'weigh-master': await addStaff(db, { ...staff, role: 'weigh-master' }),
    'co-organiser': await addStaff(db, { ...staff, role: 'co-organiser' }),
    organiser,
  }
  const ids = {
    tournament,
    entry,
    catch: await addCatch(db, { entry_id: entry }),
    update: await addUpdate(db, { entry_id: entry, author_id: captain.id }),
    funding: await addFunding(db, { entry_id: entry }),
    member: people['weigh-master'].id,
    announcement: await addAnnouncement(db, { tournament_id: tournament, author_id: organiser.id }),
    invitation: await addStaffInvitation(db, tournament, 'unused'),
  }
  const invite = async (role = 'weigh-master'): Promise<CreatedStaffInvitation> =>
    (
      await page(`/api/tournaments/${tournament}/staff-invitations`, {
        json: { role },
        cookie: organiser.cookie,
      })
    ).json()
  const tokenOf = ({ link }: { link: string }) => link.split('/').at(-1) ?? ''
  const accept = (token: string, cookie: string) =>
    page(`/api/staff-invitations/${token}/accept`, { method: 'POST', cookie })
  const actions = async (search = ''): Promise<TournamentAction[]> =>
    (await page(`/api/tournaments/${tournament}/actions${search}`, { cookie: organiser.cookie })).json()
  return { ...scene, people, ids, invite, tokenOf, accept, actions }
}

type Ids = Awaited<ReturnType<typeof setUp>>['ids']
type Who = 'organiser' | 'co-organiser' | 'weigh-master'

const everyone: Who[] = ['organiser', 'co-organiser', 'weigh-master']
const organisers: Who[] = ['organiser', 'co-organiser']
const organiserOnly: Who[] = ['organiser']

/** The table of decision 0096. 409: the organiser gets as far as the tournament's own rules. */
const calls: [call: string, who: Who[], status: number, json?: (ids: Ids) => object][] = [
  ['GET /tournaments/{tournament}/desk', everyone, 200],
  ['GET /tournaments/{tournament}/catches', everyone, 200],
  ['POST /tournament-entries/{entry}/catches', everyone, 201, () => marlin],
  ['PATCH /catches/{catch}', everyone, 200, () => ({ weight: 100 })],
  ['DELETE /catches/{catch}', everyone, 204],
  [
    'POST /tournament-updates',
    everyone,
    201,
    ids => ({ tournamentEntryId: ids.entry, content: 'Lines in.' }),
  ],
  ['DELETE /tournament-updates/{update}', organisers, 204],
  ['PATCH /tournament-entries/{entry}', organisers, 200, () => ({ currentPosition: 1 })],
  ['POST /tournaments/{tournament}/announcements', organisers, 201, () => ({ content: 'Fog.' })],
  ['PATCH /announcements/{announcement}', organisers, 200, () => ({ pinned: true })],
  ['DELETE /announcements/{announcement}', organisers, 204],
  ['PATCH /tournaments/{tournament}', organisers, 200, () => ({ name: 'Open', location: 'Key West' })],
  ['PATCH /tournaments/{tournament}', organiserOnly, 200, () => ({ startDate: iso(Date.now() - 2 * hour) })],
  ['PATCH /tournaments/{tournament}', organiserOnly, 200, () => ({ endDate: iso(Date.now() + 9 * day) })],
  [
    'PATCH /tournaments/{tournament}',
    organiserOnly,
    200,
    () => ({ fundingClosesAt: iso(Date.now() + hour) }),
  ],
  ['PATCH /tournaments/{tournament}', organiserOnly, 200, () => ({ payoutDays: 14 })],
  ['PATCH /tournaments/{tournament}', organiserOnly, 200, () => ({ name: 'Open', prizePool: 5000 })],
  ['PATCH /tournaments/{tournament}', organiserOnly, 200, () => ({ status: 'cancelled' })],
  ['DELETE /tournament-entries/{entry}', organiserOnly, 204, () => ({ reason: 'Engine failure' })],
  ['GET /tournaments/{tournament}/fundings', organiserOnly, 200],
  ['GET /tournaments/{tournament}/fundings/totals', organiserOnly, 200],
  ['GET /tournaments/{tournament}/fundings.csv', organiserOnly, 200],
  ['GET /tournaments/{tournament}/refunds', organiserOnly, 200],
  ['POST /tournaments/{tournament}/refunds/{funding}/retry', organiserOnly, 409],
  ['POST /tournament-entries/{entry}/handovers', organiserOnly, 201, () => ({ amount: 10 })],
  ['GET /tournament-entries/{entry}/handovers', organiserOnly, 200],
  ['GET /tournaments/{tournament}/handovers.csv', organiserOnly, 200],
  ['GET /tournaments/{tournament}/entries.csv', everyone, 200],
  ['GET /tournaments/{tournament}/catches.csv', everyone, 200],
  ['POST /tournaments/{tournament}/results/preview', organiserOnly, 409, () => ({ winnings: [] })],
  ['POST /tournaments/{tournament}/results', organiserOnly, 409, () => ({ winnings: [] })],
  ['GET /tournaments/{tournament}/payouts', organiserOnly, 200],
  ['GET /tournaments/{tournament}/payouts/totals', organiserOnly, 200],
  ['GET /tournaments/{tournament}/payouts/backers', organiserOnly, 200],
  ['GET /tournaments/{tournament}/payouts.csv', organiserOnly, 200],
  ['GET /tournaments/{tournament}/staff', organiserOnly, 200],
  ['GET /tournaments/{tournament}/actions', organiserOnly, 200],
  ['GET /tournaments/{tournament}/staff-invitations', organiserOnly, 200],
  ['POST /tournaments/{tournament}/staff-invitations', organiserOnly, 201, () => ({ role: 'co-organiser' })],
  ['DELETE /tournaments/{tournament}/staff-invitations/{invitation}', organiserOnly, 204],
]

/** The captain's own rights over boat and updates. */
const captains = new Set([
  'POST /tournament-updates',
  'DELETE /tournament-updates/{update}',
  'PATCH /tournament-entries/{entry}',
  'DELETE /tournament-entries/{entry}',
  'GET /tournament-entries/{entry}/handovers',
])

describe('each call refuses who may not, and answers who may', () => {
  for (const [call, who, status, json] of calls)
    test(`${call}: ${who.join(', ')}`, async () => {
      const { page, people, ids } = await setUp()
      const [method = '', path = ''] = call.split(' ')
      const url = path.replace(/\{(\w+)\}/g, (_, name: keyof Ids) => ids[name])
      const body = json?.(ids)
      const send = (cookie: string) =>
        page(`/api${url}`, { method, cookie, ...(body !== undefined && { json: body }) })
      expect((await send('')).status).toBe(401)
      for (const [name, { cookie }] of Object.entries(people))
        if (!who.some(each => each === name) && !(name === 'captain' && captains.has(call)))
          expect(`${name} ${(await send(cookie)).status}`).toBe(`${name} 403`)
      for (const name of who) {
        const fresh = await setUp()
        const again = path.replace(/\{(\w+)\}/g, (_, each: keyof Ids) => fresh.ids[each])
        const freshBody = json?.(fresh.ids)
        const { status: freshStatus } = await fresh.page(`/api${again}`, {
          method,
          cookie: fresh.people[name].cookie,
          ...(freshBody !== undefined && { json: freshBody }),
        })
        expect(`${name} ${freshStatus}`).toBe(`${name} ${status}`)
      }
    })

  test('a weigh master’s role expires a day after the end, a co-organiser’s does not', async () => {
    const dates = { starts_at: Date.now() - 3 * day, ends_at: Date.now() }
    const { page, people, ids, setNow } = await setUp(dates)
    const correct = async (who: Who) => {
      const cookie = people[who].cookie
      return (await page(`/api/catches/${ids.catch}`, { method: 'PATCH', json: { weight: 7 }, cookie }))
        .status
    }
    setNow(dates.ends_at + day - 1)
    expect(await correct('weigh-master')).toBe(200)
    setNow(dates.ends_at + day)
    expect(await correct('weigh-master')).toBe(403)
    expect(await correct('co-organiser')).toBe(200)
  })

  test('staff see the weigh-in without the money that is held', async () => {
    const { page, people, tournament } = await setUp()
    const read = async (who: Who) =>
      (await page(`/api/tournaments/${tournament}/desk`, { cookie: people[who].cookie })).json()
    expect(await read('organiser')).toMatchObject({ role: 'organiser', held: { fundings: 1 } })
    for (const role of ['co-organiser', 'weigh-master'] as const)
      expect(await read(role)).toMatchObject({ role, held: null })
  })
})

test('once the results are confirmed only the organiser corrects catches and positions', async () => {
  const { page, people, entry, ids, organiser, tournament } = await setUp({
    starts_at: Date.now() - 3 * hour,
    ends_at: Date.now() - hour,
  })
  const json = { winnings: [{ entryId: entry, amount: 100 }] }
  const results = `/api/tournaments/${tournament}/results`
  expect((await page(results, { json, cookie: organiser.cookie })).status).toBe(201)
  for (const [role, expected] of [
    ['weigh-master', [409, 403, 409]],
    ['co-organiser', [409, 409, 409]],
    ['organiser', [200, 200, 204]],
  ] as const) {
    const { cookie } = people[role]
    const statuses = [
      await page(`/api/catches/${ids.catch}`, { method: 'PATCH', json: { weight: 9 }, cookie }),
      await page(`/api/tournament-entries/${entry}`, {
        method: 'PATCH',
        json: { currentPosition: 1 },
        cookie,
      }),
      await page(`/api/catches/${ids.catch}`, { method: 'DELETE', cookie }),
    ].map(({ status }) => status)
    expect([role, statuses]).toEqual([role, [...expected]])
  }
})

describe('invitations', () => {
  test('refuse unknown, revoked, used and expired links, the organiser, and tournaments that are over', async () => {
    const { page, organiser, stranger, captain, tournament, invite, tokenOf, accept, people, setNow, db } =
      await setUp()
    const path = `/api/tournaments/${tournament}/staff-invitations`
    const { cookie } = organiser
    for (const json of [{}, { role: 'owner' }, { role: 7 }])
      expect((await page(path, { json, cookie })).status).toBe(400)
    expect((await page(`/api/staff-invitations/${newId()}`)).status).toBe(404)
    expect((await accept('x', '')).status).toBe(401)
    expect((await accept('x', stranger.cookie)).status).toBe(404)
    const invitation = await invite()
    const revoke = () => page(`${path}/${invitation.id}`, { method: 'DELETE', cookie })
    expect((await revoke()).status).toBe(204)
    expect((await revoke()).status).toBe(404)
    expect((await accept(tokenOf(invitation), stranger.cookie)).status).toBe(404)
    const open = tokenOf(await invite())
    expect((await accept(open, cookie)).status).toBe(409)
    expect((await accept(open, people['co-organiser'].cookie)).status).toBe(409)
    expect((await accept(open, stranger.cookie)).status).toBe(200)
    expect((await accept(open, captain.cookie)).status).toBe(410)
    expect((await page(`/api/staff-invitations/${open}`)).status).toBe(410)
    const late = tokenOf(await invite('co-organiser'))
    const weighMaster = tokenOf(await invite())
    setNow(Date.now() + 3 * day)
    expect((await accept(weighMaster, captain.cookie)).status).toBe(409)
    setNow(Date.now() + limits.invitationDays * day + hour)
    expect((await accept(late, captain.cookie)).status).toBe(410)
    await cancelTournament(db, tournament)
    expect((await page(path, { json: { role: 'weigh-master' }, cookie })).status).toBe(409)
  })

  test('are made once for an id: a repetition after a lost answer has a link that works', async () => {
    const { page, organiser, tournament, stranger, tokenOf, accept, actions } = await setUp()
    const path = `/api/tournaments/${tournament}/staff-invitations`
    const before = await (await page(path, { cookie: organiser.cookie })).json()
    const send = (json: object) => page(path, { json, cookie: organiser.cookie })
    const body = { id: newId(), role: 'weigh-master' }
    const [lost, repeated] = [await send(body), await send(body)]
    expect([lost.status, repeated.status]).toEqual([201, 200])
    expect(await (await page(path, { cookie: organiser.cookie })).json()).toHaveLength(before.length + 1)
    expect((await actions()).filter(({ kind }) => kind === 'staff-invited')).toHaveLength(1)
    expect((await send({ ...body, role: 'co-organiser' })).status).toBe(409)
    expect((await accept(tokenOf(await lost.json()), stranger.cookie)).status).toBe(404)
    expect((await accept(tokenOf(await repeated.json()), stranger.cookie)).status).toBe(200)
    expect((await send(body)).status).toBe(409)
    expect((await send({ ...body, id: 'mine' })).status).toBe(400)
  })

  test('at most so many are open, and so many people on the staff', async () => {
    const { page, db, organiser, tournament, stranger, invite, tokenOf, accept } = await setUp()
    const token = tokenOf(await invite())
    for (let open = 2; open < limits.openInvitations; open++) expect((await invite()).link).toBeDefined()
    expect(await invite()).toMatchObject({ error: 'conflict' })
    const path = `/api/tournaments/${tournament}/staff-invitations`
    const invitations: StaffInvitation[] = await (await page(path, { cookie: organiser.cookie })).json()
    expect(invitations.length).toBe(limits.openInvitations)
    for (let members = 2; members < limits.staff; members++)
      await addStaff(db, { tournament_id: tournament, role: 'weigh-master' })
    expect((await accept(token, stranger.cookie)).status).toBe(409)
  })

  test('say what they offer, work once, and answer a repeat alike; only a hash is stored', async () => {
    const { page, db, stranger, tournament, organiser, people, invite, tokenOf, accept } = await setUp()
    const invitation = await invite()
    const token = tokenOf(invitation)
    expect(invitation.link).toBe(`http://reelstake.test/invitation/${token}`)
    expect(invitation.qrCode).toStartWith('<svg')
    const rows = await db.selectFrom('staff_invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const offer: OfferedRole = await (await page(`/api/staff-invitations/${token}`)).json()
    expect(offer).toMatchObject({ role: 'weigh-master', tournament: { id: tournament } })
    for (let again = 0; again < 2; again++) {
      const answer = await accept(token, stranger.cookie)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { tournamentId: tournament, role: 'weigh-master' },
      ])
    }
    const helping: StaffTournament[] = await (
      await page('/api/my-tournaments/staff', { cookie: stranger.cookie })
    ).json()
    expect(helping).toMatchObject([{ role: 'weigh-master', tournament: { id: tournament } }])
    expect((await accept(tokenOf(await invite('co-organiser')), stranger.cookie)).status).toBe(200)
    const staff: StaffMember[] = await (
      await page(`/api/tournaments/${tournament}/staff`, { cookie: organiser.cookie })
    ).json()
    expect(staff.map(({ userId, role, endsAt }) => [userId, role, endsAt === null])).toEqual([
      [people['weigh-master'].id, 'weigh-master', false],
      [people['co-organiser'].id, 'co-organiser', true],
      [stranger.id, 'co-organiser', true],
    ])
  })

  test('a person who was removed can do nothing any more, not even with the link', async () => {
    const { page, stranger, tournament, organiser, entry, people, invite, tokenOf, accept } = await setUp()
    const token = tokenOf(await invite())
    const remove = (id: string, cookie: string) =>
      page(`/api/tournaments/${tournament}/staff/${id}`, { method: 'DELETE', cookie })
    const weigh = async (cookie: string) =>
      (await page(`/api/tournament-entries/${entry}/catches`, { json: marlin, cookie })).status
    await accept(token, stranger.cookie)
    expect((await remove(stranger.id, '')).status).toBe(401)
    expect((await remove(stranger.id, people['co-organiser'].cookie)).status).toBe(403)
    expect((await remove(newId(), organiser.cookie)).status).toBe(404)
    expect(await weigh(stranger.cookie)).toBe(201)
    expect((await remove(stranger.id, organiser.cookie)).status).toBe(204)
    expect((await remove(stranger.id, organiser.cookie)).status).toBe(404)
    expect(await weigh(stranger.cookie)).toBe(403)
    expect((await accept(token, stranger.cookie)).status).toBe(410)
    expect(await (await page('/api/my-tournaments/staff', { cookie: stranger.cookie })).json()).toEqual([])
    const { id, cookie } = people['weigh-master']
    expect((await remove(id, cookie)).status).toBe(204)
    expect(await weigh(cookie)).toBe(403)
  })

  test('the webhooks of a former organiser end when they are removed or leave, and no others', async () => {
    const { page, db, tournament, organiser, people } = await setUp()
    const webhookOf = ({ id }: { id: UserId }) =>
      addWebhook(db, { tournament_id: tournament, created_by: id })
    await webhookOf(people['co-organiser'])
    await webhookOf(people['weigh-master'])
    const ofOrganiser = await webhookOf(organiser)
    const elsewhere = await addWebhook(db, { created_by: people['co-organiser'].id })
    for (const [member, by] of [
      [people['co-organiser'], organiser],
      [people['weigh-master'], people['weigh-master']],
    ] as const) {
      const path = `/api/tournaments/${tournament}/staff/${member.id}`
      expect((await page(path, { method: 'DELETE', cookie: by.cookie })).status).toBe(204)
    }
    const webhooks = await db.selectFrom('webhooks').select('id').execute()
    expect(webhooks.map(({ id }) => id).toSorted()).toEqual([ofOrganiser, elsewhere].toSorted())
  })
})

test('the log names a person who was removed until the account is deleted, and stores no name', async () => {
  const { page, stranger, tournament, organiser, invite, tokenOf, accept, db } = await setUp()
  await accept(tokenOf(await invite()), stranger.cookie)
  await page(`/api/tournaments/${tournament}/staff/${stranger.id}`, {
    method: 'DELETE',
    cookie: organiser.cookie,
  })
  const readSubject = async () => {
    const answer = await page(`/api/tournaments/${tournament}/actions`, { cookie: organiser.cookie })
    const actions: { kind: string; subject: string }[] = await answer.json()
    return actions.find(({ kind }) => kind === 'staff-removed')?.subject
  }
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', stranger.id)
    .executeTakeFirstOrThrow()
  expect(await readSubject()).toBe(`${email}, weigh master`)
  const events = await db.selectFrom('events').select('text').execute()
  expect(JSON.stringify(events)).not.toContain(email ?? '?')
  await inTransaction(db, trx => anonymiseUser(trx, stranger.id, Date.now()))
  expect(await readSubject()).toBe('a deleted account, weigh master')
})

describe('handing a tournament over', () => {
  test('is refused to staff, to used, revoked and outdated offers, and to those who may not organise', async () => {
    const { page, organiser, stranger, captain, people, tournament, invite, tokenOf, accept, ids } =
      await setUp()
    const path = `/api/tournaments/${tournament}/staff-invitations`
    const json = { role: 'organiser' }
    for (const { cookie } of [people['co-organiser'], people['weigh-master'], stranger])
      expect((await page(path, { json, cookie })).status).toBe(403)
    const [first, second] = [await invite('organiser'), await invite('organiser')]
    expect((await accept(tokenOf(first), '')).status).toBe(401)
    expect((await accept(tokenOf(first), organiser.cookie)).status).toBe(409)
    expect((await accept(tokenOf(first), stranger.cookie)).status).toBe(200)
    expect((await accept(tokenOf(first), captain.cookie)).status).toBe(410)
    // The former organiser's other offers end with the handover.
    expect((await accept(tokenOf(second), captain.cookie)).status).toBe(404)
    expect((await accept('unused', captain.cookie)).status).toBe(404)
    for (const call of [`${path}/${ids.invitation}`, `/api/tournaments/${tournament}/staff/${ids.member}`])
      expect((await page(call, { method: 'DELETE', cookie: organiser.cookie })).status).toBe(403)

    const appWithApproval = await makeTestApp({ ORGANISERS: 'approved' })
    const scene = await addScene(appWithApproval.db)
    const offer: CreatedStaffInvitation = await (
      await appWithApproval.page(`/api/tournaments/${scene.tournament}/staff-invitations`, {
        json,
        cookie: scene.organiser.cookie,
      })
    ).json()
    const take = () =>
      appWithApproval.page(`/api/staff-invitations/${tokenOf(offer)}/accept`, {
        method: 'POST',
        cookie: scene.stranger.cookie,
      })
    expect((await take()).status).toBe(403)
    await admin(appWithApproval, 'grant', `${scene.stranger.id}@example.com`, 'organiser')
    expect((await take()).status).toBe(200)
  })

  test('makes the former organiser a co-organiser, who stays an insider; is logged and mailed, also when it is over', async () => {
    const app = await setUp()
    const { page, organiser, people, tournament, invite, tokenOf, accept, db, mails, runJobs } = app
    const heir = people['co-organiser']
    await renameUser(db, heir.id, 'Hugo', 'Weiss')
    await cancelTournament(db, tournament)
    const token = tokenOf(await invite('organiser'))
    expect(await (await page(`/api/staff-invitations/${token}`)).json()).toMatchObject({ role: 'organiser' })
    const answer = await accept(token, heir.cookie)
    expect(await answer.json()).toEqual({ tournamentId: tournament, role: 'organiser' })
    expect((await accept(token, heir.cookie)).status).toBe(200)
    const as = ({ cookie }: { cookie: string }) => ({ cookie })
    const role = async (person: { cookie: string }) =>
      (await (await page(`/api/tournaments/${tournament}/role`, as(person))).json()).role
    expect([await role(heir), await role(organiser)]).toEqual(['organiser', 'co-organiser'])
    const staff: StaffMember[] = await (await page(`/api/tournaments/${tournament}/staff`, as(heir))).json()
    expect(staff.map(({ userId }) => userId)).toContain(organiser.id)
    expect(staff.map(({ userId }) => userId)).not.toContain(heir.id)
    const [action]: TournamentAction[] = await (
      await page(`/api/tournaments/${tournament}/actions`, as(heir))
    ).json()
    expect(action).toMatchObject({ kind: 'organiser-changed', by: { role: 'organiser' } })
    await runJobs()
    expect(mails.map(({ to, subject }) => [to, subject])).toContainEqual([
      `${organiser.id}@example.com`,
      'White Marlin Open has another organiser',
    ])
    await cancelTournament(db, tournament, null)
    for (const { cookie } of [organiser, heir]) expect((await app.intend(cookie)).status).toBe(403)
  })
})

test.each([
  ['payouts/paid', () => ({ payouts: [newId()] })],
  [
    'payouts/imports',
    () => ({ file: 'Status,Transaction ID,Currency,Gross,Custom Number\nCompleted,TX1,USD,-1.00,R1' }),
  ],
  ['refunds/{funding}/retry', () => ({})],
])(
  'POST /api/tournaments/:id/%s refuses the organiser who was replaced while it waited',
  async (path, json) => {
    const { page, db, tournament, ids, organiser, stranger } = await setUp()
    const call = `/api/tournaments/${tournament}/${path.replace('{funding}', ids.funding)}`
    beforeTransactions(db, () => changeOrganiser(db, tournament, stranger.id))
    expect((await page(call, { json: json(), cookie: organiser.cookie })).status).toBe(403)
  },
)

describe('insiders', () => {
  test('staff can’t fund once the tournament has started, also if removed since or expired', async () => {
    const { page, db, wait, people, tournament, intend, stranger, captain, organiser } = await setUp({
      starts_at: Date.now() + hour,
      ends_at: Date.now() + 2 * hour,
      funding_closes_at: null,
    })
    const fund = async (cookie: string) => (await intend(cookie)).status
    const remove = (id: string) =>
      page(`/api/tournaments/${tournament}/staff/${id}`, { method: 'DELETE', cookie: organiser.cookie })
    const early = await addStaff(db, { tournament_id: tournament, role: 'weigh-master' })
    expect((await remove(early.id)).status).toBe(204)
    expect(await fund(people['co-organiser'].cookie)).toBe(200)
    wait(hour + 1000)
    for (const who of ['co-organiser', 'weigh-master', 'removed'] as const)
      expect(`${who} ${await fund(people[who].cookie)}`).toBe(`${who} 403`)
    expect((await remove(people['co-organiser'].id)).status).toBe(204)
    expect(await fund(people['co-organiser'].cookie)).toBe(403)
    expect(await fund(captain.cookie)).toBe(403)
    for (const { cookie } of [early, stranger]) expect(await fund(cookie)).toBe(200)
  })

  test('a funding of the staff is marked as the organiser’s', async () => {
    const { page, people, entry, captain, pay, wait } = await setUp({ starts_at: Date.now() + hour })
    expect((await pay(people['weigh-master'].cookie)).status).toBe(201)
    wait(hour)
    const backers = await (
      await page(`/api/tournament-entries/${entry}/backers`, { cookie: captain.cookie })
    ).json()
    expect(backers.map(({ insider }: { insider?: string }) => insider ?? null).sort()).toEqual([
      null,
      'organiser',
    ])
  })
})

describe('the log', () => {
  test('says who did what, the latest first, in pages; the server’s log says it too', async () => {
    const { page, people, entry, tournament, captain, actions, logs, invite, ids } = await setUp()
    const weigher = people['weigh-master'].cookie
    const send = (method: string, path: string, cookie: string, json: object) =>
      page(`/api${path}`, { method, cookie, json })
    await send('POST', `/tournament-entries/${entry}/catches`, weigher, marlin)
    await send('PATCH', `/catches/${ids.catch}`, weigher, { weight: 9, species: 'Wahoo' })
    await send('PATCH', `/catches/${ids.catch}`, weigher, { weight: 9 })
    await send('PATCH', `/tournaments/${tournament}`, people['co-organiser'].cookie, {
      name: 'White Marlin Open',
      location: 'Ocean City',
    })
    await send('POST', '/tournament-updates', captain.cookie, {
      tournamentEntryId: entry,
      content: 'Not staff',
    })
    await invite('co-organiser')
    const list = await actions()
    expect(list.map(({ kind, subject, by }) => [kind, subject, by.role])).toEqual([
      ['staff-invited', 'co-organiser', 'organiser'],
      ['tournament-changed', 'location', 'co-organiser'],
      [
        'catch-corrected',
        expect.stringMatching(
          /^Reel Deal: 412.5 lbs Blue Marlin, caught .+ UTC; now 9 lbs Wahoo, caught .+ UTC$/,
        ),
        'weigh-master',
      ],
      [
        'catch-recorded',
        expect.stringMatching(/^Reel Deal: 412.5 lbs Blue Marlin, caught .+ UTC$/),
        'weigh-master',
      ],
    ])
    const lines = logs.filter(({ message, msg }) => [message, msg].includes('tournament action'))
    expect(lines.map(({ kind }) => kind)).toEqual(list.map(({ kind }) => kind).reverse())
    const response = await page(`/api/tournaments/${tournament}/actions?limit=3`, {
      cookie: people.organiser.cookie,
    })
    const next = nextOf(response) ?? ''
    const rest: TournamentAction[] = await (await page(next, { cookie: people.organiser.cookie })).json()
    expect(rest.map(({ id }) => id)).toEqual(list.slice(3).map(({ id }) => id))
  })
})
