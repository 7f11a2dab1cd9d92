import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { Boat } from '#contract/boats/boats.ts'
import type { Backer, Funding } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { day, hour, minute } from '#contract/time.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import {
  eventually,
  expectAccessible,
  expectAccessibleEverywhere,
  expectClean,
  holdRequests,
  type Member,
  receiptOf,
  reload,
  serveSite,
  shoot,
  untilText,
  visit,
} from '../support/browser.ts'
import { StripeDouble } from '../support/stripe-double.ts'
import { routeStripe } from '../support/stripe-js.ts'

const double = new StripeDouble()
/** Takes test payments. */
const site = serveSite()
/** Takes cards. */
const live = serveSite({ env: double.env })
const now = Date.parse('2026-11-21T12:00:00.000Z')
const starts = now + day

afterAll(() => double.stop())
beforeEach(() => {
  for (const each of [site, live]) each.setNow(now)
  double.now = () => Math.floor(live.deps.now() / 1000)
})
afterEach(() => double.intents.clear())

interface Stake {
  rule?: GoalRule
  /** Dollars. */
  goal?: number
  closes?: number | null
}

/** Starts in a day. */
async function upcomingScene({ rule = 'share', goal = 10_000, closes = null }: Stake = {}, on = site) {
  const organiser = await on.addMember({ firstName: 'Olive' })
  const captain = await on.addMember({ firstName: 'Caspar' })
  const backer = await on.addMember({ firstName: 'Bo' })
  const { id: tournament } = await on.ask<Tournament>(organiser, 'POST', '/api/tournaments', {
    name: 'White Marlin Open',
    startDate: new Date(starts).toISOString(),
    endDate: new Date(starts + 3 * day).toISOString(),
    fundingClosesAt: closes === null ? null : new Date(closes).toISOString(),
    payoutDays: 14,
  })
  const boat = await on.ask<Boat>(captain, 'POST', '/api/boats', {
    name: 'Second Mortgage',
    captainName: 'Caspar Ruiz',
  })
  const { id: entry } = await on.ask<Entry>(captain, 'POST', `/api/tournaments/${tournament}/entries`, {
    boatId: boat.id,
    fundingGoal: goal,
    payoutPercentage: 40,
    ifGoalMissed: rule,
  })
  return { organiser, captain, backer, tournament, entry, address: `/funding/${entry}` }
}

let payments = 0

function fund(member: Member, entryId: string, amount: string): Promise<Funding> {
  payments += 1
  return site.ask(member, 'POST', '/api/funding', {
    tournamentEntryId: entryId,
    amount,
    stripePaymentIntentId: `pi_mock_stakes${payments}`,
  })
}

const mine = (member: Member, on = site) => on.ask<Funding[]>(member, 'GET', '/api/funding/my')
const main = (page: Page) => page.getByRole('main')

async function fundHere(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Custom amount').fill(amount)
  await page.getByRole('button', { name: `Fund $${amount}` }).click()
}

async function readEntry(tournament: string, on = site): Promise<Entry> {
  const { entries } = await on.ask<Tournament>(null, 'GET', `/api/tournaments/${tournament}`)
  const [only] = entries
  if (!only) throw new Error('no entry')
  return only
}

describe('funding that closes at the start, while a card payment is under way', () => {
  /** Begins a payment a minute before the closing, which the card confirms so much later. */
  async function payLate(later: number) {
    const scene = await upcomingScene({ closes: starts }, live)
    live.setNow(starts - minute)
    const page = await live.open('/account', { member: scene.backer, width: 360 })
    await routeStripe(page, double)
    await visit(page, live.url + scene.address)
    await page.route('**/api/create-payment-intent', async route => {
      const response = await route.fetch()
      live.setNow(starts - minute + later)
      await route.fulfill({ response })
    })
    await page.getByLabel('Card number').fill('good')
    await fundHere(page, '25')
    return { ...scene, page }
  }

  test('within the payment’s hold it counts', async () => {
    const { page, backer, tournament } = await payLate(14 * minute)
    await receiptOf(page).getByText('$25.00', { exact: true }).waitFor()
    expect(await mine(backer, live)).toMatchObject([{ status: 'completed', refund: null }])
    expect(await readEntry(tournament, live)).toMatchObject({ currentFunding: '25.00', fundingOpen: false })
    const late = await live.open('/account', { signedIn: true })
    await routeStripe(late, double)
    await visit(late, live.url + new URL(page.url()).pathname)
    await main(late).getByRole('heading', { name: 'Funding is closed' }).waitFor()
    await eventually(late.getByRole('button', { name: /^Fund/ })).toHaveCount(0)
  })

  test('after its hold it is returned in full, and the page says why', async () => {
    const { page, backer, tournament } = await payLate(16 * minute)
    await untilText(
      page,
      'Funding was closed when the payment arrived. The full amount is being refunded to your card.',
    )
    await shoot(page, 'closed-while-paying-360')
    await live.runJobs()
    const [intent] = double.intents.values()
    expect(intent).toMatchObject({ amount_received: 2500 })
    expect(await mine(backer, live)).toMatchObject([{ amount: '25.00', refund: { status: 'done' } }])
    expect(await readEntry(tournament, live)).toMatchObject({ currentFunding: '0.00', fundingOpen: false })
    expectClean(page, /status of 409/)
  })
})

describe('a goal that decides whether everyone gets their money back', () => {
  test('when it is missed, backers see the money come back and why', async () => {
    const { address, backer, entry, tournament } = await upcomingScene({ rule: 'refund', goal: 100 })
    const page = await site.open(address, { member: backer, width: 360 })
    await main(page)
      .getByText(/^If \$100 isn't raised by .*, everyone gets their money back\.$/)
      .waitFor()
    await fundHere(page, '25')
    await receiptOf(page).waitFor()
    await fund(await site.addMember(), entry, '74.00')
    site.setNow(starts)
    await site.runJobs()
    await visit(page, `${site.url}/my-funding`)
    await main(page).getByText('The funding goal was not reached in time.').waitFor()
    await main(page).getByText('$25.00 went back to you').waitFor()
    await shoot(page, 'goal-missed-360')
    await expectAccessible(page)
    await main(page).getByRole('link', { name: 'Receipt' }).click()
    await page.getByRole('article', { name: 'Receipt' }).getByText('$25.00 went back to you').waitFor()
    expect(await readEntry(tournament)).toMatchObject({
      goalReached: false,
      currentFunding: '0.00',
      fundingOpen: false,
    })
    await visit(page, site.url + address)
    await main(page).getByRole('heading', { name: 'Funding is closed' }).waitFor()
    const mails = site.mails.filter(({ text }) => text.includes('The funding goal was not reached in time.'))
    expect(mails.map(({ to }) => to)).toContain(`${backer.userId}@example.com`)
  })

  test('when it is reached to the cent, the money stays', async () => {
    const { address, backer, entry, tournament } = await upcomingScene({ rule: 'refund', goal: 100.01 })
    await fund(await site.addMember(), entry, '60.01')
    const page = await site.open(address, { member: backer, width: 360 })
    await fundHere(page, '40')
    await receiptOf(page).waitFor()
    site.setNow(starts)
    await site.runJobs()
    expect(await readEntry(tournament)).toMatchObject({ goalReached: true, currentFunding: '100.01' })
    await visit(page, `${site.url}/my-funding`)
    await main(page).getByRole('link', { name: 'Receipt and terms' }).waitFor()
    await eventually(main(page).getByText('went back to you')).toHaveCount(0)
    await main(page).getByRole('link', { name: 'Receipt and terms' }).click()
    await main(page).getByRole('region', { name: 'What you agree to' }).waitFor()
    expect(await mine(backer)).toMatchObject([{ status: 'completed', refund: null }])
  })
})

describe('a share in proportion to what was raised', () => {
  const shares = (page: Page) => page.getByRole('region', { name: 'Shares' }).getByRole('row')

  test('from funding to the statement, as computed by hand; others read what all backers share, without names', async () => {
    // $4,075 of $10,000: $25 and $50 by Bo, $3,000 by another, $1,000 by the captain.
    const { address, backer, captain, entry, organiser, tournament } = await upcomingScene({
      rule: 'prorate',
    })
    const page = await site.open(address, { member: backer, width: 360 })
    await main(page).getByText('Each $100 buys 0.40 % of the winnings.').waitFor()
    await main(page).getByText('Up to 40% of winnings will be distributed to backers').waitFor()
    await fundHere(page, '25')
    await receiptOf(page).getByText('Up to 40% of winnings to backers').waitFor()
    const backers = await site.open(`/entry/${entry}/backers`, { member: captain })
    await backers.getByText(': 1 backer shares up to 40% of the winnings.').waitFor()
    for (const [path, text] of [
      ['', 'Up to 40% of winnings to backers'],
      ['/boats?from=qr', 'Backers share up to 40% of winnings'],
      ['/board', 'Up to 40%'],
    ]) {
      const answer = await site.call(backer, 'GET', `/tournament/${tournament}${path}`)
      expect((await answer.text()).replaceAll('<!-- -->', '')).toContain(text ?? '')
    }
    site.setNow(now + hour)
    await fund(captain, entry, '1000.00')
    await fund(await site.addMember(), entry, '3000.00')
    site.setNow(starts + 2 * hour)
    await fund(backer, entry, '50.00')
    site.setNow(starts + 4 * day)
    await site.ask(organiser, 'POST', `/api/tournaments/${tournament}/results`, {
      winnings: [{ entryId: entry, amount: '20000.33' }],
    })

    await visit(page, `${site.url}/statement/${entry}`)
    const short = main(page).getByRole('region', { name: 'In short' })
    // $20,000.33 × 40 % × 4,075 ÷ 10,000 = $3,260.0537…; Bo's $25 and $50 bring $20.0003 and $40.0006.
    await eventually(short.getByRole('paragraph')).toHaveText(
      [
        'You put in $75.',
        'Second Mortgage won $20,000.33.',
        'Your share: $60.',
        'Winnings are paid by Dec 9, 2026, 14 days after the end.',
      ],
      { useInnerText: true },
    )
    const how = main(page).getByRole('region', { name: 'How it is worked out' })
    await how.getByText('Share in proportion to what was raised').waitFor()
    await how.getByText('Each $100 buys 0.40 % of the winnings. $4,075 of $10,000 was raised.').waitFor()
    await how
      .getByText('$20,000.33 × 40 ÷ 100 × $4,075.00 ÷ $10,000.00 ≈ $3,260.0537, rounded down $3,260.05')
      .waitFor()
    await how.getByText('Yours: $3,260.05 × $25.00 ÷ $4,075.00 ≈ $20.0003, rounded down $20.00').waitFor()
    // $1,000 brings $800.0122, and $3,000 brings $2,400.0368, which loses most by rounding.
    expect(await shares(page).getByRole('cell').allInnerTexts()).toEqual([
      ...['$25.00', '$20.00', '$1,000.00', '$800.01'],
      ...['$3,000.00', '$2,400.04\n$2,400.03 + 1¢', '$50.00', '$40.00'],
    ])
    await shares(page).nth(2).getByText('Boat’s owner').waitFor()
    await shares(page).nth(1).getByText('1 d before the start').waitFor()
    await shares(page).nth(4).getByText('2 h after the start').waitFor()

    const download = page.waitForEvent('download')
    await how.getByRole('link', { name: 'Check It Yourself' }).click()
    const file = await Bun.file(await (await download).path()).text()
    expect(file).toContain('"20000.33 * 40 / 100 * 4075.00 / 10000.00"')
    expect(file).toContain('"3260.05 * 3000.00 / 4075.00","2400.03","0.01","2400.04"')
    await expectAccessibleEverywhere(page, 'statement')

    const visitor = await site.open(`/statement/${entry}`)
    await main(visitor).getByText('Its backers share $3,260.05.').waitFor()
    await eventually(main(visitor).getByText('You', { exact: true })).toHaveCount(0)
    await eventually(main(visitor).getByText('Bo Reyes')).toHaveCount(0)
  })
})

describe('the boat’s owner', () => {
  test('funds before the start, and is marked', async () => {
    const { address, captain, entry } = await upcomingScene()
    const page = await site.open(address, { member: captain, width: 360 })
    site.setNow(starts - 1)
    await fundHere(page, '25')
    await receiptOf(page).waitFor()
    const backers = await site.ask<Backer[]>(captain, 'GET', `/api/tournament-entries/${entry}/backers`)
    expect(backers).toMatchObject([{ insider: 'owner' }])
  })

  test('cannot fund from the start, and the page says why', async () => {
    const { address, captain, backer, entry } = await upcomingScene()
    const page = await site.open(address, { member: captain, width: 360 })
    // Else the page may hear of the start before the press.
    const entries = await holdRequests(page, '**/api/tournament-entries/**')
    site.setNow(starts)
    await fundHere(page, '25')
    await untilText(page, texts.insider)
    await shoot(page, 'insider-360')
    await expectAccessible(page)
    expect(await mine(captain)).toEqual([])
    await fund(backer, entry, '25.00')
    expectClean(page, /status of 403/)
    entries.release()
    await reload(page)
    await page.getByRole('heading', { name: 'You can’t fund this boat' }).waitFor()
    await untilText(page, texts.insider)
    await eventually(page.getByLabel('Custom amount')).toHaveCount(0)
    expectClean(page)
  })
})
