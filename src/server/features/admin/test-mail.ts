import { inTransaction, type RootDb } from '#server/db/connection.ts'
import type { Env } from '#server/env.ts'
import { type Actor, audit } from '#server/features/audit/index.ts'
import type { Mailer } from '#server/mail/mail.ts'

interface Needs {
  db: RootDb
  env: Env
  mailer: Mailer
  now: () => number
}

/** Of SMTP_URL; a changed one needs another test. */
export const mailServer = ({ smtpUrl }: Env): string => (smtpUrl === null ? 'files' : new URL(smtpUrl).host)

/** Sends a mail now. @returns the mail server's answer @throws the mail server's error */
export async function sendTestMail(
  { db, env, mailer, now }: Needs,
  actor: Actor,
  to: string,
): Promise<string> {
  const text = 'This site can send mail.\n\nReelstake\n'
  const answer = await mailer.send(
    { to, subject: 'Test mail from Reelstake', text },
    `test-${Bun.randomUUIDv7()}`,
  )
  await inTransaction(db, trx =>
    audit(trx, actor, { kind: 'mail-tested', subject: ['site', 'mail'], detail: mailServer(env) }, now()),
  )
  return answer
}
