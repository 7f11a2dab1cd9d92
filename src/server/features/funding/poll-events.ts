import { sql } from 'kysely'
import { inTransaction } from '#server/db/connection.ts'
import { NoSuchPayment, ProviderUnreachable } from '#server/payments/payment-provider.ts'
import { updateFunding } from './funding.queries.ts'
import type { ProviderReadsTable } from './funding.table.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'
import { handleEvent } from './webhook-handler.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How often the provider's events are read. */
const every = hour
/** Events show up a little after they happened, and clocks differ. */
const overlap = 10 * minute
/** Stripe lists events of the last 30 days; an hour is for reading them. */
const listedFor = 30 * day - hour
/** Pages of 100 events in one round; the rest follows in the next. */
const pagesInRound = 20
/** Fundings that are asked about in one round, those that were asked about longest ago first. */
const askedInRound = 100
/** A bank may send a refund back for so long. */
const refundsWatchedFor = 30 * day

/**
 * Finds what lost messages would have said: once an hour, also of the time while the server was down or before the
 * backup that it was restored from, the provider's events are read from where the last pass ended. Where there is no
 * such list, or it does not reach back so far, fundings that can still change are asked about one by one.
 */
export async function pollEvents(deps: PaymentDeps): Promise<void> {
  const { mode } = deps.payments
  if (mode === 'test') return
  try {
    const state = await readEvents(deps, startPass(deps, await getState(deps, mode)))
    if (state.ask_before !== null) await syncOneByOne(deps, state.ask_before)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    deps.log.warn('the payment provider does not answer', { reason: error.message })
  }
}

type State = ProviderReadsTable

async function getState({ db, now }: PaymentDeps, mode: State['mode']): Promise<State> {
  const state = await db.selectFrom('provider_reads').selectAll().where('mode', '=', mode).executeTakeFirst()
  if (state) return state
  const { first } = await db
    .selectFrom('fundings')
    .select(({ fn }) => fn.min<number | null>('created_at').as('first'))
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow()
  const seen = Math.min(now(), first ?? now())
  return { mode, seen_until: seen, passed_at: 0, reading_until: null, reading_after: null, ask_before: null }
}

const save = async ({ db }: PaymentDeps, state: State): Promise<State> => {
  const { mode, ...values } = state
  await inTransaction(db, trx =>
    trx
      .insertInto('provider_reads')
      .values(state)
      .onConflict(conflict => conflict.column('mode').doUpdateSet(values))
      .execute(),
  )
  return state
}

/** It is written down with its first page. */
function startPass({ now: clock }: PaymentDeps, state: State): State {
  const now = clock()
  const elapsed = now - state.passed_at
  // Stripe refuses to list on after an event that it has forgotten, so an old pass begins anew.
  const isOld = state.reading_until !== null && Math.abs(now - state.reading_until) > day
  // A clock that was set back must not stop it.
  const isRecent = elapsed >= 0 && elapsed < every
  if (!isOld && (state.reading_until !== null || isRecent)) return state
  const isTooOld = state.seen_until < now - listedFor
  return {
    ...state,
    reading_until: now,
    reading_after: null,
    ...(isTooOld && { ask_before: now }),
  }
}

/** Reads the pass that is under way, so many pages of it. @throws ProviderUnreachable: the next round goes on there */
async function readEvents(deps: PaymentDeps, begun: State): Promise<State> {
  let state = begun
  for (let page = 0; page < pagesInRound && state.reading_until !== null; page++) {
    const { reading_until: until, reading_after: after } = state
    const from = Math.max(state.seen_until - overlap, until - listedFor)
    const list = await deps.payments.listEvents({ from, until, after })
    if (list === null) {
      const passed_at = deps.now()
      return save(deps, { ...state, passed_at, reading_until: null, reading_after: null, ask_before: until })
    }
    for (const event of list.events) await handleEvent(deps, event)
    const isOver = list.next === null
    const next = { ...state, reading_after: list.next }
    const done = { ...next, seen_until: until, passed_at: deps.now(), reading_until: null }
    state = await save(deps, isOver ? done : next)
  }
  return state
}

/** Everything that can still change: money of tournaments that are not settled, and what went back within 30 days. */
async function syncOneByOne(deps: PaymentDeps, before: number): Promise<void> {
  const { db, now } = deps
  const since = now() - refundsWatchedFor
  const rows = await db
    .selectFrom('fundings')
    .select('id')
    .where('mode', '=', deps.payments.mode)
    // Spelled out: SQLite takes a partial index only where it can read the condition.
    .where(sql<boolean>`intent_id is not null and status <> 'pending'`)
    .where(sql<boolean>`coalesce(checked_at, 0) < ${before}`)
    .where(sql<boolean>`(
      (status in ('completed', 'refund_pending') and not exists (
        select 1 from entries join settlements on settlements.tournament_id = entries.tournament_id
        where entries.id = fundings.entry_id))
      or (refund_requested_at is not null and refunded_at is null)
      or refunded_at > ${since}
      or (status = 'failed' and charge_id is not null and failed_at > ${since}))`)
    .orderBy(sql`coalesce(checked_at, 0)`)
    .limit(askedInRound)
    .execute()
  for (const { id } of rows)
    await syncPayment(deps, id).catch(async (error: unknown) => {
      if (!(error instanceof NoSuchPayment)) throw error
      await inTransaction(db, trx => updateFunding(trx, id, { checked_at: now() }))
    })
}
