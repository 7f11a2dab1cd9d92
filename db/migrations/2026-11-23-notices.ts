import { type Kysely, sql } from 'kysely'

/** Who follows what, what they are told, how, and on which devices. Times are milliseconds since 1970, UTC. */
export async function up(db: Kysely<never>): Promise<void> {
  // Subject: a boat's or a tournament's id. Muted: a backer who doesn't want to follow the boat.
  await sql`
    create table follows (
      user_id text not null references users (id),
      kind text not null check (kind in ('boat', 'tournament')),
      subject_id text not null,
      muted integer not null default 0 check (muted in (0, 1)),
      created_at integer not null,
      primary key (user_id, subject_id)
    ) strict, without rowid
  `.execute(db)
  await sql`create index follows_subject on follows (subject_id, muted, user_id)`.execute(db)
  // What is said, once for all recipients.
  await sql`
    create table notice_messages (
      id text primary key,
      kind text not null,
      title text not null,
      text text not null,
      path text not null,
      boat_id text,
      tournament_id text,
      catch_id text,
      urgent integer not null check (urgent in (0, 1)),
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`
    create index notice_messages_catch on notice_messages (catch_id) where catch_id is not null
  `.execute(db)
  await sql`
    create index notice_messages_tournament on notice_messages (tournament_id) where tournament_id is not null
  `.execute(db)
  // send_at: null when it was sent, or isn't sent at all.
  await sql`
    create table notices (
      user_id text not null references users (id),
      message_id text not null references notice_messages (id) on delete cascade,
      boat_id text,
      channel text not null check (channel in ('push', 'mail', 'none')),
      created_at integer not null,
      read_at integer,
      send_at integer,
      sent_at integer,
      primary key (user_id, message_id)
    ) strict, without rowid
  `.execute(db)
  await sql`create index notices_message on notices (message_id)`.execute(db)
  await sql`create index notices_unread on notices (user_id) where read_at is null`.execute(db)
  await sql`create index notices_due on notices (send_at) where send_at is not null`.execute(db)
  await sql`create index notices_sent on notices (user_id, sent_at) where sent_at is not null`.execute(db)
  // Channels: JSON by kind, without those that have their default.
  await sql`
    create table notice_settings (
      user_id text primary key references users (id),
      channels text not null,
      quiet_from text,
      quiet_to text,
      time_zone text not null,
      digest integer not null check (digest in (0, 1)),
      digest_day text,
      check ((quiet_from is null) = (quiet_to is null))
    ) strict
  `.execute(db)
  await sql`create index notice_settings_digest on notice_settings (time_zone) where digest = 1`.execute(db)
  // failing_since: when the push service first failed, after the last push that it accepted.
  await sql`
    create table push_subscriptions (
      id text primary key,
      user_id text not null references users (id),
      session_id text not null references sessions (id) on delete cascade,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      created_at integer not null,
      failing_since integer
    ) strict
  `.execute(db)
  await sql`create index push_subscriptions_user on push_subscriptions (user_id, created_at)`.execute(db)
  await sql`create index push_subscriptions_session on push_subscriptions (session_id)`.execute(db)
}
