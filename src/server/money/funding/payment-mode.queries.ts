import { type SqlBool, sql } from 'kysely'
import { dollars } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import { type PaymentMode, paymentModes } from '#contract/payment-mode.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { FundingRow } from './funding.table.ts'

export interface ModeTotal {
  mode: PaymentMode
  fundings: number
  cents: number
}

/** `3 live fundings ($975)` */
export const modeTotalText = ({ mode, fundings, cents }: ModeTotal): string =>
  `${countText(fundings, `${mode} funding`)} (${dollars(cents)})`

/** `f` is the funding. */
const isUnsettled = `f.status in ('completed', 'refund_pending') and f.set_aside_at is null
  and not exists (select 1 from entries e join settlements s on s.tournament_id = e.tournament_id
    where e.id = f.entry_id)`

/** Reads indexes only, since every start runs it: `fundings_mode` is an index of `mode || ''`. */
export async function needsModeChange(db: Db, mode: PaymentMode, now: number): Promise<boolean> {
  const others = sql.join(paymentModes.filter(other => other !== mode))
  const { rows } = await sql<{ needed: SqlBool }>`
    select exists (select 1 from fundings f where f.mode || '' in (${others}) and ${sql.raw(isUnsettled)})
      or exists (select 1 from fundings where mode || '' in (${others}) and status = 'pending' and held_until > ${now})
      or exists (select 1 from fundings where set_aside_at is not null and mode = ${mode})
      or (${mode} <> 'test' and exists (select 1 from fundings_of_unclear_mode)) as needed`.execute(db)
  return Boolean(rows[0]?.needed)
}

export async function listSetAside(db: Db): Promise<ModeTotal[]> {
  const { rows } = await sql<ModeTotal>`
    select mode, count(*) as fundings, sum(amount_cents) as cents from fundings
    where set_aside_at is not null group by mode order by mode`.execute(db)
  return rows
}

/** Rows older than the sandbox mode get the mode of the first start with keys. */
export async function decideUnclearModes(trx: Trx, mode: PaymentMode): Promise<void> {
  await trx
    .updateTable('fundings')
    .set({ mode })
    .where('id', 'in', trx.selectFrom('fundings_of_unclear_mode').select('funding_id'))
    .execute()
  await trx.deleteFrom('fundings_of_unclear_mode').execute()
}

const otherModes = (trx: Trx, mode: PaymentMode) =>
  trx
    .selectFrom('fundings as f')
    .where('f.mode', '!=', mode)
    .where(sql<boolean>`${sql.raw(isUnsettled)}`)

export const totalsOfOtherModes = (trx: Trx, mode: PaymentMode): Promise<ModeTotal[]> =>
  otherModes(trx, mode)
    .select(({ fn }) => [
      'f.mode',
      fn.countAll<number>().as('fundings'),
      fn.sum<number>('f.amount_cents').as('cents'),
    ])
    .groupBy('f.mode')
    .orderBy(sql`case f.mode when 'test' then 0 when 'sandbox' then 1 else 2 end`)
    .execute()

export const listOfOtherModes = (trx: Trx, mode: PaymentMode, limit: number) =>
  otherModes(trx, mode)
    .select(['f.id', 'f.entry_id', 'f.backer_id', 'f.amount_cents', 'f.status', 'f.mode'])
    .limit(limit)
    .execute()

/** Ends the holds of pending payments of other modes, which can't be paid in this one. */
export async function releaseOtherHolds(trx: Trx, mode: PaymentMode, now: number): Promise<void> {
  await trx
    .updateTable('fundings')
    .set({ held_until: now })
    .where('mode', '!=', mode)
    .where('status', '=', 'pending')
    .where('held_until', '>', now)
    .execute()
}

/** Sets fundings aside: completed ones become `failed`. Those with `refund_pending` never counted and stay so. */
export async function markSetAside(trx: Trx, ids: FundingRow['id'][], now: number): Promise<void> {
  await trx
    .updateTable('fundings')
    .set({ set_aside_at: now, status: sql`case status when 'completed' then 'failed' else status end` })
    .where('id', 'in', ids)
    .execute()
}

/** Returns fundings that were set aside, earliest first. */
export const listSetAsideOf = (trx: Trx, mode: PaymentMode, limit: number): Promise<FundingRow[]> =>
  trx
    .selectFrom('fundings')
    .selectAll()
    .where('mode', '=', mode)
    // A literal, for SQLite's partial index.
    .where(sql<boolean>`set_aside_at is not null`)
    .orderBy('completed_at', order => order.asc().nullsFirst())
    .orderBy('id')
    .limit(limit)
    .execute()
