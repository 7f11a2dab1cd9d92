import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { fundingTexts } from '#contract/money/funding-texts.ts'
import type { AuditEntry, Check } from '#contract/site/admin.ts'
import type { AdminPerson, AdminTournament } from '#contract/site/moderation.ts'
import type { EntryWithTournament, TournamentCard } from '#contract/tournaments/tournaments.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { addOwner, addSigned, addWebhook, emailOf } from '../../../../tests/support/factories.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { moveTournament, withdrawEntry } from '../../../../tests/support/states.ts'

async function setUp() {
  const scene = await makeScene()
  const { db, page, testApp: app } = scene
  const [owner, heir] = [await addOwner(db), await addSigned(db)]
  const read = async (path: string, { cookie } = owner) => (await page(path, { cookie })).json()
  const appoint = (email: unknown, tournament: string = scene.tournament, { cookie } = owner) =>
    page(`/api/admin/tournaments/${tournament}/organiser`, { method: 'PUT', json: { email }, cookie })
  const ban = ({ id }: { id: string }) =>
    page(`/api/admin/people/${id}/ban`, { method: 'PUT', cookie: owner.cookie })
  const erase = () => inTransaction(db, trx => anonymiseUser(trx, scene.organiser.id, app.deps.now()))
  const checkAbandoned = async (): Promise<Check | undefined> => {
    const { out } = await admin(app, 'doctor', '--json')
    const { checks }: { checks: Check[] } = JSON.parse(out[0] ?? '')
    return checks.find(({ id }) => id === 'abandoned')
  }
  return { ...scene, app, owner, heir, read, appoint, ban, erase, checkAbandoned }
}

describe('PUT /api/admin/tournaments/:id/organiser', () => {
  test('refuses others than owners, unknown, unconfirmed and banned accounts, and the organiser', async () => {
    const { db, organiser, stranger, heir, appoint, ban, tournament } = await setUp()
    for (const person of [organiser, stranger])
      expect((await appoint(emailOf(heir), tournament, person)).status).toBe(404)
    for (const email of ['', 'x', 7, null]) expect((await appoint(email)).status).toBe(400)
    expect((await appoint('nobody@example.com')).status).toBe(404)
    expect((await appoint(emailOf(heir), newId())).status).toBe(404)
    expect((await appoint(emailOf(organiser))).status).toBe(409)
    const unconfirmedUser = await addSigned(db, { email_confirmed_at: null })
    expect((await appoint(emailOf(unconfirmedUser))).status).toBe(409)
    await ban(stranger)
    expect((await appoint(emailOf(stranger))).status).toBe(409)
  })

  test('gives the tournament of a banned organiser to another account, with an audit entry, a log and a mail', async () => {
    const { app, db, page, tournament, organiser, owner, heir, read, appoint, ban } = await setUp()
    await addWebhook(db, { tournament_id: tournament, created_by: organiser.id })
    const offer = await (
      await page(`/api/tournaments/${tournament}/staff-invitations`, {
        json: { role: 'organiser' },
        cookie: organiser.cookie,
      })
    ).json()
    const people: AdminPerson[] = await read('/api/admin/people')
    expect(people.find(({ id }) => id === organiser.id)?.openTournaments).toBe(1)
    await ban(organiser)
    expect((await page(`/api/tournaments/${tournament}`)).status).toBe(404)
    expect((await appoint(emailOf(heir).toUpperCase())).status).toBe(204)
    expect((await page(`/api/tournaments/${tournament}`)).status).toBe(200)
    const [item]: AdminTournament[] = await read('/api/admin/tournaments')
    expect(item?.organiser).toMatchObject({ id: heir.id, banned: false })
    const [entry]: AuditEntry[] = await read('/api/admin/audit')
    expect(entry).toMatchObject({
      kind: 'organiser-appointed',
      by: { id: owner.id },
      subject: { kind: 'tournament', id: tournament },
      detail: `from ${organiser.id} to ${heir.id}`,
    })
    const [action] = await read(`/api/tournaments/${tournament}/actions`, heir)
    expect(action).toMatchObject({ kind: 'organiser-appointed', by: { role: 'owner' } })
    await app.runJobs()
    expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [emailOf(heir), 'You are the organiser of White Marlin Open'],
    ])
    // The former organiser keeps no right, webhook or offer, and stays an insider.
    await admin(app, 'unban', emailOf(organiser))
    expect(await db.selectFrom('webhooks').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('staff').select(['user_id', 'removed_at']).execute()).toEqual([
      { user_id: organiser.id, removed_at: expect.any(Number) },
    ])
    const token = new URL(offer.link).pathname.split('/').at(-1)
    expect((await page(`/api/staff-invitations/${token}`)).status).toBe(404)
  })

  test('before the start the former organiser is no insider', async () => {
    const { db, heir, appoint } = await setUp()
    const start = Date.now() + 1_000_000
    await moveTournament(db, { starts_at: start })
    await appoint(emailOf(heir))
    expect(await db.selectFrom('staff').selectAll().execute()).toEqual([])
  })

  test('works on the command line; ban names the tournaments and the way on', async () => {
    const { app, tournament, organiser, heir, read } = await setUp()
    const result = await admin(app, 'ban', emailOf(organiser))
    expect(result.out.at(-1)).toBe(
      `White Marlin Open takes no payments. Appoint another organiser: bun run admin appoint-organiser ${tournament} EMAIL`,
    )
    const appoint = (...args: string[]) => admin(app, 'appoint-organiser', ...args)
    for (const args of [[], [tournament], ['x', emailOf(heir)], [tournament, emailOf(heir), 'x']])
      expect((await appoint(...args)).code).toBe(2)
    expect((await appoint(tournament, 'nobody@example.com')).code).toBe(1)
    expect(await appoint(tournament, emailOf(heir))).toEqual({
      code: 0,
      out: [`${emailOf(heir)} is the organiser of White Marlin Open.`],
    })
    const [entry]: AuditEntry[] = await read('/api/admin/audit')
    expect(entry).toMatchObject({ kind: 'organiser-appointed', by: null })
  })
})

describe('a tournament without its organiser', () => {
  test('takes no payments and says so, until another one is appointed; doctor names it', async () => {
    const { tournament, entry, stranger, heir, page, read, erase, intend, appoint, checkAbandoned } =
      await setUp()
    expect(await checkAbandoned()).toMatchObject({ state: 'ok' })
    expect((await intend(stranger.cookie)).status).toBe(200)
    // A list that is cached.
    const readBoth = async (): Promise<[EntryWithTournament, TournamentCard]> => [
      await (await page(`/api/tournament-entries/${entry}`)).json(),
      (await (await page('/api/tournament-cards')).json())[0],
    ]
    const [openEntry] = await readBoth()
    expect([openEntry.fundingOpen, openEntry.tournament.withoutOrganiser]).toEqual([true, undefined])
    await erase()
    const response = await intend(stranger.cookie)
    expect(response.status).toBe(409)
    expect((await response.json()).message).toBe(fundingTexts.withoutOrganiser)
    const [closedEntry, card] = await readBoth()
    expect([closedEntry.fundingOpen, card.fundingOpen]).toEqual([false, false])
    expect([closedEntry.tournament.withoutOrganiser, card.withoutOrganiser]).toEqual([true, true])
    const whole = await read(`/api/tournaments/${tournament}`)
    expect([whole.entries[0].fundingOpen, whole.withoutOrganiser]).toEqual([false, true])
    const check = await checkAbandoned()
    expect(check?.state).toBe('risk')
    expect(check?.text).toContain(`White Marlin Open (${tournament})`)
    await appoint(emailOf(heir))
    expect(await checkAbandoned()).toMatchObject({ state: 'ok' })
    expect((await intend(stranger.cookie)).status).toBe(200)
    expect((await readBoth())[0].fundingOpen).toBe(true)
  })

  test('doctor names it while its organiser is banned, and is silent once nothing is open', async () => {
    const { db, organiser, entry, ban, checkAbandoned } = await setUp()
    await ban(organiser)
    expect(await checkAbandoned()).toMatchObject({ state: 'risk' })
    await withdrawEntry(db, entry)
    expect(await checkAbandoned()).toMatchObject({ state: 'ok' })
  })

  test('refunds a payment that was begun before and arrives after', async () => {
    const { db, pay, erase, app } = await setUp()
    await erase()
    expect((await pay()).status).toBe(409)
    await app.runJobs()
    const query = db.selectFrom('fundings').selectAll().where('status', '=', 'completed')
    expect(await query.execute()).toEqual([])
  })
})
