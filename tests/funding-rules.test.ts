import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import type { HandoverLine } from '#contract/money/handovers.ts'
import { poolOf } from '#contract/money/shares.ts'
import { formatCents } from '#contract/money.ts'
import { hour, minute } from '#contract/time.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { copyDatabase, openDatabase } from '#server/db/sqlite/open.ts'
import { isRefundDue } from '#server/money/funding/funding.rules.ts'
import { reconcilePayments } from '#server/money/funding/reconcile-payments.ts'
import { refundEntryJobKind, refundJobKind, retryRefund } from '#server/money/funding/refund-jobs.ts'
import { handleEvent } from '#server/money/funding/webhook-handler.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import type { PaymentEvent } from '#server/money/payments/payment-provider.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { goalDecisionJobKind, scheduleGoalDecisions } from '#server/tournaments/tournaments/index.ts'
import { makeTestApp, type TestApp } from './support/app.ts'
import { addBoat, addCrew, addEntry, addSigned, addTournament, type Signed } from './support/factories.ts'
import { type DoubleIntent, ProviderDouble } from './support/provider-double.ts'
import { removeRows } from './support/rows.ts'

/** Fixed, so that CI is deterministic; `RULES_SEED=$RANDOM` tries others. */
const seed = Number(process.env.RULES_SEED ?? 13)
const orders = Number(process.env.RULES_ORDERS ?? 250)
const hold = 15 * minute

/** `at` picks a payment, a message or a handover by index. */
const at = fc.nat({ max: 5 })
const does = <Name extends string>(name: Name) => fc.record({ does: fc.constant(name) })
const doesAt = <Name extends string>(name: Name) => fc.record({ does: fc.constant(name), at })
/** Three backers, the owner, the crew, the organiser. */
const who = fc.nat({ max: 5 })
const minutes = fc.constantFrom(0, 5, 20, 45, 200)
/** Begins, pays and confirms. */
const fund = fc.record({
  does: fc.constant('fund' as const),
  who,
  cents: fc.constantFrom(2500, 5000, 10_000),
})
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('begin' as const),
      who,
      cents: fc.constantFrom(1000, 2500, 5000, 10_000),
      /** Else the entry is named when the payment is confirmed. */
      named: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fund },
  { weight: 5, arbitrary: doesAt('pay') },
  { weight: 5, arbitrary: doesAt('confirm') },
  { weight: 3, arbitrary: doesAt('deliver') },
  doesAt('drop'),
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 14, 16, 35, 120, 400),
    }),
  },
  fc.record({ does: fc.constant('close' as const), minutes: fc.option(minutes) }),
  fc.record({ does: fc.constant('move start' as const), minutes: fc.constantFrom(5, 20, 200) }),
  fc.record({ does: fc.constant('move end' as const), minutes: fc.constantFrom(1, 60, 600) }),
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('change terms' as const),
      terms: fc.constantFrom(
        { payoutPercentage: 33.33 },
        { payoutPercentage: 70 },
        { fundingGoal: 75 },
        { fundingGoal: 200 },
        { ifGoalMissed: 'share' },
        { ifGoalMissed: 'prorate' },
        { ifGoalMissed: 'refund' },
      ),
    }),
  },
  fc.record({ does: fc.constant('join crew' as const), who: fc.nat({ max: 2 }) }),
  fc.record({ does: fc.constant('withdraw' as const), byOwner: fc.boolean() }),
  fc.record({ does: fc.constant('refund by hand' as const), at, part: fc.constantFrom(400, 99_999) }),
  doesAt('dispute'),
  fc.record({
    does: fc.constant('decide dispute' as const),
    at,
    status: fc.constantFrom('won' as const, 'lost' as const),
  }),
  fc.record({ does: fc.constant('hand over' as const), cents: fc.constantFrom(500, 2500, 10_000) }),
  doesAt('reverse handover'),
  does('reconcile'),
  { weight: 2, arbitrary: does('run jobs') },
  does('settle'),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const order = fc.record({
  rule: fc.constantFrom('share' as const, 'prorate' as const, 'refund' as const),
  closes: fc.option(fc.constantFrom(10, 30, 90)),
  first: fc.array(fund, { maxLength: 3 }),
  steps: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: step.map(one => [one]) },
      // Concurrently.
      fc.tuple(step, step),
    ),
    { minLength: 3, maxLength: 9 },
  ),
  turns: fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 5 }),
})
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

let bytes: Uint8Array | undefined

async function makeBytes(): Promise<Uint8Array> {
  const database = openDatabase(':memory:')
  const db = makeDb(database)
  await migrate(database, db)
  const content = database.serialize()
  await db.destroy()
  return content
}

/** Orders share an app, each with a tournament of its own. */
interface World {
  testApp: TestApp
  provider: ProviderDouble
  people: Signed[]
  /** The clock of the app and the provider. */
  now: number
  ordersLeft: number
}

let world: World | null = null

async function openWorld(): Promise<World> {
  bytes ??= await makeBytes()
  const testApp = await makeTestApp(stripe, {}, makeDb(copyDatabase(bytes)))
  const provider = new ProviderDouble('sandbox')
  provider.listsEvents = false
  testApp.deps.payments = provider
  const people = []
  for (let n = 0; n < 6; n++) people.push(await addSigned(testApp.db))
  return { testApp, provider, people, now: Date.now(), ordersLeft: 40 }
}

interface Terms {
  payout_basis_points: number
  funding_goal_cents: number
  if_goal_missed: GoalRule
}

class Simulation {
  #messages: PaymentEvent[] = []
  /** Offers of the entry before and after the step that began a payment: concurrent steps may change them. */
  readonly #offered = new Map<string, object[]>()

  private constructor(
    private readonly world: World,
    private readonly tournament: TournamentId,
    private readonly entry: EntryId,
    private readonly since: number,
  ) {}

  static async start(one: World, { rule, closes, turns }: Order): Promise<Simulation> {
    const { testApp, provider, people } = one
    const { db } = testApp
    one.now += 24 * hour
    const [, , , owner, crew, organiser] = people
    if (!owner || !crew || !organiser) throw new Error('six people')
    const tournament = await addTournament(db, {
      organiser_id: organiser.id,
      starts_at: one.now + 30 * minute,
      ends_at: one.now + 5 * hour,
      funding_closes_at: closes === null ? null : one.now + closes * minute,
    })
    const boat = await addBoat(db, { owner_id: owner.id })
    await removeRows(db, 'crew_members')
    await addCrew(db, { user_id: crew.id, boat_id: boat })
    const entry = await addEntry(db, {
      tournament_id: tournament,
      boat_id: boat,
      funding_goal_cents: 10_000,
      if_goal_missed: rule,
    })
    await inTransaction(db, trx => scheduleGoalDecisions(trx, { entry }, one.now))
    let call = 0
    provider.turns = () => turns[call++ % turns.length] ?? 0
    const simulation = new Simulation(one, tournament, entry, one.now)
    simulation.#wait(0)
    return simulation
  }

  #wait(milliseconds: number): void {
    this.world.now += milliseconds
    this.world.provider.now = this.world.now
    this.world.testApp.setNow(this.world.now)
  }

  /** Every refusal is an answer. */
  async #send(method: string, path: string, person: number, json?: object): Promise<unknown> {
    const cookie = this.world.people[person]?.cookie ?? ''
    const response = await this.world.testApp.page(path, { method, cookie, json })
    const text = await response.text()
    if (response.status >= 500 && response.status !== 503) throw new Error(`${method} ${path}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }

  #intents() {
    return [...this.world.provider.intents.values()].filter(
      ({ entry, createdAt }) => entry === this.entry || (entry === null && createdAt >= this.since),
    )
  }

  #pick(index: number) {
    const intents = this.#intents()
    return intents[index % Math.max(1, intents.length)]
  }

  #message(index: number): PaymentEvent | undefined {
    this.#messages.push(...this.world.provider.messages.splice(0))
    return this.#messages[index % Math.max(1, this.#messages.length)]
  }

  async #do(one: Step): Promise<unknown> {
    const { testApp, provider, people, now } = this.world
    const { deps, db } = testApp
    const intent = 'at' in one ? this.#pick(one.at) : undefined
    const ofEntry = `/api/tournament-entries/${this.entry}`
    const ofTournament = `/api/tournaments/${this.tournament}`
    switch (one.does) {
      case 'begin': {
        const json = { amount: one.cents / 100, ...(one.named && { tournamentEntryId: this.entry }) }
        return this.#send('POST', '/api/create-payment-intent', one.who, json)
      }
      case 'fund': {
        const json = { amount: one.cents / 100, tournamentEntryId: this.entry }
        await this.#send('POST', '/api/create-payment-intent', one.who, json)
        const last = this.#intents().at(-1)
        if (!last) return
        provider.pay(last.id)
        return this.#confirm(last)
      }
      case 'pay':
        return intent && provider.pay(intent.id)
      case 'confirm':
        return intent && this.#confirm(intent)
      case 'deliver': {
        const event = this.#message(one.at)
        return event && handleEvent(deps, event)
      }
      case 'drop': {
        const event = this.#message(one.at)
        if (event) this.#messages.splice(this.#messages.indexOf(event), 1)
        return
      }
      case 'wait':
        return this.#wait(one.minutes * minute)
      case 'close': {
        const fundingClosesAt = one.minutes === null ? null : iso(now + one.minutes * minute)
        return this.#send('PATCH', ofTournament, 5, { fundingClosesAt })
      }
      case 'move start':
        return this.#send('PATCH', ofTournament, 5, { startDate: iso(now + one.minutes * minute) })
      case 'move end':
        return this.#send('PATCH', ofTournament, 5, { endDate: iso(now + one.minutes * minute) })
      case 'change terms':
        return this.#send('PATCH', ofEntry, 3, one.terms)
      case 'join crew': {
        const person = people[one.who]
        const { boat_id: boat } = await db
          .selectFrom('entries')
          .select('boat_id')
          .where('id', '=', this.entry)
          .executeTakeFirstOrThrow()
        return (
          person &&
          inTransaction(db, async trx => {
            await removeRows(trx, 'crew_members')
            await addCrew(trx, { user_id: person.id, boat_id: boat })
          })
        )
      }
      case 'withdraw':
        return this.#send('DELETE', ofEntry, one.byOwner ? 3 : 5, { reason: 'Engine failure' })
      case 'refund by hand':
        return intent && provider.refundByHand(intent.id, one.part, 'succeeded')
      case 'dispute':
        return intent && provider.dispute(intent.id)
      case 'decide dispute':
        return intent && provider.decideDispute(intent.id, one.status)
      case 'hand over':
        return this.#send('POST', `${ofEntry}/handovers`, 5, { amount: one.cents / 100 })
      case 'reverse handover': {
        const lines = (await this.#send('GET', `${ofEntry}/handovers`, 5)) as HandoverLine[]
        const line = Array.isArray(lines) ? lines[one.at % Math.max(1, lines.length)] : undefined
        const path = `${ofEntry}/handovers/${line?.id}/reverse`
        return line && this.#send('POST', path, 5, { reason: 'Wrong boat' })
      }
      case 'reconcile':
        return reconcilePayments(deps)
      case 'run jobs':
        return this.#runJobs()
      case 'settle':
        return this.#settle()
    }
  }

  #confirm({ id, cents, backer }: DoubleIntent): Promise<unknown> {
    const person = this.world.people.findIndex(each => each.id === backer)
    const amount = formatCents(cents)
    const json = { tournamentEntryId: this.entry, amount, stripePaymentIntentId: id }
    return this.#send('POST', '/api/funding', person, json)
  }

  /** Runs the jobs, except mails. */
  #runJobs(): Promise<void> {
    const { deps } = this.world.testApp
    const kinds = [refundJobKind(deps), refundEntryJobKind(deps), goalDecisionJobKind(deps)]
    return new JobQueue(deps, kinds).drain()
  }

  #settle(): Promise<unknown> {
    const winnings = [{ entryId: this.entry, amount: 1000.01 }]
    return this.#send('POST', `/api/tournaments/${this.tournament}/results`, 5, { winnings })
  }

  #terms(): Promise<Terms> {
    return this.world.testApp.db
      .selectFrom('entries')
      .select(['payout_basis_points', 'funding_goal_cents', 'if_goal_missed'])
      .where('id', '=', this.entry)
      .executeTakeFirstOrThrow()
  }

  async take(steps: readonly Step[]): Promise<void> {
    this.#wait(1)
    const before = await this.#terms()
    await Promise.all(
      steps.map(async one => {
        if (steps.length > 1) await this.world.provider.pass()
        await this.#do(one)
      }),
    )
    const nameless = await this.#nameless()
    const newIntents = this.#intents().filter(({ id }) => !this.#offered.has(id) && !nameless.has(id))
    if (newIntents.length === 0) return
    const after = await this.#terms()
    for (const { id } of newIntents) this.#offered.set(id, [before, after])
  }

  async #nameless(): Promise<Set<string | null>> {
    const { db } = this.world.testApp
    const rows = await db.selectFrom('fundings').select('intent_id').where('entry_id', 'is', null).execute()
    return new Set(rows.map(({ intent_id: id }) => id))
  }

  /** Delivers what is left by asking, and ends the tournament. */
  async finish(): Promise<void> {
    const { testApp, provider } = this.world
    const { db, deps } = testApp
    provider.messages.length = 0
    provider.turns = () => 0
    for (let round = 0; round < 2; round++) {
      this.#wait(25 * hour)
      await reconcilePayments(deps)
      for (const { id, refunds, disputes } of this.#intents()) {
        if (refunds.length + disputes.length === 0) continue
        const charge = { id: `evt_${id}_${round}`, type: 'charge.refunded', intentId: id }
        await handleEvent(deps, { ...charge, charge: null, funding: null, dispute: null })
      }
      const failedRows = await db
        .selectFrom('fundings')
        .selectAll()
        .where('refund_error', 'is not', null)
        .execute()
      await inTransaction(db, async trx => {
        for (const row of failedRows) if (isRefundDue(row)) await retryRefund(trx, row, this.world.now)
      })
      await this.#runJobs()
    }
    await this.#settle()
  }

  async check(): Promise<void> {
    const { db } = this.world.testApp
    const entry = await db
      .selectFrom('entries')
      .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
      .selectAll('entries')
      .select(['starts_at', 'started_at', 'ends_at', 'funding_closes_at', 'funding_closed_at'])
      .where('entries.id', '=', this.entry)
      .executeTakeFirstOrThrow()
    const rows = await db.selectFrom('fundings').selectAll().where('entry_id', '=', this.entry).execute()
    const start = entry.started_at ?? entry.starts_at
    const closing = entry.funding_closed_at ?? entry.funding_closes_at ?? entry.ends_at
    const isRefundRule = entry.if_goal_missed === 'refund'
    // Rules in force when it arrived, whatever came later.
    for (const row of rows.filter(({ completed_at: completedAt }) => completedAt !== null)) {
      const intent = this.world.provider.intent(row.intent_id ?? '')
      const begunAt = row.entry_named_at ?? row.created_at
      const paidAt = Math.max(intent.paidAt ?? Number.NaN, begunAt)
      // Upper bound: the payment may have arrived in the millisecond before funding was closed.
      const inTime = paidAt <= closing || (begunAt <= closing && paidAt < begunAt + hold)
      const beforeDecision = (row.completed_at ?? 0) <= Math.min(entry.funding_closes_at ?? start, closing)
      // A won appeal reinstates a payment that counted before.
      const isReinstated = intent.disputes.some(({ status }) => status === 'won')
      if (!isReinstated) {
        expect([row.id, isRefundRule ? beforeDecision : inTime]).toEqual([row.id, true])
        if (row.insider !== null) expect([row.id, (row.completed_at ?? 0) < start]).toEqual([row.id, true])
      }
      expect(this.#offered.get(intent.id)).toContainEqual({
        payout_basis_points: row.bought_basis_points,
        funding_goal_cents: row.bought_goal_cents,
        if_goal_missed: row.bought_goal_rule,
      })
      expect([row.bought_basis_points, row.bought_goal_rule]).toEqual([
        row.status === 'completed' ? entry.payout_basis_points : row.bought_basis_points,
        row.status === 'completed' ? entry.if_goal_missed : row.bought_goal_rule,
      ])
    }
    if (entry.goal_was_reached === 0)
      for (const row of rows)
        expect([row.id, row.status === 'completed' && !isRefundDue(row)]).toEqual([row.id, false])
    await this.#checkShares(entry)
    for (const row of rows) {
      const intent = this.world.provider.intents.get(row.intent_id ?? '')
      const isOpen = intent?.disputes.some(({ status }) => status === 'open')
      const countedCents =
        row.status === 'completed' || row.status === 'refund_pending' ? row.amount_cents : 0
      if (intent && !isOpen) expect([row.id, countedCents]).toEqual([row.id, ProviderDouble.held(intent)])
    }
    expect(await findFaults(db)).toEqual([])
  }

  async #checkShares({
    payout_basis_points: points,
    if_goal_missed: rule,
    funding_goal_cents: goal,
  }: Terms): Promise<void> {
    const { db } = this.world.testApp
    const result = await db
      .selectFrom('results')
      .selectAll()
      .where('entry_id', '=', this.entry)
      .executeTakeFirst()
    if (!result) return
    const shares = await db
      .selectFrom('payouts')
      .selectAll()
      .where('entry_id', '=', this.entry)
      .orderBy('id')
      .execute()
    const raised = shares.reduce((sum, share) => sum + share.contributed_cents, 0)
    const pool = poolOf(result.winnings_cents, { basisPoints: points, rule, goal }, raised)
    expect([result.raised_cents, result.pool_cents]).toEqual([raised, pool])
    expect(shares.reduce((sum, share) => sum + share.amount_cents, 0)).toBe(pool)
    for (const share of shares) {
      const exactShare = (pool * share.contributed_cents) / raised
      expect(Math.abs(share.amount_cents - exactShare)).toBeLessThan(1)
    }
  }
}

test(`${orders} orders of payments, closings, terms, insiders, withdrawals, disputes, handovers and settlements: the rules hold, and ledger and provider agree`, async () => {
  await fc.assert(
    fc.asyncProperty(order, async one => {
      if (world === null || world.ordersLeft === 0) {
        await world?.testApp.db.destroy()
        world = await openWorld()
      }
      const current = world
      current.ordersLeft -= 1
      // The next order gets an app of its own after a failure.
      world = null
      const simulation = await Simulation.start(current, one)
      for (const steps of [...one.first.map(each => [each]), ...one.steps]) await simulation.take(steps)
      await simulation.finish()
      await simulation.check()
      world = current
    }),
    { numRuns: orders, seed },
  )
}, 1_800_000)
