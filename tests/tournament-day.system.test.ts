import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import { clockTexts } from '#contract/clock-texts.ts'
import { iso } from '#contract/iso.ts'
import type { Funding, IntentState, TournamentFundingTotals } from '#contract/money/funding.ts'
import type { HandoverTotals } from '#contract/money/handovers.ts'
import type { Payout, PayoutTotals } from '#contract/money/payouts.ts'
import type { ResultsPreview, Statement } from '#contract/money/results.ts'
import { day, hour, minute, second } from '#contract/time.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { admin } from '#server/cli/test-support.ts'
import { reconcilePayments } from '#server/money/funding/index.ts'
import { makeTestApp } from './support/app.ts'
import { makeRandom } from './support/random.ts'
import { StripeDouble } from './support/stripe-double.ts'
import {
  type Boat,
  centsOf,
  Day,
  type Fish,
  moneyOf,
  type Paid,
  type Person,
  password,
  pick,
  rank,
  sharesOf,
  sum,
} from './support/tournament-day.ts'

/*
 * A tournament day by requests alone: 40 boats, 300 backers on one network, and what goes wrong on such a day. The test
 * keeps its own books. It takes no rule, sum or share from the product.
 */

/** Fixed, so that CI is deterministic; `DAY_SEED=$RANDOM` tries others. */
const random = makeRandom(Number(process.env.DAY_SEED ?? 23))
const upTo = (most: number) => Math.floor(random() * most)

const start = Date.UTC(2026, 10, 28, 11)
const closing = start + 4 * hour
const end = start + 10 * hour

let stripe: StripeDouble | null = null

afterEach(async () => {
  mock.restore()
  await stripe?.stop()
  stripe = null
})

/** Returns the organiser's loss: it paid for a payment that went back. */
const lossOf = (one: Paid, share: number) => (one.lost > 0 ? share : 0)

const roles = {
  /** Seven equal stakes, so that cents are left over between equals. */
  equals: 0,
  /** Withdrawn by its owner before the start. */
  withdrawnEarly: 1,
  /** Withdrawn by the organiser after the start. */
  withdrawnLate: 2,
  goalMissed: 3,
  goalReached: 4,
  prorate: 5,
  /** The goal has room for every special payment. */
  roomy: 6,
  /** Two backers want its last dollars. */
  raced: 7,
} as const

const termsOf = (index: number): Pick<Boat, 'goal' | 'basisPoints' | 'rule'> => {
  const goals: Record<number, number> = {
    [roles.equals]: 300_000,
    [roles.withdrawnEarly]: 900_000,
    [roles.withdrawnLate]: 900_000,
    [roles.goalMissed]: 5_000_000,
    [roles.goalReached]: 100_000,
    [roles.prorate]: 2_345_678,
    [roles.roomy]: 9_000_000,
    [roles.raced]: 50_000,
  }
  const isRefund = index === roles.goalMissed || index === roles.goalReached
  return {
    goal: goals[index] ?? 80_000 + upTo(520_000),
    basisPoints: index === roles.equals ? 3333 : 1000 + upTo(6000),
    rule: isRefund ? 'refund' : index % 2 === 1 ? 'prorate' : 'share',
  }
}

/** Returns whether many may fund the boat. */
const isCommon = (index: number) =>
  index !== roles.equals && index !== roles.goalReached && index !== roles.roomy && index !== roles.raced

test('40 boats, 300 backers, chargebacks, a deleted backer, a wrong clock, a lost network: every cent is where the rules say', async () => {
  // The cost of a hash is not the point here, and 340 take half a minute.
  const hash = Bun.password.hash
  spyOn(Bun.password, 'hash').mockImplementation(word =>
    hash(word, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }),
  )
  stripe = new StripeDouble()
  const app = await makeTestApp({
    ...stripe.env,
    RATE_LIMIT: 'on',
    AUTH_AUTOCONFIRM: 'false',
    PUBLIC_URL: 'https://reelstake.test',
    SUPPORT_EMAIL: 'desk@example.com',
  })
  const today = new Day(app, stripe, random)
  const { boats, paid } = today
  await today.until(start - 16 * hour)

  // The evening before: 342 people sign up on the marina's Wi-Fi within ten minutes.
  const people: Person[] = []
  const names = ['owner', 'organiser', ...Array.from({ length: 40 }, (_, n) => `captain${n}`)]
  for (const name of [...names, ...Array.from({ length: 300 }, (_, n) => `backer${n}`)]) {
    people.push(await today.signUp(name))
    await today.pass(1.75 * second)
  }
  await app.sendMails()
  for (const person of people) {
    await today.confirm(person)
    await today.pass(1.75 * second)
  }
  mock.restore()
  const [owner, organiser] = [pick(people, 0), pick(people, 1)]
  const backers = people.slice(42)
  expect((await admin(app, 'grant', owner.email, 'owner')).code).toBe(0)
  const backer = (index: number) => pick(backers, index)

  const { id: tournament } = await today.ask<Tournament>(organiser, 'POST', '/api/tournaments', {
    name: 'Harbor Classic',
    startDate: iso(start),
    endDate: iso(end),
    fundingClosesAt: iso(closing),
    payoutDays: 14,
    prizePool: 250_000.01,
  })
  const ofTournament = `/api/tournaments/${tournament}`
  for (const [index, captain] of people.slice(2, 42).entries()) {
    const terms = termsOf(index)
    const { id } = await today.ask<{ id: string }>(captain, 'POST', '/api/boats', {
      name: `Boat ${index}`,
      captainName: `Captain ${index}`,
    })
    const entry = await today.ask<Entry>(captain, 'POST', `${ofTournament}/entries`, {
      boatId: id,
      fundingGoal: terms.goal / 100,
      payoutPercentage: terms.basisPoints / 100,
      ifGoalMissed: terms.rule,
    })
    boats.push({ ...terms, id, entry: entry.id, captain })
    await today.pass(second)
  }
  const boat = (index: number) => pick(boats, index)
  const ofEntry = (one: Boat) => `/api/tournament-entries/${one.entry}`
  const intend = '/api/create-payment-intent'
  const requestFor = (one: Boat, cents = 5000) => ({ amount: cents / 100, tournamentEntryId: one.entry })

  // Everyone funds one to three boats; the site learns of it from the browser, the provider, both, or neither.
  const common = boats.filter((_, index) => isCommon(index))
  let overGoal = 0
  let unheard: Paid[] = []
  for (const [index, person] of backers.entries()) {
    const choices = new Set(Array.from({ length: 1 + upTo(3) }, () => pick(common, upTo(common.length))))
    for (const one of choices) {
      await today.pass(second)
      const cents = 1000 + upTo(40_000)
      if (!today.fits(one, cents)) {
        const answer = await today.send(person, 'POST', intend, requestFor(one, cents))
        expect([400, 409]).toContain(answer.status)
        overGoal += 1
        continue
      }
      const payment = await today.begin(person, one, cents)
      const events = today.charge(payment)
      const route = random()
      if (route < 0.5) {
        await today.record(payment)
        today.waiting.push(...events)
      } else if (route < 0.9) {
        for (const event of events) await today.deliver(event)
        payment.countedAt = today.now
        // The same record again.
        if (route < 0.75) await today.record(payment, 200)
      } else unheard.push(payment)
    }
    if (index % 25 !== 24) continue
    await today.runJobs(unheard)
    unheard = []
  }
  expect(overGoal).toBeGreaterThan(20)
  await today.deliverWaiting()

  for (let index = 0; index < 7; index++) await today.fund(backer(index), boat(roles.equals), 10_000)
  await today.fund(backer(7), boat(roles.goalReached), 40_000)
  await today.fund(backer(8), boat(roles.goalReached), 60_000)
  await today.refused(409, backer(9), 'POST', intend, requestFor(boat(roles.goalReached)))
  await today.fund(boat(roles.roomy).captain, boat(roles.roomy), 12_345)
  const { captain } = boat(roles.roomy)
  await today.refused(409, captain, 'PATCH', ofEntry(boat(roles.roomy)), { payoutPercentage: 1 })

  // Two pay for the same last dollars: one hold has ended.
  const slow = await today.begin(backer(10), boat(roles.raced), 50_000)
  await today.refused(409, backer(11), 'POST', intend, requestFor(boat(roles.raced), 50_000))
  await today.pass(16 * minute)
  // Not counted yet: by these books it takes no room.
  slow.returned = slow.cents
  await today.fund(backer(11), boat(roles.raced), 50_000)
  today.waiting.push(...today.charge(slow))
  await today.record(slow, 409)

  const namedPayment = await today.begin(backer(12), null, 5000)
  today.waiting.push(...today.charge(namedPayment))
  await today.record(namedPayment, 201, boat(roles.roomy))
  const nameless = await today.begin(backer(13), null, 6000)
  today.waiting.push(...today.charge(nameless))
  today.giveBack(nameless)

  // Crew of the roomy boat, who will leave once it has started.
  const [leaves, moves] = [backer(290), backer(291)]
  for (const crew of [leaves, moves]) {
    await today.ask(crew, 'PUT', '/api/crew/assignment', { boatId: boat(roles.roomy).id })
    const path = `/api/boats/${boat(roles.roomy).id}/crew/${crew.id}`
    await today.ask(boat(roles.roomy).captain, 'POST', path, { approved: true })
  }

  await today.refused(403, backer(0), 'DELETE', ofEntry(boat(roles.withdrawnEarly)), {})
  await today.ask(boat(roles.withdrawnEarly).captain, 'DELETE', ofEntry(boat(roles.withdrawnEarly)), {})
  today.giveBack(...today.counted(boat(roles.withdrawnEarly)))

  // The organiser gives money back in the provider's dashboard.
  const [partly, wholly] = [pick(today.counted(boat(8)), 0), pick(today.counted(boat(8)), 1)]
  today.stripe.refundByHand(partly.intent, 300)
  partly.returned = 300
  today.stripe.refundByHand(wholly.intent)
  today.giveBack(wholly)
  await today.deliverWaiting()
  await today.pass(hour)
  await today.runJobs()

  // The start. An insider's payment that was begun before arrives after it.
  await today.until(start - 3 * minute)
  const insiderPayment = await today.begin(moves, boat(roles.roomy), 2000)
  await today.until(start + minute)
  today.waiting.push(...today.charge(insiderPayment))
  await today.record(insiderPayment, 403)
  today.giveBack(insiderPayment)
  await today.ask(leaves, 'PUT', '/api/crew/assignment', { boatId: null })
  await today.ask(moves, 'PUT', '/api/crew/assignment', { boatId: boat(11).id })
  for (const person of [leaves, moves, boat(roles.roomy).captain, organiser])
    await today.refused(403, person, 'POST', intend, requestFor(boat(roles.roomy)))
  await today.refused(
    403,
    boat(roles.withdrawnLate).captain,
    'DELETE',
    ofEntry(boat(roles.withdrawnLate)),
    {},
  )
  await today.refused(400, organiser, 'DELETE', ofEntry(boat(roles.withdrawnLate)), {})
  await today.ask(organiser, 'DELETE', ofEntry(boat(roles.withdrawnLate)), { reason: 'Engine failure' })
  today.giveBack(...today.counted(boat(roles.withdrawnLate)))
  await today.runJobs()

  // The weigh-in. Winners are boats whose money had a history.
  const fish: Fish[] = []
  const catchOf = (one: Boat, hundredths: number, at: number): Fish => {
    const newFish = { id: Bun.randomUUIDv7(), boat: one, hundredths, at }
    fish.push(newFish)
    return newFish
  }
  const weighIn = ({ id, boat: one, hundredths, at }: Fish) =>
    today.send(organiser, 'POST', `${ofEntry(one)}/catches`, {
      id,
      weight: hundredths / 100,
      species: 'Blue Marlin',
      caughtAt: iso(at),
      unlessSimilar: true,
    })
  await today.until(start + hour)
  for (const index of [roles.equals, roles.goalReached, roles.prorate, roles.roomy, 12, 13]) {
    await today.pass(second)
    const answer = await weighIn(catchOf(boat(index), 60_000 - 1000 * index, today.now))
    expect(answer.status).toBe(201)
  }

  // The clock is wrong for ten minutes.
  await today.until(start + 90 * minute)
  const interruptedPayment = await today.begin(backer(14), boat(roles.roomy), 7000)
  today.clockError = 3 * day
  await today.pass(second)
  const [event] = today.charge(interruptedPayment)
  if (!event) throw new Error('the provider sent nothing')
  await today.deliver(event, 503)
  await today.record(interruptedPayment, 503)
  await today.refused(503, backer(15), 'POST', intend, requestFor(boat(roles.roomy)))
  const refusedFish = catchOf(boat(9), 41_111, today.now - 5 * minute)
  const waits = await weighIn(refusedFish)
  expect([waits.status, (await waits.json()).message]).toEqual([503, clockTexts.refusal])
  expect((await admin(app, 'doctor')).out.join('\n')).toContain('RISK  Clock: It jumped')
  await today.pass(10 * minute)
  await today.record(interruptedPayment, 503)
  today.clockError = 0
  await today.pass(5 * second)
  await today.deliver(event)
  interruptedPayment.countedAt = today.now
  await today.record(interruptedPayment, 200)
  expect((await weighIn(refusedFish)).status).toBe(201)
  await today.fund(backer(15), boat(roles.roomy), 4321)

  // The network is gone for an hour: the provider is out of reach, its messages and the desk's catches wait.
  await today.until(start + 2 * hour)
  const during: Paid[] = []
  for (let index = 20; index < 26; index++)
    during.push(await today.begin(backer(index), boat(roles.roomy), 3000 + index))
  for (const method of ['GET', 'POST']) today.stripe.fail(method, '503', Infinity)
  await today.pass(5 * minute)
  for (const one of during) today.waiting.push(...today.charge(one))
  await today.record(pick(during, 0), 503)
  const unknown = await today.ask<IntentState>(
    backer(21),
    'GET',
    `/api/funding/intent/${pick(during, 1).intent}`,
  )
  expect(unknown.state).toBe('checking')
  await today.refused(503, backer(26), 'POST', intend, requestFor(boat(roles.roomy)))
  const offlineFish: Fish[] = []
  for (let index = 14; index < 26; index++) {
    await today.pass(4 * minute)
    // Two weigh the same: the earlier is first.
    offlineFish.push(catchOf(boat(index), index < 16 ? 52_500 : 30_000 + upTo(10_000), today.now))
  }
  await reconcilePayments(app.deps)
  await today.until(start + 3 * hour)
  today.stripe.mend()
  for (const one of [...offlineFish.toReversed(), ...offlineFish]) {
    const answer = await weighIn(one)
    expect([200, 201]).toContain(answer.status)
  }
  // A second desk had written down one of them, too.
  const twice = pick(offlineFish, 3)
  const again = { ...twice, id: Bun.randomUUIDv7(), at: twice.at + 6 * minute }
  expect((await weighIn(again)).status).toBe(409)
  for (const one of during.toReversed()) {
    await today.pass(second)
    await today.record(one)
  }
  await today.deliverWaiting()
  await today.runJobs()

  // Funding closes.
  await today.until(closing - 10 * minute)
  const pastPosting = await today.begin(backer(30), null, 8000)
  today.waiting.push(...today.charge(pastPosting))
  await today.until(closing - 5 * minute)
  const inTime = await today.begin(backer(31), boat(roles.roomy), 6100)
  const tooLate = await today.begin(backer(32), boat(roles.roomy), 6200)
  await today.until(closing + minute)
  await today.record(pastPosting, 409, boat(roles.equals))
  await today.refused(409, backer(33), 'POST', intend, requestFor(boat(roles.roomy)))
  await today.until(closing + 5 * minute)
  today.waiting.push(...today.charge(inTime))
  await today.record(inTime)
  await today.until(closing + 11 * minute)
  today.waiting.push(...today.charge(tooLate))
  await today.record(tooLate, 409)
  today.giveBack(pastPosting, tooLate, ...today.counted(boat(roles.goalMissed)))
  await today.runJobs()
  await today.deliverWaiting()

  // The organiser hands money to boats.
  await today.until(start + 5 * hour)
  const hand = async (one: Boat, cents: number) => {
    const key = { 'idempotency-key': Bun.randomUUIDv7() }
    const path = `${ofEntry(one)}/handovers`
    const json = { amount: cents / 100, reference: 'cheque' }
    const line = await today.ask<{ id: string }>(organiser, 'POST', path, json, key)
    expect(await today.ask<{ id: string }>(organiser, 'POST', path, json, key)).toEqual(line)
    const other = await today.send(organiser, 'POST', path, { ...json, amount: 1 }, key)
    expect(other.status).toBe(409)
    today.hand(one, cents)
    return line
  }
  await hand(boat(12), today.raised(boat(12)))
  await hand(boat(13), 12_345)
  const wrong = await hand(boat(roles.roomy), 10_001)
  const reverse = `${ofEntry(boat(roles.roomy))}/handovers/${wrong.id}/reverse`
  await today.ask(organiser, 'POST', reverse, { reason: 'Wrong boat' })
  await today.refused(409, organiser, 'POST', reverse, { reason: 'Wrong boat' })
  today.hand(boat(roles.roomy), -10_001)
  await today.refused(409, organiser, 'POST', `${ofEntry(boat(12))}/handovers`, { amount: 0.01 })
  await today.refused(403, boat(13).captain, 'POST', `${ofEntry(boat(13))}/handovers`, { amount: 1 })

  // A first chargeback, and two who delete their accounts.
  await today.until(start + 6 * hour)
  const wonPayment = pick(today.counted(boat(13)), 0)
  const dispute = today.stripe.dispute(wonPayment.intent, 'needs_response')
  await today.deliverWaiting()
  await app.runJobs()
  const books = new Map<string, Paid>()
  for (const one of paid) {
    const path = `/api/funding/intent/${one.intent}`
    const { funding } = await today.ask<IntentState>(one.backer, 'GET', path)
    if (funding) books.set(funding.id, one)
  }
  const bookOf = (funding: string) => books.get(funding)
  const equalsBackers = today.counted(boat(roles.equals)).map(one => one.backer)
  const [sends, gives] = [pick(equalsBackers, 1), pick(equalsBackers, 2)]
  const goodbye = { currentPassword: password }
  await today.refused(409, sends, 'DELETE', '/api/auth/user', goodbye)
  const destination = { kind: 'other', details: 'Cheque to Ana, Pier 7' }
  await today.ask(sends, 'PUT', '/api/payout-details', destination)
  await today.ask(sends, 'DELETE', '/api/auth/user', goodbye)
  await today.ask(gives, 'DELETE', '/api/auth/user', { ...goodbye, withoutPayout: true })
  await today.refused(409, organiser, 'DELETE', '/api/auth/user', goodbye)

  // A catch is corrected, one is taken back.
  const correctedFish = pick(offlineFish, 4)
  correctedFish.hundredths = 53_333
  const { correction } = await today.ask<Catch>(organiser, 'PATCH', `/api/catches/${correctedFish.id}`, {
    weight: 533.33,
  })
  expect(correction?.weight).toBeGreaterThan(300)
  const deletedFish = pick(offlineFish, 5)
  await today.ask(organiser, 'DELETE', `/api/catches/${deletedFish.id}`)
  fish.splice(fish.indexOf(deletedFish), 1)

  // Results.
  const standings = rank(fish)
  const publicView = await today.ask<Tournament>(null, 'GET', ofTournament)
  const places = standings.map((best, index) => [best.boat.entry, index + 1, best.hundredths / 100])
  expect(
    publicView.entries
      .filter(({ bestCatch }) => bestCatch !== null)
      .toSorted((a, b) => (a.currentPosition ?? 0) - (b.currentPosition ?? 0))
      .map(({ id, currentPosition, bestCatch }) => [id, currentPosition, JSON.parse(bestCatch ?? '').weight]),
  ).toEqual(places)
  const prizes = [10_000_001, 6_000_000, 4_000_000, 2_000_000, 1_500_037, 999_999, 300_000, 123_457, 66_607]
  const winnings = new Map(prizes.map((cents, index) => [pick(standings, index).boat, cents]))
  const proposal = {
    winnings: [...winnings].map(([one, cents]) => ({ entryId: one.entry, amount: cents / 100 })),
  }
  await today.refused(409, organiser, 'POST', `${ofTournament}/results`, proposal)
  await today.until(end + 10 * minute)
  await today.refused(403, boat(0).captain, 'POST', `${ofTournament}/results`, proposal)
  const { preview } = await today.ask<ResultsPreview>(
    organiser,
    'POST',
    `${ofTournament}/results/preview`,
    proposal,
  )
  await today.ask(organiser, 'POST', `${ofTournament}/results`, { ...proposal, preview })
  await today.refused(409, organiser, 'POST', `${ofTournament}/results`, proposal)
  await app.runJobs()

  const shares = new Map(boats.flatMap(one => [...sharesOf(one, winnings.get(one) ?? 0, today.counted(one))]))
  expect(sum(shares.values(), cents => cents)).toBeGreaterThan(3_000_000)
  const payouts = async () =>
    new Map(
      (await today.list<Payout>(organiser, `${ofTournament}/payouts`)).map(payout => [
        bookOf(payout.fundingId),
        payout,
      ]),
    )
  const firstPayouts = await payouts()
  expect(firstPayouts.size).toBe(shares.size)
  for (const [one, cents] of shares) {
    const payout = firstPayouts.get(one)
    const status = cents === 0 ? 'none' : one === wonPayment ? 'frozen' : 'owed'
    expect(payout).toMatchObject({
      amount: moneyOf(cents),
      awarded: moneyOf(cents),
      loss: '0.00',
      contributed: moneyOf(one.cents - one.returned),
      status,
      destination: one.backer === sends && cents > 0 ? destination : null,
    })
  }

  // A part of a payment goes back after the results: less is payable.
  const loweredPayment = pick(during, 2)
  const before = shares.get(loweredPayment) ?? 0
  today.stripe.refundByHand(loweredPayment.intent, 1000)
  loweredPayment.returned = 1000
  await today.deliverWaiting()
  const payable = new Map(shares)
  const loweredTo = Number(
    (BigInt(before) * BigInt(loweredPayment.cents - 1000)) / BigInt(loweredPayment.cents),
  )
  payable.set(loweredPayment, loweredTo)

  // The organiser pays all shares but the frozen one, twice by mistake, and takes one mark back.
  const owedIds = [...firstPayouts.values()].filter(({ status }) => status === 'owed').map(({ id }) => id)
  const pay = (ids: readonly string[]) =>
    today.ask<Payout[]>(organiser, 'POST', `${ofTournament}/payouts/paid`, {
      payouts: ids,
      reference: 'Batch 1',
    })
  const frozen = firstPayouts.get(wonPayment)?.id ?? ''
  await today.refused(409, organiser, 'POST', `/api/payouts/${frozen}/paid`, {})
  await today.refused(409, organiser, 'POST', `${ofTournament}/payouts/paid`, {
    payouts: [...owedIds, frozen],
  })
  await today.refused(403, owner, 'POST', `/api/payouts/${pick(owedIds, 0)}/paid`, {})
  const first = await pay(owedIds)
  expect(await pay(owedIds)).toEqual(first)
  await app.runJobs()
  const mark = `/api/payouts/${pick(owedIds, 3)}/paid`
  await today.ask(organiser, 'DELETE', mark, { reason: 'The cheque bounced' })
  await today.ask(organiser, 'DELETE', mark, { reason: 'The cheque bounced' })
  await today.ask(organiser, 'POST', mark, { reference: 'Batch 1' })
  await app.runJobs()

  // The first chargeback is won. A second one comes after its share was paid, and is lost.
  await today.pass(2 * day)
  today.stripe.dispute(wonPayment.intent, 'won', dispute)
  await today.deliverWaiting()
  await pay([frozen])
  const lostPayment = pick(today.counted(boat(12)), 0)
  expect(shares.get(lostPayment)).toBeGreaterThan(0)
  const lastDispute = today.stripe.dispute(lostPayment.intent, 'needs_response')
  await today.deliverWaiting()
  await app.runJobs()
  expect((await admin(app, 'doctor')).out.join('\n')).toContain('1 dispute of backers’ banks is open')
  await today.pass(2 * day)
  today.stripe.dispute(lostPayment.intent, 'lost', lastDispute)
  lostPayment.lost = lostPayment.cents
  await today.runJobs()
  await today.deliverWaiting()
  await app.runJobs()
  for (const { email } of [organiser, owner])
    for (const [subject, times] of [
      ['A backer’s bank disputes', 2],
      ['Won: ', 1],
      ['Lost: ', 1],
    ] as const)
      expect([
        email,
        subject,
        app.mails.filter(mail => mail.to === email && mail.subject.startsWith(subject)).length,
      ]).toEqual([email, subject, times])

  // The rest of the stakes goes to the boats.
  for (const one of boats) {
    const due = Math.max(0, today.raised(one) - today.handed(one))
    if (today.counted(one).length === 0) continue
    await today.pass(5 * second)
    const path = `${ofEntry(one)}/handovers`
    expect((await today.ask<HandoverTotals>(organiser, 'GET', `${path}/totals`)).due).toBe(moneyOf(due))
    if (due === 0) continue
    await today.refused(409, organiser, 'POST', path, { amount: (due + 1) / 100 })
    await hand(one, due)
  }

  // The provider has, of each payment, what these books say.
  expect(stripe.intents.size).toBe(paid.length)
  for (const one of paid) {
    const { amount_received: received, charge } = stripe.intent(one.intent)
    expect([one.intent, received, charge?.amount_refunded]).toEqual([one.intent, one.cents, one.returned])
  }
  const balance = sum(paid, one => one.cents - one.returned - one.lost)
  expect(balance).toBe(
    sum(stripe.intents.values(), one => one.amount_received - (one.charge?.amount_refunded ?? 0)) -
      lostPayment.cents,
  )

  // Each boat.
  const { entries } = await today.ask<Tournament>(null, 'GET', ofTournament)
  expect(entries.length).toBe(38)
  const totals = await today.ask<TournamentFundingTotals>(organiser, 'GET', `${ofTournament}/fundings/totals`)
  expect([totals.raised, totals.held, totals.refunding]).toEqual([moneyOf(balance), '0.00', '0.00'])
  expect(totals.handedOver).toBe(moneyOf(balance + lostPayment.cents))
  expect(totals.shortfall).toBe(moneyOf(lostPayment.cents))
  for (const one of boats) {
    const raised = today.raised(one)
    const countedPayments = today.counted(one).filter(stake => stake.lost === 0)
    const isWithdrawn = [roles.withdrawnEarly, roles.withdrawnLate].some(index => boat(index) === one)
    const entry = entries.find(({ id }) => id === one.entry)
    if (isWithdrawn) expect(entry).toBeUndefined()
    else
      expect(entry).toMatchObject({
        currentFunding: moneyOf(raised),
        backerCount: new Set(countedPayments.map(stake => stake.backer)).size,
        fundingOpen: false,
      })
    const own = totals.entries.find(({ entryId }) => entryId === one.entry)
    if (raised === 0 && !own) continue
    expect(own).toMatchObject({
      withdrawn: isWithdrawn,
      raised: moneyOf(raised),
      refunded: moneyOf(
        sum(
          paid.filter(stake => stake.boat === one && stake.countedAt !== null),
          stake => stake.returned + stake.lost,
        ),
      ),
      handedOver: moneyOf(today.handed(one)),
      held: '0.00',
      shortfall: moneyOf(Math.max(0, today.handed(one) - raised)),
    })
  }

  // Each share, for the organiser, the boat's statement and its backer.
  const finalPayouts = await payouts()
  for (const [one, cents] of payable)
    expect(finalPayouts.get(one)).toMatchObject({
      amount: moneyOf(cents),
      awarded: moneyOf(shares.get(one) ?? 0),
      status: cents === 0 ? 'none' : 'paid',
      loss: moneyOf(lossOf(one, shares.get(one) ?? 0)),
    })
  const paidOut = sum(payable.values(), cents => cents)
  const paidShares = [...payable.values()].filter(cents => cents > 0)
  expect(await today.ask<PayoutTotals>(organiser, 'GET', `${ofTournament}/payouts/totals`)).toMatchObject({
    owed: { count: 0, amount: '0.00' },
    frozen: { count: 0, amount: '0.00' },
    paid: { count: paidShares.length, amount: moneyOf(paidOut) },
    lost: { count: 1, amount: moneyOf(shares.get(lostPayment) ?? 0) },
  })
  for (const [one, cents] of winnings) {
    const own = [...shares].filter(([stake]) => stake.boat === one)
    const statement = await today.ask<Statement>(null, 'GET', `${ofEntry(one)}/statement`)
    expect(statement).toMatchObject({
      winnings: moneyOf(cents),
      pool: moneyOf(sum(own, ([, share]) => share)),
      ifGoalMissed: one.rule,
    })
    expect(statement.shares.flatMap(({ insider }) => insider ?? [])).toEqual(
      one === boat(roles.roomy) ? ['owner'] : [],
    )
    expect(statement.shares.map(({ amount }) => centsOf(amount)).toSorted()).toEqual(
      own.map(([, share]) => share).toSorted(),
    )
  }
  for (const person of backers) {
    if (person === sends || person === gives) continue
    const mine = await today.list<Funding>(person, '/api/funding/my')
    const expected = [...payable].filter(([stake]) => stake.backer === person)
    const actual = mine.flatMap(({ id, payout }): [Paid | undefined, string][] =>
      payout ? [[bookOf(id), payout.amount]] : [],
    )
    expect(new Map(actual)).toEqual(new Map(expected.map(([stake, cents]) => [stake, moneyOf(cents)])))
  }

  // The ledger, read line by line.
  const lines = await app.db.selectFrom('ledger').select(['movement_id', 'account', 'cents']).execute()
  for (const movement of Map.groupBy(lines, line => line.movement_id).values())
    expect(sum(movement, ({ cents }) => cents)).toBe(0)
  const accounts = Map.groupBy(lines, ({ account }) => account)
  const balanceOf = (account: (typeof lines)[number]['account']) =>
    sum(accounts.get(account) ?? [], ({ cents }) => cents)
  const pools = sum(shares.values(), cents => cents)
  expect({
    backers: balanceOf('backers'),
    stakes: balanceOf('stakes'),
    handed: balanceOf('handed_over'),
    unplaced: balanceOf('unplaced'),
    winnings: balanceOf('winnings'),
    pools: balanceOf('pools'),
    shares: balanceOf('shares'),
    payouts: balanceOf('payouts'),
  }).toEqual({
    backers: -balance,
    stakes: -lostPayment.cents,
    handed: balance + lostPayment.cents,
    unplaced: 0,
    winnings: -pools,
    pools: 0,
    shares: pools - paidOut,
    payouts: paidOut,
  })

  // Each backer is told what is theirs and what was paid, once; two have no address any more.
  const sumsByRecipient = (subject: RegExp) => {
    const sums = new Map<string, number>()
    for (const mail of app.mails) {
      const [, amount] = subject.exec(mail.subject) ?? []
      if (amount !== undefined) sums.set(mail.to, (sums.get(mail.to) ?? 0) + centsOf(amount))
    }
    return sums
  }
  const theirs = (all: Map<Paid, number>) => {
    const sums = new Map<string, number>()
    for (const [{ backer: person }, cents] of all)
      if (cents > 0 && person !== sends && person !== gives)
        sums.set(person.email, (sums.get(person.email) ?? 0) + cents)
    return sums
  }
  expect(sumsByRecipient(/^You won \$(\S+) with /)).toEqual(theirs(shares))
  expect(sumsByRecipient(/ paid you \$(\S+) in winnings$/)).toEqual(theirs(payable))
  const mails = app.mails.map(({ to, subject, text }) => `${to}: ${subject}\n${text}`)
  expect(mails.filter((mail, index) => mails.indexOf(mail) !== index)).toEqual([])

  // Nothing is left to do, now or in a month.
  const ledger = await admin(app, 'verify-ledger')
  expect([ledger.code, ledger.out.at(-1)]).toEqual([0, 'Everything agrees to the cent.'])
  expect(ledger.out.filter(line => line.includes('shortfall'))).toHaveLength(1)
  const risks = async () => (await admin(app, 'doctor')).out.filter(line => line.startsWith('RISK'))
  expect(await risks()).toEqual([])
  expect(await today.ask(owner, 'GET', '/api/admin/payments')).toEqual({
    refunds: [],
    unknown: [],
    unknownCount: 0,
  })
  expect(await today.ask(organiser, 'GET', '/api/account-deletion')).toMatchObject({ open: [] })
  await today.pass(35 * day)
  expect(await risks()).toEqual([])
}, 300_000)
