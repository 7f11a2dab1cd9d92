import { describe, expect, test } from 'bun:test'
import { hour } from '#contract/time.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { readChecklist } from '#server/site/admin/index.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addSigned, addTournament, type Signed } from '../../../../tests/support/factories.ts'
import { banUser, declineRequests } from '../../../../tests/support/states.ts'
import { decideRequest, listOpenRequests, makeOwnerToken } from './index.ts'

/** Columns of an account with the password that owners need. */
const long = { has_long_password: 1 } as const

const approvalEnv = { ORGANISERS: 'approved' }

const own = async (app: TestApp, { cookie }: Signed) => (await app.page('/api/site-role', { cookie })).json()

const create = async (app: TestApp, { cookie }: Signed) => {
  const json = { name: 'Cup', startDate: '2026-12-01T08:00:00Z', endDate: '2026-12-02T08:00:00Z' }
  return app.page('/api/tournaments', { json, cookie })
}

const ask = (app: TestApp, { cookie }: Signed, content = 'The club’s spring cup') =>
  app.page('/api/organiser-requests', { json: { content }, cookie })

const linkOf = (app: TestApp) => inTransaction(app.db, trx => makeOwnerToken(trx, app.deps.now()))

const accept = (app: TestApp, token: string, { cookie }: Signed) =>
  app.page(`/api/owner-link/${token}/accept`, { method: 'POST', cookie })

describe('the owner link', () => {
  test('makes one account the owner, once', async () => {
    const app = await makeTestApp()
    const [me, other] = [await addSigned(app.db, long), await addSigned(app.db, long)]
    const token = await linkOf(app)
    expect((await app.page(`/api/owner-link/${token}`)).status).toBe(200)
    expect((await app.page(`/api/owner-link/${token}/accept`, { method: 'POST' })).status).toBe(401)
    const response = await accept(app, token, me)
    expect(await response.json()).toEqual({ role: 'owner', mayOrganise: true, request: null })
    expect((await accept(app, token, other)).status).toBe(410)
    expect((await accept(app, token, me)).status).toBe(200)
    expect((await app.page(`/api/owner-link/${token}`)).status).toBe(410)
    expect(await own(app, other)).toMatchObject({ role: null })
  })

  test('fails once it has expired, was replaced or there is an owner', async () => {
    const app = await makeTestApp()
    const me = await addSigned(app.db, long)
    const [first, second] = [await linkOf(app), await linkOf(app)]
    expect((await accept(app, first, me)).status).toBe(410)
    app.setNow(app.deps.now() + 25 * hour)
    expect((await accept(app, second, me)).status).toBe(410)
    const third = await linkOf(app)
    await admin(app, 'grant', `${me.id}@example.com`, 'owner')
    expect((await accept(app, third, await addSigned(app.db, long))).status).toBe(410)
  })
})

test('the header has a link to the admin page, for owners only, on shared pages too', async () => {
  const app = await makeTestApp()
  const [me, other] = [await addSigned(app.db, long), await addSigned(app.db, long)]
  const hasLink = async ({ cookie }: Signed, path: string) =>
    (await (await app.page(path, { cookie })).text()).includes('href="/admin"')
  const links = async () => [
    await hasLink(me, '/'),
    await hasLink(me, '/boats'),
    await hasLink(other, '/'),
    await hasLink(other, '/boats'),
  ]
  expect(await links()).toEqual([false, false, false, false])
  await accept(app, await linkOf(app), me)
  expect(await links()).toEqual([true, true, false, false])
  await admin(app, 'revoke', `${me.id}@example.com`)
  expect(await links()).toEqual([false, false, false, false])
})

describe('who may create tournaments', () => {
  test('anyone by default, with test payments', async () => {
    const app = await makeTestApp()
    expect((await create(app, await addSigned(app.db, long))).status).toBe(201)
  })

  test('with ORGANISERS=approved: owners, organisers and those who have a tournament', async () => {
    const app = await makeTestApp(approvalEnv)
    const [me, organiser, veteran] = [
      await addSigned(app.db, long),
      await addSigned(app.db, long),
      await addSigned(app.db, long),
    ]
    await addTournament(app.db, { organiser_id: veteran.id })
    const response = await create(app, me)
    expect([response.status, (await response.json()).message]).toEqual([
      403,
      'On this site, organisers are approved first. Ask to run tournaments on the page “Create Tournament”.',
    ])
    expect((await create(app, veteran)).status).toBe(201)
    await admin(app, 'grant', `${organiser.id}@example.com`, 'organiser')
    expect((await create(app, organiser)).status).toBe(201)
    expect((await admin(app, 'revoke', `${me.id}@example.com`)).code).toBe(1)
  })

  test('a request mails every owner and is open once; its decision is mailed', async () => {
    const app = await makeTestApp(approvalEnv)
    const [me, owner, second] = [
      await addSigned(app.db, long),
      await addSigned(app.db, long),
      await addSigned(app.db, long),
    ]
    for (const { id } of [owner, second]) await admin(app, 'grant', `${id}@example.com`, 'owner')
    expect((await ask(app, me, ' ')).status).toBe(400)
    const response = await ask(app, me)
    expect([response.status, await response.json()]).toEqual([
      201,
      { role: null, mayOrganise: false, request: 'open' },
    ])
    expect((await ask(app, me)).status).toBe(409)
    expect((await ask(app, owner)).status).toBe(409)
    await app.sendMails()
    expect(app.mails.map(({ to }) => to).sort()).toEqual(
      [owner, second].map(({ id }) => `${id}@example.com`).sort(),
    )
    expect(app.mails[0]?.text).toContain('The club’s spring cup')
    expect(app.mails[0]?.text).toContain('/admin?section=requests')

    const { id } = await app.db.selectFrom('organiser_requests').select('id').executeTakeFirstOrThrow()
    const decide = (approve: boolean) =>
      inTransaction(app.db, trx => decideRequest(trx, { by: owner.id, address: '::1' }, { id, approve }, 1))
    await decide(true)
    await decide(true)
    await expect(decide(false)).rejects.toThrow('approved already')
    expect(await own(app, me)).toEqual({ role: 'organiser', mayOrganise: true, request: null })
    await app.sendMails()
    expect(app.mails.at(-1)).toMatchObject({
      to: `${me.id}@example.com`,
      subject: 'You can run tournaments now',
    })
    expect((await create(app, me)).status).toBe(201)
  })

  test('the request of a banned person is neither listed nor on the checklist', async () => {
    const app = await makeTestApp(approvalEnv)
    const me = await addSigned(app.db, long)
    await ask(app, me)
    const requests = async () =>
      (await readChecklist({ ...app.deps, db: app.db })).find(check => check.id === 'requests')?.state
    expect(await requests()).toBe('note')
    await banUser(app.db, me.id)
    expect([await requests(), await listOpenRequests(app.db, { size: 9, after: undefined })]).toEqual([
      'ok',
      [],
    ])
  })

  test('a declined person can ask again, three times a day', async () => {
    const app = await makeTestApp({ ...approvalEnv, RATE_LIMIT: 'on' })
    const me = await addSigned(app.db, long)
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) {
      statuses.push((await ask(app, me)).status)
      await declineRequests(app.db)
    }
    expect(statuses).toEqual([201, 201, 201, 429])
    expect(await own(app, me)).toMatchObject({ request: 'declined' })
  })

  test('deleting an account deletes its role and its requests', async () => {
    const app = await makeTestApp(approvalEnv)
    const me = await addSigned(app.db, long)
    await ask(app, me)
    await inTransaction(app.db, trx => anonymiseUser(trx, me.id, 1))
    expect(await app.db.selectFrom('organiser_requests').selectAll().execute()).toEqual([])
  })
})
