import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productName } from '#contract/site-name.ts'
import type { Env } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import { type Mailer, MailRefused } from './mail.ts'

type SiteName = () => Promise<string | null>

/**
 * Makes the mailer. Writes to `db/outbox/` without SMTP_URL.
 * @param siteName the sender's, unless MAIL_FROM names one
 */
export const makeMailer = (env: Env, log: Log, siteName: SiteName = async () => null): Mailer => ({
  send: env.smtpUrl === null ? toOutbox(env, log, siteName) : bySmtp(env, env.smtpUrl, siteName),
})

interface Sender {
  name: string
  address: string
}

/** Returns the sender with the site's name in place of the product's, or null to use MAIL_FROM as it is. */
function namedSender({ mailFrom }: Env, siteName: string | null): Sender | null {
  const [, ownName = '', inBrackets] = /^([^<]*)<([^>]+)>$/.exec(mailFrom) ?? []
  const isOwn = !['', productName].includes(ownName.trim())
  return siteName === null || isOwn ? null : { name: siteName, address: inBrackets ?? mailFrom }
}

/** RFC 5322, 3.2.4. */
const formatSender = ({ name, address }: Sender) => `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`

type Send = Mailer['send']

/** RFC 3834, 5: no program answers, such as one that says that a person is away. */
const automatic = { 'Auto-Submitted': 'auto-generated' }

/** Milliseconds to wait after a failed connection. */
const pauseMs = 15_000

function bySmtp(env: Env, url: string, siteName: SiteName): Send {
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
  let transport: ReturnType<typeof connect> | undefined
  let pause = { until: 0, reason: '' }
  return async (mail, id) => {
    if (performance.now() < pause.until) throw new Error(pause.reason)
    transport ??= connect()
    try {
      const { response } = await (await transport).sendMail({
        from: namedSender(env, await siteName()) ?? env.mailFrom,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        messageId: `<${id}@${host(env)}>`,
        headers: { ...automatic, ...mail.headers },
      })
      return response
    } catch (error) {
      const reason = explain(error, url)
      if (isRefusedRecipient(error)) throw new MailRefused(`${reason}. Check the recipient’s address.`)
      const message = `${reason}. Check SMTP_URL and MAIL_FROM.`
      if (!concernsOneMail(error)) pause = { until: performance.now() + pauseMs, reason: message }
      throw new Error(message)
    }
  }
}

interface SmtpError {
  code: string | undefined
  /** The failed SMTP command; `API`: none was sent. */
  command: string | undefined
  responseCode: number | undefined
  response: string
}

function readSmtpError(error: unknown): SmtpError {
  const read = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const text = (name: string) => {
    const value = read(name)
    return typeof value === 'string' ? value : undefined
  }
  const responseCode = read('responseCode')
  return {
    code: text('code'),
    command: text('command'),
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    response: text('response') ?? '',
  }
}

/**
 * RFC 5321, 4.2.1: 5yz to RCPT TO is permanent. Not about the recipient: authentication (RFC 4954, 6) and, by RFC 3463,
 * all but X.1.Z and X.2.Z. X.1.7 and X.1.8 concern the sender.
 */
function isRefusedRecipient(error: unknown): boolean {
  const { code, command, responseCode = 0, response } = readSmtpError(error)
  if (code !== 'EENVELOPE') return false
  // nodemailer refuses unsafe addresses.
  if (command === 'API') return error instanceof Error && error.message.startsWith('Invalid recipient')
  if (command !== 'RCPT TO' || responseCode < 500 || ofThisSite.includes(responseCode)) return false
  const status = /^\d{3}[ -](5\.\d+\.\d+)/.exec(response)?.[1]
  return status === undefined
    ? !/\bsender\b/i.test(response)
    : /^5\.[12]\./.test(status) && !['5.1.7', '5.1.8'].includes(status)
}

/** Command and authentication errors. */
const ofThisSite = [500, 502, 503, 504, 530, 534, 535, 538]

const concernsOneMail = (error: unknown): boolean =>
  ['RCPT TO', 'DATA'].includes(readSmtpError(error).command ?? '')

/** One line without SMTP_URL's password. */
function explain(error: unknown, url: string): string {
  const { password } = new URL(url)
  let reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
  for (const secret of [password, decodeURIComponent(password)])
    if (secret !== '') reason = reason.replaceAll(secret, '…')
  const { command } = readSmtpError(error)
  const at = command === undefined || command === 'API' ? '' : ` (${command})`
  return `${reason.slice(0, 500)}${at}`
}

const host = (env: Env) => (env.publicUrl === null ? 'localhost' : new URL(env.publicUrl).hostname)

export const outboxOf = (dataDir: string): string => join(dataDir, 'db', 'outbox')

function toOutbox(env: Env, log: Log, siteName: SiteName): Send {
  const directory = outboxOf(env.dataDir)
  return async (mail, id) => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const now = new Date()
    const path = join(directory, `${now.toISOString().replaceAll(':', '-')}-${id}.eml`)
    const sender = namedSender(env, await siteName())
    const headers = {
      From: sender === null ? env.mailFrom : formatSender(sender),
      To: mail.to,
      Subject: mail.subject,
      Date: now.toUTCString().replace('GMT', '+0000'),
      'Message-ID': `<${id}@${host(env)}>`,
      ...automatic,
      ...mail.headers,
      'MIME-Version': '1.0',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Transfer-Encoding': '8bit',
    }
    const head = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}\n`)
      .join('')
    // Programs that watch the directory see complete files only.
    const temporary = `${path}.part`
    writeFileSync(temporary, `${head}\n${mail.text}`, { mode: 0o600 })
    renameSync(temporary, path)
    log.info('mail written', { path, subject: mail.subject })
    return `Written to ${path}`
  }
}
