import { describe, expect, test } from 'bun:test'
import { limits } from '#contract/limits.ts'
import { makePublicFetch } from '#server/http/public-fetch.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addPushSubscription, addSigned } from '../../../../tests/support/factories.ts'

const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
const endpoint = 'https://9.9.9.9/push/1'

const subscribe = ({ page }: TestApp, cookie: string, json: object = { endpoint, keys }) =>
  page('/api/push/subscriptions', { json, cookie })

const listRows = ({ db }: TestApp) =>
  db.selectFrom('push_subscriptions').select(['endpoint', 'user_id']).orderBy('created_at').execute()

describe('push subscriptions', () => {
  test('need an account, the site’s key, and an address on the internet', async () => {
    const testApp = await makeTestApp()
    const { cookie } = await addSigned(testApp.db)
    const { publicKey } = await (await testApp.page('/api/push')).json()
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    expect((await subscribe(testApp, '')).status).toBe(401)
    for (const bad of [
      'https://127.0.0.1/push',
      'https://[::1]/push',
      'https://10.0.0.7/push',
      'https://169.254.169.254/latest',
      'http://9.9.9.9/push',
      'https://user:secret@9.9.9.9/push',
      'file:///etc/passwd',
      'push',
      `https://9.9.9.9/${'x'.repeat(limits.pushEndpointMax)}`,
    ]) {
      const answer = await subscribe(testApp, cookie, { endpoint: bad, keys })
      expect([bad, answer.status, (await answer.json()).issues?.[0]?.path]).toEqual([bad, 400, 'endpoint'])
    }
    for (const bad of [{ ...keys, auth: 'a' }, { ...keys, p256dh: '' }, { auth: keys.auth }])
      expect((await subscribe(testApp, cookie, { endpoint, keys: bad })).status).toBe(400)
    expect(await listRows(testApp)).toEqual([])
  })

  test('answer alike for names of private networks, unknown ones and others', async () => {
    const testApp = await makeTestApp()
    const { cookie } = await addSigned(testApp.db)
    const resolve = async (name: string) => (name === 'push.example' ? [] : ['10.0.0.7'])
    Object.assign(testApp.deps.publicFetch, makePublicFetch({ allowPrivate: false, resolve }))
    for (const name of ['localhost', 'db.internal', 'push.example']) {
      const answer = await subscribe(testApp, cookie, { endpoint: `https://${name}/push`, keys })
      expect([name, answer.status]).toEqual([name, 201])
    }
  })

  test('accept addresses on private networks if the operator allows them', async () => {
    const testApp = await makeTestApp({ ALLOW_PRIVATE_ADDRESSES: '1' })
    const { cookie } = await addSigned(testApp.db)
    const answer = await subscribe(testApp, cookie, { endpoint: 'http://127.0.0.1:1/push', keys })
    expect(answer.status).toBe(201)
  })

  test('are renewed for the person whose the old one was, not for another on the device', async () => {
    const testApp = await makeTestApp()
    const [owner, other] = [await addSigned(testApp.db), await addSigned(testApp.db)]
    await subscribe(testApp, owner.cookie)
    const renewal = { endpoint: `${endpoint}2`, replaces: endpoint, keys }
    expect((await subscribe(testApp, other.cookie, renewal)).status).toBe(409)
    expect(await listRows(testApp)).toEqual([{ endpoint, user_id: owner.id }])
    expect((await subscribe(testApp, owner.cookie, renewal)).status).toBe(201)
    expect(await listRows(testApp)).toEqual([{ endpoint: renewal.endpoint, user_id: owner.id }])
  })

  test('are listed for their person only, newest first', async () => {
    const testApp = await makeTestApp()
    const [me, other] = [await addSigned(testApp.db), await addSigned(testApp.db)]
    const list = async (cookie: string) => (await testApp.page('/api/push/subscriptions', { cookie })).json()
    const { id } = await (await subscribe(testApp, me.cookie)).json()
    expect(await list(me.cookie)).toEqual([{ id }])
    expect(await list(other.cookie)).toEqual([])
    expect((await testApp.page('/api/push/subscriptions')).status).toBe(401)
  })

  test('belong to the last account that sent the address, which alone can delete them', async () => {
    const testApp = await makeTestApp()
    const [me, other] = [await addSigned(testApp.db), await addSigned(testApp.db)]
    const first = await subscribe(testApp, me.cookie)
    expect(first.status).toBe(201)
    const { id } = await first.json()
    expect(await (await subscribe(testApp, other.cookie)).json()).toEqual({ id })
    expect(await listRows(testApp)).toEqual([{ endpoint, user_id: other.id }])
    const remove = (cookie: string) =>
      testApp.page('/api/push/subscriptions', { method: 'DELETE', json: { endpoint }, cookie })
    expect((await remove(me.cookie)).status).toBe(204)
    expect(await listRows(testApp)).toHaveLength(1)
    expect((await remove(other.cookie)).status).toBe(204)
    expect(await listRows(testApp)).toEqual([])
  })

  test('end with the session of their browser, and with the account', async () => {
    const testApp = await makeTestApp()
    const me = await addSigned(testApp.db)
    await subscribe(testApp, me.cookie)
    await testApp.page('/api/auth/sign-out', { json: { scope: 'local' }, cookie: me.cookie })
    expect(await listRows(testApp)).toEqual([])
    const other = await addSigned(testApp.db, { password_hash: await Bun.password.hash('marlin-1') })
    await subscribe(testApp, other.cookie)
    const json = { currentPassword: 'marlin-1' }
    const deletion = await testApp.page('/api/auth/user', { method: 'DELETE', json, cookie: other.cookie })
    expect(deletion.status).toBe(204)
    expect(await listRows(testApp)).toEqual([])
  })

  test('are at most twenty of a person: the oldest make room', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const me = await addSigned(db)
    for (let n = 0; n < limits.pushDevices; n += 1)
      await addPushSubscription(db, me.id, { created_at: n, endpoint: `https://9.9.9.9/${n}` })
    expect((await subscribe(testApp, me.cookie)).status).toBe(201)
    const rows = await listRows(testApp)
    expect(rows).toHaveLength(limits.pushDevices)
    expect([rows[0]?.endpoint, rows.at(-1)?.endpoint]).toEqual(['https://9.9.9.9/1', endpoint])
  })

  test('send a test message only to a person with a device', async () => {
    const testApp = await makeTestApp()
    const me = await addSigned(testApp.db)
    const send = () => testApp.page('/api/push/test', { method: 'POST', cookie: me.cookie })
    expect((await send()).status).toBe(409)
    await addPushSubscription(testApp.db, me.id)
    expect((await send()).status).toBe(202)
  })
})
