import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import {
  axeColors,
  clippedTexts,
  eventually,
  expectClean,
  expectNoSidewaysScroll,
  holdRequests,
  type Member,
  ready,
  reload,
  serveSite,
  toasts,
  visit,
} from '../support/browser.ts'
import { addBoat, addEntry, addTournament } from '../support/factories.ts'

/** Playwright turns off the back-forward cache. */
const site = serveSite()
let member: Member
let entry: EntryId
let tournament: TournamentId

beforeAll(async () => {
  member = await site.addMember()
  const now = site.deps.now()
  const live = { starts_at: now - day, ends_at: now + day, prize_pool_cents: 125_000_000 }
  tournament = await addTournament(site.db, { ...live, organiser_id: member.userId })
  await addEntry(site.db, { tournament_id: tournament })
  // Organisers can't fund boats of a tournament that runs.
  entry = await addEntry(site.db, {
    tournament_id: await addTournament(site.db, live),
    funding_goal_cents: 500_000,
  })
})

const amount = (page: Page) => page.getByLabel('Custom amount')
const fundButton = (page: Page) => page.getByRole('button', { name: /^Fund( \$|$)/ })
const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })

test('an amount typed before the script arrives can be sent only once the form shows what it charges', async () => {
  const page = await site.open('/tournaments', { member })
  const scripts = await holdRequests(page, '**/assets/*.js')
  const payments: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') payments.push(request.url())
  })
  await page.goto(`${site.url}/funding/${entry}`, { waitUntil: 'commit' })
  await amount(page).fill('975')
  expect(await fundButton(page).isDisabled()).toBe(true)
  await amount(page).press('Enter')
  scripts.release()
  await ready(page)
  await page.getByRole('button', { name: 'Fund $975', exact: true }).waitFor()
  expect(await summary(page).textContent()).toContain('$975')
  expect(payments.filter(url => url.includes('create-payment-intent'))).toEqual([])
})

test('an amount that changes without an input event is shown before it is charged', async () => {
  const page = await site.open(`/funding/${entry}`, { member })
  await amount(page).fill('25')
  await amount(page).evaluate((input: HTMLInputElement) => {
    input.value = '2500'
  })
  await page.getByRole('button', { name: 'Fund $25', exact: true }).click()
  await page.getByText('Check this amount, then fund again', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Fund $2,500', exact: true }).waitFor()
  expect(page.url()).toBe(`${site.url}/funding/${entry}`)
})

describe('a half-typed form', () => {
  const values = async (page: Page) => ({
    amount: await amount(page).inputValue(),
    message: await page.getByLabel('Message for the Captain').inputValue(),
  })

  test('is whole after Back and after a reload, with what it charges; as at first when it is opened anew', async () => {
    const page = await site.open(`/funding/${entry}`, { member })
    await amount(page).fill('125')
    await page.getByLabel('Message for the Captain').fill('Tight lines')
    for (const leave of [
      async () => {
        await page.goto(`${site.url}/tournaments`)
        await page.goBack()
      },
      () => page.reload(),
    ]) {
      await leave()
      await ready(page)
      await page.getByRole('button', { name: 'Fund $125', exact: true }).waitFor()
      expect(await values(page)).toEqual({ amount: '125', message: 'Tight lines' })
    }
    await page.goto(`${site.url}/funding/${entry}`)
    await ready(page)
    expect(await values(page)).toEqual({ amount: '25', message: '' })
  })

  test('is stored with its choices and dates, never with a password', async () => {
    const page = await site.open('/create-tournament', { member })
    await page.getByLabel('Tournament Name').fill('Blue Water Classic')
    await page.getByLabel('Start Date').fill('2027-06-01T06:00')
    await page.getByLabel('Description').fill('Three days')
    await page.goto(`${site.url}/account`)
    await ready(page)
    const secret = page.locator('input[type=password]').first()
    await secret.fill('hunter2-hunter2')
    expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })))).not.toContain('hunter2')
    await page.goBack()
    await ready(page)
    await eventually(page.getByLabel('Tournament Name')).toHaveValue('Blue Water Classic')
    await eventually(page.getByLabel('Start Date')).toHaveValue('2027-06-01T06:00')
    await eventually(page.getByLabel('Description')).toHaveValue('Three days')
  })

  test('is whole after the session has ended and the person has signed in again', async () => {
    const page = await site.open('/add-boat', { member })
    await page.getByLabel('Boat Name').fill('Night Tide')
    await page.getByLabel('Captain').fill('Ana Reyes')
    await page.context().clearCookies()
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.waitForURL(url => url.pathname === '/login')
    await page.context().addCookies([member.cookie])
    await page.reload()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL(url => url.pathname === '/add-boat')
    await ready(page)
    await eventually(page.getByLabel('Boat Name')).toHaveValue('Night Tide')
    await eventually(page.getByLabel('Captain')).toHaveValue('Ana Reyes')
    expectClean(page, /401/)
  })

  test('comes back for its boat alone, also beside one of the same name', async () => {
    const owner = await site.addMember()
    for (const description of ['At pier 7', 'At pier 8'])
      await addBoat(site.db, { owner_id: owner.userId, name: 'Twin Fin', description })
    const page = await site.open('/boats', { member: owner })
    const edit = async (at: number) => {
      const row = page.getByRole('main').locator('details').filter({ hasText: 'Twin Fin' }).nth(at)
      const button = row.getByRole('button', { name: 'Edit Twin Fin' })
      if (!(await button.isVisible())) await row.locator('summary').click()
      await button.click()
      const dialog = page.getByRole('dialog')
      // Enabled once the draft is restored.
      await eventually(dialog.getByRole('button', { name: 'Save Boat' })).toBeEnabled()
      return dialog.getByLabel('Description')
    }
    await (await edit(0)).fill('At pier 70')
    await reload(page)
    await eventually(await edit(1)).toHaveValue(/^At pier [78]$/)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(await edit(0)).toHaveValue('At pier 70')
  })

  test('is gone once it was sent', async () => {
    const page = await site.open('/add-boat', { member })
    await page.getByLabel('Boat Name').fill('Sea Wolf')
    await page.getByLabel('Captain').fill('Ana Reyes')
    expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toContain('Sea Wolf')
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.waitForURL(url => url.pathname !== '/add-boat')
    expect((await page.evaluate(() => sessionStorage.getItem('drafts'))) ?? '').not.toContain('Sea Wolf')
  })
})

describe('without script', () => {
  test('each form that needs JavaScript says so, and can’t be sent', async () => {
    const page = await site.open('/add-boat', { member, script: false })
    for (const path of [
      '/add-boat',
      `/funding/${entry}`,
      '/create-tournament',
      '/account',
      `/tournament/${tournament}/manage?section=settings`,
    ]) {
      await page.goto(site.url + path)
      const forms = page.locator('form')
      expect(await forms.count()).toBeGreaterThan(0)
      for (const form of await forms.all()) {
        if ((await form.getAttribute('method')) === 'get') continue
        expect(await form.textContent()).toContain('This form needs JavaScript.')
        for (const button of await form.locator('button[type=submit]').all())
          expect([path, await button.isDisabled()]).toEqual([path, true])
      }
    }
  })

  test('the crew app says that it needs JavaScript; the form for signing in can be sent', async () => {
    const page = await site.open('/crew', { member, script: false })
    const notice = page.locator('noscript p')
    expect(await notice.isVisible()).toBe(true)
    expect(await notice.textContent()).toContain('The crew app needs JavaScript.')
    const [text, screen] = [await notice.boundingBox(), await page.getByRole('main').boundingBox()]
    const middleOf = (box: typeof text) => (box?.y ?? 0) + (box?.height ?? 0) / 2
    expect(Math.abs(middleOf(text) - middleOf(screen))).toBeLessThan(20)

    await page.context().clearCookies()
    await page.goto(`${site.url}/login`)
    expect(await page.getByRole('main').textContent()).not.toContain('needs JavaScript')
    expect(await page.getByRole('main').locator('button[type=submit]').isDisabled()).toBe(false)
  })
})

test('Tab gets past toasts; they and buttons such as "Withdraw" are not printed; forced colours mark the current section', async () => {
  const page = await site.open(`/tournament/${tournament}/manage?section=entries`, { member })
  const buttons = page.getByRole('main').locator('button:visible')
  expect(await buttons.count()).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  await eventually(buttons).toHaveText([])
  // Some browsers print backgrounds.
  await axeColors(page)
  await page.emulateMedia({ media: 'screen' })

  await page.emulateMedia({ forcedColors: 'active' })
  const links = page.getByRole('navigation', { name: 'Manage' }).getByRole('link')
  const grounds = await links.evaluateAll(all =>
    all.map(link => [link.getAttribute('aria-current'), getComputedStyle(link).backgroundColor]),
  )
  const current = grounds.flatMap(([mark, ground]) => (mark === 'page' ? [ground] : []))
  expect(current).toHaveLength(1)
  expect(grounds.filter(([, ground]) => ground === current[0])).toHaveLength(1)
  await page.emulateMedia({ forcedColors: null })

  await page.goto(`${site.url}/account`)
  await ready(page)
  await page.getByRole('button', { name: /^Save/ }).first().click()
  const toast = toasts(page)
  await toast.waitFor()
  await toast.getByRole('button', { name: 'Close' }).focus()
  // To the browser's own controls, and on to the page.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.locator('a:focus', { hasText: 'Skip to content' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await toast.isVisible()).toBe(false)
})

test('at 320 px and double font size, no heading, card or prize pool widens the home page', async () => {
  const page = await site.open('/', { width: 320, fontSize: 32, member })
  await page.getByText('$1,250,000').first().waitFor()
  await expectNoSidewaysScroll(page)
  await page.context().clearCookies()
  await reload(page)
  await page.getByRole('heading', { name: 'Active Tournaments' }).waitFor()
  await page.getByText('White Marlin Open').first().waitFor()
  await expectNoSidewaysScroll(page)
})

test('names without a space stay within their pages at 360 px', async () => {
  const name = 'WM'.repeat(40)
  const boat = await addBoat(site.db, { name })
  const tournament_id = await addTournament(site.db, { name })
  await addEntry(site.db, {
    tournament_id,
    boat_id: boat,
    current_position: 1,
    best_catch: JSON.stringify({ weight: 412.5, species: 'Blue Marlin' }),
  })
  const paths = [
    '/',
    `/boat/${boat}`,
    `/tournament/${tournament_id}/race`,
    `/tournament/${tournament_id}/protests`,
  ]
  const page = await site.open('/login', { width: 360 })
  for (const path of paths) {
    await visit(page, site.url + path)
    await page.getByText(name).filter({ visible: true }).first().waitFor()
    await expectNoSidewaysScroll(page)
    expect(await clippedTexts(page)).toEqual([])
  }
})
