import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from './env.ts'
import type { Log } from './log.ts'
import { type Mail, type Mailer, MailRefused } from './mail.ts'

/** Mails that wait at once. A mail server that is down must not fill the memory. */
const waitingAtMost = 1000
const tries = 3
/** Before the second and the third try. */
const pauses = [1000, 10_000]

/** Takes a mail for good, or throws. The name is for the log. */
type Deliver = (mail: Mail, id: string) => Promise<void>

/** Mail by SMTP_URL; without one, each is a file in `db/outbox/`, named in the log. */
export function makeMailer(
  env: Env,
  log: Log,
  pause: (milliseconds: number) => Promise<void> = Bun.sleep,
): Mailer {
  const deliver = env.smtpUrl === null ? toOutbox(env, log) : bySmtp(env, env.smtpUrl)
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  async function attempt(mail: Mail): Promise<void> {
    const id = Bun.randomUUIDv7()
    for (let count = 1; ; count += 1) {
      try {
        await deliver(mail, id)
        return
      } catch (error) {
        const last = count === tries || isFinal(error)
        const fields = { mail: id, subject: mail.subject, try: count }
        if (last) {
          log.error('a mail could not be sent', fields, error)
          return
        }
        log.warn('a mail will be tried again', fields)
        await pause(pauses[count - 1] ?? 0)
      }
    }
  }

  return {
    send: mail => {
      if (waiting >= waitingAtMost) {
        log.error('a mail was dropped, too many are waiting', { subject: mail.subject })
        return
      }
      waiting += 1
      last = last
        .then(() => attempt(mail))
        .finally(() => {
          waiting -= 1
        })
    },
    deliver: async (mail, id) => {
      try {
        await deliver(mail, id)
      } catch (error) {
        if (isFinal(error)) throw new MailRefused('The mail server refused it for good.', { cause: error })
        throw error
      }
    },
    idle: async () => {
      while (waiting > 0) await last
    },
  }
}

/** RFC 5321, 4.2.1: a reply of the 500s says that the same mail will not be taken later either. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false
  return typeof error.responseCode === 'number' && error.responseCode >= 500
}

function bySmtp(env: Env, url: string): Deliver {
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let made: ReturnType<typeof connect> | undefined
  return async (mail, id) => {
    made ??= connect()
    await (await made).sendMail({
      from: env.mailFrom,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      messageId: `<${id}@${host(env)}>`,
    })
  }
}

const host = (env: Env) => (env.publicUrl === null ? 'localhost' : new URL(env.publicUrl).hostname)

function toOutbox(env: Env, log: Log): Deliver {
  const directory = join(env.dataDir, 'db', 'outbox')
  return async (mail, id) => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const now = new Date()
    const path = join(directory, `${now.toISOString().replaceAll(':', '-')}-${id}.eml`)
    const headers = {
      From: env.mailFrom,
      To: mail.to,
      Subject: mail.subject,
      Date: now.toUTCString().replace('GMT', '+0000'),
      'Message-ID': `<${id}@${host(env)}>`,
      'MIME-Version': '1.0',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Transfer-Encoding': '8bit',
    }
    const head = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}\n`)
      .join('')
    // Whoever watches the directory sees whole mails only.
    const temporary = `${path}.part`
    writeFileSync(temporary, `${head}\n${mail.text}`, { mode: 0o600 })
    renameSync(temporary, path)
    log.info('mail written', { path, subject: mail.subject })
  }
}
