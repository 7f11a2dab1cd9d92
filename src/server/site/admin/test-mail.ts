import { siteNameOr } from '#contract/site-name.ts'
import { readBrand } from '#server/branding/index.ts'
import { inTransaction, type RootDb } from '#server/db/connection.ts'
import { type Env, senderAddress } from '#server/env.ts'
import type { Mailer } from '#server/mail/mail.ts'
import { type Actor, record } from '#server/record/index.ts'

interface Needs {
  db: RootDb
  env: Env
  mailer: Mailer
  now: () => number
}

/** Returns server and sender of SMTP_URL and MAIL_FROM. A changed one needs another test. */
export const testedRoute = (env: Env): string =>
  env.smtpUrl === null ? 'files' : `${new URL(env.smtpUrl).host} from ${senderAddress(env)}`

const fileText = (siteName: string) => `This mail was written to a file: this site can't send mail yet.
To send mail, set SMTP_URL and restart the server.

${siteName}
`

/** Sends a mail now, or writes it to a file without SMTP_URL. @throws the mail server's error */
export async function sendTestMail(
  { db, env, mailer, now }: Needs,
  actor: Actor,
  to: string,
): Promise<{ sent: boolean; answer: string }> {
  const isSent = env.smtpUrl !== null
  const name = siteNameOr((await readBrand(db, env)).name)
  const text = isSent ? `This site can send mail.\n\n${name}\n` : fileText(name)
  const answer = await mailer.send(
    { to, subject: `Test mail from ${name}`, text },
    `test-${Bun.randomUUIDv7()}`,
  )
  await inTransaction(db, trx =>
    record(trx, {
      kind: 'mail-tested',
      at: now(),
      ...actor,
      subject: ['site', 'mail'],
      detail: testedRoute(env),
    }),
  )
  return { sent: isSent, answer }
}
