import { beforeAll, describe, expect, test } from 'bun:test'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { newId } from '#contract/ids.ts'
import type { AuditEntry, Checklist } from '#contract/site/admin.ts'
import type { AdminPerson } from '#contract/site/moderation.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { hasOwner } from '#server/people/site-roles/index.ts'
import { makeTestApp, nextOf, type TestApp } from '../../../../tests/support/app.ts'
import {
  addFunding,
  addJob,
  addOwner,
  addScene,
  addSigned,
  addTournament,
  type Signed,
} from '../../../../tests/support/factories.ts'
import { notificationsOf } from '../../../../tests/support/notifications.ts'
import { addPost } from '../../../../tests/support/posts.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { banUser, failRefund, renameUser } from '../../../../tests/support/states.ts'
import { StripeDouble } from '../../../../tests/support/stripe-double.ts'

const calls = (Object.keys(endpoints) as EndpointKey[]).filter(key =>
  key.split(' ')[1]?.startsWith('/api/admin/'),
)

const bodies: Record<string, object> = {
  'PUT /api/admin/people/:id/role': { role: 'organiser' },
  'PUT /api/admin/tournaments/:id/organiser': { email: 'ana@example.com' },
  'PUT /api/admin/legal/:kind': { text: 'Ours.', base: 1 },
  'POST /api/admin/legal/:kind/default': { base: 1 },
  'POST /api/admin/legal/preview': { text: 'Ours.' },
}

/** Status of calls that succeed only with a picture or a provider. */
const refusals: Record<string, number> = {
  'PUT /api/admin/branding/logo': 415,
  'POST /api/admin/check-payments': 409,
}

const callAs = (app: TestApp, key: string, id: string, cookie?: string) => {
  const [method = '', path = ''] = key.split(' ')
  const json = bodies[key]
  return app.page(path.replace(/:\w+/, id), {
    method,
    ...(json && { json }),
    ...(cookie !== undefined && { cookie }),
  })
}

describe('every call of the admin page', () => {
  let app: TestApp
  const roles: Record<string, { cookie: string | undefined; status: number }> = {}

  beforeAll(async () => {
    app = await makeTestApp()
    const [organiser, bannedOwner] = [await addSigned(app.db), await addOwner(app.db)]
    await admin(app, 'grant', `${organiser.id}@example.com`, 'organiser')
    await banUser(app.db, bannedOwner.id)
    Object.assign(roles, {
      anonymous: { cookie: undefined, status: 401 },
      member: { cookie: (await addSigned(app.db)).cookie, status: 404 },
      organiser: { cookie: organiser.cookie, status: 404 },
      'banned owner': { cookie: bannedOwner.cookie, status: 401 },
    })
  })

  test('there are more than twenty', () => expect(calls.length).toBeGreaterThan(20))

  describe.each(calls)('%s', key => {
    test.each(['anonymous', 'member', 'organiser', 'banned owner'])('refuses: %s', async role => {
      const { cookie, status } = roles[role] ?? { cookie: undefined, status: 0 }
      const answer = await callAs(app, key, newId(), cookie)
      expect(answer.status).toBe(status)
      if (status === 404) expect((await answer.json()).message).toBe('There is nothing here.')
    })

    test('answers an owner', async () => {
      const { cookie } = await addOwner(app.db)
      const { status } = await callAs(app, key, newId(), cookie)
      const isAboutOne = key.includes(':') && key !== 'GET /api/admin/people/:id/sessions'
      expect(status).toBe(isAboutOne ? 404 : (refusals[key] ?? 200))
    })
  })

  test('a taken role ends the access at once', async () => {
    const owner = await addOwner(app.db)
    await admin(app, 'revoke', `${owner.id}@example.com`)
    expect((await callAs(app, 'GET /api/admin/people', '', owner.cookie)).status).toBe(404)
  })
})

async function setup(env: Record<string, string> = {}) {
  const app = await makeTestApp(env)
  const owner = await addOwner(app.db, { metadata: '{"first_name":"Olga","last_name":"Ruiz"}' })
  const act = (method: string, path: string, json?: unknown) =>
    app.page(`/api/admin${path}`, { method, cookie: owner.cookie, ...(json !== undefined && { json }) })
  const read = async (path: string) => (await act('GET', path)).json()
  const readAudit = async (path = '/audit'): Promise<AuditEntry[]> => read(path)
  return { app, owner, act, read, readAudit }
}

const stateOf = (people: AdminPerson[], { id }: Signed) => people.find(person => person.id === id)

describe('people', () => {
  test('are found by the beginning of a name or an address, in pages', async () => {
    const { app, read, act } = await setup()
    for (let n = 0; n < 5; n++)
      await addSigned(app.db, {
        email: `ann${n}@marina.example`,
        metadata: '{"first_name":"Ann","last_name":"Bonny"}',
      })
    expect(await read('/people?q=bon')).toHaveLength(5)
    expect(await read('/people?q=ann3%40marina')).toHaveLength(1)
    expect(await read('/people?q=nobody')).toEqual([])
    const first = await act('GET', '/people?limit=2&q=ann')
    const next = nextOf(first)?.replace('/api/admin', '')
    const [one, two]: AdminPerson[][] = [await first.json(), await read(next ?? '')]
    expect(new Set([...(one ?? []), ...(two ?? [])].map(({ id }) => id)).size).toBe(4)
  })

  test('a renamed one is found by the new name, a deleted one is not', async () => {
    const { app, read } = await setup()
    const me = await addSigned(app.db, { metadata: '{"first_name":"Mary"}' })
    await changeRows(app.db, 'users', { metadata: '{"first_name":["odd"]}' }, { id: me.id })
    await renameUser(app.db, me.id, 'Grace')
    expect([await read('/people?q=mary'), (await read('/people?q=grace')).length]).toEqual([[], 1])
    await inTransaction(app.db, trx => anonymiseUser(trx, me.id, 1))
    expect(await read('/people?q=grace')).toEqual([])
  })

  test('are banned and unbanned, signed out and sent a link; each is in the audit trail', async () => {
    const { app, owner, act, read, readAudit } = await setup({ RATE_LIMIT: 'on' })
    const me = await addSigned(app.db)
    const path = `/people/${me.id}`
    expect(await read(`${path}/sessions`)).toHaveLength(1)
    expect((await act('DELETE', `${path}/sessions`)).status).toBe(204)
    expect(await read(`${path}/sessions`)).toEqual([])
    expect([(await act('PUT', `${path}/ban`)).status, (await act('PUT', `${path}/ban`)).status]).toEqual([
      204, 204,
    ])
    expect(stateOf(await read('/people'), me)?.state).toBe('banned')
    expect((await act('POST', `${path}/reset-link`)).status).toBe(409)
    expect((await act('DELETE', `${path}/ban`)).status).toBe(204)
    expect((await act('POST', `${path}/reset-link`)).status).toBe(204)
    expect((await act('POST', `${path}/reset-link`)).status).toBe(409)
    await app.sendMails()
    expect(app.mails.at(-1)).toMatchObject({ to: `${me.id}@example.com`, subject: 'Choose a new password' })
    expect((await readAudit()).map(({ kind }) => kind)).toEqual([
      'reset-link-sent',
      'account-unbanned',
      'account-banned',
      'sessions-ended',
    ])
    expect((await readAudit())[0]).toMatchObject({
      by: { id: owner.id, name: 'Olga Ruiz' },
      subject: { kind: 'user', id: me.id, name: `${me.id}@example.com` },
      address: '127.0.0.1',
    })
  })

  test('of two owners who ban each other at the same moment, one stays', async () => {
    const { app, owner } = await setup()
    const other = await addOwner(app.db)
    const ban = (by: Signed, whom: Signed) =>
      app.page(`/api/admin/people/${whom.id}/ban`, { method: 'PUT', cookie: by.cookie })
    const answers = await Promise.all([ban(owner, other), ban(other, owner)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect(await hasOwner(app.db)).toBe(true)
  })

  test('owners can’t ban themselves or take their own role; an owner isn’t made an organiser', async () => {
    const { app, owner, act } = await setup()
    const path = `/people/${owner.id}`
    expect((await act('PUT', `${path}/ban`)).status).toBe(409)
    expect((await act('DELETE', `${path}/role`)).status).toBe(409)
    expect((await act('PUT', `${path}/role`, { role: 'organiser' })).status).toBe(409)
    const other = await addSigned(app.db, { has_long_password: 1 })
    expect((await act('PUT', `/people/${other.id}/role`, { role: 'captain' })).status).toBe(400)
    expect((await act('PUT', `/people/${other.id}/role`, { role: 'owner' })).status).toBe(204)
    expect((await act('DELETE', `/people/${other.id}/role`)).status).toBe(204)
  })
})

describe('the audit trail', () => {
  test('has the command line’s actions, finds them by person, and stays without the name of a deleted account', async () => {
    const { app, read, readAudit } = await setup()
    const [me, other] = [await addSigned(app.db), await addSigned(app.db)]
    for (const { id } of [me, other]) await admin(app, 'ban', `${id}@example.com`)
    expect(await readAudit()).toHaveLength(2)
    const [entry, ...more] = await readAudit(`/audit?q=${me.id}%40example.com`)
    expect([entry?.by, entry?.address, more]).toEqual([null, 'command line', []])
    await inTransaction(app.db, trx => anonymiseUser(trx, me.id, 1))
    expect((await read(`/audit?q=${me.id}`))[0].subject).toEqual({ kind: 'user', id: me.id, name: null })
  })

  test('can be neither changed nor deleted', async () => {
    const { app } = await setup()
    await admin(app, 'ban', `${(await addSigned(app.db)).id}@example.com`)
    await expect(changeRows(app.db, 'events', { detail: 'x' })).rejects.toThrow('append-only')
    await expect(removeRows(app.db, 'events')).rejects.toThrow('append-only')
  })
})

describe('requests, tournaments, reports, jobs, payments and settings', () => {
  test('an approval makes an organiser', async () => {
    const { app, act, read } = await setup({ ORGANISERS: 'approved' })
    const me = await addSigned(app.db)
    const answer = await app.page('/api/organiser-requests', {
      json: { content: 'Spring cup' },
      cookie: me.cookie,
    })
    expect(answer.headers.get('location')).toBe('/api/site-role')
    const [request] = await read('/organiser-requests')
    expect(request).toMatchObject({ content: 'Spring cup', person: { id: me.id } })
    expect((await act('POST', `/organiser-requests/${request.id}/approve`)).status).toBe(204)
    expect((await act('POST', `/organiser-requests/${request.id}/decline`)).status).toBe(409)
    expect(stateOf(await read('/people'), me)?.role).toBe('organiser')
    expect(await read('/organiser-requests')).toEqual([])
  })

  test('a cancelled tournament is told to those it concerns, and is in its log without the owner’s name', async () => {
    const { app, act } = await setup()
    const { organiser, captain, tournament } = await addScene(app.db)
    expect((await act('POST', `/tournaments/${tournament}/cancel`)).status).toBe(204)
    for (const { id } of [organiser, captain])
      expect(await notificationsOf(app, id)).toMatchObject([
        { kind: 'cancelled', text: 'White Marlin Open is cancelled' },
      ])
    const log = await app.page(`/api/tournaments/${tournament}/actions`, { cookie: organiser.cookie })
    expect(await log.json()).toMatchObject([
      {
        kind: 'tournament-cancelled',
        subject: 'White Marlin Open',
        by: { name: 'The site’s owner', role: 'owner' },
      },
    ])
    expect(app.logs.filter(({ message, msg }) => [message, msg].includes('tournament action'))).toHaveLength(
      1,
    )
  })

  test('a tournament with money is cancelled, one without is deleted; those of banned organisers are listed', async () => {
    const { app, act, read } = await setup()
    const { organiser, tournament, entry } = await addScene(app.db)
    await addFunding(app.db, { entry_id: entry })
    const empty = await addTournament(app.db, { name: 'Empty Cup' })
    await banUser(app.db, organiser.id)
    expect((await read('/tournaments')).length).toBe(2)
    expect((await read('/tournaments?q=empty')).length).toBe(1)
    expect((await act('DELETE', `/tournaments/${tournament}`)).status).toBe(409)
    expect((await act('POST', `/tournaments/${tournament}/cancel`)).status).toBe(204)
    expect((await act('POST', `/tournaments/${tournament}/cancel`)).status).toBe(409)
    expect((await act('DELETE', `/tournaments/${empty}`)).status).toBe(204)
    expect((await read('/tournaments')).map(({ status }: { status: string }) => status)).toEqual([
      'cancelled',
    ])
  })

  test('a reported post is hidden, which closes its reports', async () => {
    const { app, act, read } = await setup()
    const me = await addSigned(app.db)
    const [post, fine] = [await addPost(app.db), await addPost(app.db)]
    for (const id of [post, fine])
      await app.page(`/api/crew/posts/${id}/report`, { json: { reason: 'Spam' }, cookie: me.cookie })
    expect(await read('/reports')).toMatchObject([{ id: fine }, { id: post }])
    expect((await act('PUT', `/posts/${post}/hidden`)).status).toBe(204)
    expect((await act('DELETE', `/posts/${fine}/reports`)).status).toBe(204)
    expect(await read('/reports')).toEqual([])
    expect((await app.page(`/api/crew/posts/${post}`)).status).toBe(404)
    expect((await act('DELETE', `/posts/${post}/hidden`)).status).toBe(204)
    expect((await app.page(`/api/crew/posts/${post}`)).status).toBe(200)
  })

  test('a failed job runs again; an expired mail doesn’t', async () => {
    const { app, act, read } = await setup()
    const failedState = { state: 'failed' } as const
    const id = await addJob(app.db, failedState)
    const expiredId = await addJob(app.db, {
      ...failedState,
      kind: 'mail-account',
      last_error: 'Expired: the link',
    })
    expect(await read('/jobs')).toHaveLength(2)
    expect([
      (await act('POST', `/jobs/${id}/retry`)).status,
      (await act('POST', `/jobs/${id}/retry`)).status,
      (await act('POST', `/jobs/${expiredId}/retry`)).status,
    ]).toEqual([204, 404, 409])
    expect(await read('/jobs')).toHaveLength(1)
  })

  test('lists unknown payments and failed refunds, and tries a refund again', async () => {
    const { app, act, read } = await setup()
    const id = await addFunding(app.db)
    await failRefund(app.db, id, 'The card is closed.')
    expect(await read('/payments')).toMatchObject({
      unknownCount: 0,
      unknown: [],
      refunds: [{ id, error: 'The card is closed.' }],
    })
    expect((await act('POST', `/refunds/${id}/retry`)).status).toBe(204)
    expect((await read('/payments')).refunds).toEqual([])
  })

  test('a test mail goes to the owner, and the checklist says when', async () => {
    const { app, owner, act, read } = await setup({
      SMTP_URL: 'smtp://mail:25',
      MAIL_FROM: 'marina@example.org',
      DATA_DIR: '/tmp',
    })
    expect(await (await act('POST', '/test-mail')).json()).toEqual({
      to: `${owner.id}@example.com`,
      sent: true,
      answer: '250 OK',
    })
    expect(app.mails.map(({ text }) => text)).toEqual(['This site can send mail.\n\nReelstake\n'])
    const { checks } = await read('/checklist')
    expect(checks.find(({ id }: { id: string }) => id === 'mail')).toMatchObject({ state: 'ok' })
  })

  test('a test mail without SMTP_URL says that it was written to a file', async () => {
    const { app, act, read } = await setup({ DATA_DIR: '/tmp' })
    expect(await (await act('POST', '/test-mail')).json()).toMatchObject({ sent: false })
    expect(app.mails[0]?.text).toContain('was written to a file')
    const { checks } = await read('/checklist')
    expect(checks.find(({ id }: { id: string }) => id === 'mail')).toMatchObject({ state: 'note' })
  })

  test('a check of the payment keys says whether the provider accepts them, without the keys', async () => {
    const stripe = new StripeDouble()
    try {
      const site = await setup({ ...stripe.env, DATA_DIR: '/tmp' })
      expect(await (await site.act('POST', '/check-payments')).json()).toEqual({
        provider: 'Stripe',
        mode: 'sandbox',
      })
      const wrong = { ...stripe.env, STRIPE_SECRET_KEY: 'sk_test_hunter2', DATA_DIR: '/tmp' }
      const response = await (await setup(wrong)).act('POST', '/check-payments')
      expect(response.status).toBe(409)
      const { message } = await response.json()
      expect(message).toStartWith('Stripe doesn’t accept the keys, or doesn’t answer: ')
      expect(message).not.toContain('hunter2')
    } finally {
      await stripe.stop()
    }
    const answer = await (await setup({ DATA_DIR: '/tmp' })).act('POST', '/check-payments')
    expect(await answer.json()).toMatchObject({ message: 'Test payments need no keys.' })
  })

  test('each check leads to a section of the page that exists', async () => {
    const { app, owner, read } = await setup({ DATA_DIR: '/tmp', SITE_PASWORD: 'x' })
    const { checks }: Checklist = await read('/checklist')
    const hrefs = new Set(checks.flatMap(({ href }) => (href === null ? [] : [href])))
    expect(hrefs.size).toBeGreaterThan(10)
    for (const href of hrefs) {
      const [path = '', anchor] = href.split('#')
      const html = await (await app.page(path, { cookie: owner.cookie })).text()
      expect(html).toMatch(new RegExp(`<a href="${path.replace('?', '\\?')}" aria-current="page"`))
      if (anchor !== undefined) expect(html).toContain(`id="${anchor}"`)
    }
  })

  test('the checklist names the disk’s free space in the units of Storage', async () => {
    const { read } = await setup({ DATA_DIR: '/tmp' })
    const { checks }: Checklist = await read('/checklist')
    expect(checks.find(({ id }) => id === 'disk')?.text).toMatch(/^[\d.]+ [MG]B free\./)
  })

  test('settings show every variable with its source, and no secret', async () => {
    const { read } = await setup({ METRICS_TOKEN: 'hunter2', SMTP_URL: 'smtp://me:hunter2@mail:25' })
    const { settings } = await read('/settings')
    const of = (name: string) => settings.find((setting: { name: string }) => setting.name === name)
    expect(of('METRICS_TOKEN')).toEqual({ name: 'METRICS_TOKEN', value: '(hidden)', source: 'environment' })
    expect(of('SMTP_URL').value).toBe('smtp://…@mail:25')
    expect(of('MAX_UPLOAD_MB')).toEqual({ name: 'MAX_UPLOAD_MB', value: '512', source: 'default' })
    expect(JSON.stringify(settings)).not.toContain('hunter2')
  })
})
