import { type Kysely, sql } from 'kysely'

// Results can be settled again. `results` and `payouts` hold the figures of the latest round, `rounds`,
// `round_results` and `share_changes` how they came about. Amounts are cents, times milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // JSON: `awards` as they were settled, `adjustments`. `boards`: their fingerprint. Null without rules.
  await sql`
    create table rounds (
      tournament_id text not null references settlements (tournament_id),
      number integer not null check (number > 0),
      reason text,
      confirmed_by text not null references users (id),
      confirmed_at integer not null,
      awards text,
      boards text,
      adjustments text not null default '[]',
      primary key (tournament_id, number)
    ) strict, without rowid
  `.execute(db)
  await sql`
    insert into rounds (tournament_id, number, confirmed_by, confirmed_at)
      select tournament_id, 1, settled_by, settled_at from settlements
  `.execute(db)
  // `shared_cents`: the part of the winnings that the pool is computed from.
  await sql`alter table results add column shared_cents integer not null default 0 check (shared_cents >= 0)`.execute(
    db,
  )
  await sql`drop trigger results_no_update`.execute(db)
  await sql`update results set shared_cents = winnings_cents`.execute(db)
  await sql`
    create trigger results_no_update
    before update of entry_id, tournament_id, payout_basis_points, raised_cents on results
    begin select raise(abort, 'a settlement is immutable'); end
  `.execute(db)
  await sql`
    create table round_results (
      entry_id text not null references results (entry_id),
      round integer not null,
      winnings_cents integer not null check (winnings_cents >= 0),
      shared_cents integer not null check (shared_cents >= 0),
      pool_cents integer not null check (pool_cents >= 0),
      primary key (entry_id, round)
    ) strict, without rowid
  `.execute(db)
  await sql`
    insert into round_results (entry_id, round, winnings_cents, shared_cents, pool_cents)
      select entry_id, 1, winnings_cents, winnings_cents, pool_cents from results
  `.execute(db)
  await rebuildPayouts(db)
  await sql`
    create table share_changes (
      payout_id text not null references payouts (id),
      round integer not null check (round > 1),
      change_cents integer not null check (change_cents <> 0),
      primary key (payout_id, round)
    ) strict, without rowid
  `.execute(db)
  // Figures change with a round alone.
  await sql`
    create trigger results_by_rounds before update of winnings_cents, shared_cents, pool_cents on results
    when not exists (
      select 1 from round_results
      where entry_id = new.entry_id
        and round = (select max(number) from rounds where tournament_id = new.tournament_id)
        and winnings_cents = new.winnings_cents and shared_cents = new.shared_cents and pool_cents = new.pool_cents)
    begin select raise(abort, 'a settlement is immutable'); end
  `.execute(db)
  await sql`
    create trigger payouts_by_rounds before update of amount_cents on payouts
    when not exists (
      select 1 from share_changes
      where payout_id = new.id and round = new.settled_in and round > old.settled_in
        and change_cents = new.amount_cents - old.amount_cents)
    begin select raise(abort, 'a settlement is immutable'); end
  `.execute(db)
  for (const table of ['rounds', 'round_results', 'share_changes'])
    for (const change of ['update', 'delete'])
      await sql`
        create trigger ${sql.raw(`${table}_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, 'a round is immutable'); end
      `.execute(db)
}

/** SQLite can't drop a check: a share that was paid may fall to 0, and one of 0 may rise. */
async function rebuildPayouts(db: Kysely<never>): Promise<void> {
  // `earlier_payments`: JSON, of a share that was topped up. `in_review`: its boat's results may change.
  await sql`
    create table new_payouts (
      id text primary key,
      entry_id text not null references results (entry_id),
      funding_id text not null unique references fundings (id),
      backer_id text not null references users (id),
      funded_at integer not null,
      contributed_cents integer not null check (contributed_cents > 0),
      extra_cent integer not null check (extra_cent in (0, 1)),
      amount_cents integer not null check (amount_cents >= 0),
      payable_cents integer not null,
      settled_in integer not null default 1,
      in_review integer not null default 0 check (in_review in (0, 1)),
      paid_cents integer,
      earlier_payments text not null default '[]',
      returned_cents integer not null default 0 check (returned_cents between 0 and coalesce(paid_cents, 0)),
      returned_reference text,
      waived_cents integer not null default 0 check (waived_cents >= 0),
      waived_reason text,
      reference text,
      paid_at integer,
      paid_by text references users (id),
      undone_at integer,
      undone_reason text,
      due_cents integer generated always as
        (max(payable_cents - coalesce(paid_cents, 0) + returned_cents, 0)) virtual,
      to_return_cents integer generated always as
        (max(coalesce(paid_cents, 0) - returned_cents - amount_cents - waived_cents, 0)) virtual,
      check ((paid_at is null) = (paid_by is null)),
      check ((paid_at is null) = (paid_cents is null)),
      check (reference is null or paid_at is not null)
    ) strict
  `.execute(db)
  await sql`
    insert into new_payouts (id, entry_id, funding_id, backer_id, funded_at, contributed_cents, extra_cent,
        amount_cents, payable_cents, paid_cents, reference, paid_at, paid_by, undone_at, undone_reason)
      select id, entry_id, funding_id, backer_id, funded_at, contributed_cents, extra_cent,
        amount_cents, payable_cents, paid_cents, reference, paid_at, paid_by, undone_at, undone_reason
      from payouts
  `.execute(db)
  await sql`drop table payouts`.execute(db)
  await sql`alter table new_payouts rename to payouts`.execute(db)
  await sql`create index payouts_entry on payouts (entry_id, id)`.execute(db)
  await sql`create index payouts_backer on payouts (backer_id)`.execute(db)
  await sql`create index payouts_due on payouts (entry_id, id) where due_cents > 0`.execute(db)
  await sql`
    create trigger payouts_no_delete before delete on payouts
    begin select raise(abort, 'a settlement is immutable'); end
  `.execute(db)
  await sql`
    create trigger payouts_no_update
    before update of id, entry_id, funding_id, backer_id, funded_at, contributed_cents, extra_cent on payouts
    begin select raise(abort, 'a settlement is immutable'); end
  `.execute(db)
}
