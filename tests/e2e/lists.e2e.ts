import { afterEach, expect, test } from 'bun:test'
import { closePages, expectClean, serveSite } from '../support/browser.ts'
import { addBoat, addEntry, addFunding, addTournament } from '../support/factories.ts'

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

  for (const shown of [20, 40, 60, 80, 100]) {
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
  const own = page.getByRole('region', { name: 'My Boats' }).getByRole('listitem')
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
