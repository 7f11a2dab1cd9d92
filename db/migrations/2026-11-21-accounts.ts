import { type Kysely, sql } from 'kysely'

// Times are integers: milliseconds since 1970, UTC. Frozen: later changes are later migrations.
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table users (
      id text primary key,
      email text unique,
      password_hash text,
      metadata text not null default '{}',
      email_confirmed_at integer,
      confirmation_sent_at integer,
      recovery_sent_at integer,
      new_email text,
      email_change_sent_at integer,
      email_change_confirmations integer not null default 0,
      last_sign_in_at integer,
      banned_at integer,
      deleted_at integer,
      created_at integer not null,
      updated_at integer not null
    ) strict
  `.execute(db)
  // One row serves both doors: cookie_hash for pages, the refresh counter for programs.
  await sql`
    create table sessions (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      cookie_hash text unique,
      refresh_counter integer,
      refreshed_at integer,
      method text not null,
      user_agent text not null default '',
      address text not null default '',
      created_at integer not null,
      seen_at integer not null,
      idle_expires_at integer not null,
      expires_at integer not null
    ) strict
  `.execute(db)
  await sql`create index sessions_user on sessions (user_id)`.execute(db)
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db)
  await sql`
    create table one_time_tokens (
      hash text primary key,
      user_id text not null references users (id) on delete cascade,
      type text not null,
      email text not null,
      code_challenge text,
      code_challenge_method text,
      created_at integer not null,
      expires_at integer not null
    ) strict
  `.execute(db)
  await sql`create index one_time_tokens_user on one_time_tokens (user_id, type)`.execute(db)
  await sql`
    create table auth_codes (
      hash text primary key,
      user_id text not null references users (id) on delete cascade,
      code_challenge text not null,
      code_challenge_method text not null,
      method text not null,
      expires_at integer not null
    ) strict
  `.execute(db)
}
