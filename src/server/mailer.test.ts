import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from './env.ts'
import { makeLog } from './log.ts'
import { MailRefused } from './mail.ts'
import { makeMailer } from './mailer.ts'

const mail = {
  to: 'ann@example.org',
  subject: 'Hello',
  text: `Grüße\n\nhttps://example.org/${'x'.repeat(200)}\n`,
}

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

function setup(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-mail-'))
  directories.push(dataDir)
  const logs: Record<string, unknown>[] = []
  const pauses: number[] = []
  const mailer = makeMailer(
    parseEnv({ DATA_DIR: dataDir, ...env }, '/'),
    makeLog('debug', line => void logs.push(JSON.parse(line)), false),
    async milliseconds => void pauses.push(milliseconds),
  )
  return { mailer, logs, pauses, outbox: join(dataDir, 'db', 'outbox') }
}

/** A mail server that answers RCPT with what the test says, one answer a mail. */
function smtpServer(answers: string[]) {
  const received: string[] = []
  let attempts = 0
  const server = Bun.listen<{ data: string | null }>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { data: null }
        socket.write('220 test\r\n')
      },
      data(socket, bytes) {
        const text = bytes.toString()
        if (socket.data.data !== null) {
          socket.data.data += text
          if (!socket.data.data.endsWith('\r\n.\r\n')) return
          received.push(socket.data.data)
          socket.data.data = null
          socket.write('250 taken\r\n')
        } else if (/^RCPT/i.test(text)) {
          socket.write(`${answers[attempts] ?? '250 ok'}\r\n`)
          attempts += 1
        } else if (/^DATA/i.test(text)) {
          socket.data.data = ''
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      },
    },
  })
  return {
    url: `smtp://127.0.0.1:${server.port}`,
    received,
    count: () => attempts,
    stop: () => server.stop(true),
  }
}

describe('without SMTP_URL', () => {
  test('each mail is a file that only the operator reads, named in the log without its words', async () => {
    const { mailer, logs, outbox } = setup()
    mailer.send(mail)
    mailer.send({ ...mail, subject: 'Break\r\nBcc: everybody@example.org' })
    await mailer.idle()
    const files = readdirSync(outbox).sort()
    expect(files).toHaveLength(2)
    const path = join(outbox, files[0] ?? '')
    expect(files[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f-]{36}\.eml$/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(outbox).mode & 0o777).toBe(0o700)
    const [head = '', ...body] = readFileSync(path, 'utf8').split('\n\n')
    expect(head).toContain(
      'From: Reelstake <no-reply@localhost>\nTo: ann@example.org\nSubject: Hello\nDate: ',
    )
    expect(body.join('\n\n')).toBe(mail.text)
    expect(readFileSync(join(outbox, files[1] ?? ''), 'utf8')).toContain('Subject: Break Bcc: ')
    expect(logs[0]).toMatchObject({ message: 'mail written', path })
    expect(JSON.stringify(logs)).not.toContain('xxxx')
  })
})

describe('with SMTP_URL', () => {
  test('a mail goes out, and one that is refused for now is tried three times', async () => {
    const smtp = smtpServer(['451 later', '451 later', '250 ok'])
    const { mailer, pauses, logs } = setup({ SMTP_URL: smtp.url, MAIL_FROM: 'Marina <hello@example.org>' })
    mailer.send(mail)
    await mailer.idle()
    smtp.stop()
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]).toContain('From: Marina <hello@example.org>')
    expect(pauses).toEqual([1000, 10_000])
    expect(logs.map(line => line.level)).toEqual(['warn', 'warn'])
  })

  test('one that is refused for good is not tried again, and the next one goes out', async () => {
    const smtp = smtpServer(['550 no such person'])
    const { mailer, logs } = setup({ SMTP_URL: smtp.url })
    mailer.send(mail)
    mailer.send(mail)
    await mailer.idle()
    smtp.stop()
    expect(smtp.count()).toBe(2)
    expect(smtp.received).toHaveLength(1)
    expect(logs).toMatchObject([{ level: 'error', message: 'a mail could not be sent', try: 1 }])
  })

  test('a server that is not there is given up after three tries', async () => {
    const { mailer, logs } = setup({ SMTP_URL: 'smtp://127.0.0.1:1' })
    mailer.send(mail)
    await mailer.idle()
    expect(logs.map(line => line.level)).toEqual(['warn', 'warn', 'error'])
  })

  test('a durable job is told what became of its mail: to be tried again, refused for good, or taken', async () => {
    const smtp = smtpServer(['451 later', '550 no such person', '250 ok'])
    const { mailer } = setup({ SMTP_URL: smtp.url })
    const deliver = () => mailer.deliver(mail, 'mail-win-1').then(() => 'taken')
    const refused = (error: unknown) => (error instanceof MailRefused ? 'refused' : 'again')
    const outcomes = [await deliver().catch(refused), await deliver().catch(refused), await deliver()]
    smtp.stop()
    expect(outcomes).toEqual(['again', 'refused', 'taken'])
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]).toContain('Message-ID: <mail-win-1@localhost>')
  })
})
