import { expect, test } from 'bun:test'
import { day } from '#contract/time.ts'
import {
  eventually,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  serveSite,
} from '../support/browser.ts'
import { addBoat, addEntry, addFunding, addTournament, upcoming } from '../support/factories.ts'

const site = serveSite()

async function addBoatAt(dates: object) {
  const captain = await site.addMember({ firstName: 'Caspar', lastName: 'Ruiz' })
  const boat = await addBoat(site.db, { name: 'Reel Deal', owner_id: captain.userId })
  const tournament = await addTournament(site.db, { name: 'Marlin Classic', ...dates })
  const entry = await addEntry(site.db, {
    boat_id: boat,
    tournament_id: tournament,
    current_position: 2,
    best_catch: JSON.stringify({ weight: 388, species: 'Blue Marlin' }),
  })
  await addFunding(site.db, { entry_id: entry, amount_cents: 250_000 })
  return { captain, boat, tournament, entry }
}

test('right under the name of a boat: how it does in the tournament that runs', async () => {
  const { boat, tournament } = await addBoatAt({})
  const page = await site.open(`/boat/${boat}`, { width: 360 })
  const strip = page.getByRole('region', { name: 'Live: Marlin Classic' })
  await strip.getByRole('img', { name: '2nd place' }).waitFor()
  await strip.getByText('388 lbs Blue Marlin').waitFor()
  await strip.getByText('25%', { exact: true }).waitFor()
  await strip.getByText('1 backer', { exact: true }).waitFor()
  const link = strip.getByRole('link', { name: 'Marlin Classic' })
  expect(await link.getAttribute('href')).toBe(`/tournament/${tournament}`)
  await expectAccessibleEverywhere(page, 'boat-live', [320, 390, 768, 1280])
  const large = await site.open(`/boat/${boat}`, { width: 360, fontSize: 32 })
  await large.getByRole('region', { name: 'Live: Marlin Classic' }).waitFor()
  await expectNoSidewaysScroll(large)
})

test('before the start and after the end there is no such strip', async () => {
  for (const dates of [upcoming(), { starts_at: Date.now() - 2 * day, ends_at: Date.now() - day }]) {
    const { boat } = await addBoatAt(dates)
    const page = await site.open(`/boat/${boat}`)
    await page.getByRole('heading', { name: 'Reel Deal' }).first().waitFor()
    await eventually(page.getByRole('region', { name: /^Live:/ })).toHaveCount(0)
  }
})

test('only its owner edits a boat, posts for it and sees its backers, at the head of its page', async () => {
  const { captain, boat, entry } = await addBoatAt({})
  const stranger = await site.addMember()
  for (const member of [captain, stranger]) {
    const page = await site.open(`/boat/${boat}`, { member, width: 360 })
    const head = page.getByRole('region', { name: 'Boat' })
    await head.getByRole('link', { name: 'QR Code' }).waitFor()
    const isOwner = member === captain
    for (const name of ['Edit Reel Deal', 'Post Update about Reel Deal'])
      await eventually(head.getByRole('button', { name })).toHaveCount(isOwner ? 1 : 0)
    const backers = head.getByRole('link', { name: 'Who Backs It' })
    await eventually(backers).toHaveCount(isOwner ? 1 : 0)
    if (!isOwner) continue
    expect(await backers.getAttribute('href')).toBe(`/entry/${entry}/backers`)
    await expectAccessibleEverywhere(page, 'boat-own', [320, 390, 768, 1280])
    await head.getByRole('button', { name: 'Edit Reel Deal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Reel Deal' })
    await dialog.getByLabel('Captain Name').fill('Rosa Delgado')
    await dialog.getByRole('button', { name: 'Save Boat' }).click()
    await head.getByText('Captain: Rosa Delgado').waitFor()
  }
})
