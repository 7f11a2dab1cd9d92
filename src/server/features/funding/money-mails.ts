import type { FundingId } from '#contract/ids.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import { MailRefused } from '#server/mail.ts'
import { doubling } from '#server/queue/queue.ts'
import { moneyMail } from './money-mails.rules.ts'

const second = 1000
const hour = 3_600_000

/** Mails of one round. */
const round = 200
/** About two days. */
const patience = doubling(10 * second, 6 * hour, 20)

/** Mails that are noted in one commit: so many go out twice at most when the server dies. */
const slice = 20

/**
 * Sends what backers are to be told. What is due is written with what happened, so no crash loses a mail; one that was
 * sent just before a crash goes out again, with the same id.
 */
export async function sendMoneyMails(deps: Deps): Promise<void> {
  const due = await listDue(deps)
  for (let from = 0; from < due.length; from += slice) await sendSlice(deps, due.slice(from, from + slice))
}

async function sendSlice(deps: Deps, due: readonly DueMail[]): Promise<void> {
  const { db, log, now } = deps
  const outcomes: Outcome[] = []
  for (const mail of due) outcomes.push(await sendOne(deps, mail))
  await inTransaction(db, async trx => {
    for (const outcome of outcomes) await noteOutcome(trx, outcome, now())
  })
  for (const { id, error } of outcomes) if (error) log.warn('a mail about money was not sent', { id, error })
}

type DueMail = Awaited<ReturnType<typeof listDue>>[number]

const listDue = ({ db, now }: Deps) =>
  db
    .selectFrom('fundings')
    .innerJoin('users', 'users.id', 'fundings.backer_id')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .select([
      'fundings.id',
      'fundings.amount_cents',
      'fundings.given_back_cents',
      'fundings.refund_reason',
      'fundings.mode',
      'fundings.mail_due',
      'fundings.mail_tries',
      'users.email',
      'boats.name as boat',
      'tournaments.id as tournament_id',
      'tournaments.name as tournament',
    ])
    .where('fundings.mail_due', 'is not', null)
    .where('fundings.mail_due_at', '<=', now())
    .orderBy('fundings.mail_due_at')
    .limit(round)
    .execute()

interface Outcome {
  id: FundingId
  due: DueMail['mail_due']
  tries: number
  /** Null: sent, or nobody is left to be told. */
  error: string | null
  isFinal: boolean
}

async function sendOne({ env, mailer }: Deps, mail: DueMail): Promise<Outcome> {
  const { id, mail_due: due, mail_tries: tried, email } = mail
  const outcome = { id, due, tries: tried + 1, error: null, isFinal: false }
  if (due === null || email === null) return outcome
  const news = {
    due,
    to: email,
    cents: mail.amount_cents,
    givenBack: mail.given_back_cents,
    boat: mail.boat,
    tournament: mail.tournament,
    page: `${siteUrl(env)}/tournament/${mail.tournament_id}`,
    reason: mail.refund_reason,
    mode: mail.mode,
    id,
    site: siteUrl(env),
  }
  try {
    await mailer.deliver(moneyMail(news), `${due}-${id}`)
    return outcome
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ...outcome, error: reason, isFinal: error instanceof MailRefused }
  }
}

async function noteOutcome(
  trx: Trx,
  { id, due, tries, error, isFinal }: Outcome,
  now: number,
): Promise<void> {
  const wait = error === null || isFinal ? null : patience(tries)
  await trx
    .updateTable('fundings')
    .set(
      wait === null
        ? { mail_due: null, mail_due_at: null, mail_tries: 0 }
        : { mail_due_at: now + wait, mail_tries: tries },
    )
    .where('id', '=', id)
    // Something else may have become due while this one was sent.
    .where('mail_due', '=', due)
    .execute()
}
