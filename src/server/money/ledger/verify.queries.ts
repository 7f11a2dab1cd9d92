import { type RawBuilder, sql } from 'kysely'
import type { EntryId } from '#contract/ids.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/connection.ts'

export interface Fault {
  /** `entry 0192…`, `movement …` */
  where: string
  what: string
}

interface Row {
  subject: string
  expected: number
  actual: number
}

interface Check {
  what: (row: Row) => string
  /** Rows with unequal numbers are faults. */
  rows: RawBuilder<Row>
}

/** Compares entries, fundings, shares and ledger. Uses no code that writes these rows. */
const checks: readonly Check[] = [
  {
    what: ({ expected, actual }) => `holds ${actual} cents, its completed fundings are ${expected}`,
    rows: sql<Row>`
      select 'entry ' || e.id as subject, e.current_funding_cents as actual,
        (select coalesce(sum(amount_cents), 0) from fundings where entry_id = e.id and status = 'completed') as expected
      from entries e`,
  },
  {
    what: ({ expected, actual }) => `counts ${actual} backers, there are ${expected}`,
    rows: sql<Row>`
      select 'entry ' || e.id as subject, e.backer_count as actual,
        (select count(distinct backer_id) from fundings where entry_id = e.id and status = 'completed') as expected
      from entries e`,
  },
  {
    what: ({ expected, actual }) => `holds ${actual} cents, its goal is ${expected}`,
    rows: sql<Row>`
      select 'entry ' || id as subject, current_funding_cents as actual, funding_goal_cents as expected
      from entries where current_funding_cents > funding_goal_cents`,
  },
  {
    what: ({ actual }) => `missed its goal, but ${actual} cents are not being refunded`,
    rows: sql<Row>`
      select 'entry ' || e.id as subject, 0 as expected, sum(f.amount_cents) as actual
      from entries e join fundings f on f.entry_id = e.id
      where e.goal_was_reached = 0 and f.status = 'completed' and f.refund_requested_at is null
      group by e.id`,
  },
  {
    what: ({ expected, actual }) =>
      `was bought for ${expected} hundredths of a percent, its entry gives ${actual}`,
    rows: sql<Row>`
      select 'funding ' || f.id as subject, f.bought_basis_points as expected, e.payout_basis_points as actual
      from fundings f join entries e on e.id = f.entry_id
      where f.status = 'completed' and f.bought_basis_points <> e.payout_basis_points`,
  },
  {
    what: () => 'was bought under another goal rule than its entry has',
    rows: sql<Row>`
      select 'funding ' || f.id as subject, 0 as expected, 1 as actual
      from fundings f join entries e on e.id = f.entry_id
      where f.status = 'completed' and f.bought_goal_rule <> e.if_goal_missed`,
  },
  {
    what: ({ expected, actual }) => `counts ${expected} cents, the ledger has ${actual} held and handed over`,
    rows: sql<Row>`
      with stakes as (
        select entry_id, sum(cents) as cents from ledger where account in ('stakes', 'handed_over') group by entry_id)
      select 'entry ' || e.id as subject, e.current_funding_cents as expected, coalesce(s.cents, 0) as actual
      from entries e left join stakes s on s.entry_id = e.id`,
  },
  {
    what: ({ actual }) => `its lines add up to ${actual}, and not to 0`,
    rows: sql<Row>`
      select 'movement ' || movement_id as subject, 0 as expected, sum(cents) as actual
      from ledger group by movement_id`,
  },
  {
    what: ({ expected, actual }) =>
      `the ledger has ${actual} cents of it with us, by its status there are ${expected}`,
    rows: sql<Row>`
      with counted as (select funding_id, -sum(cents) as cents from ledger where account = 'backers' group by funding_id)
      select 'funding ' || f.id as subject, coalesce(c.cents, 0) as actual,
        case when f.status in ('completed', 'refund_pending') or f.set_aside_at is not null
          then f.amount_cents else 0 end as expected
      from fundings f left join counted c on c.funding_id = f.id`,
  },
  {
    what: ({ expected, actual }) => `${expected} cents of it are set aside, the ledger has ${actual}`,
    rows: sql<Row>`
      with aside as (select funding_id, sum(cents) as cents from ledger where account = 'set_aside' group by funding_id)
      select 'funding ' || f.id as subject, coalesce(a.cents, 0) as actual,
        case when f.set_aside_at is not null and f.status = 'failed' then f.amount_cents else 0 end as expected
      from fundings f left join aside a on a.funding_id = f.id`,
  },
  {
    what: ({ actual }) => `counts fundings of ${actual} payment modes`,
    rows: sql<Row>`
      select 'entry ' || f.entry_id as subject, 1 as expected, count(distinct f.mode) as actual
      from fundings f join entries e on e.id = f.entry_id
      where f.status = 'completed' and not exists (select 1 from settlements where tournament_id = e.tournament_id)
      group by f.entry_id having count(distinct f.mode) > 1`,
  },
  {
    what: ({ expected, actual }) => `${expected} cents of it were refunded in part, the ledger has ${actual}`,
    rows: sql<Row>`
      with given as (
        select funding_id, sum(cents) as cents from ledger where account = 'backers' and kind = 'part-refund'
        group by funding_id)
      select 'funding ' || f.id as subject, f.given_back_cents as expected, coalesce(g.cents, 0) as actual
      from fundings f left join given g on g.funding_id = f.id`,
  },
  {
    what: ({ actual }) => `moves ${actual} cents of no funding`,
    rows: sql<Row>`
      select 'movement ' || movement_id as subject, 0 as expected, max(abs(cents)) as actual
      from ledger where account in ('backers', 'stakes', 'unplaced', 'set_aside') and funding_id is null
        and kind not in ('handover', 'handover-reversed')
      group by movement_id`,
  },
  {
    what: ({ expected, actual }) => `handed over ${expected} cents, its total is ${actual}`,
    rows: sql<Row>`
      select 'entry ' || e.id as subject, e.handed_over_cents as actual,
        (select coalesce(sum(case when reverses is null then amount_cents else -amount_cents end), 0) from handovers
          where entry_id = e.id) as expected
      from entries e`,
  },
  {
    what: ({ expected, actual }) => `handed over ${expected} cents, the ledger has ${actual}`,
    rows: sql<Row>`
      with given as (select entry_id, sum(cents) as cents from ledger where account = 'handed_over' group by entry_id)
      select 'entry ' || e.id as subject, e.handed_over_cents as expected, coalesce(g.cents, 0) as actual
      from entries e left join given g on g.entry_id = e.id`,
  },
  {
    what: ({ expected, actual }) =>
      `received ${expected} cents; ${actual} are held, handed over, set aside or refunded`,
    rows: sql<Row>`
      select 'entry ' || entry_id as subject,
        -sum(case when account = 'backers' and cents < 0 then cents else 0 end) as expected,
        sum(case when account in ('stakes', 'unplaced', 'set_aside', 'handed_over')
          or (account = 'backers' and cents > 0) then cents else 0 end) as actual
      from ledger where entry_id is not null group by entry_id`,
  },
  {
    what: ({ expected, actual }) => `its shares are ${actual} cents, its pool is ${expected}`,
    rows: sql<Row>`
      select 'result ' || r.entry_id as subject, r.pool_cents as expected,
        (select coalesce(sum(amount_cents), 0) from payouts where entry_id = r.entry_id) as actual
      from results r where exists (select 1 from payouts where entry_id = r.entry_id)`,
  },
  {
    what: ({ expected, actual }) => `is ${expected} cents, the ledger has ${actual} as owed or paid`,
    rows: sql<Row>`
      with owed as (
        select payout_id, sum(cents) as cents from ledger where account in ('shares', 'payouts') group by payout_id)
      select 'payout ' || p.id as subject, p.amount_cents + p.waived_cents as expected, coalesce(o.cents, 0) as actual
      from payouts p left join owed o on o.payout_id = p.id`,
  },
  {
    what: ({ expected, actual }) => `is paid with ${expected} cents, the ledger has ${actual}`,
    rows: sql<Row>`
      with paid as (select payout_id, sum(cents) as cents from ledger where account = 'payouts' group by payout_id)
      select 'payout ' || p.id as subject, coalesce(p.paid_cents, 0) - p.returned_cents as expected,
        coalesce(o.cents, 0) as actual
      from payouts p left join paid o on o.payout_id = p.id`,
  },
  {
    what: ({ expected, actual }) =>
      `${actual} cents of it can be paid, what is left of its payment is worth ${expected}`,
    // Divides before it multiplies, because products may exceed 2^63.
    rows: sql<Row>`
      with shares as (
        select p.id, p.amount_cents, p.payable_cents, p.contributed_cents,
          case when f.amount_cents < p.contributed_cents then f.amount_cents else p.contributed_cents end as left_cents
        from payouts p join fundings f on f.id = p.funding_id)
      select 'payout ' || id as subject, payable_cents as actual, amount_cents / contributed_cents * left_cents
        + amount_cents % contributed_cents * left_cents / contributed_cents as expected
      from shares`,
  },
  {
    what: ({ expected, actual }) => `its pool is ${actual} cents, by its latest round ${expected}`,
    rows: sql<Row>`
      select 'result ' || r.entry_id as subject, r.pool_cents as actual,
        (select pool_cents from round_results where entry_id = r.entry_id order by round desc limit 1) as expected
      from results r`,
  },
  {
    what: ({ actual }) => `${actual} cents are neither shared nor owed`,
    rows: sql<Row>`
      select 'pool of entry ' || entry_id as subject, 0 as expected, sum(cents) as actual
      from ledger where account = 'pools' group by entry_id`,
  },
]

const listPools = (db: Db, after: EntryId | undefined) =>
  db
    .selectFrom('results')
    .innerJoin('entries', 'entries.id', 'results.entry_id')
    .select([
      'results.entry_id',
      'results.shared_cents',
      'results.raised_cents',
      'results.pool_cents',
      'results.payout_basis_points',
      'entries.if_goal_missed',
      'entries.funding_goal_cents',
    ])
    .$if(after !== undefined, query => query.where('results.entry_id', '>', after as EntryId))
    .orderBy('results.entry_id')
    .limit(poolsAtOnce)
    .execute()
type PoolRow = Awaited<ReturnType<typeof listPools>>[number]
const poolsAtOnce = 500

function expectedPool(row: PoolRow): number {
  if (row.raised_cents === 0) return 0
  const isProrated = row.if_goal_missed === 'prorate'
  const dividend = BigInt(row.shared_cents) * BigInt(row.payout_basis_points)
  return Number(
    isProrated
      ? (dividend * BigInt(row.raised_cents)) / (10_000n * BigInt(row.funding_goal_cents))
      : dividend / 10_000n,
  )
}

/** Not in SQL, because products may exceed 2^63. */
async function findPoolFaults(db: Db): Promise<Fault[]> {
  const faults: Fault[] = []
  const read = (last: PoolRow | undefined) => listPools(db, last?.entry_id)
  for await (const rows of inBatches(poolsAtOnce, read))
    for (const row of rows) {
      const expected = expectedPool(row)
      if (row.pool_cents !== expected)
        faults.push({
          where: `result ${row.entry_id}`,
          what: `its pool is ${row.pool_cents} cents, by its winnings and terms ${expected}`,
        })
    }
  return faults
}

export async function findFaults(db: Db): Promise<Fault[]> {
  const faults = await findPoolFaults(db)
  for (const { what, rows } of checks) {
    const result = await sql<Row>`select * from (${rows}) as checked where actual <> expected`.execute(db)
    for (const row of result.rows) faults.push({ where: row.subject, what: what(row) })
  }
  return faults
}
