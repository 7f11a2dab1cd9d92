import { describe, expect, test } from 'bun:test'
import { legalKinds } from '#contract/site/legal-kinds.ts'
import {
  eventually,
  expectAccessible,
  expectClean,
  expectNoSidewaysScroll,
  serveSite,
} from '../support/browser.ts'

const site = serveSite({ env: { MINIMUM_AGE: '18' } })

describe('the legal pages', () => {
  test('are reached by keyboard from the footer, accessible and without React', async () => {
    const page = await site.open('/', { width: 360 })
    for (const name of ['Terms of Service', 'Privacy Policy', 'Cookie Policy', 'Support']) {
      const link = page.getByRole('contentinfo').getByRole('link', { name })
      await link.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await eventually(page.locator('link[rel=modulepreload]')).toHaveCount(0)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.goBack()
    }
    expectClean(page)
  })

  test('print their text alone', async () => {
    for (const kind of legalKinds) {
      const page = await site.open(`/${kind}`)
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByRole('contentinfo').isVisible()).toBe(false)
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    }
  })
})

test('sign-up asks for the minimum age beside the links to the terms', async () => {
  const page = await site.open('/login?mode=signup', { width: 360 })
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Moss')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.locator('input[name=password]').fill('long enough')
  expect(
    await page.getByRole('main').getByRole('link', { name: 'Terms of Service' }).getAttribute('href'),
  ).toBe('/terms')
  await page.getByRole('button', { name: 'Create account' }).click()
  const age = page.getByLabel('I am 18 or older')
  expect(await age.evaluate(element => element === document.activeElement)).toBe(true)
  await age.check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Your account is ready').waitFor()
})
