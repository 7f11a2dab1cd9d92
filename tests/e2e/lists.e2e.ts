import { afterEach, expect, test } from 'bun:test'
import { fillDemo } from '../../db/demo.ts'
import { root } from '../../scripts/build.ts'
import {
  closePages,
  expectAccessibleEverywhere,
  expectClean,
  serveSite,
  startSite,
  visit,
} from '../support/browser.ts'
import { addBoat, addEntry, addFunding, addTournament, upcoming } from '../support/factories.ts'

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
    expect(await totals.getByRole('definition').allTextContents()).toEqual(['$1,271.40', '2', '1'])

  for (const shown of [12, 24, 36, 48, 60, 72, 84, 96, 108]) {
    await cards.nth(shown - 1).waitFor()
    expect(await cards.count()).toBe(shown)
    await expectTotals()
    await more.click()
  }
  await cards.nth(119).waitFor()
  expect(await more.count()).toBe(0)
  expect(
    await page.evaluate(() => document.activeElement?.contains(document.querySelector('#history li'))),
  ).toBe(true)
  expectClean(page)
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
  expect(await rows.count()).toBe(22)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2500)
  const [row] = await rows.all()
  expect((await row?.boundingBox())?.height).toBeLessThanOrEqual(72)
  const receipt = rows.first().getByRole('link', { name: 'Receipt' })
  expect(await receipt.isVisible()).toBe(false)
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
    .filter({ has: page.getByRole('link', { name: 'First Light' }) })
  const others = page.getByRole('region', { name: 'All Tournament Boats' }).getByRole('listitem')
  const more = page.getByRole('button', { name: 'Show more boats' })
  expect(await own.count()).toBe(1)
  expect(await others.count()).toBe(24)
  for (let shown = 48; shown <= 120; shown += 24) {
    await more.click()
    await others.nth(Math.min(shown, 119) - 1).waitFor()
  }
  expect(await others.count()).toBe(119)
  expect(await more.count()).toBe(0)
  expectClean(page)
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
  expect(await boats.count()).toBe(12)
  await page.getByRole('searchbox', { name: 'Find' }).fill('shaker')
  await boats.nth(1).waitFor({ state: 'detached' })
  expect(await boats.getByRole('heading').allTextContents()).toEqual(['Salt Shaker'])
  const file = page.getByRole('link', { name: 'Download CSV' })
  expect(await file.getAttribute('href')).toBe(`/api/tournaments/${tournament}/entries.csv`)

  await visit(page, `${site.url}/entry/${entry}/backers`)
  const backers = page.getByRole('list', { name: 'Backers' }).getByRole('listitem')
  expect(await backers.count()).toBe(12)
  await page.getByRole('searchbox', { name: 'Find' }).fill('lindq')
  await backers.nth(1).waitFor({ state: 'detached' })
  expect(await backers.getByRole('heading').allTextContents()).toEqual(['Bo Lindqvist'])
  await page.getByRole('searchbox', { name: 'Find' }).fill('nemo')
  await page.getByText('No backer by that name').waitFor()
  expectClean(page)
})

test('home of the demo marina fits 3,500 px of a phone, with what its members run, fish and back', async () => {
  await using marina = await startSite()
  await fillDemo(marina.deps, root)
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
    await marina.db.updateTable('sessions').set({ user_id }).where('user_id', '=', member.userId).execute()
    const page = await marina.open('/', { member, width: 390 })
    const sections = page.getByRole('main').getByRole('heading', { level: 2 })
    expect((await sections.allTextContents()).slice(0, regions.length + 2)).toEqual([
      ...regions,
      'Active Tournaments',
      'Upcoming Tournaments',
    ])
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3500)
  }
})
