import { expect, test } from 'bun:test'
import {
  axe,
  brokenTexts,
  clippedTexts,
  eventually,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  heightsOf,
  layoutShift,
  openRow,
  reload,
  serveSite,
  setFontSize,
  visit,
} from '../support/browser.ts'
import { addCareer } from '../support/career.ts'
import {
  addBoat,
  addEntry,
  addFunding,
  addSigned,
  addTournament,
  addUser,
  nameValues,
  pastDates,
  upcoming,
} from '../support/factories.ts'

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
  for (const width of [768, 1280, 390, 320, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
  await setFontSize(page, 32)
  await expectNoSidewaysScroll(page)
})

test('before the start and after the end there is no such strip', async () => {
  const page = await site.open('/login')
  for (const dates of [upcoming(), pastDates()]) {
    const { boat } = await addBoatAt(dates)
    await visit(page, `${site.url}/boat/${boat}`)
    await page.getByRole('heading', { name: 'Reel Deal' }).first().waitFor()
    await eventually(page.getByRole('region', { name: /^Live:/ })).toHaveCount(0)
  }
})

test('only its owner edits a boat, posts for it and sees its backers, at the head of its page', async () => {
  const { captain, boat, entry } = await addBoatAt({})
  const stranger = await site.addMember()
  const page = await site.open(`/boat/${boat}`, { member: stranger, width: 360 })
  const head = page.getByRole('region', { name: 'Boat' })
  for (const member of [stranger, captain]) {
    if (member === captain) {
      await page.context().addCookies([member.cookie])
      await reload(page)
    }
    await head.getByRole('link', { name: 'QR Code' }).waitFor()
    const isOwner = member === captain
    for (const name of ['Edit Reel Deal', 'Post Update about Reel Deal', 'Invite Crew of Reel Deal'])
      await eventually(head.getByRole('button', { name })).toHaveCount(isOwner ? 1 : 0)
    const backers = head.getByRole('link', { name: 'Who Backs It' })
    await eventually(backers).toHaveCount(isOwner ? 1 : 0)
    if (!isOwner) continue
    expect(await backers.getAttribute('href')).toBe(`/entry/${entry}/backers`)
    const actions = head.locator('button, a').filter({ hasText: /^(Post|Edit|Invite|Who|Follow|Share|QR)/ })
    await eventually(actions).toHaveCount(7)
    await eventually(actions.filter({ has: page.locator('svg') })).toHaveCount(7)
    await expectAccessibleEverywhere(page, 'boat-own', [320, 390, 768, 1280])
    await head.getByRole('button', { name: 'Edit Reel Deal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Reel Deal' })
    await dialog.getByLabel('Captain Name').fill('Rosa Delgado')
    await dialog.getByRole('button', { name: 'Save Boat' }).click()
    await head.getByText('Captain: Rosa Delgado').waitFor()
  }
})

const everyWidth = [320, 390, 768, 1280, 1920]

test('a boat without settled tournaments has no career yet, in a line', async () => {
  const boat = await addBoat(site.db)
  const page = await site.open(`/boat/${boat}`, { width: 390 })
  await page.getByText('No tournaments yet. They appear here once the boat is entered in one.').waitFor()
  await eventually(page.getByRole('region', { name: 'Career' })).toHaveCount(0)
  await expectAccessibleEverywhere(page, 'boat-new', [320, 1280])
  const { boat: fishing } = await addBoatAt({})
  await page.goto(`${site.url}/boat/${fishing}`)
  const career = page.getByRole('region', { name: 'Career' })
  await career.getByText('Wins and returns count once a tournament is settled').waitFor()
})

test('a career: trophies, places over time, seasons and personal bests, of settled results', async () => {
  const { db } = site
  const organiser = await addSigned(db)
  const boat = await addBoat(db, { name: 'Reel Deal' })
  await addCareer(db, boat, 3)
  const dates = { starts_at: Date.UTC(2026, 3, 1), ends_at: Date.UTC(2026, 3, 3) }
  const tournament = await addTournament(db, {
    organiser_id: organiser.id,
    name: 'Spring Cup',
    ...dates,
  })
  const entry = await addEntry(db, { boat_id: boat, tournament_id: tournament, current_position: 1 })
  await addFunding(db, { entry_id: entry, amount_cents: 100_000 })
  const response = await fetch(`${site.url}/api/tournaments/${tournament}/results`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: organiser.cookie,
    },
    body: JSON.stringify({ winnings: [{ entryId: entry, amount: 3425 }] }),
  })
  expect(response.status).toBe(201)
  const page = await site.open(`/boat/${boat}`, { width: 390 })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const career = page.getByRole('region', { name: 'Career' })
    const trophies = career.getByRole('list', { name: 'Trophies' }).getByRole('listitem')
    await eventually(trophies).toHaveText([
      'Spring Cup1st of 1 boat · 2026',
      'Big Rock Blue Marlin Tournament1st of 4 boats · 2025',
      'White Marlin Open3rd of 4 boats · 2025',
    ])
    const chart = career.getByRole('img', { name: 'Places in 4 tournaments, 2025 to 2026' })
    await eventually(chart).toHaveAccessibleName(/2026, Spring Cup: 1st of 1 boat$/)
    await career.getByText('$137.00').first().waitFor()
    await career.getByText('Best 1st in 1 tournament').waitFor()
    if (width === 390) await openRow(career, '2026')
    await career.getByText('Backers put in $1,000.00 and got $1,370.00.', { exact: true }).waitFor()
    await eventually(career.getByRole('link', { name: 'Blue Marlin', exact: true })).toHaveAttribute(
      'href',
      /^\/tournament\//,
    )
    await eventually(career.getByText('50 lbs', { exact: true })).toHaveCount(1)
    if (width === 390) await expectAccessibleEverywhere(page, 'boat-seasons', [320, 390, 1280])
  }
  const html = await (await fetch(`${site.url}/boat/${boat}`)).text()
  expect(html).toContain('content="3 podiums in 4 tournaments.')
})

test('many tournaments and backers stay short and whole at every width', async () => {
  const { captain, boat, entry } = await addBoatAt({})
  for (let n = 1; n < 300; n++)
    await addFunding(site.db, {
      entry_id: entry,
      amount_cents: 1000,
      backer_id: await addUser(site.db, nameValues('Ingrid-Magdalena', `Featherstone-Haugh ${n}`)),
    })
  await addCareer(site.db, boat, 45)
  const page = await site.open(`/boat/${boat}`, { width: 390 })
  const wall = page.getByRole('region', { name: 'Backers' })
  await wall.getByText('300 backers').waitFor()
  await eventually(page.getByText('Featherstone')).toHaveCount(0)
  const career = page.getByRole('region', { name: 'Career' })
  const trophies = career.getByRole('list', { name: 'Trophies' }).getByRole('listitem')
  await eventually(trophies).toHaveCount(6)
  expect((await layoutShift(page)).score).toBeLessThan(0.01)
  const rows = page.getByRole('region', { name: 'Tournaments' }).getByRole('listitem')
  await eventually(rows).toHaveCount(12)
  expect(Math.max(...(await heightsOf(rows)))).toBeLessThanOrEqual(72)
  for (const width of everyWidth) {
    await page.setViewportSize({ width, height: 800 })
    expect(await brokenTexts(page)).toEqual([])
    expect(await clippedTexts(page)).toEqual([])
    await expectNoSidewaysScroll(page)
  }
  await axe(page)
  await career.getByRole('button', { name: /^Show more trophies/ }).click()
  await eventually(trophies).toHaveCount(12)

  const own = await site.open(`/boat/${boat}`, { member: captain, width: 390 })
  const names = own.getByRole('list', { name: 'Backers' })
  await eventually(names.getByText(/Featherstone/)).toHaveCount(6)
  const others = names.getByRole('link', { name: 'and 294 others' })
  await eventually(others).toHaveAttribute('href', `/entry/${entry}/backers`)
  await expectAccessibleEverywhere(own, 'boat-wall', everyWidth)
  await visit(own, `${site.url}/entry/${entry}/backers`)
  const amounts = own
    .getByRole('main')
    .getByRole('listitem')
    .getByText(/^\$[\d,.]+$/)
  await amounts.first().waitFor()
  // Cents on all, so that the amounts line up.
  expect((await amounts.allTextContents()).filter(text => !/\.\d\d$/.test(text))).toEqual([])
})
