import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { day, hour, minute } from '#contract/time.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { mailJobKinds } from '#server/jobs/job-kinds.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { ann, mailedToken } from '#server/people/auth/test-support.ts'
import { enqueueAll } from '#server/queue/queue.queries.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { afterTest } from '../../../tests/support/after-test.ts'
import { makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addFunding, addScene, addUser } from '../../../tests/support/factories.ts'
import { addRows, changeRows, removeRows } from '../../../tests/support/rows.ts'
import { startSmtpDouble } from '../../../tests/support/smtp-double.ts'
import { countMails, countWaitingFor, sweepMails } from './mail.queries.ts'
import { MailRefused } from './mail.ts'
import { queueMail } from './mail-queue.ts'
import { makeMailer } from './mailer.ts'

const start = Date.parse('2026-06-01T12:00:00Z')

async function setUp(env: Record<string, string> = {}) {
  const testApp = await makeTestApp({ AUTH_AUTOCONFIRM: 'off', ...env })
  testApp.setNow(start)
  return testApp
}

const signUp = (testApp: TestApp, email = ann.email) =>
  testApp.page('/api/auth/sign-up', { json: { ...ann, email } })

const failWith = (testApp: TestApp, error: Error) => {
  const { mailer } = testApp.deps
  const { send } = mailer
  mailer.send = () => Promise.reject(error)
  return () => {
    mailer.send = send
  }
}

const contents = ({ db }: TestApp) => db.selectFrom('mails').selectAll().execute()

describe('an account mail', () => {
  test('has the same Message-ID at each try, and its content is deleted once it is sent', async () => {
    const testApp = await setUp()
    const ids: string[] = []
    const { mailer } = testApp.deps
    mailer.send = async (_, id) => {
      ids.push(id)
      if (ids.length < 3) throw new Error('451 later')
      return '250 ok'
    }
    await signUp(testApp)
    for (const minutes of [0, 1, 2]) {
      testApp.setNow(start + minutes * minute)
      await testApp.sendMails()
    }
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
    expect(await contents(testApp)).toEqual([])
    expect(await countMails(testApp.db)).toEqual({ waiting: 0, failed: 0 })
  })

  test('whose link has expired is dropped and listed as expired, never sent', async () => {
    const testApp = await setUp()
    const repair = failWith(testApp, new Error('535 5.7.8 the password has expired'))
    await signUp(testApp)
    await testApp.sendMails()
    testApp.setNow(start + hour)
    repair()
    await testApp.sendMails()
    expect(testApp.mails).toEqual([])
    expect(await contents(testApp)).toEqual([])
    const { code, out: lines } = await admin(testApp, 'mails')
    expect(code).toBe(0)
    expect(lines[0]).toContain('\texpired\t')
    expect(lines[0]).toContain(`the link in “Confirm your email address” to ${ann.email} stopped working`)
    expect(lines.at(-1)).toBe('0 waiting, 1 failed or expired')
    const id = lines[0]?.split('\t')[0] ?? ''
    expect(await admin(testApp, 'resend', id)).toEqual({
      code: 1,
      out: ['The link in this mail has expired. The recipient can request a new one on the site.'],
    })
    expect(await admin(testApp, 'resend')).toEqual({
      code: 0,
      out: ['0 mails are queued. The server sends within a minute.'],
    })
  })

  test('is limited to ten waiting per recipient and 10,000 in total; then sign-up is refused', async () => {
    const testApp = await setUp()
    const mail = { to: ann.email, subject: 'Hello', text: '' }
    const queue = () => inTransaction(testApp.db, trx => queueMail(trx, mail, start))
    const outcomes: boolean[] = []
    for (let n = 0; n < 12; n += 1) outcomes.push(await queue())
    expect(outcomes.filter(Boolean)).toHaveLength(10)
    const rows = Array.from({ length: 9990 }, (_, index) => ({
      id: newId<'mail'>(),
      recipient: `backer${index}@example.org`,
      subject: 'Hello',
      text: '',
      created_at: start,
    }))
    await addRows(testApp.db, 'mails', ...rows)
    const rejection = await signUp(testApp, 'bo@example.org')
    expect([rejection.status, rejection.headers.get('retry-after')]).toEqual([503, '600'])
    expect((await rejection.json()).message).toBe(
      "This site can't send mail at the moment. Please try again later.",
    )
    expect(await testApp.db.selectFrom('users').select('id').execute()).toEqual([])

    await addUser(testApp.db, { email: 'eve@example.org' })
    for (const email of ['eve@example.org', 'eve@example.org', 'bo@example.org', 'bo@example.org']) {
      expect((await signUp(testApp, email)).status).toBe(503)
      expect((await testApp.page('/api/auth/recover', { json: { email } })).status).toBe(503)
      const json = { email, type: 'signup' }
      expect((await testApp.page('/auth/v1/resend', { json })).status).toBe(503)
    }
  })

  test('is deleted with the account of its recipient, and so is its reason', async () => {
    const testApp = await setUp()
    const { db } = testApp
    await signUp(testApp)
    await signUp(testApp, 'bo@example.org')
    const repair = failWith(testApp, new MailRefused('550 5.1.1 <Ann@example.org>: no such person'))
    const { entry } = await addScene(db)
    const funding = await addFunding(db, { entry_id: entry, backer_id: await addUser(db) })
    await inTransaction(db, trx => enqueueAll(trx, 'mail-money', [`receipt/${funding}/1`], start))
    await testApp.sendMails()
    repair()
    expect(testApp.logs.map(({ reason }) => reason)).toContain('550 5.1.1 <[hidden]>: no such person')
    expect(JSON.stringify(testApp.logs)).not.toContain('@example.org')
    await inTransaction(db, trx => queueMail(trx, { to: ann.email, subject: 'Waits', text: '' }, start))
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', ann.email)
      .executeTakeFirstOrThrow()
    await inTransaction(db, trx => anonymiseUser(trx, id, start))
    expect((await contents(testApp)).map(({ recipient }) => recipient)).toEqual(['bo@example.org'])
    expect(await countMails(db)).toEqual({ waiting: 0, failed: 2 })
    const errors = await db.selectFrom('jobs').select('last_error').execute()
    expect(JSON.stringify(errors)).not.toMatch(/ann@/i)
  })

  test('that failed in a killed server no longer counts as waiting', async () => {
    const testApp = await setUp()
    const { db } = testApp
    await signUp(testApp)
    await changeRows(db, 'jobs', { state: 'failed', last_error: 'no', finished_at: start })
    await sweepMails(db, start, 30 * 86_400_000)
    expect(await countWaitingFor(db, ann.email)).toBe(0)
    expect(await contents(testApp)).toHaveLength(1)
  })
})

describe('the mail queue', () => {
  test('sends a confirmation at once while thousands of receipts wait, and those in small batches', async () => {
    const testApp = await setUp()
    const { db, deps } = testApp
    const { entry } = await addScene(db)
    const funding = await addFunding(db, { entry_id: entry, backer_id: await addUser(db) })
    const subjects = Array.from({ length: 3000 }, (_, n) => `receipt/${funding}/${n}`)
    await inTransaction(db, trx => enqueueAll(trx, 'mail-money', subjects, start - hour))
    let open = 0
    const slow = Promise.withResolvers<string>()
    const { send } = deps.mailer
    deps.mailer.send = (mail, id) => {
      if (!id.startsWith('mail-money')) return send(mail, id)
      open += 1
      return slow.promise
    }
    const queue = new JobQueue(deps, mailJobKinds(deps))
    afterTest(() => queue.stop())
    queue.start()
    while (open < 2) await new Promise(resolve => setImmediate(resolve))
    await signUp(testApp)
    while (testApp.mails.length === 0) await new Promise(resolve => setImmediate(resolve))
    expect(testApp.mails.map(({ to }) => to)).toEqual([ann.email])
    expect((await countMails(db)).waiting).toBeGreaterThanOrEqual(3000)
    expect(open).toBe(2)
    slow.resolve('250 ok')
  })

  test('retries a receipt for days while the SMTP password is wrong', async () => {
    const smtp = startSmtpDouble({ login: true })
    afterTest(() => smtp.stop())
    const testApp = await setUp({ SMTP_URL: smtp.url })
    const { db, deps, logs } = testApp
    const scene = await addScene(db)
    const funding = await addFunding(db, { entry_id: scene.entry, backer_id: await addUser(db) })
    await inTransaction(db, trx => enqueueAll(trx, 'mail-money', [`receipt/${funding}/1`], start))
    smtp.answer('AUTH', '535 5.7.8 s3cret!pass has expired')
    for (let now = start; now < start + 5 * day; now += hour) {
      testApp.setNow(now)
      // A new mailer doesn't pause after the failed login.
      deps.mailer.send = makeMailer(deps.env, deps.log).send
      await testApp.sendMails()
    }
    expect(smtp.connections).toBeGreaterThan(100)
    const { out: lines } = await admin(testApp, 'mails')
    expect(lines[0]).toContain('\twaiting\t')
    expect(lines[0]).toContain('535 5.7.8')
    const failures = logs.filter(({ message }) => message === 'job failed')
    expect(failures[0]).toMatchObject({ level: 'warn', kind: 'mail-money', again: true })
    expect(failures[0]?.reason).toBe(
      'Invalid login: 535 5.7.8 … has expired (AUTH PLAIN). Check SMTP_URL and MAIL_FROM.',
    )
    expect(JSON.stringify([lines, logs])).not.toContain('s3cret')
    smtp.answer('AUTH')
    expect(await admin(testApp, 'resend')).toEqual({
      code: 0,
      out: ['1 mail is queued. The server sends within a minute.'],
    })
    deps.mailer.send = makeMailer(deps.env, deps.log).send
    await testApp.sendMails()
    expect(smtp.received).toMatchObject([{ messageId: `<mail-money-receipt-${funding}-1@localhost>` }])
  }, 60_000)

  test('fails a receipt after five days of failures', async () => {
    const testApp = await setUp()
    const { db } = testApp
    const { entry } = await addScene(db)
    const funding = await addFunding(db, { entry_id: entry, backer_id: await addUser(db) })
    await inTransaction(db, trx => enqueueAll(trx, 'mail-money', [`receipt/${funding}/1`], start))
    failWith(testApp, new Error('ECONNREFUSED'))
    for (let now = start; now < start + 6 * day; now += hour) {
      testApp.setNow(now)
      await testApp.sendMails()
    }
    expect(await countMails(db)).toEqual({ waiting: 0, failed: 1 })
    const failures = testApp.logs.filter(({ again }) => again !== undefined)
    expect(failures.filter(({ again }) => again === false)).toMatchObject([
      {
        message: 'job failed, and is not tried again: see "admin jobs", repeat it with "admin retry-job"',
        kind: 'mail-money',
        reason: 'ECONNREFUSED',
      },
    ])
  })
})

describe('the operator’s commands', () => {
  test('list a refused mail with its reason and send it again, one or all', async () => {
    const testApp = await setUp()
    const repair = failWith(testApp, new MailRefused('550 5.1.1 no such person'))
    await signUp(testApp)
    await signUp(testApp, 'bo@example.org')
    await testApp.sendMails()
    const [line = '', , last] = (await admin(testApp, 'mails')).out
    expect(line.split('\t').slice(1)).toEqual([
      'failed',
      ann.email,
      'Confirm your email address',
      '1',
      '-',
      '550 5.1.1 no such person',
    ])
    expect(last).toBe('0 waiting, 2 failed or expired')
    repair()
    const id = line.split('\t')[0] ?? ''
    expect((await admin(testApp, 'resend', newId())).code).toBe(1)
    expect(await admin(testApp, 'resend', id)).toEqual({
      code: 0,
      out: ['The mail is queued. The server sends it within a minute.'],
    })
    expect(await mailedToken(testApp, ann.email)).toHaveLength(43)
    expect(testApp.mails).toHaveLength(1)
    expect(await admin(testApp, 'resend')).toEqual({
      code: 0,
      out: ['1 mail is queued. The server sends within a minute.'],
    })
    await testApp.sendMails()
    expect(testApp.mails.map(({ to }) => to)).toEqual([ann.email, 'bo@example.org'])
    expect(await admin(testApp, 'mails')).toEqual({ code: 0, out: ['0 waiting, 0 failed or expired'] })
    expect(await contents(testApp)).toEqual([])
  })

  test('list a mail whose link has expired without dropping it: the server lists it as expired', async () => {
    const testApp = await setUp()
    await signUp(testApp)
    testApp.setNow(start + hour)
    await admin(testApp, 'mails')
    await testApp.sendMails()
    expect((await admin(testApp, 'mails')).out[0]).toContain('\texpired\t')
  })

  test('refuse to resend a mail whose content is deleted', async () => {
    const testApp = await setUp()
    failWith(testApp, new MailRefused('550 5.1.1 no such person'))
    await signUp(testApp)
    await testApp.sendMails()
    await removeRows(testApp.db, 'mails')
    const id = (await admin(testApp, 'mails')).out[0]?.split('\t')[0] ?? ''
    expect(await admin(testApp, 'resend', id)).toEqual({
      code: 1,
      out: ['The content of this mail is deleted. The recipient can request a new one on the site.'],
    })
    expect(await admin(testApp, 'resend')).toEqual({
      code: 0,
      out: ['0 mails are queued. The server sends within a minute.'],
    })
  })

  test('list at most 200 mails and print the total', async () => {
    const testApp = await setUp()
    const subjects = Array.from({ length: 250 }, () => `receipt/${newId<'funding'>()}/1`)
    await inTransaction(testApp.db, trx => enqueueAll(trx, 'mail-money', subjects, start))
    const { out: lines } = await admin(testApp, 'mails')
    expect(lines).toHaveLength(201)
    expect(lines.at(-1)).toBe('250 waiting, 0 failed or expired; 50 not shown')
  })

  test('send a test mail and print the server’s answer, or the cause with exit code 1', async () => {
    const smtp = startSmtpDouble({ login: true })
    afterTest(() => smtp.stop())
    const testApp = await setUp({ SMTP_URL: smtp.url })
    expect(await admin(testApp, 'test-mail', 'captain@example.org')).toEqual({
      code: 0,
      out: ['250 2.0.0 taken as 42'],
    })
    expect(smtp.received[0]?.to).toBe('captain@example.org')
    smtp.answer('AUTH', '535 5.7.8 no')
    const { code, out: lines } = await admin(testApp, 'test-mail', 'captain@example.org')
    expect([code, lines[0]]).toEqual([
      1,
      'The mail was not sent: Invalid login: 535 5.7.8 no (AUTH PLAIN). Check SMTP_URL and MAIL_FROM.',
    ])
    expect((await admin(testApp, 'test-mail', 'captain')).code).toBe(2)
  })
})
