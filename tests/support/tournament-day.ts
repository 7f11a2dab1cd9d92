import { expect } from 'bun:test'
import { second } from '#contract/time.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'
import { pollEvents, reconcilePayments } from '#server/money/funding/index.ts'
import { cookiesOf, nextOf, type TestApp, testOrigin } from './app.ts'
import type { SignedEvent, StripeDouble } from './stripe-double.ts'

/*
 * A day's requests, and books of its money that take no rule, sum or share from the product.
 */

export const password = 'blue-marlin-1950'

export interface Person {
  email: string
  cookie: string
  id: string
}

export interface Boat {
  id: string
  entry: string
  captain: Person
  goal: number
  basisPoints: number
  rule: GoalRule
}

/** A payment as the test knows it. Amounts are cents. */
export interface Paid {
  intent: string
  backer: Person
  boat: Boat | null
  cents: number
  /** Time at which the site counted it, in milliseconds since 1970, or null if not yet, or never. */
  countedAt: number | null
  /** Amount that went back to the backer's card. */
  returned: number
  /** Amount that the backer's bank took. */
  lost: number
}

export interface Fish {
  id: string
  boat: Boat
  hundredths: number
  at: number
}

/** Parses `1250.00`, `1,250.00` or `1,250`. */
export const centsOf = (money: string): number => {
  const [whole = '', part = '00'] = money.replaceAll(',', '').split('.')
  return Number(whole) * 100 + Number(part)
}
export const moneyOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
export const sum = <T>(rows: Iterable<T>, of: (row: T) => number) =>
  [...rows].reduce((all, row) => all + of(row), 0)
export const pick = <T>(rows: readonly T[], index: number): T => {
  const row = rows[index]
  if (row === undefined) throw new Error(`no row ${index}`)
  return row
}

export class Day {
  readonly paid: Paid[] = []
  readonly boats: Boat[] = []
  readonly #handed = new Map<Boat, number>()
  /** Events that the provider hasn't delivered yet. */
  readonly waiting: SignedEvent[] = []
  #now = 0
  /** Milliseconds by which the wall clock is wrong. */
  clockError = 0

  constructor(
    readonly app: TestApp,
    readonly stripe: StripeDouble,
    /** Returns a number from 0 to 1. */
    private readonly random: () => number,
  ) {
    stripe.now = () => Math.floor(this.#now / 1000)
  }

  get now(): number {
    return this.#now
  }

  /** Sets the time, which must not go backwards. */
  async until(milliseconds: number): Promise<void> {
    this.#now = milliseconds
    this.app.setNow(milliseconds)
    this.app.setDate(milliseconds + this.clockError)
    await this.app.deps.clock.check()
  }

  pass(milliseconds: number): Promise<void> {
    return this.until(this.#now + milliseconds)
  }

  async send(
    person: Person | null,
    method: string,
    path: string,
    json?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.app.page(path, {
      method,
      headers,
      ...(json && { json }),
      ...(person && { cookie: person.cookie }),
    })
  }

  /** @returns the answer's body */
  async ask<T = unknown>(
    person: Person | null,
    method: string,
    path: string,
    json?: object,
    headers?: Record<string, string>,
  ): Promise<T> {
    const answer = await this.send(person, method, path, json, headers)
    const text = await answer.text()
    expect([method, path, answer.ok || text]).toEqual([method, path, true])
    return JSON.parse(text || 'null')
  }

  async refused(status: number, person: Person | null, method: string, path: string, json?: object) {
    const answer = await this.send(person, method, path, json)
    expect([method, path, answer.status]).toEqual([method, path, status])
  }

  /** All pages of a list. */
  async list<T>(person: Person, path: string): Promise<T[]> {
    const rows: T[] = []
    for (let next: string | undefined = `${path}?limit=1000`; next !== undefined; ) {
      const answer = await this.send(person, 'GET', next)
      expect([next, answer.status]).toEqual([next, 200])
      rows.push(...((await answer.json()) as T[]))
      next = nextOf(answer)
    }
    return rows
  }

  async signUp(name: string): Promise<Person> {
    const email = `${name}@example.com`
    const json = { email, password, firstName: name, lastName: 'Reyes' }
    await this.ask(null, 'POST', '/api/auth/sign-up', json)
    return { email, cookie: '', id: '' }
  }

  /** Opens the link that was mailed. */
  async confirm(person: Person): Promise<void> {
    const text = this.app.mails.find(({ to }) => to === person.email)?.text ?? ''
    const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
    const token = link.searchParams.get('token_hash') ?? link.searchParams.get('token')
    const answer = await this.send(null, 'POST', '/api/auth/confirm', { token, type: 'signup' })
    const { user } = (await answer.json()) as { user: { id: string } }
    person.id = user.id
    person.cookie = cookiesOf(answer)
  }

  counted(boat: Boat): Paid[] {
    return this.paid.filter(one => one.boat === boat && one.countedAt !== null && one.returned < one.cents)
  }

  /** Amount that counts for the boat, or is on its way. */
  raised(boat: Boat): number {
    return sum(
      this.paid.filter(one => one.boat === boat),
      one => one.cents - one.returned - one.lost,
    )
  }

  fits(boat: Boat, cents: number): boolean {
    const missing = boat.goal - this.raised(boat)
    return missing === cents || (cents >= 1000 && missing - cents >= 100)
  }

  /** @param boat null: an older client that names it later */
  async begin(backer: Person, boat: Boat | null, cents: number): Promise<Paid> {
    const { clientSecret } = await this.ask<{ clientSecret: string }>(
      backer,
      'POST',
      '/api/create-payment-intent',
      { amount: cents / 100, ...(boat && { tournamentEntryId: boat.entry }) },
    )
    const one = {
      intent: clientSecret.split('_secret')[0] ?? '',
      backer,
      boat,
      cents,
      countedAt: null,
      returned: 0,
      lost: 0,
    }
    this.paid.push(one)
    return one
  }

  /** Pays at the provider, whose events wait. */
  charge({ intent }: Paid): SignedEvent[] {
    this.waiting.push(...this.stripe.takeEvents())
    this.stripe.pay(intent)
    return this.stripe.takeEvents()
  }

  /** Records the payment from the browser. @param boat for a payment that named none */
  async record(one: Paid, status = 201, boat = one.boat): Promise<void> {
    const answer = await this.send(one.backer, 'POST', '/api/funding', {
      tournamentEntryId: boat?.entry,
      amount: moneyOf(one.cents),
      stripePaymentIntentId: one.intent,
    })
    expect([one.intent, answer.status]).toEqual([one.intent, status])
    if (status !== 201) return
    one.countedAt = this.#now
    one.boat = boat
  }

  async fund(backer: Person, boat: Boat, cents: number): Promise<Paid> {
    await this.pass(second)
    const one = await this.begin(backer, boat, cents)
    this.waiting.push(...this.charge(one))
    await this.record(one)
    return one
  }

  async deliver({ body }: SignedEvent, status = 200): Promise<void> {
    const signature = this.stripe.sign(body, Math.floor(this.app.deps.now() / 1000))
    const answer = await this.app.app.request(`${testOrigin}/api/stripe/webhook`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(status)
  }

  /** Delivers waiting events in random order, each second one twice. */
  async deliverWaiting(): Promise<void> {
    const events = [...this.waiting.splice(0), ...this.stripe.takeEvents()]
    const order = events.map(event => ({ event, at: this.random() })).toSorted((a, b) => a.at - b.at)
    for (const [index, { event }] of order.entries()) {
      await this.deliver(event)
      if (index % 2 === 0) await this.deliver(event)
    }
  }

  /** Scheduled work of the server; payments that it finds count now. */
  async runJobs(payments: readonly Paid[] = []): Promise<void> {
    await this.pass(61 * second)
    await reconcilePayments(this.app.deps)
    await pollEvents(this.app.deps)
    await this.app.runJobs()
    for (const one of payments) one.countedAt = this.#now
  }

  /** A payment that doesn't count goes back in full. */
  giveBack(...all: Paid[]): void {
    for (const one of all) one.returned = one.cents
  }

  handed(boat: Boat): number {
    return this.#handed.get(boat) ?? 0
  }

  hand(boat: Boat, cents: number): void {
    this.#handed.set(boat, this.handed(boat) + cents)
  }
}

/** Shares by docs/rules.md; by payment. Cents. */
export function sharesOf(boat: Boat, winnings: number, stakes: readonly Paid[]): Map<Paid, number> {
  const contributionOf = (one: Paid) => BigInt(one.cents - one.returned)
  const raised = stakes.reduce((all, one) => all + contributionOf(one), 0n)
  if (raised === 0n) return new Map()
  const whole = BigInt(winnings) * BigInt(boat.basisPoints)
  const pool = boat.rule === 'prorate' ? (whole * raised) / (10_000n * BigInt(boat.goal)) : whole / 10_000n
  const parts = stakes
    .map((one, index) => {
      const exact = pool * contributionOf(one)
      return { one, index, cents: exact / raised, rest: exact % raised }
    })
    .toSorted((a, b) => (a.one.countedAt ?? 0) - (b.one.countedAt ?? 0) || a.index - b.index)
  let remainder = pool - parts.reduce((all, { cents }) => all + cents, 0n)
  const shares = new Map(parts.map(({ one, cents }) => [one, Number(cents)]))
  for (const { one, cents } of parts.toSorted((a, b) => Number(b.rest - a.rest))) {
    if (remainder === 0n) break
    shares.set(one, Number(cents) + 1)
    remainder -= 1n
  }
  return shares
}

/** Heaviest first, the earlier of two equal ones first. */
export function rank(fish: readonly Fish[]): Fish[] {
  const best = new Map<Boat, Fish>()
  for (const one of fish) {
    const other = best.get(one.boat)
    const isBetter =
      !other ||
      one.hundredths > other.hundredths ||
      (one.hundredths === other.hundredths && one.at < other.at)
    if (isBetter) best.set(one.boat, one)
  }
  return [...best.values()].toSorted((a, b) => b.hundredths - a.hundredths || a.at - b.at)
}
