import { type Kysely, sql } from 'kysely'

// Money is integer cents, shares are integer hundredths of a percent, times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // Null: funding closes when the tournament ends.
  await sql`alter table tournaments add column funding_closes_at integer`.execute(db)
  // What had happened before the dates were changed: it stays true whatever the new dates are.
  await sql`alter table tournaments add column funding_closed_at integer`.execute(db)
  await sql`alter table tournaments add column started_at integer`.execute(db)
  await sql`
    create index tournaments_funding_closes on tournaments (funding_closes_at) where funding_closes_at is not null
  `.execute(db)
  await sql`
    alter table entries add column if_goal_missed text not null default 'share'
    check (if_goal_missed in ('share', 'prorate', 'refund'))
  `.execute(db)
  await sql`alter table entries add column goal_decided_at integer`.execute(db)
  await sql`
    alter table entries add column goal_was_reached integer
    check (goal_was_reached in (0, 1) and (goal_was_reached is null) = (goal_decided_at is null))
  `.execute(db)
  await sql`alter table entries add column withdrawal_reason text`.execute(db)
  // The terms that a backer agreed to. Null while a payment has no entry.
  await sql`
    alter table fundings add column bought_basis_points integer check (bought_basis_points between 1 and 10000)
  `.execute(db)
  await sql`
    alter table fundings add column bought_goal_cents integer check (bought_goal_cents > 0)
  `.execute(db)
  await sql`
    alter table fundings add column bought_goal_rule text check (bought_goal_rule in ('share', 'prorate', 'refund'))
  `.execute(db)
  await sql`
    update fundings set bought_basis_points = e.payout_basis_points, bought_goal_cents = e.funding_goal_cents,
      bought_goal_rule = 'share'
    from entries e where e.id = fundings.entry_id
  `.execute(db)
  // The backer's part in the entry when paying; null: none, or from before this rule.
  await sql`
    alter table fundings add column insider text check (insider in ('owner', 'crew', 'organiser'))
  `.execute(db)
}
