import { describe, expect, test } from 'bun:test'
import type { NotificationId, UserId } from '#contract/ids.ts'
import type { Notification, NotificationSettings, Unread } from '#contract/notifications/notifications.ts'
import type { Db } from '#server/db/connection.ts'
import { makeTestApp, nextOf, type TestApp } from '../../../../tests/support/app.ts'
import { addNotification, addSigned } from '../../../../tests/support/factories.ts'

const addPush = (db: Db, user_id: UserId, text: string): Promise<NotificationId> =>
  addNotification(db, user_id, { title: 'Open', text, created_at: 1 }, { channel: 'push', send_at: 1 })

const unreadOf = async ({ page }: TestApp, cookie: string): Promise<number> => {
  const { unread }: Unread = await (await page('/api/notices/unread', { cookie })).json()
  return unread
}

describe('the list of notifications', () => {
  test('shows a person’s own, newest first in pages, and marks them as read', async () => {
    const testApp = await makeTestApp()
    const { db, page } = testApp
    const [me, other] = [await addSigned(db), await addSigned(db)]
    for (const path of ['/api/notices', '/api/notices/unread', '/api/notice-settings'])
      expect((await page(path)).status).toBe(401)
    const ids: NotificationId[] = []
    for (const text of ['one', 'two', 'three']) ids.push(await addPush(db, me.id, text))
    await addPush(db, other.id, 'theirs')
    const first = await page('/api/notices?limit=2', { cookie: me.cookie })
    const notifications: Notification[] = await first.json()
    expect(notifications.map(({ text }) => text)).toEqual(['three', 'two'])
    expect(notifications[0]).toMatchObject({ kind: 'weighed_in', title: 'Open', path: '/', readAt: null })
    const next = nextOf(first) ?? ''
    const rest: Notification[] = await (await page(next, { cookie: me.cookie })).json()
    expect(rest.map(({ text }) => text)).toEqual(['one'])
    expect((await page('/api/notices?cursor=x', { cookie: me.cookie })).status).toBe(400)

    expect(await unreadOf(testApp, me.cookie)).toBe(3)
    const read = (json: object) => page('/api/notices/read', { json, cookie: me.cookie })
    expect((await read({ until: ids[1] })).status).toBe(204)
    expect(await unreadOf(testApp, me.cookie)).toBe(1)
    expect((await read({})).status).toBe(204)
    expect(await unreadOf(testApp, me.cookie)).toBe(0)
    expect(await unreadOf(testApp, other.cookie)).toBe(1)
    expect((await read({ until: 'x' })).status).toBe(400)
    expect(
      await db.selectFrom('notifications').select('user_id').where('send_at', 'is not', null).execute(),
    ).toEqual([{ user_id: other.id }])
  })

  test('is told as changed to this person’s open pages alone', async () => {
    const { db, page } = await makeTestApp()
    const [me, other] = [await addSigned(db), await addSigned(db)]
    await addPush(db, me.id, 'one')
    const decoder = new TextDecoder()
    const open = async (cookie: string) => {
      const reader = (await page('/api/events', { cookie })).body?.getReader()
      const next = async () => decoder.decode((await reader?.read())?.value)
      expect(await next()).toContain('event: ready')
      return { next, close: () => reader?.cancel() }
    }
    const [mine, theirs] = [await open(me.cookie), await open(other.cookie)]
    await page('/api/notices/read', { json: {}, cookie: me.cookie })
    expect(await mine.next()).toContain('event: notification')
    const next = theirs.next()
    await mine.close()
    expect(await Promise.race([next, new Promise(resolve => setImmediate(resolve, 'nothing'))])).toBe(
      'nothing',
    )
    await theirs.close()
  })
})

describe('the settings of notifications', () => {
  const settings = {
    channels: { weighed_in: 'mail', paid: 'none' },
    quietFrom: '22:00',
    quietTo: '07:00',
    timeZone: 'America/New_York',
    digest: true,
  }

  test('have defaults, and are replaced as a whole', async () => {
    const { db, page } = await makeTestApp()
    const { cookie } = await addSigned(db)
    const read = async (): Promise<NotificationSettings> =>
      (await page('/api/notice-settings', { cookie })).json()
    const put = (json: object) => page('/api/notice-settings', { method: 'PUT', json, cookie })
    const before = await read()
    expect(before).toMatchObject({
      channels: { weighed_in: 'push', funding_closes: 'none', crew_approved: 'push' },
      quietFrom: null,
      quietTo: null,
      timeZone: 'UTC',
      digest: false,
    })
    expect((await put(settings)).status).toBe(200)
    expect(await read()).toEqual({
      ...settings,
      channels: { ...before.channels, weighed_in: 'mail', paid: 'none' },
    })
    await put({ ...settings, channels: {}, quietFrom: null, quietTo: null })
    expect(await read()).toMatchObject({ channels: before.channels, quietFrom: null, digest: true })
  })

  test('name a time zone in one spelling, older names too', async () => {
    const { db, page } = await makeTestApp()
    const { cookie } = await addSigned(db)
    for (const [input, zone] of [
      ['eUrOpE/bErLiN', 'Europe/Berlin'],
      ['asia/calcutta', 'Asia/Calcutta'],
      ['utc', 'UTC'],
    ]) {
      const json = { ...settings, timeZone: input }
      const answer = await page('/api/notice-settings', { method: 'PUT', json, cookie })
      expect((await answer.json()).timeZone).toBe(zone)
      expect(await db.selectFrom('notification_settings').select('time_zone').execute()).toEqual([
        { time_zone: zone ?? '' },
      ])
    }
  })

  test('refuse what can’t be meant, with what to do', async () => {
    const { db, page } = await makeTestApp()
    const { cookie } = await addSigned(db)
    for (const [change, path] of [
      [{ channels: { weighed_in: 'pigeon' } }, 'channels.weighed_in'],
      [{ quietFrom: '24:00' }, 'quietFrom'],
      [{ quietFrom: null }, 'quietFrom'],
      [{ quietTo: '7:00' }, 'quietTo'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ timeZone: '+05:37' }, 'timeZone'],
      [{ digest: 'yes' }, 'digest'],
    ] as const) {
      const json = { ...settings, ...change }
      const answer = await page('/api/notice-settings', { method: 'PUT', json, cookie })
      expect([
        answer.status,
        (await answer.json()).issues?.map((issue: { path: string }) => issue.path),
      ]).toEqual([400, [path]])
    }
  })
})
