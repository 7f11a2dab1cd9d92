import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { UserId } from '#contract/ids.ts'
import { inTransaction, makeDb } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { copyDatabase, openDatabase } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { parseEnv } from '#server/env.ts'
import { findFaults } from '#server/features/ledger/verify.queries.ts'
import { giveMoneyBack } from '#server/features/tournaments/refunds.queries.ts'
import { ApiError } from '#server/http/errors.ts'
import { makeLog } from '#server/log.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addScene, addUser } from '../../../../tests/support/factories.ts'
import { ProviderDouble } from '../../../../tests/support/provider-double.ts'
import { adoptPayments } from './adopt-payments.ts'
import { claimPayment } from './claim.ts'
import { isGoingBackNameless, isOwedBack } from './funding.rules.ts'
import { beginPayment } from './pay.ts'
import { type PaymentEvent, ProviderUnreachable, setPayments } from './payments.ts'
import { readMissedEvents } from './provider-events.ts'
import { takeNews } from './provider-news.ts'
import { reconcilePayments } from './reconcile.ts'
import { refundEntryJobKind, refundJobKind, tryAgain } from './refund.ts'

/** How many orders; the nightly run may ask for more. */
const orders = Number(process.env.MONEY_ORDERS ?? 10_000)
const goal = 10_000
const minute = 60_000

/** What can happen to a marina. `at` picks a payment, or a message, among those that there are. */
const at = fc.nat({ max: 9 })
const does = <Name extends string>(name: Name) => fc.record({ does: fc.constant(name) })
const doesAt = <Name extends string>(name: Name) => fc.record({ does: fc.constant(name), at })
const begin = fc.record({
  does: fc.constant('begin' as const),
  who: fc.nat({ max: 2 }),
  cents: fc.constantFrom(1000, 2500, 4000),
  named: fc.constantFrom(true, true, true, false),
})
const single = fc.oneof(
  { weight: 2, arbitrary: begin },
  { weight: 6, arbitrary: doesAt('pay') },
  { weight: 4, arbitrary: doesAt('claim') },
  { weight: 3, arbitrary: doesAt('deliver') },
  doesAt('deliver twice'),
  { weight: 2, arbitrary: doesAt('drop') },
  doesAt('decline'),
  fc.record({
    does: fc.constant('refund by hand' as const),
    at,
    part: fc.constantFrom(400, 99_999),
    status: fc.constantFrom('pending' as const, 'succeeded' as const),
  }),
  fc.record({ does: fc.constant('decide refund' as const), at, arrives: fc.boolean() }),
  doesAt('dispute'),
  fc.record({
    does: fc.constant('decide dispute' as const),
    at,
    status: fc.constantFrom('won' as const, 'lost' as const),
  }),
  fc.record({ does: fc.constant('wait' as const), minutes: fc.constantFrom(1, 20, 65, 1500) }),
  { weight: 2, arbitrary: does('reconcile') },
  does('read events'),
  { weight: 2, arbitrary: does('run jobs') },
  fc.record({
    does: fc.constant('trouble' as const),
    next: fc.constantFrom('pending' as const, 'lost' as const, 'refused' as const, 'unreachable' as const),
  }),
  does('cancel'),
  does('back up'),
  does('restore'),
)
type Step = typeof single extends fc.Arbitrary<infer T> ? T : never

/** Several at once: each call of the provider takes so many turns. */
const order = fc.record({
  first: fc.tuple(begin, begin),
  steps: fc.array(fc.oneof({ weight: 3, arbitrary: single.map(one => [one]) }, fc.tuple(single, single)), {
    minLength: 3,
    maxLength: 12,
  }),
  turns: fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 5 }),
  listsEvents: fc.constantFrom(true, true, false),
})
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never

/** A boat in a tournament and three backers, made once; each order gets a copy of the bytes. */
async function makeTemplate() {
  const { deps } = await makeTestApp()
  const database = openDatabase(':memory:')
  const db = makeDb(database)
  await migrate(database, db)
  const { entry, tournament } = await addScene(db)
  await db.updateTable('entries').set({ funding_goal_cents: goal }).execute()
  const backers = [await addUser(db), await addUser(db), await addUser(db)]
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  }
  const env = parseEnv({ ...keys, RATE_LIMIT: 'off' }, import.meta.dir)
  const bytes = database.serialize()
  await db.destroy()
  return { bytes, deps: { ...deps, env, log: makeLog('silent') }, entry, tournament, backers }
}

/** Sent away by the site, or told that the provider does not answer: nothing happened that anybody was told of. */
const mayFail = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof ProviderUnreachable)) throw error
  }
}

class Marina {
  readonly provider = new ProviderDouble('sandbox')
  readonly #template: Template
  readonly #events: PaymentEvent[] = []
  #database: Database
  #deps: Deps
  #backup: Uint8Array | null = null
  #wasRestored = false
  #now = Date.now()

  constructor(template: Template, { turns, listsEvents }: Order) {
    this.#template = template
    this.#database = copyDatabase(template.bytes)
    this.#deps = this.#open()
    this.provider.listsEvents = listsEvents
    this.provider.now = this.#now
    let call = 0
    this.provider.turns = () => turns[call++ % turns.length] ?? 0
  }

  #open(): Deps {
    const deps = { ...this.#template.deps, db: makeDb(this.#database), now: () => this.#now }
    setPayments(deps, this.provider)
    return deps
  }

  close(): Promise<void> {
    return this.#deps.db.destroy()
  }

  #pick(index: number): string | undefined {
    const ids = [...this.provider.intents.keys()]
    return ids[index % Math.max(1, ids.length)]
  }

  #wait(minutes: number): void {
    this.#now += minutes * minute
    this.provider.now = this.#now
  }

  #runJobs(): Promise<void> {
    return new JobQueue(this.#deps, [refundJobKind(this.#deps), refundEntryJobKind(this.#deps)]).drain()
  }

  /** Any of those that were sent. */
  #message(index: number): PaymentEvent | undefined {
    this.#events.push(...this.provider.messages.splice(0))
    return this.#events[index % Math.max(1, this.#events.length)]
  }

  async #cancel(): Promise<void> {
    const { tournament } = this.#template
    await inTransaction(this.#deps.db, async trx => {
      await giveMoneyBack(trx, { tournament }, this.#now)
      await trx
        .updateTable('tournaments')
        .set({ cancelled_at: this.#now })
        .where('cancelled_at', 'is', null)
        .execute()
    })
  }

  /** An older database in place of this one; the provider stays as it is. */
  async #restore(): Promise<void> {
    if (this.#backup === null) return
    await this.#deps.db.destroy()
    this.#database = copyDatabase(this.#backup)
    this.#deps = this.#open()
    this.#wasRestored = true
  }

  async #do(one: Step): Promise<void> {
    const { provider } = this
    const deps = this.#deps
    const { entry, backers } = this.#template
    const id = 'at' in one ? this.#pick(one.at) : undefined
    switch (one.does) {
      case 'begin': {
        const backer = { id: backers[one.who % backers.length] ?? fail(), email: 'bo@example.com' }
        const wanted = { backer, cents: one.cents, entry: one.named ? entry : null, message: null }
        return mayFail(beginPayment(deps, wanted))
      }
      case 'pay':
        return id === undefined ? undefined : provider.pay(id)
      case 'decline':
        return id === undefined ? undefined : provider.decline(id)
      case 'claim': {
        if (id === undefined) return
        const { backer, cents } = provider.intent(id)
        const claim = { backer: backer as UserId, entry, cents, intentId: id, message: null }
        return mayFail(claimPayment(deps, claim))
      }
      case 'deliver':
      case 'deliver twice': {
        const event = this.#message(one.at)
        if (!event) return
        const twice = one.does === 'deliver twice'
        await Promise.all([mayFail(takeNews(deps, event)), twice && mayFail(takeNews(deps, event))])
        return
      }
      case 'drop': {
        const event = this.#message(one.at)
        if (event) this.#events.splice(this.#events.indexOf(event), 1)
        return
      }
      case 'refund by hand':
        return id === undefined ? undefined : provider.refundByHand(id, one.part, one.status)
      case 'decide refund':
        return id === undefined ? undefined : provider.decideRefund(id, one.arrives)
      case 'dispute':
        return id === undefined ? undefined : provider.dispute(id)
      case 'decide dispute':
        return id === undefined ? undefined : provider.decideDispute(id, one.status)
      case 'wait':
        return this.#wait(one.minutes)
      case 'reconcile':
        return reconcilePayments(deps)
      case 'read events':
        return readMissedEvents(deps)
      case 'run jobs':
        return this.#runJobs()
      case 'trouble':
        provider.nextRefunds.push(one.next)
        return
      case 'cancel':
        return this.#cancel()
      case 'back up':
        this.#backup = this.#database.serialize()
        return
      case 'restore':
        return this.#restore()
    }
  }

  /** A restore waits for what runs: the server is stopped for it. */
  async take(steps: readonly Step[]): Promise<void> {
    const restores = steps.filter(({ does }) => does === 'restore')
    await Promise.all(steps.filter(step => !restores.includes(step)).map(step => this.#do(step)))
    for (const one of restores) await this.#do(one)
  }

  /** The provider works again, what is on its way arrives, and the operator does what the documentation says. */
  async settle(): Promise<void> {
    const { provider } = this
    provider.nextRefunds.length = 0
    provider.finishRefunds()
    if (this.#wasRestored) for await (const _ of adoptPayments(this.#deps, 0));
    for (let round = 0; round < 4; round++) {
      this.#wait(61)
      await readMissedEvents(this.#deps)
      await reconcilePayments(this.#deps)
      await this.#retryFailed()
      await this.#runJobs()
      if ((await this.#differences()).length === 0) return
    }
  }

  /** The organiser retries what a bank sent back, and gives a part that came back again by hand. */
  async #retryFailed(): Promise<void> {
    const { db } = this.#deps
    const failed = await db.selectFrom('fundings').selectAll().where('refund_error', 'is not', null).execute()
    await inTransaction(db, async trx => {
      for (const row of failed) if (isOwedBack(row)) await tryAgain(trx, row, this.#now)
    })
  }

  /** Every payment of which the site and the provider do not hold the same. */
  async #differences() {
    const rows = await this.#deps.db.selectFrom('fundings').selectAll().execute()
    const byIntent = new Map(rows.map(row => [row.intent_id, row]))
    return [...this.provider.intents.values()].filter(intent => {
      const row = byIntent.get(intent.id)
      const counted = row?.status === 'completed' || row?.status === 'refund_pending' ? row.amount_cents : 0
      // Only a bank's word may keep money that is to go back.
      const isOpen = intent.disputes.some(({ status }) => status === 'open')
      if (row && isOwedBack(row) && !isOpen) return true
      return counted !== ProviderDouble.held(intent) && !(row && isGoingBackNameless(row) && isOpen)
    })
  }

  async compare(): Promise<void> {
    const { db } = this.#deps
    expect(await findFaults(db)).toEqual([])
    const rows = await db.selectFrom('fundings').selectAll().execute()
    const differences = await this.#differences()
    expect(
      differences.map(intent => ({ intent, row: rows.find(row => row.intent_id === intent.id) })),
    ).toEqual([])
  }
}

type Template = Awaited<ReturnType<typeof makeTemplate>>

const fail = (): never => {
  throw new Error('there is nobody')
}

test(`${orders} orders of payments, lost and repeated messages, refunds, disputes and restores: no cent unaccounted`, async () => {
  const template = await makeTemplate()
  await fc.assert(
    fc.asyncProperty(order, async one => {
      const marina = new Marina(template, one)
      try {
        for (const steps of one.steps) await marina.take(steps)
        await marina.settle()
        await marina.compare()
      } finally {
        await marina.close()
      }
    }),
    { numRuns: orders, ...(process.env.MONEY_SEED && { seed: Number(process.env.MONEY_SEED) }) },
  )
}, 600_000)
