import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import type { Boat } from '#contract/boats/boats.ts'
import type { Funding } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { day } from '#contract/time.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import {
  axe,
  errorsOf,
  eventually,
  expectClean,
  expectFocused,
  expectTexts,
  type Member,
  openRow,
  type Person,
  ready,
  receiptOf,
  serveSite,
  untilText,
  visit,
} from '../support/browser.ts'
import { addEntry, addTournament } from '../support/factories.ts'
import { changeRows } from '../support/rows.ts'

const start = Date.parse('2026-11-21T12:00:00.000Z')

const site = serveSite()

beforeAll(async () => {
  site.setNow(start)
})
afterEach(async () => {
  site.setNow(start)
})

const mine = (member: Member) => site.ask<Funding[]>(member, 'GET', '/api/funding/my')

let payments = 0

function fund(member: Member, entryId: string, amount: string, message?: string): Promise<Funding> {
  payments += 1
  return site.ask(member, 'POST', '/api/funding', {
    tournamentEntryId: entryId,
    amount,
    stripePaymentIntentId: `pi_mock_browser${payments}`,
    message,
  })
}

interface EntryOptions {
  captain?: Member
  goal?: number
  prizePool?: number
  name?: string
}

async function enter(options: EntryOptions = {}) {
  const captain = options.captain ?? (await site.addMember())
  const { goal = 2500, prizePool, name = 'Reel Deal' } = options
  const organiser = await site.addMember({ firstName: 'Olive' })
  const tournament = await site.ask<Tournament>(organiser, 'POST', '/api/tournaments', {
    name: 'White Marlin Open',
    location: 'Ocean City, Maryland',
    startDate: new Date(start - day).toISOString(),
    endDate: new Date(start + 2.5 * day).toISOString(),
    prizePool,
  })
  const boat = await site.ask<Boat>(captain, 'POST', '/api/boats', {
    name,
    captainName: 'Caspar Ruiz',
    description: 'A 54-foot sportfisher with six rods out.',
  })
  const entry = await site.ask<Entry>(captain, 'POST', `/api/tournaments/${tournament.id}/entries`, {
    boatId: boat.id,
    fundingGoal: goal,
    payoutPercentage: 40,
  })
  return { captain, organiser, tournament, entry }
}

/** Enters a boat with this much of its goal left. */
async function enterWith(remaining: string, goal = 2500) {
  const scene = await enter({ goal, prizePool: 125_000 })
  await fund(await site.addMember(), scene.entry.id, (goal - Number(remaining)).toFixed(2))
  return scene
}

/** Enters a boat that a new backer funds. */
async function enterFunded(amount: string, { message, ...person }: Person & { message?: string } = {}) {
  const scene = await enter({ prizePool: 125_000 })
  const backer = await site.addMember(person)
  return { ...scene, backer, funding: await fund(backer, scene.entry.id, amount, message) }
}

const panel = (page: Page) => page.getByRole('region', { name: 'Fund This Boat' })
const amountField = (page: Page) => page.getByLabel('Custom amount')
const submit = (page: Page) => panel(page).getByRole('button', { name: /^Fund( \$|$)/ })

/** Returns the number of sheets that the page prints on, with a printer's margins. */
async function sheetsOf(page: Page, format: string): Promise<number> {
  const margin = '15mm'
  const pdf = await page.pdf({ format, margin: { top: margin, right: margin, bottom: margin, left: margin } })
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

/** A boat's funding page, as a new backer sees it. */
async function openFunding() {
  const backer = await site.addMember()
  const scene = await enter()
  const page = await site.open(`/funding/${scene.entry.id}`, { member: backer })
  return { ...scene, backer, page }
}

/** Pays, but the request that records the funding fails. */
async function fundWithoutRecord(page: Page, amount: string): Promise<void> {
  await page.route('**/api/funding', route => route.abort('connectionfailed'))
  await amountField(page).fill(amount)
  await submit(page).click()
  await page.getByText('Your payment is safe; we are checking it').waitFor()
}

/** Counts requests that take payment. */
function paidBy(page: Page): string[] {
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  return posts
}

describe('the funding page', () => {
  test('302 to sign in first, and back', async () => {
    const response = await fetch(`${site.url}/funding/1`, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/login?next=%2Ffunding%2F1')
  })

  test('404 for a missing entry, in the HTML', async () => {
    const member = await site.addMember()
    const response = await site.call(member, 'GET', `/funding/nope`)
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain('<title>Tournament Entry Not Found · Reelstake</title>')
    expect(html).toContain('<h1')
    expect(html.match(/Tournament Entry Not Found/g)?.length).toBeGreaterThan(1)
  })

  test('shows boat, tournament and terms, each in a line that opens, and that no card is charged, without a script of the card provider', async () => {
    const id = await addTournament(site.db, {
      name: 'White Marlin Open',
      description: 'Five days offshore.',
      location: 'Ocean City, Maryland',
      starts_at: start - day,
      ends_at: start + 2 * day,
      payout_days: 14,
      prize_pool_cents: 12_500_000,
    })
    const entry = await addEntry(site.db, {
      tournament_id: id,
      current_position: 1,
      funding_goal_cents: 250_000,
      current_funding_cents: 163_000,
    })
    const page = await site.open(`/funding/${entry}`, {
      signedIn: { firstName: null, email: 'bo@x.org' },
    })
    expect(await page.title()).toBe('Fund Reel Deal · Reelstake')
    const main = page.getByRole('main')
    await expectTexts(
      main,
      'Captain: Ana Reyes',
      'Live Tournament',
      'White Marlin Open',
      'Five days offshore.',
      'Nov 20–23, 2026',
      'Ocean City, Maryland',
      'Prize pool $125,000',
      '40% of winnings will be distributed to backers',
      '$870 remains until the goal.',
      'Backers share 40 % of the winnings, whatever is raised.',
      'The organiser runs White Marlin Open, receives the money, hands it to Reel Deal, and pays the winnings.',
      'If the tournament is cancelled or Reel Deal is withdrawn, you get all your money back.',
      'If Reel Deal wins nothing, you get nothing back; if it wins little, you get back less than you put in.',
      'Winnings are paid by Dec 7, 2026, 14 days after the end, the way you choose under My Funding.',
      'Test payments: no card is charged',
      'Funding as: bo@x.org',
      'Secure payment processing • Funds held until tournament completion',
      '$10 minimum. $870 left.',
    )
    expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe('Reel Deal')
    await eventually(main.getByRole('img', { name: '1st place' })).toHaveCount(1)
    expect(await main.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
      '65% funded, $1,630 of $2,500',
    )
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter(name => name.endsWith('.js')),
    )
    expect(scripts.length).toBeGreaterThan(3)
    for (const url of scripts) expect(await (await fetch(url)).text()).not.toContain('stripe.com')

    const terms = page.getByRole('region', { name: 'What you agree to' })
    const lines = terms.locator('summary')
    await eventually(lines).toHaveText([
      'Backers share 40 % of the winnings, whatever is raised.',
      'Who receives your money',
      'Cancelled: all your money back',
      'No winnings: nothing back',
      'Winnings paid by Dec 7, 2026',
    ])
    const text = 'If the tournament is cancelled or Reel Deal is withdrawn, you get all your money back.'
    expect(await terms.getByText(text).isVisible()).toBe(false)
    await lines.filter({ hasText: 'Cancelled' }).focus()
    await page.keyboard.press('Enter')
    await terms.getByText(text).waitFor()
    await axe(page)
  })

  test('of a tournament that is upcoming takes an amount, of one that is over or cancelled or of a fully funded boat none', async () => {
    const page = await site.open('/login', { signedIn: true })
    for (const [startsAt, endsAt, cancelledAt, badge, reason] of [
      [start + day, start + 2 * day, null, 'Upcoming', null],
      [start - 3 * day, start - day, null, 'Completed', 'Funding is closed: the tournament is over.'],
      [start - day, start + day, start, 'cancelled', 'Funding is closed: the tournament is cancelled.'],
    ] as const) {
      const id = await addTournament(site.db, {
        starts_at: startsAt,
        ends_at: endsAt,
        cancelled_at: cancelledAt,
      })
      await visit(page, `${site.url}/funding/${await addEntry(site.db, { tournament_id: id })}`)
      await untilText(page, badge)
      if (reason !== null) await untilText(page, reason)
      await eventually(amountField(page)).toHaveCount(reason === null ? 1 : 0)
    }
    const id = await addTournament(site.db, { starts_at: start - day, ends_at: start + day })
    const entry = await addEntry(site.db, {
      tournament_id: id,
      funding_goal_cents: 50_000,
      current_funding_cents: 50_000,
    })
    await visit(page, `${site.url}/funding/${entry}`)
    await page.getByRole('heading', { name: 'Funding Complete!' }).waitFor()
    await eventually(page.getByText('Fully Funded!', { exact: true })).toHaveCount(2)
    await untilText(page, 'This boat has reached its funding goal. The tournament is underway!')
    await eventually(amountField(page)).toHaveCount(0)
  })
})

describe('an amount', () => {
  const smallest = 'Minimum funding amount is $10'
  const unread = 'Enter an amount in dollars with at most two decimals'

  test('that is invalid shows its error at the field and stays, if it is too large while it is typed', async () => {
    const { entry } = await enterWith('2000.00', 3000)
    const page = await site.open(`/funding/${entry.id}`, { signedIn: true, width: 360 })
    const posts = paidBy(page)
    await amountField(page).fill('2500')
    expect(await errorsOf(page.getByRole('main'))).toEqual(['Only $2,000 remains until the goal.'])
    await amountField(page).fill('100')
    expect(await errorsOf(page.getByRole('main'))).toEqual([])
    await amountField(page).fill('')
    await submit(page).click()
    expect(await errorsOf(page.getByRole('main'))).toEqual(['Amount is required'])
    await expectFocused(amountField(page))
    for (const [input, message] of [
      ['9.99', smallest],
      ['0', smallest],
      ['-5', smallest],
      ['10.001', unread],
      ['1e3', unread],
      ['2000.01', 'Only $2,000 remains until the goal.'],
      ['1999.50', 'That would leave $0.50, which is too little to fund. Please fund $1,999 or $2,000.'],
    ] as const) {
      await amountField(page).fill('')
      await amountField(page).pressSequentially(input)
      await submit(page).click()
      expect({ typed: input, errors: await errorsOf(page.getByRole('main')) }).toEqual({
        typed: input,
        errors: [message],
      })
      await eventually(amountField(page)).toHaveValue(input)
    }
    // A number input hides an invalid text from scripts.
    await amountField(page).fill('')
    await amountField(page).pressSequentially('ten')
    await submit(page).click()
    expect(await errorsOf(page.getByRole('main'))).toEqual([unread])
    expect(posts).toEqual([])
    await axe(page)
  })

  test('must fit what remains: the page offers only such; less than $10 if it is all', async () => {
    const page = await site.open('/login', { signedIn: true })
    for (const [remaining, presets, hint] of [
      ['870.00', ['$25', '$50', '$100', '$250', '$500', '$870'], '$10 minimum. $870 left.'],
      ['100.50', ['$25', '$50', '$100.50'], '$10 minimum. $100.50 left.'],
      ['6.40', ['$6.40'], 'Only $6.40 left.'],
    ] as const) {
      const { entry } = await enterWith(remaining)
      await visit(page, `${site.url}/funding/${entry.id}`)
      const group = page.getByRole('group', { name: 'Choose an amount' })
      expect(await group.getByRole('button').allTextContents()).toEqual([...presets])
      await untilText(page, hint)
    }
    await amountField(page).fill('5')
    await submit(page).click()
    expect(await errorsOf(page.getByRole('main'))).toEqual(['Only $6.40 remains: please fund exactly $6.40.'])
    await page.getByRole('button', { name: '$6.40', exact: true }).click()
    expect(await errorsOf(page.getByRole('main'))).toEqual([])
    await page.getByRole('button', { name: 'Fund $6.40' }).click()
    await receiptOf(page).waitFor()
    await page.getByText('Fully Funded!', { exact: true }).waitFor()
  })
})

describe('the first amount', () => {
  test('is the one that was chosen before signing in, else $25; the keyboard alone funds it', async () => {
    const { entry } = await enter()
    const page = await site.open(`/funding/${entry.id}?amount=50`, { signedIn: true })
    await page.getByRole('button', { name: 'Fund $50', exact: true }).waitFor()
    await eventually(amountField(page)).toHaveValue('50')
    await visit(page, `${site.url}/funding/${entry.id}`)
    await page.getByRole('button', { name: 'Fund $25', exact: true }).waitFor()
    await eventually(amountField(page)).toHaveValue('25')
    await amountField(page).fill('')
    await page.getByRole('button', { name: 'Fund', exact: true }).waitFor()
    await page.getByRole('button', { name: '$25', exact: true }).focus()
    await page.keyboard.press('Enter')
    expect(await page.getByRole('button', { name: '$25', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    await amountField(page).focus()
    await page.keyboard.press('Enter')
    await receiptOf(page).getByText('$25.00', { exact: true }).waitFor()
  })
})

describe('funding a boat', () => {
  test('by a quick amount with a message: receipt, My Funding, and the captain’s reply', async () => {
    const captain = await site.addMember({ firstName: 'Caspar', lastName: 'Ruiz' })
    const { entry, tournament } = await enter({ captain, prizePool: 125_000 })
    await fund(await site.addMember(), entry.id, '700.00')
    const backer = await site.addMember({ firstName: 'Bo', lastName: 'Lindqvist' })
    const page = await site.open(`/funding/${entry.id}`, { member: backer })
    await untilText(page, 'Funding as: Bo')
    await page.getByRole('button', { name: '$100', exact: true }).click()
    const summary = page.getByRole('region', { name: 'Summary' })
    await eventually(summary.getByRole('paragraph')).toHaveText([
      "$100 is 12.5% of the backers' share at today's total, and less with each further funding: 4% when the goal is reached.",
      "For example: if Reel Deal won the whole prize pool of $125,000, its backers would share 40% of it, $50,000. Your $100 would bring $6,250 at today's total, $2,000 when the goal is reached.",
    ])
    await eventually(summary.getByRole('definition')).toHaveText(['$100', '40%'])
    await page.getByLabel('Message for the Captain').fill('Tight lines!\nSee you at the dock.')
    await page.getByRole('button', { name: 'Fund $100' }).click()

    const receipt = receiptOf(page)
    await receipt.getByText('$100.00', { exact: true }).waitFor()
    const heading = receipt.getByRole('heading', { name: 'You are backing Reel Deal!' })
    await expectFocused(heading)
    expect(await receipt.getByRole('link', { name: 'See the tournament' }).getAttribute('href')).toBe(
      `/tournament/${tournament.id}`,
    )
    await page.locator('[role=progressbar][aria-valuetext="32% funded, $800 of $2,500"]').waitFor()
    await axe(page)
    const [funding] = await mine(backer)
    expect(funding?.amount).toBe('100.00')

    const backers = await site.open(`/tournament/${tournament.id}`, { member: captain })
    await backers.getByRole('link', { name: 'Who Backs It (Reel Deal)' }).click()
    await ready(backers)
    const item = backers.getByRole('listitem').filter({ hasText: 'Bo Lindqvist' })
    await item.getByText('Not answered', { exact: true }).waitFor()
    await openRow(backers, 'Bo Lindqvist')
    await item.getByText('Tight lines!').last().waitFor()
    await eventually(backers.getByRole('button', { name: /^Reply to/ })).toHaveCount(1)
    await item.getByRole('button', { name: 'Reply to Bo Lindqvist' }).click()
    await item.getByRole('button', { name: 'Send Reply' }).click()
    expect(await errorsOf(backers)).toEqual(['Please write something'])
    await item.getByLabel('Your reply to Bo Lindqvist').fill('Welcome aboard.')
    await axe(backers)
    await item.getByRole('button', { name: 'Send Reply' }).click()
    await item.getByText('Welcome aboard.').waitFor()
    await backers.getByRole('button', { name: 'Thank All Backers' }).click()
    const thanks = backers.getByRole('dialog')
    await thanks.getByLabel('Your thanks').fill('We won!')
    await axe(backers)
    await thanks.getByRole('button', { name: 'Send Thanks' }).click()
    await untilText(backers, 'Thanks sent')
    await backers.getByText(/^Thanked · /).waitFor()
    await openRow(backers, 'Thanked')
    await backers.getByText('We won!').waitFor()

    await visit(page, `${site.url}/my-funding`)
    const card = page.getByRole('region', { name: 'History' }).getByRole('listitem')
    await card.getByText('Welcome aboard.').waitFor()
    await expectTexts(card, 'Captain: Caspar Ruiz', 'Funded', 'Ocean City, Maryland', 'Captain Caspar Ruiz:')
  })

  test('other fundings update the remaining amount and keep typed values', async () => {
    const { entry, page } = await openFunding()
    await amountField(page).fill('2000')
    await page.getByLabel('Message for the Captain').fill('For the second season.')
    await site.untilWatched(page)
    await fund(await site.addMember(), entry.id, '1000.00')
    await untilText(page, '$10 minimum. $1,500 left.')
    expect(await errorsOf(page.getByRole('main'))).toEqual(['Only $1,500 remains until the goal.'])
    await eventually(amountField(page)).toHaveValue('2000')
    await eventually(page.getByLabel('Message for the Captain')).toHaveValue('For the second season.')
    await page
      .getByRole('log', { name: 'Live changes' })
      .getByText('$1,500 is left now.')
      .waitFor({ state: 'attached' })
  })

  test('409 after a faster funding shows the server’s text at the field and pays nothing', async () => {
    const { entry, page } = await openFunding()
    await page.route('**/api/events', route => route.abort())
    await visit(page, page.url())
    await fund(await site.addMember(), entry.id, '2480.00')
    await amountField(page).fill('100')
    await submit(page).click()
    await page.locator('[id$="-error"]').first().waitFor()
    expect(await errorsOf(page.getByRole('main'))).toEqual(['Only $20 remains until the goal.'])
    await eventually(amountField(page)).toHaveValue('100')
    expectClean(page, /status of 409/, /api\/events/)
  })

  test('409 after the captain lowered the share shows the new terms, keeps what was typed, and pays nothing', async () => {
    const { captain, backer, entry, page } = await openFunding()
    await page.route(
      '**/api/create-payment-intent',
      async route => {
        await site.ask(captain, 'PATCH', `/api/tournament-entries/${entry.id}`, { payoutPercentage: 30 })
        await route.continue()
      },
      { times: 1 },
    )
    await amountField(page).fill('100')
    await page.getByLabel('Message for the Captain').fill('Go!')
    await submit(page).click()
    await panel(page).getByText(texts.termsOutdated).waitFor()
    await panel(page).getByText('30%', { exact: true }).waitFor()
    await eventually(amountField(page)).toHaveValue('100')
    await eventually(page.getByLabel('Message for the Captain')).toHaveValue('Go!')
    expect(await mine(backer)).toEqual([])
    await submit(page).click()
    await receiptOf(page).getByText('$100.00', { exact: true }).waitFor()
    expectClean(page, /status of 409/)
  })

  test('an expired session redirects to sign in and back', async () => {
    const { entry, page } = await openFunding()
    await page.context().clearCookies()
    await amountField(page).fill('25')
    // The page looks for the text before the click, since it shows for half a second.
    await Promise.all([untilText(page, 'Unauthorized'), submit(page).click()])
    await page.waitForURL(`**/login?next=${encodeURIComponent(`/funding/${entry.id}`)}`)
    expectClean(page, /status of 401/)
  })
})

describe('the network drops', () => {
  const networkErrors = /ERR_CONNECTION_FAILED|ERR_FAILED|api\/(?:funding|create-payment-intent)/

  test('before the payment: shows the failure, keeps typed values, and forgets the attempt', async () => {
    const { page } = await openFunding()
    await page.route('**/api/create-payment-intent', route => route.abort('connectionfailed'))
    await amountField(page).fill('64.10')
    await page.getByLabel('Message for the Captain').fill('Go!')
    await submit(page).click()
    await untilText(page, 'Funding Failed')
    await untilText(page, 'There was an issue processing your funding. Please try again.')
    await eventually(amountField(page)).toHaveValue('64.10')
    await eventually(page.getByLabel('Message for the Captain')).toHaveValue('Go!')
    await page.unroute('**/api/create-payment-intent')
    await page.getByRole('button', { name: 'Fund $64.10' }).click()
    await receiptOf(page).getByText('$64.10', { exact: true }).waitFor()
    expectClean(page, networkErrors)
  })

  test('after the payment and before the record: the page checks it and finds it once on return', async () => {
    const { page, backer } = await openFunding()
    const posts = paidBy(page)
    await fundWithoutRecord(page, '100')
    await axe(page)
    await eventually(amountField(page)).toHaveCount(0)
    expect(await mine(backer)).toEqual([])

    await visit(page, page.url())
    await page.getByText('Your payment is safe; we are checking it').waitFor()
    const address = page.url()
    // Leaves the page, so that it doesn't retry itself.
    await page.goto('about:blank')
    await page.unroute('**/api/funding')
    await visit(page, address)
    await receiptOf(page).getByText('$100.00', { exact: true }).waitFor()
    await visit(page, page.url())
    await amountField(page).waitFor()
    expect((await mine(backer)).map(({ amount }) => amount)).toEqual(['100.00'])
    expect(posts.filter(path => path === '/api/create-payment-intent')).toHaveLength(1)
    expectClean(page, networkErrors)
  })

  test('a lost response after the record still makes one funding', async () => {
    const { page, backer } = await openFunding()
    await page.route(
      '**/api/funding',
      async route => {
        await route.fetch()
        await route.abort('connectionfailed')
      },
      { times: 1 },
    )
    await amountField(page).fill('100')
    await submit(page).click()
    await page.getByText('Your payment is safe; we are checking it').waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    await receiptOf(page).getByText('$100.00', { exact: true }).waitFor()
    expect(await mine(backer)).toHaveLength(1)
    expectClean(page, networkErrors)
  })

  test('My Funding completes a payment that another page left', async () => {
    const { page, backer } = await openFunding()
    await fundWithoutRecord(page, '50')
    await page.unroute('**/api/funding')
    await visit(page, `${site.url}/my-funding`)
    await untilText(page, 'Your $50 for Reel Deal has arrived.')
    await page.getByRole('region', { name: 'History' }).getByText('$50', { exact: true }).first().waitFor()
    expect(await mine(backer)).toHaveLength(1)
    expectClean(page, networkErrors)
  })

  test('another account in the same browser does not see the payment', async () => {
    const { page } = await openFunding()
    await fundWithoutRecord(page, '50')
    await page.unroute('**/api/funding')
    const other = await site.addMember()
    await page.context().clearCookies()
    await page.context().addCookies([other.cookie])
    await visit(page, page.url())
    await amountField(page).waitFor()
    expect(await mine(other)).toEqual([])
    expectClean(page, networkErrors)
  })
})

describe('My Funding', () => {
  test('an empty history shows totals of zero and links to the tournaments', async () => {
    const page = await site.open('/my-funding', { signedIn: true })
    await untilText(page, 'No funding history yet')
    const totals = page.getByRole('region', { name: 'Totals' })
    await eventually(totals.getByRole('term')).toHaveText(['Total Funded', 'Boats Funded', 'Tournaments'])
    await eventually(totals.getByRole('definition')).toHaveText(['$0', '0', '0'])
    await eventually(page.getByText('Test payments: no card is charged', { exact: true })).toHaveCount(1)
    expect(await page.getByRole('link', { name: 'Browse Tournaments' }).getAttribute('href')).toBe('/')
  })

  test('totals count each boat and tournament once and no refund', async () => {
    const backer = await site.addMember()
    const captain = await site.addMember()
    const first = await enter({ captain })
    const second = await enter({ captain, name: 'Knot Today' })
    for (const [entry, amount] of [
      [first.entry, '100.00'],
      [first.entry, '64.10'],
      [second.entry, '250.00'],
    ] as const)
      await fund(backer, entry.id, amount)
    await site.ask(second.organiser, 'PATCH', `/api/tournaments/${second.tournament.id}`, {
      status: 'cancelled',
    })
    const page = await site.open('/my-funding', { member: backer })
    const totals = page.getByRole('region', { name: 'Totals' })
    await eventually(totals.getByRole('term')).toHaveText(['Total Funded', 'Boats Funded', 'Tournaments'])
    await eventually(totals.getByRole('definition')).toHaveText(['$164.10', '1', '1'])
    const card = page.getByRole('listitem').filter({ hasText: 'Knot Today' })
    await card.getByText('Refund on its way').waitFor()
    await eventually(card.getByText('The tournament was cancelled.')).toHaveCount(1)
  })

  test('shows a share of the winnings to the cent, with its calculation', async () => {
    const { entry, tournament, organiser, backer } = await enterFunded('100.00')
    await fund(await site.addMember(), entry.id, '200.00')
    site.setNow(start + 3 * day)
    await site.ask(organiser, 'POST', `/api/tournaments/${tournament.id}/results`, {
      winnings: [{ entryId: entry.id, amount: '1000.01' }],
    })
    const page = await site.open('/my-funding', { member: backer })
    const card = page.getByRole('listitem').filter({ hasText: 'Your share of the winnings' })
    await card.getByText('$133.33', { exact: true }).waitFor()
    await card.getByText('To be paid by Olive Reyes').waitFor()
    const section = page.getByRole('region', { name: 'Settled' })
    await expectTexts(section, '$100.00', '+$33.33')
    expect(await card.getByRole('link', { name: 'How it was shared' }).getAttribute('href')).toBe(
      `/statement/${entry.id}`,
    )
    await card.getByRole('link', { name: 'Receipt' }).click()
    await page.waitForURL('**/my-funding/*')
    await ready(page)
    const result = page.getByRole('article', { name: 'Receipt' }).getByRole('region')
    await expectTexts(result, 'Reel Deal is settled', '$133.33', '+$33.33', 'To be paid by Olive Reyes')
    await axe(page)
  })

  test('downloads the CSV of a year, and shows a receipt again, which prints alone; 404 for another backer', async () => {
    const { backer, funding } = await enterFunded('64.10', {
      firstName: 'Bo',
      lastName: 'Lindqvist',
      email: 'bo@lindqvist.se',
    })
    const page = await site.open('/my-funding', { member: backer, theme: 'dark' })
    await eventually(page.getByLabel('Year').locator('option')).toHaveText(['2026'])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('reelstake-funding-2026.csv')
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toContain('64.10')
    expect(text).toContain('Reel Deal')

    await page.getByRole('link', { name: 'Receipt' }).click()
    await page.waitForURL(`**/my-funding/${funding.id}`)
    await ready(page)
    const receipt = page.getByRole('article', { name: 'Receipt' })
    const number = funding.id.slice(-8).toUpperCase()
    for (const text of ['$64.10', 'Bo Lindqvist (bo@lindqvist.se)', '100%', number])
      expect({ text, count: await receipt.getByText(text).count() }).not.toEqual({ text, count: 0 })
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await receipt.getByRole('button', { name: 'Print receipt' }).click()
    await eventually(page.locator('body[data-printed]')).toHaveCount(1)
    await page.emulateMedia({ media: 'print' })
    expect(await receipt.isVisible()).toBe(true)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
    for (const format of ['Letter', 'A4']) expect(await sheetsOf(page, format)).toEqual(1)
    // Breakpoints and ink are of paper too, not of dark screens alone.
    await page.setViewportSize({ width: 1000, height: 1200 })
    const paper = () => ({
      isWide: [...document.styleSheets].some(sheet =>
        [...sheet.cssRules].some(rule => rule.cssText.includes('@media (min-width: 48rem)')),
      ),
      ink: getComputedStyle(document.documentElement).getPropertyValue('--colors-on-hull'),
    })
    expect(await page.evaluate(paper)).toEqual({ isWide: true, ink: 'black' })
    for (const around of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      page.getByText('Skip to content'),
      receipt.getByRole('button'),
    ])
      for (const part of await around.all()) expect(await part.isVisible()).toBe(false)

    const response = await site.call(await site.addMember(), 'GET', `/my-funding/${funding.id}`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('>Receipt Not Found<')
  })

  test('shows a partial refund', async () => {
    const { backer, funding } = await enterFunded('54.10')
    await changeRows(site.db, 'fundings', { given_back_cents: 1000 }, { backer_id: backer.userId })
    const page = await site.open('/my-funding', { member: backer })
    const card = page.getByRole('listitem').filter({ hasText: 'Given back to you' })
    await card.getByText('$10.00', { exact: true }).waitFor()
    await visit(page, `${site.url}/my-funding/${funding.id}`)
    const receipt = page.getByRole('article', { name: 'Receipt' })
    await expectTexts(receipt, '$64.10', '$10.00', '$54.10')
  })
})

describe('the backers of a boat', () => {
  test('403 for all but the owner, without data in the page', async () => {
    const { entry } = await enterFunded('64.10', { firstName: 'Secret', message: 'For your eyes only' })
    const stranger = await site.addMember()
    const response = await site.call(stranger, 'GET', `/entry/${entry.id}/backers`)
    expect(response.status).toBe(403)
    expect(await response.text()).not.toMatch(/Secret|For your eyes only/)
    const page = await site.open(`/entry/${entry.id}/backers`, { member: stranger })
    await untilText(page, 'Not Your Boat')
    await axe(page)
    expectClean(page, /status of 403/)
  })

  test('shows that there are no backers, and a new one without a reload', async () => {
    const { captain, entry } = await enter()
    const page = await site.open(`/entry/${entry.id}/backers`, { member: captain })
    await untilText(page, 'No backers yet')
    await site.untilWatched(page)
    await fund(await site.addMember({ firstName: 'Bo', lastName: 'Lindqvist' }), entry.id, '64.10')
    await page.getByRole('heading', { name: 'Bo Lindqvist' }).waitFor()
  })
})
