import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { EntryId } from '#contract/ids.ts'
import type { Funding } from '#contract/money/funding.ts'
import {
  axe,
  eventually,
  expectAccessibleEverywhere,
  expectClean,
  type Member,
  type PageOptions,
  ready,
  receiptOf,
  serveSite,
  visit,
} from '../support/browser.ts'
import { addEntry } from '../support/factories.ts'
import { changeRows } from '../support/rows.ts'
import { StripeDouble } from '../support/stripe-double.ts'
import { routeStripe } from '../support/stripe-js.ts'

const double = new StripeDouble()
const site = serveSite({ env: double.env })
let entry: EntryId
let backer: Member

afterAll(() => double.stop())
beforeEach(async () => {
  entry = await addEntry(site.db, { funding_goal_cents: 250_000 })
  backer = await site.addMember()
})
afterEach(() => {
  double.mend()
  double.intents.clear()
})

const mine = (member: Member) => site.ask<Funding[]>(member, 'GET', '/api/funding/my')

async function openLive(path = `/funding/${entry}`, options: PageOptions = {}) {
  // Starts on a page without payments, so that routes exist before Stripe.js loads.
  const page = await site.open('/privacy', { member: backer, ...options })
  const { requests } = await routeStripe(page, double)
  await visit(page, site.url + path)
  return { page, requests }
}

const card = (page: Page) => page.getByLabel('Card number')

async function pay(page: Page, how: 'good' | 'declined' | '3ds', amount = '64.10'): Promise<void> {
  await page.getByLabel('Custom amount').fill(amount)
  await card(page).fill(how)
  await page.getByRole('button', { name: `Fund $${amount}` }).click()
}

function intent() {
  const [only, ...others] = double.intents.values()
  expect(others).toEqual([])
  if (!only) throw new Error('no payment was begun')
  return only
}

describe('paying by card', () => {
  test('loads the provider’s script from its host and shows no test notification; an empty card starts no payment and keeps typed values', async () => {
    const { page, requests } = await openLive()
    await card(page).waitFor()
    expect(requests.map(url => new URL(url).origin)).toEqual(['https://js.stripe.com'])
    await eventually(page.getByText('Test payments')).toHaveCount(0)
    const record = await page.evaluate('window.__stripe')
    expect(record).toMatchObject({
      key: 'pk_test_double',
      options: { mode: 'payment', currency: 'usd', allowedPaymentMethodTypes: ['card'] },
    })
    await expectAccessibleEverywhere(page, 'card')
    await page.getByLabel('Custom amount').fill('25')
    await page.getByRole('button', { name: 'Fund $25' }).click()
    await page.getByText('Your card number is incomplete.').waitFor()
    await page.getByRole('button', { name: 'Fund $25' }).and(page.locator(':enabled')).waitFor()
    expect(double.intents.size).toBe(0)
    await eventually(page.getByLabel('Custom amount')).toHaveValue('25')
  })

  test('a valid card is charged once, to the cent, recorded, with a receipt; 404 for another backer', async () => {
    const { page } = await openLive()
    await pay(page, 'good')
    await receiptOf(page).getByText('$64.10', { exact: true }).waitFor()
    await eventually(receiptOf(page).getByText('Sandbox payment: no card was charged')).toHaveCount(1)
    expect(intent()).toMatchObject({ amount: 6410, amount_received: 6410, status: 'succeeded' })
    expect((await mine(backer)).map(({ amount, status, mode }) => ({ amount, status, mode }))).toEqual([
      { amount: '64.10', status: 'completed', mode: 'sandbox' },
    ])
    const { confirmed } = await page.evaluate<{ confirmed: unknown[] }>('window.__stripe')
    expect(confirmed).toMatchObject([
      { redirect: 'if_required', return_url: `${site.url}/funding/${entry}/return` },
    ])

    const other = await site.addMember()
    await page.context().clearCookies()
    await page.context().addCookies([other.cookie])
    const path = `/funding/${entry}/return?payment_intent=${intent().id}&redirect_status=succeeded`
    await visit(page, site.url + path)
    await page.getByRole('heading', { name: 'Payment not found' }).waitFor()
    await eventually(page.getByText('$64.10')).toHaveCount(0)
    expectClean(page, /status of 404/)
  })

  test('a declined card shows an error beside the button and keeps typed values; another card pays the same intent', async () => {
    const { page } = await openLive()
    await page.getByLabel('Message for the Captain').fill('Tight lines!')
    await pay(page, 'declined')
    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByText('Your card was declined.').waitFor()
    await eventually(page.getByLabel('Custom amount')).toHaveValue('64.10')
    await eventually(page.getByLabel('Message for the Captain')).toHaveValue('Tight lines!')
    await axe(page)
    await card(page).fill('good')
    await page.getByRole('button', { name: 'Fund $64.10' }).click()
    await receiptOf(page).waitFor()
    expect(intent().status).toBe('succeeded')
    expect(await mine(backer)).toHaveLength(1)
    expectClean(page, /status of 402/)
  })

  test('a failed load of the card fields shows an error and can be retried', async () => {
    const page = await site.open('/privacy', { member: backer })
    let tries = 0
    await page.route('https://js.stripe.com/**', route => {
      tries += 1
      return route.abort('connectionfailed')
    })
    await visit(page, `${site.url}/funding/${entry}`)
    await page.getByText('The card fields could not be loaded').waitFor()
    const before = tries
    expect(before).toBeGreaterThan(0)
    await page.unroute('https://js.stripe.com/**')
    await routeStripe(page, double)
    await page.getByRole('button', { name: 'Try again' }).click()
    await card(page).waitFor()
    await pay(page, 'good')
    await receiptOf(page).waitFor()
    expectClean(page, /js\.stripe\.com/)
  })
})

describe('3-D Secure', () => {
  test('approved: the return page shows the receipt, once', async () => {
    const { page } = await openLive()
    await pay(page, '3ds')
    await page.getByRole('link', { name: 'Approve' }).click()
    await page.waitForURL(`**/funding/${entry}/return?**`)
    await ready(page)
    await receiptOf(page).getByText('$64.10', { exact: true }).waitFor()
    await axe(page)
    await visit(page, page.url())
    await receiptOf(page).waitFor()
    await visit(page, `${site.url}/funding/${entry}`)
    await card(page).waitFor()
    expect(intent().status).toBe('succeeded')
    expect(await mine(backer)).toHaveLength(1)
  })

  test('refused: the boat is not funded, and the page offers another try', async () => {
    const { page } = await openLive()
    await pay(page, '3ds')
    await page.getByRole('link', { name: 'Refuse' }).click()
    await page.waitForURL(`**/funding/${entry}/return?**`)
    await ready(page)
    await page.getByRole('heading', { name: 'This boat is not funded yet' }).waitFor()
    expect(await page.getByRole('link', { name: 'Fund again' }).getAttribute('href')).toBe(
      `/funding/${entry}`,
    )
    expect(await mine(backer)).toEqual([])
    await page.getByRole('link', { name: 'Fund again' }).click()
    await ready(page)
    await card(page).waitFor()
  })

  test('approved after the boat was withdrawn: the return page says that the money went back', async () => {
    const { page } = await openLive()
    await pay(page, '3ds')
    await page.getByRole('link', { name: 'Approve' }).waitFor()
    await changeRows(site.db, 'entries', { withdrawn_at: Date.now() }, { id: entry })
    await page.getByRole('link', { name: 'Approve' }).click()
    await page.waitForURL(`**/funding/${entry}/return?**`)
    await ready(page)
    await page.getByRole('heading', { name: 'Your payment is going back to you' }).waitFor()
    await site.runJobs()
    await visit(page, page.url())
    await page.getByRole('heading', { name: 'Your payment went back to you' }).waitFor()
    await page
      .getByText('The boat was withdrawn from the tournament. The full amount went back to you.')
      .waitFor()
    await eventually(receiptOf(page)).toHaveCount(0)
  })

  test('unanswered: going back funds nothing, whatever the status in the return address', async () => {
    const { page } = await openLive()
    await pay(page, '3ds')
    await page.getByRole('link', { name: 'Refuse' }).waitFor()
    await visit(page, `${site.url}/funding/${entry}`)
    await page.getByText('This payment is not complete yet. Please finish it, or start again.').waitFor()
    await card(page).waitFor()
    expect(await mine(backer)).toEqual([])
    const lie = `payment_intent=${intent().id}&redirect_status=succeeded`
    await visit(page, `${site.url}/funding/${entry}/return?${lie}`)
    await page.getByRole('heading', { name: 'This boat is not funded yet' }).waitFor()
    expect(await mine(backer)).toEqual([])
  })
})

describe('the network drops', () => {
  const networkErrors = /ERR_CONNECTION_FAILED|ERR_FAILED|api\.stripe\.com|api\/funding|status of 503/

  test('between charge and record: on return the funding exists, charged and recorded once', async () => {
    const { page } = await openLive()
    await page.route('**/api/funding', route => route.abort('connectionfailed'))
    await pay(page, 'good')
    await page.getByText('Your payment is safe; we are checking it').waitFor()
    expect(intent().status).toBe('succeeded')
    expect(await mine(backer)).toEqual([])
    await page.unroute('**/api/funding')
    await visit(page, page.url())
    await receiptOf(page).getByText('$64.10', { exact: true }).waitFor()
    expect(await mine(backer)).toHaveLength(1)
    expect(intent().amount_received).toBe(6410)
    expectClean(page, networkErrors)
  })

  test('while the card is charged: the page checks the unknown result and does not pay again', async () => {
    const { page } = await openLive()
    await page.route('https://api.stripe.com/**/confirm', async route => {
      double.pay(intent().id)
      await route.abort('connectionfailed')
    })
    await pay(page, 'good')
    await receiptOf(page).getByText('$64.10', { exact: true }).waitFor()
    expect(await mine(backer)).toHaveLength(1)
    expect(intent().amount_received).toBe(6410)
    expectClean(page, networkErrors)
  })

  test('before the charge: nothing is funded, and the form returns', async () => {
    const { page } = await openLive()
    await page.route('https://api.stripe.com/**/confirm', route => route.abort('connectionfailed'))
    await pay(page, 'good')
    await page.getByText('This payment is not complete yet. Please finish it, or start again.').waitFor()
    expect(await mine(backer)).toEqual([])
    await eventually(page.getByLabel('Custom amount')).toHaveValue('64.10')
    expectClean(page, networkErrors)
  })

  test('between server and provider: the page checks until the result is known', async () => {
    const { page } = await openLive()
    double.fail('GET /v1/payment_intents', '503', 3)
    await pay(page, 'good')
    await page.getByText('Your payment is safe; we are checking it').waitFor()
    await receiptOf(page).getByText('$64.10', { exact: true }).waitFor()
    expect(await mine(backer)).toHaveLength(1)
    expectClean(page, networkErrors, /provider|unavailable/i)
  })
})
