import { describe, expect, test } from 'bun:test'
import type { EntryId } from '#contract/ids.ts'
import { hour, minute } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import { countMails } from '#server/mail/mail.queries.ts'
import { makeMailer } from '#server/mail/mailer.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { makeTestApp, type TestApp, testOrigin } from '../../../../tests/support/app.ts'
import {
  addEntry,
  addFunding,
  addScene,
  addSigned,
  addUpdate,
  addUser,
  type Signed,
} from '../../../../tests/support/factories.ts'
import { follow } from '../../../../tests/support/notifications.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { startSmtpDouble } from '../../../../tests/support/smtp-double.ts'
import { banUser, moveTournament, withdrawEntry } from '../../../../tests/support/states.ts'
import { queueTimedReminders } from './notification-jobs.ts'
import { digestMail } from './notification-mails.rules.ts'
import { queueDigests } from './notification-mails.ts'
import { unsubscribeToken } from './unsubscribe.rules.ts'

const start = Date.parse('2026-06-01T12:00:10Z')

const settings = {
  channels: { lead_taken: 'mail', weighed_in: 'mail', announcement: 'mail' },
  quietFrom: null,
  quietTo: null,
  timeZone: 'America/New_York',
  digest: false,
}

/** Address of the site without PUBLIC_URL. */
const site = 'http://localhost:3000'

async function setUp(changes: object = {}) {
  const testApp = await makeTestApp()
  testApp.setNow(start)
  const { db, page } = testApp
  const scene = await addScene(db, { starts_at: start - hour, ends_at: start + 48 * hour })
  const fan = await addSigned(db)
  await follow(testApp, fan, `boats/${scene.boat}`)
  const json = { ...settings, ...changes }
  expect((await page('/api/notice-settings', { method: 'PUT', json, cookie: fan.cookie })).status).toBe(200)
  return { ...scene, testApp, db, fan }
}

const weigh = async ({ page }: TestApp, { cookie }: Signed, entry: EntryId, weight: number) => {
  const json = { weight, species: 'Wahoo' }
  expect((await page(`/api/tournament-entries/${entry}/catches`, { json, cookie })).status).toBe(201)
}

const runAt = async ({ setNow, runJobs }: TestApp, time: number) => {
  setNow(time)
  await runJobs()
}

const mailsTo = ({ mails }: TestApp, { id }: Signed) => mails.filter(({ to }) => to.startsWith(id))

/** @returns ends the failure */
function failMails({ deps: { mailer } }: TestApp) {
  const { send } = mailer
  mailer.send = () => Promise.reject(new Error('535 5.7.8 the password has expired'))
  return () => {
    mailer.send = send
  }
}

const settingsOf = async ({ page }: TestApp, { cookie }: Signed) =>
  (await page('/api/notice-settings', { cookie })).json()

describe('a mail about notifications', () => {
  test('holds what happened within a few minutes, and says how to stop it', async () => {
    const { testApp, organiser, entry, fan, boat } = await setUp()
    for (const weight of [10, 20]) {
      testApp.setNow(start + weight)
      await weigh(testApp, organiser, entry, weight)
    }
    await runAt(testApp, start + minute)
    expect(mailsTo(testApp, fan)).toEqual([])
    await runAt(testApp, start + 4 * minute)
    const [mail, ...more] = mailsTo(testApp, fan)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Reel Deal: 2 new')
    expect(mail?.text).toContain(`Reel Deal weighed in: 20 lbs Wahoo, now 1st\n${site}/boat/${boat}`)
    const link = `${site}/unsubscribe/${unsubscribeToken(testApp.deps.keys, fan.id, 'all')}`
    expect(mail?.text).toContain(`Stop these mails: ${link}`)
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    await runAt(testApp, start + 2 * hour)
    expect(mailsTo(testApp, fan)).toHaveLength(1)
  })

  test('is not sent besides a mail about the money, nor once the kind is turned off', async () => {
    const { testApp, db, organiser, tournament, entry, fan } = await setUp({
      channels: { paid: 'mail', won: 'mail' },
    })
    await addFunding(db, { entry_id: entry, backer_id: fan.id })
    const ends_at = start - 1
    await moveTournament(db, { starts_at: start - hour, ends_at })
    const json = { winnings: [{ entryId: entry, amount: '500' }] }
    await testApp.page(`/api/tournaments/${tournament}/results`, { json, cookie: organiser.cookie })
    await testApp.runJobs()
    await runAt(testApp, start + 5 * minute)
    expect(mailsTo(testApp, fan).filter(({ headers }) => headers !== undefined)).toMatchObject([
      { subject: expect.stringMatching(/^You won \$[\d.]+: Reel Deal won \$500$/) },
    ])
    const payout = await db.selectFrom('payouts').select('id').executeTakeFirstOrThrow()
    await testApp.page(`/api/payouts/${payout.id}/paid`, { json: {}, cookie: organiser.cookie })
    await testApp.runJobs()
    await runAt(testApp, start + 10 * minute)
    expect(mailsTo(testApp, fan).filter(({ headers }) => headers !== undefined)).toHaveLength(1)
  })

  test('that fails for a day is dropped', async () => {
    const { testApp, organiser, entry, fan } = await setUp()
    await weigh(testApp, organiser, entry, 20)
    const repair = failMails(testApp)
    await runAt(testApp, start)
    await runAt(testApp, start + 5 * minute)
    expect(await countMails(testApp.db)).toEqual({ waiting: 1, failed: 0 })
    repair()
    await runAt(testApp, start + 24 * hour)
    expect(mailsTo(testApp, fan)).toEqual([])
    expect(await countMails(testApp.db)).toEqual({ waiting: 0, failed: 0 })
  })

  test.each([
    ['until it closes', -1, 1],
    ['from then on', 0, 0],
  ])('that funding closes is sent late, %s', async (_, after, count) => {
    const closes = start + 5 * hour
    const { testApp, db, tournament, fan } = await setUp({ channels: { funding_closes: 'mail' } })
    const columns = { created_at: start - 48 * hour, funding_closes_at: closes }
    await changeRows(db, 'tournaments', columns, { id: tournament })
    await queueTimedReminders(testApp.deps)
    const repair = failMails(testApp)
    await runAt(testApp, start)
    await runAt(testApp, start + 5 * minute)
    repair()
    await runAt(testApp, closes + after)
    expect(mailsTo(testApp, fan)).toHaveLength(count)
  })

  test('has the headers on the wire', async () => {
    const smtp = startSmtpDouble()
    afterTest(() => smtp.stop())
    const { deps } = await makeTestApp({ SMTP_URL: smtp.url })
    const headers = { 'List-Unsubscribe': '<https://reelstake.example/unsubscribe/x>' }
    const mail = { to: 'ann@example.org', subject: 'Hello', text: 'x', headers }
    await makeMailer(deps.env, deps.log).send(mail, 'mail-1')
    expect(smtp.received[0]?.source).toContain('List-Unsubscribe: <https://reelstake.example/unsubscribe/x>')
  })
})

describe('the link in a mail', () => {
  const pathOf = ({ deps }: TestApp, { id }: Signed, topic: 'lead_taken' | 'all' | 'digest') =>
    `/unsubscribe/${unsubscribeToken(deps.keys, id, topic)}`

  test('stops a kind, the evening mail or all, without script and session, through the site’s gate', async () => {
    const { testApp, fan } = await setUp({ digest: true })
    const lockedApp = await makeTestApp({ SITE_GATE: 'on' }, {}, testApp.db)
    expect((await lockedApp.page('/tournaments', { headers: { accept: 'text/html' } })).status).toBe(200)
    const before = await settingsOf(testApp, fan)
    const open = await lockedApp.page(pathOf(testApp, fan, 'lead_taken'))
    const page = await open.text()
    expect([open.status, open.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(page).toContain('<form method="post"><button>Stop these mails</button></form>')
    expect(page).toContain('mails about: A boat takes the lead')
    expect(page).not.toContain('<script')
    expect(await settingsOf(testApp, fan)).toEqual(before)

    // As RFC 8058 has it: no cookie, no origin.
    const oneClick = (path: string) =>
      lockedApp.app.request(`${testOrigin}${path}`, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const done = await oneClick(pathOf(testApp, fan, 'lead_taken'))
    expect([done.status, (await done.text()).includes('These mails are stopped')]).toEqual([200, true])
    expect(await settingsOf(testApp, fan)).toEqual({
      ...before,
      channels: { ...before.channels, lead_taken: 'none' },
    })
    await oneClick(pathOf(testApp, fan, 'digest'))
    expect((await settingsOf(testApp, fan)).digest).toBe(false)
    await oneClick(pathOf(testApp, fan, 'all'))
    const { channels } = await settingsOf(testApp, fan)
    expect(Object.values(channels)).not.toContain('mail')
    expect(channels.crew_post).toBe('push')
  })

  test('stores nothing for a deleted account', async () => {
    const { testApp, db, fan } = await setUp()
    await inTransaction(db, trx => anonymiseUser(trx, fan.id, start))
    const answer = await testApp.page(pathOf(testApp, fan, 'all'), { method: 'POST' })
    expect(answer.status).toBe(200)
    expect(await db.selectFrom('notification_settings').select('user_id').execute()).toEqual([])
  })

  test('that isn’t this site’s changes nothing and says so', async () => {
    const { testApp, fan } = await setUp()
    const [good = ''] = [pathOf(testApp, fan, 'all')]
    const before = await settingsOf(testApp, fan)
    for (const path of [
      `${good}x`,
      good.replace('.all.', '.digest.'),
      '/unsubscribe/x',
      '/unsubscribe/a.b.c',
    ]) {
      const answer = await testApp.page(path, { method: 'POST' })
      expect([answer.status, (await answer.text()).includes('This link is not complete')]).toEqual([
        404,
        true,
      ])
    }
    expect(await settingsOf(testApp, fan)).toEqual(before)
  })
})

describe('the evening mail', () => {
  test('of a day with 300 events fits one screen', async () => {
    const { testApp, db, organiser, entry, tournament, fan } = await setUp({ channels: {}, digest: true })
    for (let n = 0; n < 9; n += 1) {
      const other = await addEntry(db, { tournament_id: tournament }, { name: `Boat ${n}` })
      await weigh(testApp, organiser, other, n + 1)
    }
    await weigh(testApp, organiser, entry, 412.5)
    await changeRows(db, 'updates', { created_at: start })
    for (let n = 0; n < 290; n += 1)
      await addUpdate(db, {
        entry_id: entry,
        content: `Update ${n} ${'long '.repeat(200)}`,
        created_at: start + n,
      })
    const evening = Date.parse('2026-06-02T00:00:00Z')
    testApp.setNow(evening - minute)
    await queueDigests(testApp.deps)
    await testApp.runJobs()
    expect(mailsTo(testApp, fan)).toEqual([])
    for (const time of [evening, evening + minute, evening + 3 * hour]) {
      testApp.setNow(time)
      await queueDigests(testApp.deps)
      await testApp.runJobs()
    }
    const [mail, ...more] = mailsTo(testApp, fan)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Today at White Marlin Open')
    expect(mail?.text).toContain('White Marlin Open: 10 weigh-ins, 290 updates')
    expect(mail?.text).toContain('1. Reel Deal, 412.5 lbs Wahoo\n2. Boat 8, 9 lbs Wahoo\n3. Boat 7')
    expect(mail?.text).toContain('- Reel Deal: Update 289')
    expect(mail?.text).not.toContain('Update 279')
    expect(mail?.text.split('\n').length).toBeLessThan(30)
    expect(Math.max(...(mail?.text.split('\n') ?? []).map(line => line.length))).toBeLessThan(160)
    expect(mail?.headers?.['List-Unsubscribe']).toContain('.digest.')
  })

  test('cuts a long subject between characters', () => {
    const recipient = { to: 'ann@example.org', site, siteName: 'Reelstake', unsubscribe: `${site}/x` }
    const name = `${'a'.repeat(190)}🎣🎣`
    const tournament = { id: '1', name, weighIns: 1, updates: 0, places: [] }
    const { subject } = digestMail(recipient, 'Friday', [tournament], [])
    expect([subject.isWellFormed(), subject.endsWith('…'), subject.length <= 200]).toEqual([true, true, true])
  })

  test('is not sent on a day without events, without asking for it, or of what one muted', async () => {
    const { testApp, db, boat, entry, fan } = await setUp({ channels: {}, digest: true })
    const [silent, unfollower] = [await addSigned(db), await addSigned(db)]
    await follow(testApp, silent, `boats/${boat}`)
    await addFunding(db, { entry_id: entry, backer_id: unfollower.id })
    const json = { ...settings, channels: {}, digest: true }
    await testApp.page('/api/notice-settings', { method: 'PUT', json, cookie: unfollower.cookie })
    await testApp.page(`/api/boats/${boat}/follow`, { method: 'DELETE', cookie: unfollower.cookie })
    const evening = async (time: string) => {
      testApp.setNow(Date.parse(time))
      await queueDigests(testApp.deps)
      await testApp.runJobs()
    }
    await evening('2026-06-02T00:30:00Z')
    expect(testApp.mails).toEqual([])
    await addUpdate(db, { entry_id: entry, created_at: Date.parse('2026-06-02T20:00:00Z') })
    await evening('2026-06-03T00:30:00Z')
    expect(testApp.mails.map(({ to }) => to)).toEqual([`${fan.id}@example.com`])
  })

  test('that the server missed comes when it is back, and says of which day it is', async () => {
    const { testApp, db, entry, fan } = await setUp({ channels: {}, digest: true })
    const at = async (time: string) => {
      testApp.setNow(Date.parse(time))
      await queueDigests(testApp.deps)
      await testApp.runJobs()
      return mailsTo(testApp, fan).map(({ subject }) => subject)
    }
    await addUpdate(db, { entry_id: entry, created_at: Date.parse('2026-06-02T20:00:00Z') })
    // 8 AM in New York, and no mail was missed.
    expect(await at('2026-06-01T12:00:10Z')).toEqual([])
    expect(await at('2026-06-02T00:30:00Z')).toEqual([])
    expect(await at('2026-06-03T12:00:00Z')).toEqual(['Tuesday at White Marlin Open'])
    expect(await at('2026-06-03T12:05:00Z')).toHaveLength(1)
    await addUpdate(db, { entry_id: entry, created_at: Date.parse('2026-06-03T20:00:00Z') })
    const subjects = ['Tuesday at White Marlin Open', 'Today at White Marlin Open']
    expect(await at('2026-06-04T00:30:00Z')).toEqual(subjects)
  })

  test('comes on the evening after a flight over the date line too', async () => {
    const { testApp, db, entry, fan } = await setUp({
      channels: {},
      digest: true,
      timeZone: 'Pacific/Auckland',
    })
    const at = async (time: string) => {
      testApp.setNow(Date.parse(time))
      await queueDigests(testApp.deps)
      await testApp.runJobs()
      return mailsTo(testApp, fan).map(({ subject }) => subject)
    }
    const today = 'Today at White Marlin Open'
    await addUpdate(db, { entry_id: entry, created_at: Date.parse('2026-06-02T07:00:00Z') })
    expect(await at('2026-06-02T08:00:00Z')).toEqual([today])
    const json = { ...settings, channels: {}, digest: true, timeZone: 'America/Los_Angeles' }
    await testApp.page('/api/notice-settings', { method: 'PUT', json, cookie: fan.cookie })
    expect(await at('2026-06-02T08:05:00Z')).toEqual([today])
    await addUpdate(db, { entry_id: entry, created_at: Date.parse('2026-06-02T20:00:00Z') })
    expect(await at('2026-06-03T03:00:00Z')).toEqual([today, today])
    expect(await at('2026-06-03T03:05:00Z')).toHaveLength(2)
  })

  test('that fails is sent until the next evening, whose mail comes instead', async () => {
    const { testApp, db, entry, fan } = await setUp({ channels: {}, digest: true })
    const at = async (time: string) => {
      testApp.setNow(Date.parse(time))
      await queueDigests(testApp.deps)
      await testApp.runJobs()
      return mailsTo(testApp, fan).map(({ subject }) => subject)
    }
    await addUpdate(db, { entry_id: entry, created_at: Date.parse('2026-06-01T20:00:00Z') })
    await addUpdate(db, { entry_id: entry, created_at: Date.parse('2026-06-02T20:00:00Z') })
    const repair = failMails(testApp)
    expect(await at('2026-06-02T00:00:00Z')).toEqual([])
    repair()
    expect(await at('2026-06-03T00:00:00Z')).toEqual(['Today at White Marlin Open'])
    expect(await countMails(db)).toEqual({ waiting: 0, failed: 0 })
  })

  test.each([
    // 8 PM of a day of 25 hours, and the one before a change at 2 AM on the other side of the world.
    ['America/New_York', '2026-11-01T00:00:00Z', '2026-11-02T01:00:00Z'],
    ['Australia/Sydney', '2026-10-02T10:00:00Z', '2026-10-03T10:00:00Z'],
  ])('is about the time from 8 PM to 8 PM in %s, whatever the clocks do', async (timeZone, from, to) => {
    const { testApp, db, entry, tournament, fan } = await setUp({ channels: {}, digest: true, timeZone })
    await moveTournament(db, { starts_at: start, ends_at: Date.parse(to) + hour }, tournament)
    for (const [content, at] of [
      ['before', Date.parse(from) - minute],
      ['first', Date.parse(from) + minute],
      ['last', Date.parse(to) - minute],
      ['after', Date.parse(to) + minute],
    ] as const)
      await addUpdate(db, { entry_id: entry, content, created_at: at })
    testApp.setNow(Date.parse(to) + 2 * minute)
    await queueDigests(testApp.deps)
    await testApp.runJobs()
    const [mail] = mailsTo(testApp, fan)
    const lines = mail?.text.split('\n').filter(line => line.startsWith('- '))
    expect(lines).toEqual(['- Reel Deal: last', '- Reel Deal: first'])
  })

  test('leaves out boats that withdrew', async () => {
    const { testApp, db, organiser, tournament, entry, fan } = await setUp({ channels: {}, digest: true })
    const other = await addEntry(db, { tournament_id: tournament }, { name: 'Sea Fox' })
    await addUpdate(db, { entry_id: entry, content: 'Lines in', created_at: start })
    await weigh(testApp, organiser, other, 300)
    await withdrawEntry(db, other)
    testApp.setNow(Date.parse('2026-06-02T00:30:00Z'))
    await queueDigests(testApp.deps)
    await testApp.runJobs()
    const [mail] = mailsTo(testApp, fan)
    expect(mail?.text).toContain('White Marlin Open: 0 weigh-ins, 1 update')
    expect(mail?.text).not.toContain('Sea Fox')
  })

  test('says of a weigh-in that it is disqualified', async () => {
    const { testApp, db, organiser, entry, fan } = await setUp({ channels: {}, digest: true })
    await weigh(testApp, organiser, entry, 20)
    await addUpdate(db, { entry_id: entry, content: 'Lines out', created_at: start + minute })
    await changeRows(db, 'entries', { disqualified_at: start, disqualified_reason: 'Two lines' })
    testApp.setNow(Date.parse('2026-06-02T00:30:00Z'))
    await queueDigests(testApp.deps)
    await testApp.runJobs()
    expect(mailsTo(testApp, fan)[0]?.text).toMatch(
      /- Reel Deal: Lines out\n- Reel Deal weighed in .*\. Disqualified\.\n/,
    )
  })

  test('leaves updates of banned authors out', async () => {
    const { testApp, db, entry, fan } = await setUp({ channels: {}, digest: true })
    const [author, bannedAuthor] = [await addUser(db), await addUser(db)]
    await addUpdate(db, { entry_id: entry, author_id: author, content: 'Lines in', created_at: start })
    await addUpdate(db, { entry_id: entry, author_id: bannedAuthor, content: 'Buy pills', created_at: start })
    await banUser(db, bannedAuthor)
    testApp.setNow(Date.parse('2026-06-02T00:30:00Z'))
    await queueDigests(testApp.deps)
    await testApp.runJobs()
    const [mail] = mailsTo(testApp, fan)
    expect(mail?.text).toContain('0 weigh-ins, 1 update')
    expect(mail?.text).toContain('Lines in')
    expect(mail?.text).not.toContain('Buy pills')
  })
})
