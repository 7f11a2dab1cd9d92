import { type Kysely, sql } from 'kysely'

// Result files of payment providers, and which shares each marked as paid. Times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // `shares`: JSON, references by ids of payouts. `file_hash`: SHA-256, hex.
  await sql`
    create table payout_imports (
      id text primary key,
      tournament_id text not null references settlements (tournament_id),
      provider text not null check (provider in ('paypal', 'wise')),
      file_hash text not null,
      imported_by text not null references users (id),
      imported_at integer not null,
      people integer not null check (people > 0),
      amount_cents integer not null check (amount_cents > 0),
      shares text not null,
      undone_at integer
    ) strict
  `.execute(db)
  await sql`create index payout_imports_tournament on payout_imports (tournament_id, imported_at)`.execute(db)
  await sql`create index payout_imports_person on payout_imports (imported_by)`.execute(db)
  await sql`
    create trigger payout_imports_no_update
    before update of id, tournament_id, provider, file_hash, imported_by, imported_at, people, amount_cents, shares
    on payout_imports
    begin select raise(abort, 'an import is immutable'); end
  `.execute(db)
  await sql`
    create trigger payout_imports_no_delete before delete on payout_imports
    begin select raise(abort, 'an import is immutable'); end
  `.execute(db)
}
