import { afterEach, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { fillDemo } from '../../db/demo.ts'
import { root } from '../../scripts/build.ts'
import {
  axe,
  brokenTexts,
  closePages,
  disclosureNames,
  eventually,
  expectAccessibleEverywhere,
  expectClean,
  expectFocused,
  expectNoSidewaysScroll,
  heightsOf,
  layoutShift,
  openRow,
  serveSite,
  setFontSize,
  startSite,
  visit,
} from '../support/browser.ts'
import { addBoat, addEntry, addFunding, addTournament, pastDates, upcoming } from '../support/factories.ts'
import { changeRows } from '../support/rows.ts'

const site = serveSite()

afterEach(closePages)

test('My Funding with 120 fundings shows them in pages, with the totals of all', async () => {
  const backer = await site.addMember()
  const tournament_id = await addTournament(site.db)
  const first = await addEntry(site.db, { tournament_id })
  const second = await addEntry(site.db, { tournament_id })
  for (let n = 0; n < 120; n++)
    await addFunding(site.db, {
      backer_id: backer.userId,
      entry_id: n % 2 === 0 ? first : second,
      amount_cents: 1000 + n,
      created_at: Date.UTC(2026, 0, 1) + n,
    })

  const page = await site.open('/my-funding', { member: backer })
  const totals = page.getByRole('region', { name: 'Totals' })
  const cards = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  const more = page.getByRole('button', { name: 'Show more fundings' })
  // 120 × $10.00 and 0 + 1 + … + 119 cents.
  const expectTotals = async () =>
    await eventually(totals.getByRole('definition')).toHaveText(['$1,271.40', '2', '1'])

  for (const count of [12, 24, 36, 48, 60, 72, 84, 96, 108]) {
    await cards.nth(count - 1).waitFor()
    await eventually(cards).toHaveCount(count)
    await expectTotals()
    await more.click()
  }
  await cards.nth(119).waitFor()
  await eventually(more).toHaveCount(0)
  expect(
    await page.evaluate(() => document.activeElement?.contains(document.querySelector('#history li'))),
  ).toBe(true)
  await expectFocused(page.getByRole('group', { name: 'fundings' }))
  expectClean(page)
})

test('sums with cents stay on one line on phones, before and after their font has arrived', async () => {
  const backer = await site.addMember()
  const tournament = await addTournament(site.db, { prize_pool_cents: 500_010 })
  const entry = await addEntry(site.db, { tournament_id: tournament, funding_goal_cents: 4_000_000 })
  await addFunding(site.db, { backer_id: backer.userId, entry_id: entry, amount_cents: 3_013_010 })
  for (const width of [320, 360, 390]) {
    const page = await site.open('/my-funding', { member: backer, width, lateFonts: true })
    const totals = page.getByRole('region', { name: 'Totals' }).getByRole('definition')
    await eventually(totals).toHaveText(['$30,130.10', '1', '1'])
    expect((await layoutShift(page)).score).toBeLessThan(0.01)
    expect(new Set(await heightsOf(totals)).size).toBe(1)
  }
  const page = await site.open(`/tournament/${tournament}`, { member: backer, width: 320 })
  const stats = page.getByRole('region', { name: 'Tournament Stats' }).getByRole('definition')
  await eventually(stats).toHaveText(['1', '$30,130.10', '$5,000.10'])
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect([width, new Set(await heightsOf(stats)).size]).toEqual([width, 1])
  }
})

test('sums of the recap and the cents of the statement stay on one line on phones', async () => {
  const [organiser, backer] = [await site.addMember(), await site.addMember()]
  const tournament = await addTournament(site.db, { organiser_id: organiser.userId, ...pastDates() })
  const entry = await addEntry(site.db, { tournament_id: tournament })
  for (let n = 0; n < 3; n++) await addFunding(site.db, { backer_id: backer.userId, entry_id: entry })
  const results = { winnings: [{ entryId: entry, amount: '123456.78' }] }
  await site.ask(organiser, 'POST', `/api/tournaments/${tournament}/results`, results)
  const page = await site.open(`/tournament/${tournament}/recap`, { member: backer, width: 320 })
  const figures = page.getByRole('region', { name: 'In figures' }).getByRole('definition')
  await eventually(figures.first()).toHaveText('$123,456.78')
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const [sum = 0, other, backers = 0] = await heightsOf(figures)
    expect([width, other]).toEqual([width, sum])
    expect(sum).toBeLessThanOrEqual(backers)
  }
  await visit(page, `${site.url}/statement/${entry}`)
  const cent = page.getByRole('cell').getByText('+ 1¢').first()
  expect(await cent.textContent()).toBe('+ 1¢')
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await cent.evaluate(span => span.getClientRects().length)).toBe(1)
    await expectNoSidewaysScroll(page)
  }
})

test('My Funding of 22 tournaments fits three screens of a phone, in rows that open', async () => {
  const backer = await site.addMember()
  for (let n = 0; n < 22; n++) {
    const dates = n < 11 ? {} : upcoming()
    const tournament_id = await addTournament(site.db, { name: `Marlin Classic ${n}`, ...dates })
    const entry_id = await addEntry(site.db, { tournament_id }, { name: `Second Mortgage ${n}` })
    await addFunding(site.db, { backer_id: backer.userId, entry_id, amount_cents: 250_000 })
  }
  const page = await site.open('/my-funding', { member: backer, width: 360 })
  const rows = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await eventually(rows).toHaveCount(22)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2500)
  const [row] = await rows.all()
  expect((await row?.boundingBox())?.height).toBeLessThanOrEqual(72)
  const receipt = rows.first().getByRole('link', { name: 'Receipt' })
  expect(await receipt.isVisible()).toBe(false)
  expect((await disclosureNames(page))[0]).toMatch(/^Second Mortgage \d+ .+ Contribution \$2,500/)
  await rows.first().locator('summary').first().focus()
  await page.keyboard.press('Enter')
  await receipt.waitFor()
  await expectAccessibleEverywhere(page, 'my-funding', [320, 360, 768, 1280])
})

test('of 120 boats, one’s own are found at once and the others in pages', async () => {
  const member = await site.addMember()
  await addBoat(site.db, { owner_id: member.userId, name: 'First Light' })
  const before = await site.db
    .selectFrom('boats')
    .select('id')
    .where('owner_id', '!=', member.userId)
    .execute()
  for (let n = before.length; n < 119; n++) await addBoat(site.db, { name: `Boat ${n}` })

  const page = await site.open('/boats', { member })
  const own = page
    .getByRole('region', { name: 'My Boats' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'First Light' }) })
  const others = page.getByRole('region', { name: 'All Tournament Boats' }).getByRole('listitem')
  const more = page.getByRole('button', { name: 'Show more boats' })
  await eventually(own).toHaveCount(1)
  await eventually(others).toHaveCount(24)
  for (let count = 48; count <= 120; count += 24) {
    await more.click()
    await others.nth(Math.min(count, 119) - 1).waitFor()
  }
  await eventually(others).toHaveCount(119)
  await eventually(more).toHaveCount(0)
  expectClean(page)
})

/** Closed rows are for fingers, and many fit a screen. */
async function expectRows(items: Locator): Promise<void> {
  const heights = await heightsOf(items)
  expect(heights.length).toBeGreaterThan(0)
  expect(heights.filter(height => height < 48 || height > 72)).toEqual([])
}

/** WCAG 2.2, 1.4.4 and 1.4.10. */
async function expectFitsDoubleFontSize(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 })
  await setFontSize(page, 32)
  await expectNoSidewaysScroll(page)
  expect(await brokenTexts(page)).toEqual([])
  await setFontSize(page, 16)
}

test('boats are rows with place and funding, live ones first; they can be searched', async () => {
  const member = await site.addMember()
  const live = await addTournament(site.db, { name: 'Marlin Classic' })
  const [place, funding] = [{ current_position: 2 }, { current_funding_cents: 730_000 }]
  for (const owner of [{ owner_id: member.userId }, {}]) {
    await addEntry(
      site.db,
      { tournament_id: live, ...place, ...funding },
      { name: 'Zephyr', description: 'Six rods out.', ...owner },
    )
    for (let n = 1; n < 11; n++) await addBoat(site.db, { name: `Zephyr ${n}`, ...owner })
  }

  const page = await site.open('/boats', { member, width: 360 })
  for (const region of ['My Boats', 'All Tournament Boats']) {
    const list = page.getByRole('region', { name: region })
    const rows = list.getByRole('listitem').filter({ has: page.getByText(/^Captain: /) })
    await list.getByRole('searchbox', { name: 'Find' }).fill('zeph')
    await rows.nth(10).waitFor()
    await rows.nth(11).waitFor({ state: 'detached' })
    const [first = ''] = await rows.allTextContents()
    for (const text of ['Live', 'Marlin Classic', '73%funded']) expect(first).toContain(text)
    await rows.first().getByRole('img', { name: '2nd place' }).waitFor()
    await expectRows(rows)
    await list.getByRole('searchbox', { name: 'Find' }).fill('nemo')
    await list.getByText('No boat matches').waitFor()
    await list.getByRole('searchbox', { name: 'Find' }).fill('')
    await rows.nth(10).waitFor()
  }
  const others = page.getByRole('region', { name: 'All Tournament Boats' })
  await expectFitsDoubleFontSize(page)
  await others.getByRole('link', { name: 'Zephyr', exact: true }).first().click()
  await page.waitForURL('**/boat/*')
})

test('entries, their money and their backers are rows, at double font size too', async () => {
  const member = await site.addMember()
  const tournament = await addTournament(site.db, { organiser_id: member.userId })
  const fund = (entry_id: Awaited<ReturnType<typeof addEntry>>, message: string | null = null) =>
    addFunding(site.db, { entry_id, amount_cents: 12_345_67, message })
  const entries = await Promise.all(
    ['Second Mortgage', 'Reel Deal', 'Knot Today'].map((name, n) =>
      addEntry(
        site.db,
        { tournament_id: tournament, current_position: n + 1, funding_goal_cents: 1_000_000_00 },
        { name, owner_id: member.userId },
      ),
    ),
  )
  for (const entry of entries) await fund(entry)
  const [first] = entries
  if (first === undefined) throw new Error('no entry')
  await fund(first, 'Tight lines, and see you all at the dock on Saturday!')

  const manage = `/tournament/${tournament}/manage?section=`
  const page = await site.open(`${manage}entries`, { member })
  for (const [path, region] of [
    [`${manage}entries`, 'Entries'],
    [`${manage}fundings`, 'Money Raised'],
    [`${manage}fundings`, 'Fundings'],
    [`/entry/${first}/backers`, null],
  ] as const) {
    if (!page.url().endsWith(path)) await visit(page, site.url + path)
    const part =
      region === null ? page.getByRole('main') : page.getByRole('region', { name: region, exact: true })
    const rows = part.getByRole('listitem').filter({ has: page.getByRole('heading') })
    await rows.first().waitFor()
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expectRows(rows)
      await expectNoSidewaysScroll(page)
    }
    await expectFitsDoubleFontSize(page)
  }
  await openRow(page.getByRole('main'), 'Tight lines')
  await page.getByRole('button', { name: /^Reply to / }).waitFor()
})

test('sums never break over lines', async () => {
  const member = await site.addMember()
  const tournament = await addTournament(site.db, { organiser_id: member.userId })
  const entry_id = await addEntry(site.db, { tournament_id: tournament, funding_goal_cents: 9_000_000_00 })
  await addFunding(site.db, { entry_id, amount_cents: 1_234_567_89 })
  const page = await site.open(`/tournament/${tournament}/manage?section=fundings`, { member })
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const lines = await page.getByText('$1,234,567.89', { exact: true }).evaluateAll(sums =>
      sums
        .filter(sum => sum.checkVisibility())
        .map(sum => {
          const range = document.createRange()
          range.selectNodeContents(sum)
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        }),
    )
    expect(lines.length).toBeGreaterThan(3)
    expect(new Set(lines)).toEqual(new Set([1]))
  }
})

test('boats and dates of fundings begin one below the other', async () => {
  const member = await site.addMember()
  const tournament = await addTournament(site.db, { organiser_id: member.userId })
  const entry_id = await addEntry(site.db, { tournament_id: tournament })
  for (const amount_cents of [1_000, 33_000, 123_456]) await addFunding(site.db, { entry_id, amount_cents })
  await changeRows(site.db, 'fundings', { refund_requested_at: 1 }, { amount_cents: 123_456 })
  const page = await site.open(`/tournament/${tournament}/manage?section=fundings`, { member, width: 1280 })
  const lines = page.locator('summary p').filter({ hasText: /, 20\d\d$/ })
  await eventually(lines).toHaveCount(3)
  const starts = await lines.evaluateAll(all => all.map(line => line.getBoundingClientRect().x))
  expect(new Set(starts).size).toBe(1)
  await page.route('**/fundings?*', route => route.fulfill({ status: 400, body: '{}' }))
  await page.getByRole('button', { name: 'Refunded' }).click()
  await page.getByText('The fundings could not be loaded').waitFor()
  expectClean(page, /status of 400|400: /)
})

test('an organiser finds one of twelve boats, and a captain one of twelve backers', async () => {
  const member = await site.addMember()
  const tournament = await addTournament(site.db, { organiser_id: member.userId })
  const boat = await addBoat(site.db, { owner_id: member.userId, name: 'Salt Shaker' })
  const entry = await addEntry(site.db, { tournament_id: tournament, boat_id: boat })
  for (let n = 1; n < 12; n++) await addEntry(site.db, { tournament_id: tournament }, { name: `Boat ${n}` })
  const { userId: bo } = await site.addMember({ firstName: 'Bo', lastName: 'Lindqvist' })
  for (let n = 0; n < 12; n++)
    await addFunding(site.db, { entry_id: entry, ...(n === 7 && { backer_id: bo }) })

  const page = await site.open(`/tournament/${tournament}/manage?section=entries`, { member })
  const boats = page.getByRole('region', { name: 'Entries' }).getByRole('listitem')
  await eventually(boats).toHaveCount(12)
  await page.getByRole('searchbox', { name: 'Find' }).fill('shaker')
  await boats.nth(1).waitFor({ state: 'detached' })
  await eventually(boats.getByRole('heading')).toHaveText(['Salt Shaker'])
  const file = page.getByRole('link', { name: 'Download CSV' })
  expect(await file.getAttribute('href')).toBe(`/api/tournaments/${tournament}/entries.csv`)

  await visit(page, `${site.url}/entry/${entry}/backers`)
  const backers = page.getByRole('list', { name: 'Backers' }).getByRole('listitem')
  await eventually(backers).toHaveCount(12)
  await page.getByRole('searchbox', { name: 'Find' }).fill('lindq')
  await backers.nth(1).waitFor({ state: 'detached' })
  await eventually(backers.getByRole('heading')).toHaveText(['Bo Lindqvist'])
  await page.getByRole('searchbox', { name: 'Find' }).fill('nemo')
  await page.getByText('No backer by that name').waitFor()
  expectClean(page)
})

test('home of the demo marina fits 3,500 px of a phone, with what its members run, fish and back', async () => {
  await using marina = await startSite()
  await fillDemo(marina.deps, root)
  const page = await marina.open('/login', { width: 390 })
  for (const [email, regions] of [
    ['olive@demo.reelstake.test', ['My Tournaments']],
    ['cap@demo.reelstake.test', ['My Boats']],
    ['kit@demo.reelstake.test', ['My Boats']],
    ['bo@demo.reelstake.test', ['Boats You Back']],
  ] as const) {
    const { id: user_id } = await marina.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const member = await marina.addMember()
    await changeRows(marina.db, 'sessions', { user_id }, { user_id: member.userId })
    await page.context().addCookies([member.cookie])
    await visit(page, `${marina.url}/`)
    const sections = page.getByRole('main').getByRole('heading', { level: 2 })
    expect((await sections.allTextContents()).slice(0, regions.length + 2)).toEqual([
      ...regions,
      'Active Tournaments',
      'Upcoming Tournaments',
    ])
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3500)
    await axe(page, 'target-size')
  }
})
