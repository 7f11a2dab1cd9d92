import type { Database } from 'bun:sqlite'
import { dollars } from '#contract/funding-texts.ts'
import { type PaymentMode, paymentModes } from '#contract/payment-mode.ts'

/** Fundings of one payment mode. */
export interface ModeTotal {
  mode: PaymentMode
  fundings: number
  cents: number
}

/** Money that counts or waits to go back, in a tournament without results. `f` is the funding. */
export const unsettled = `f.status in ('completed', 'refund_pending') and f.set_aside_at is null
  and not exists (select 1 from entries e join settlements s on s.tournament_id = e.tournament_id
    where e.id = f.entry_id)`

/**
 * Whether a start in this mode has to change rows before it serves. Plain SQL on indexes: it runs at every start, which
 * has no time to load the query builder.
 */
export function needsModeChange(database: Database, mode: PaymentMode, now: number): boolean {
  const [first, second] = paymentModes.filter(other => other !== mode)
  const row = database
    .query<{ needed: number }, Record<string, string | number>>(
      `select exists (select 1 from fundings f where f.mode in ($first, $second) and ${unsettled})
        or exists (select 1 from fundings where mode in ($first, $second) and status = 'pending' and held_until > $now)
        or exists (select 1 from fundings where set_aside_at is not null and mode = $mode)
        or ($mode <> 'test' and exists (select 1 from fundings_of_unclear_mode)) as needed`,
    )
    .get({ first: first ?? '', second: second ?? '', mode, now })
  return row?.needed === 1
}

/** Fundings that don't count because they were paid in another payment mode. */
export const listSetAside = (database: Database): ModeTotal[] =>
  database
    .query<ModeTotal, []>(
      `select mode, count(*) as fundings, sum(amount_cents) as cents from fundings
        where set_aside_at is not null group by mode order by mode`,
    )
    .all()

/** `3 live fundings ($975)` */
export const modeTotalText = ({ mode, fundings, cents }: ModeTotal): string =>
  `${fundings} ${mode} ${fundings === 1 ? 'funding' : 'fundings'} (${dollars(cents)})`
