import { type Kysely, sql } from 'kysely'

// Money is integer cents, shares are integer hundredths of a percent, times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // The primary key is what makes a tournament settle once.
  await sql`
    create table settlements (
      tournament_id text primary key references tournaments (id),
      settled_by text not null references users (id),
      settled_at integer not null
    ) strict
  `.execute(db)
  // What an entry had at that moment; a refund by a bank years later changes the entry, never this.
  await sql`
    create table results (
      entry_id text primary key references entries (id),
      tournament_id text not null references settlements (tournament_id),
      winnings_cents integer not null check (winnings_cents >= 0),
      payout_basis_points integer not null check (payout_basis_points between 1 and 10000),
      raised_cents integer not null check (raised_cents >= 0),
      pool_cents integer not null check (pool_cents between 0 and winnings_cents)
    ) strict
  `.execute(db)
  await sql`create index results_tournament on results (tournament_id)`.execute(db)
  await sql`
    create table payouts (
      id text primary key,
      entry_id text not null references results (entry_id),
      funding_id text not null unique references fundings (id),
      backer_id text not null references users (id),
      funded_at integer not null,
      contributed_cents integer not null check (contributed_cents > 0),
      extra_cent integer not null check (extra_cent in (0, 1)),
      amount_cents integer not null check (amount_cents >= extra_cent),
      reference text,
      paid_at integer,
      paid_by text references users (id),
      check ((paid_at is null) = (paid_by is null)),
      check (paid_at is null or amount_cents > 0),
      check (reference is null or paid_at is not null)
    ) strict
  `.execute(db)
  await sql`create index payouts_entry on payouts (entry_id, id)`.execute(db)
  await sql`create index payouts_backer on payouts (backer_id)`.execute(db)
  for (const table of ['settlements', 'results']) {
    await sql`
      create trigger ${sql.raw(table)}_no_update before update on ${sql.table(table)}
      begin select raise(abort, 'a settlement is immutable'); end
    `.execute(db)
  }
  for (const table of ['settlements', 'results', 'payouts']) {
    await sql`
      create trigger ${sql.raw(table)}_no_delete before delete on ${sql.table(table)}
      begin select raise(abort, 'a settlement is immutable'); end
    `.execute(db)
  }
  await sql`
    create trigger payouts_no_update
    before update of id, entry_id, funding_id, backer_id, funded_at, contributed_cents, extra_cent, amount_cents
    on payouts
    begin select raise(abort, 'a settlement is immutable'); end
  `.execute(db)
  // A tournament that is settled stays over: otherwise it could be funded again, or pay its stakes back besides.
  await sql`
    create trigger tournaments_settled
    before update of starts_at, ends_at, cancelled_at on tournaments
    when (new.starts_at is not old.starts_at or new.ends_at is not old.ends_at
      or new.cancelled_at is not old.cancelled_at)
      and exists (select 1 from settlements where tournament_id = old.id)
    begin select raise(abort, 'the tournament is settled'); end
  `.execute(db)
  await sql`
    create trigger entries_settled before insert on entries
    when exists (select 1 from settlements where tournament_id = new.tournament_id)
    begin select raise(abort, 'the tournament is settled'); end
  `.execute(db)
}
