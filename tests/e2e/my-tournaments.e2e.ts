import { expect, test } from 'bun:test'
import { hour } from '#contract/time.ts'
import { ready, said, serveSite } from '../support/browser.ts'
import { addEntry, addTournament } from '../support/factories.ts'

const site = serveSite()

test('a new tournament of next year leads to its checklist, and stays in My Tournaments', async () => {
  const organiser = await site.addMember()
  const page = await site.open('/create-tournament', { member: organiser, width: 360, zone: 'UTC' })
  await page.getByLabel('Tournament Name').fill('Winter Cup')
  await page.getByLabel('Start Date').fill('2030-12-01T10:00')
  await page.getByLabel('End Date').fill('2030-12-03T18:00')
  await page.getByRole('button', { name: 'Create Tournament' }).click()
  await page.waitForURL(`${site.url}/`)
  await said(page, 'Tournament created successfully.')
  await page.getByRole('link', { name: 'Open it' }).click()
  await page.waitForURL(/\/tournament\/[^/]+\/manage$/)
  await ready(page)
  await said(page, '4 steps to go.')
  await page.getByRole('link', { name: 'QR Code' }).click()
  await page.waitForURL(/\/board$/)
  await page.goBack()
  await ready(page)
  await said(page, '3 steps to go.')
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'My Tournaments' }).click()
  await page.waitForURL(`${site.url}/my-tournaments`)
  await ready(page)
  const upcoming = page.getByRole('region', { name: 'Upcoming' })
  await upcoming.getByRole('heading', { name: 'Winter Cup' }).waitFor()
  await upcoming.getByRole('link', { name: 'Get Ready' }).click()
  await page.waitForURL(/\/manage\?section=checklist$/)
})

test('My Tournaments groups tournaments by what they need, and follows changes', async () => {
  const organiser = await site.addMember()
  const own = { organiser_id: organiser.userId }
  const live = await addTournament(site.db, { ...own, name: 'Marina Cup' })
  const entry = await addEntry(site.db, { tournament_id: live })
  const past = { starts_at: Date.now() - 3 * hour, ends_at: Date.now() - hour }
  const over = await addTournament(site.db, { ...own, ...past, name: 'Bluefin Blitz' })
  await addEntry(site.db, { tournament_id: over })
  const page = await site.open('/my-tournaments', { member: organiser, width: 1280 })
  await site.untilWatched(page)
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  expect(await titles.allTextContents()).toEqual(['Live', 'Awaiting results'])
  await said(page, '1 boat entered: weigh in the first catch.')
  const caught = { weight: 20, species: 'Wahoo' }
  await site.ask(organiser, 'POST', `/api/tournament-entries/${entry}/catches`, caught)
  await said(page, '1 of 1 boat with a catch: weigh in the next.')
  await page.getByRole('link', { name: 'Enter Results' }).click()
  await page.waitForURL(`${site.url}/tournament/${over}/manage?section=results`)
})

for (const width of [360, 1280])
  test(`from home to a weigh-in with three taps, at ${width} px`, async () => {
    const organiser = await site.addMember()
    const tournament = await addTournament(site.db, { organiser_id: organiser.userId, name: 'Marina Cup' })
    await addEntry(site.db, { tournament_id: tournament })
    const page = await site.open('/', { member: organiser, width })
    const own = page.getByRole('region', { name: 'My Tournaments' })
    expect(await own.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/my-tournaments')
    await own.getByRole('link', { name: 'Weigh In' }).click()
    await page.waitForURL(/\/manage\?section=weigh-in$/)
    await ready(page)
    await page.getByRole('button', { name: /Reel Deal/ }).click()
    await page.keyboard.type('31.5')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Wahoo')
    await page.getByRole('button', { name: 'Weigh In 31.5 lbs' }).click()
    await page.getByRole('main').getByText('31.5 lbs · Reel Deal').waitFor()
  })
