import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from '#server/env.ts'
import { makeLog } from '#server/log.ts'
import { afterTest } from '../../../tests/support/after-test.ts'
import { startSmtpDouble } from '../../../tests/support/smtp-double.ts'
import { MailRefused } from './mail.ts'
import { makeMailer } from './mailer.ts'

const mail = {
  to: 'ann@example.org',
  subject: 'Hello',
  text: `Grüße\n\nhttps://example.org/${'x'.repeat(200)}\n`,
}

function setUp(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-mail-'))
  afterTest(() => rmSync(dataDir, { recursive: true, force: true }))
  const logs: Record<string, unknown>[] = []
  const log = makeLog('debug', line => void logs.push(JSON.parse(line)), false)
  const make = (siteName: string | null = null) =>
    makeMailer(parseEnv({ DATA_DIR: dataDir, ...env }, '/'), log, async () => siteName)
  return { make, logs, outbox: join(dataDir, 'db', 'outbox') }
}

function setUpSmtp(options: { login?: boolean } = {}) {
  const smtp = startSmtpDouble(options)
  afterTest(() => smtp.stop())
  const { make } = setUp({ SMTP_URL: smtp.url, MAIL_FROM: 'Marina <hello@example.org>' })
  /** @returns the answer, or the error's kind and text */
  const send = () =>
    make()
      .send(mail, 'mail-win-1')
      .catch((error: Error) => `${error instanceof MailRefused ? 'final' : 'again'}: ${error.message}`)
  return { smtp, send, make }
}

describe('without SMTP_URL', () => {
  test('writes each mail to a private file, which the log names without its text', async () => {
    const { make, logs, outbox } = setUp()
    const mailer = make()
    const answer = await mailer.send(mail, 'mail-1')
    await mailer.send({ ...mail, subject: 'Break\r\nBcc: everybody@example.org' }, 'mail-2')
    const files = readdirSync(outbox).sort()
    expect(files).toHaveLength(2)
    const path = join(outbox, files[0] ?? '')
    expect(answer).toBe(`Written to ${path}`)
    expect(files[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-mail-1\.eml$/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(outbox).mode & 0o777).toBe(0o700)
    const [head = '', ...body] = readFileSync(path, 'utf8').split('\n\n')
    expect(head).toContain(
      'From: Reelstake <no-reply@localhost>\nTo: ann@example.org\nSubject: Hello\nDate: ',
    )
    expect(head).toContain('\nAuto-Submitted: auto-generated\n')
    expect(body.join('\n\n')).toBe(mail.text)
    expect(readFileSync(join(outbox, files[1] ?? ''), 'utf8')).toContain('Subject: Break Bcc: ')
    expect(logs[0]).toMatchObject({ message: 'mail written', path })
    expect(JSON.stringify(logs)).not.toContain('xxxx')
  })
})

describe('with SMTP_URL', () => {
  test('sends a mail with the Message-ID of its job, and returns the server’s answer', async () => {
    const { smtp, send } = setUpSmtp()
    expect(await send()).toBe('250 2.0.0 taken as 42')
    expect(smtp.received).toMatchObject([{ to: mail.to, messageId: '<mail-win-1@localhost>' }])
    expect(smtp.received[0]?.source).toContain('From: Marina <hello@example.org>')
    expect(smtp.received[0]?.source).toContain('Auto-Submitted: auto-generated')
  })

  test('fails for good only when the recipient is refused', async () => {
    const { smtp, send, make } = setUpSmtp()
    for (const reply of ['550 5.1.1 no such person', '551 not here', '553 bad address', '554 no']) {
      smtp.answer('RCPT TO', reply)
      expect(await send()).toBe(
        `final: Can't send mail - all recipients were rejected: ${reply} (RCPT TO). Check the recipient’s address.`,
      )
    }
    const injection = { ...mail, to: 'ann@example.org>\r\nRCPT TO:<bo@example.org' }
    const outcome = make().send(injection, 'mail-1')
    await expect(outcome).rejects.toBeInstanceOf(MailRefused)
  })

  test('retries after a refused sender, a full mailbox, refused content or a policy', async () => {
    const { smtp, send } = setUpSmtp()
    for (const [command, reply] of [
      ['GREETING', '554 5.3.2 closed'],
      ['MAIL FROM', '550 5.7.1 sender not allowed'],
      ['MAIL FROM', '530 5.7.0 authentication required'],
      ['RCPT TO', '451 4.7.1 greylisted'],
      ['RCPT TO', '554 5.7.1 relaying denied'],
      ['RCPT TO', '530 authentication required'],
      ['RCPT TO', '550 5.1.8 sender address rejected: domain not found'],
      ['RCPT TO', '553 sender address rejected: not owned by user'],
      ['RCPT TO', '503 5.5.1 bad sequence of commands'],
      ['RCPT TO', '550 5.4.6 routing loop'],
      ['DATA', '554 5.6.0 refused'],
    ] as const) {
      smtp.answer(command, reply)
      const outcome = await send()
      expect(outcome).toStartWith('again: ')
      expect(outcome).toContain(reply)
      smtp.answer(command)
    }
    expect(smtp.received).toEqual([])
  })

  test('retries after a wrong password, whose error never contains the password', async () => {
    const { smtp, send } = setUpSmtp({ login: true })
    smtp.answer('AUTH', '535 5.7.8 s3cret!pass has expired')
    const outcome = await send()
    expect(outcome).toStartWith('again: ')
    expect(outcome).toContain('535 5.7.8')
    expect(outcome).not.toContain('s3cret')
    smtp.answer('AUTH')
    expect(await send()).toStartWith('250')
  })

  test('retries when the server is unreachable or has no TLS', async () => {
    const { smtp } = setUpSmtp()
    for (const url of ['smtp://127.0.0.1:1', smtp.url.replace('smtp:', 'smtps:')]) {
      const outcome = setUp({ SMTP_URL: url }).make().send(mail, 'mail-1')
      await expect(outcome).rejects.toThrow()
      await expect(outcome).rejects.not.toBeInstanceOf(MailRefused)
    }
  })

  test('limits logins while the mail server refuses them', async () => {
    const { smtp, make } = setUpSmtp({ login: true })
    smtp.answer('AUTH', '535 5.7.8 no')
    const mailer = make()
    for (let n = 0; n < 50; n += 1) await expect(mailer.send(mail, `mail-${n}`)).rejects.toThrow('535')
    expect(smtp.connections).toBe(1)
  })
})

describe('the sender', () => {
  const fromOf = async (env: Record<string, string>, siteName: string | null) => {
    const { make, outbox } = setUp(env)
    await make(siteName).send(mail, 'mail-1')
    const [file = ''] = readdirSync(outbox)
    return /^From: (.*)$/m.exec(readFileSync(join(outbox, file), 'utf8'))?.[1]
  }

  test('has the site’s name, unless MAIL_FROM has one', async () => {
    const own = { MAIL_FROM: 'Marina <hello@example.org>' }
    expect(await fromOf({}, null)).toBe('Reelstake <no-reply@localhost>')
    expect(await fromOf({}, 'Pier 7')).toBe('"Pier 7" <no-reply@localhost>')
    expect(await fromOf({ MAIL_FROM: 'a@example.org' }, 'Pier 7')).toBe('"Pier 7" <a@example.org>')
    expect(await fromOf({ MAIL_FROM: 'Reelstake <a@example.org>' }, 'Pier 7')).toBe(
      '"Pier 7" <a@example.org>',
    )
    expect(await fromOf(own, 'Pier 7')).toBe('Marina <hello@example.org>')
  })

  test('takes no header or address from the name', async () => {
    expect(await fromOf({}, 'A" <b@evil.example>,\r\nBcc: c@evil.example')).toBe(
      '"A\\" <b@evil.example>, Bcc: c@evil.example" <no-reply@localhost>',
    )
    const smtp = startSmtpDouble({})
    afterTest(() => smtp.stop())
    const { make } = setUp({ SMTP_URL: smtp.url })
    await make('Ø" <b@evil.example>,\r\nBcc: c@evil.example').send(mail, 'mail-1')
    const source = smtp.received[0]?.source ?? ''
    expect(source).toContain('no-reply@localhost>')
    expect(source).not.toMatch(/^Bcc:/im)
  })
})
