import { type Kysely, sql } from 'kysely'

// Money is integer cents, times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // A row is made before the payment provider hears of it. Without an entry only until the payment names one.
  // `refund_pending` was paid, but never counted: there was no room, or nothing to fund any more.
  await sql`
    create table fundings (
      id text primary key,
      entry_id text references entries (id),
      backer_id text not null references users (id),
      amount_cents integer not null check (amount_cents > 0),
      message text,
      reply text,
      replied_at integer,
      status text not null check (status in ('pending', 'completed', 'refund_pending', 'refunded', 'failed')),
      mode text not null check (mode in ('test', 'live')),
      intent_id text unique,
      created_at integer not null,
      held_until integer not null,
      claimed_at integer,
      checked_at integer,
      completed_at integer,
      failed_at integer,
      refund_reason text,
      refund_requested_at integer,
      refund_attempts integer not null default 0,
      refund_error text,
      refund_failed_at integer,
      refund_id text,
      refunded_at integer,
      mail_due text,
      mail_due_at integer,
      mail_tries integer not null default 0,
      check (status = 'pending' or status = 'failed' or entry_id is not null)
    ) strict
  `.execute(db)
  await sql`create index fundings_backer on fundings (backer_id, created_at, id)`.execute(db)
  await sql`create index fundings_entry on fundings (entry_id, status, backer_id)`.execute(db)
  await sql`create index fundings_pending on fundings (checked_at) where status = 'pending'`.execute(db)
  await sql`
    create index fundings_refunds on fundings (entry_id, refunded_at) where refund_requested_at is not null
  `.execute(db)
  await sql`create index fundings_mails on fundings (mail_due_at) where mail_due is not null`.execute(db)
  // One row a line; the lines of one movement add up to nothing. What happened is never changed, only followed.
  await sql`
    create table ledger (
      id integer primary key,
      movement_id text not null,
      kind text not null,
      account text not null,
      cents integer not null check (cents <> 0),
      entry_id text references entries (id),
      funding_id text references fundings (id),
      user_id text references users (id),
      payout_id text,
      created_at integer not null
    ) strict
  `.execute(db)
  // Money comes once and goes back once, whoever asks for it how often.
  await sql`
    create unique index ledger_once on ledger (funding_id, kind, account)
    where kind in ('funding', 'unplaced', 'refund', 'chargeback')
  `.execute(db)
  await sql`
    create trigger ledger_no_update before update on ledger
    begin select raise(abort, 'the ledger is append-only'); end
  `.execute(db)
  await sql`
    create trigger ledger_no_delete before delete on ledger
    begin select raise(abort, 'the ledger is append-only'); end
  `.execute(db)
  // Stored with its effect: a message that comes again does nothing.
  await sql`
    create table webhook_events (
      id text primary key,
      type text not null,
      received_at integer not null
    ) strict, without rowid
  `.execute(db)
  await sql`
    create table disputes (
      id text primary key,
      funding_id text not null references fundings (id),
      amount_cents integer not null,
      reason text,
      status text not null check (status in ('open', 'won', 'lost')),
      created_at integer not null,
      closed_at integer
    ) strict
  `.execute(db)
  await sql`create index disputes_funding on disputes (funding_id)`.execute(db)
}
