import { beforeAll, describe, expect, test } from 'bun:test'
import { inTransaction } from '#server/db/connection.ts'
import { makeOwnerToken } from '#server/people/site-roles/index.ts'
import {
  axe,
  eventually,
  expectAccessible,
  expectAccessibleEverywhere,
  expectClean,
  type Member,
  type PageOptions,
  ready,
  serveSite,
  untilText,
} from '../support/browser.ts'
import { addRole } from '../support/factories.ts'
import { countTaps } from '../support/taps.ts'

const sitePassword = 'herring-and-cod'
const phoneSite = serveSite({ gate: sitePassword })
const desktopSite = serveSite({ gate: sitePassword })
const site = serveSite({ gate: sitePassword })
const devices = [
  ['a phone', phoneSite, { width: 360, height: 640, touch: true }],
  ['a desktop', desktopSite, { width: 1280 }],
] as const

describe('a fresh server', () => {
  test.each([...devices])('has its owner after 5 taps, on %s', async (_name, fresh, options) => {
    const token = await inTransaction(fresh.db, trx => makeOwnerToken(trx, Date.now()))
    const page = await fresh.open(`/owner/${token}`, options)
    const { tap, type, taps } = countTaps(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.getByText('Then your owner link opens.').waitFor()
    await axe(page)
    await type('Password', sitePassword)
    await tap(button('Unlock Site'))
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    await ready(page)
    await page.getByRole('region', { name: 'Where you are going' }).getByText('Own This Site').waitFor()
    await axe(page)
    await type('First name', 'Olga')
    await type('Last name', 'Ruiz')
    await type('Email', 'olga@example.com')
    await type('Password', 'marlin-12345')
    await tap(button('Create account and own this site'))
    await page.waitForURL('**/admin?section=set-up')
    await untilText(page, 'You own this site now')
    expect(taps()).toBe(5)
    await ready(page)
    await expectAccessible(page)
    expectClean(page)
  })

  test('asks a future owner for a long password, and says when the link is used', async () => {
    const token = await inTransaction(site.db, trx => makeOwnerToken(trx, Date.now()))
    const page = await site.open('/', { width: 360 })
    const { type } = countTaps(page)
    await type('Password', sitePassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Fund the Catch' }).waitFor()
    await page.goto(`${site.url}/owner/${token}`)
    await ready(page)
    await type('First name', 'Otto')
    await type('Last name', 'Ruiz')
    await type('Email', 'otto@example.com')
    await type('Password', 'marlin-1')
    await page.keyboard.press('Enter')
    await page.getByText('An owner’s password must be at least 12 characters').first().waitFor()
    await page.goto(`${site.url}/owner/${token}x`)
    await page.getByRole('heading', { name: 'This Link Doesn’t Work' }).waitFor()
    expectClean(page, /status of 404/)
  })
})

describe('Set Up Your Site', () => {
  let owner: Member
  beforeAll(async () => {
    owner = await site.addMember()
    await addRole(site.db, owner.userId)
  })

  const open = async (options: PageOptions) => {
    const page = await site.open('/', { ...options, member: owner })
    await page.getByRole('textbox', { name: 'Password' }).fill(sitePassword)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Set up your site' }).click()
    await page.getByRole('heading', { name: 'Set Up Your Site' }).waitFor()
    await ready(page)
    return page
  }

  test('says how name, mail, payments and password are, and tries each', async () => {
    const page = await open({ width: 390 })
    await expectAccessibleEverywhere(page, 'set-up', [320, 390, 1280])
    const part = (name: string) => page.getByRole('region', { name, exact: true })

    // Variables are behind lines that open.
    await eventually(page.getByText('SMTP_URL=', { exact: false }).first()).toBeHidden()
    await part('Mail').getByText('Send mail', { exact: true }).click()
    await part('Mail')
      .getByText(/^SMTP_URL=smtps:/)
      .waitFor()
    // `docker compose restart` doesn't read `.env` again.
    await part('Mail').getByText('docker compose up -d').waitFor()
    await part('Payments').getByText('Take cards with Stripe').click()
    await part('Payments').getByText(`${site.url}/api/stripe/webhook`).waitFor()
    await expectAccessible(page)

    await part('Mail').getByRole('button', { name: 'Send Me a Test Mail' }).click()
    await untilText(page, 'Not sent, but written to a file')

    const gate = part('Site Password')
    const password = gate.getByRole('textbox', { name: 'Site password' })
    await password.fill('cod')
    await gate.getByRole('button', { name: 'Try the Password' }).click()
    await gate.getByText('It doesn’t open the site.').waitFor()
    await password.fill(sitePassword)
    await gate.getByRole('button', { name: 'Try the Password' }).click()
    await gate.getByText('It opens the site.').waitFor()

    await part('Site Name').getByLabel('Name', { exact: true }).fill('Port Haven Marina')
    await part('Site Name').getByRole('button', { name: 'Save' }).click()
    await untilText(page, 'Name saved')
    await eventually(part('Site Name').getByLabel('Name', { exact: true })).toHaveValue('Port Haven Marina')
    expectClean(page, /status of 401/)
  })
})
