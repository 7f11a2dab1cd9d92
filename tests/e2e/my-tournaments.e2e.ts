import { expect, test } from 'bun:test'
import { hour } from '#contract/time.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { addRuledTournament } from '../support/billfish-tournament.ts'
import {
  eventually,
  openRow,
  ready,
  reload,
  serveSite,
  untilFocused,
  untilText,
  visit,
} from '../support/browser.ts'
import { addEntry, addFunding, addTournament, pastDates } from '../support/factories.ts'

const site = serveSite()

test('a new tournament shows its next steps, leads to its checklist, and stays in My Tournaments', async () => {
  const organiser = await site.addMember()
  const page = await site.open('/create-tournament', { member: organiser, width: 360, zone: 'UTC' })
  await page.getByLabel('Tournament Name').fill('Winter Cup')
  await page.getByLabel('Start Date').fill('2030-12-01T10:00')
  await page.getByLabel('End Date').fill('2030-12-03T18:00')
  await page.getByRole('button', { name: 'Create Tournament' }).click()
  await page.waitForURL(/\/tournament\/[^/]+$/)
  await untilText(page, 'Tournament created successfully.')
  const steps = page.getByRole('region', { name: 'Next Steps' })
  expect(await steps.getByRole('link', { name: 'Add Boats' }).getAttribute('href')).toMatch(
    /section=entries$/,
  )
  await steps.getByRole('link', { name: 'Checklist' }).click()
  await page.waitForURL(/\/manage\?section=checklist$/)
  await ready(page)
  await untilText(page, '4 steps to go.')
  await page.getByRole('link', { name: 'QR Code' }).click()
  await page.waitForURL(/\/board$/)
  await page.goBack()
  await ready(page)
  await untilText(page, '3 steps to go.')
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
  const over = await addTournament(site.db, { ...own, ...pastDates(), name: 'Bluefin Blitz' })
  await addEntry(site.db, { tournament_id: over })
  const page = await site.open('/my-tournaments', { member: organiser, width: 1280 })
  await site.untilWatched(page)
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await eventually(titles).toHaveText(['Live', 'Awaiting results'])
  await untilText(page, '1 boat entered: weigh in the first catch.')
  const fish = { weight: 20, species: 'Wahoo' }
  await site.ask(organiser, 'POST', `/api/tournament-entries/${entry}/catches`, fish)
  await untilText(page, '1 of 1 boat with a catch: weigh in the next.')
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

test('Start Now starts an upcoming tournament from its own page, and closes funding that was to close then', async () => {
  const organiser = await site.addMember()
  const starts = Date.now() + hour
  const own = { organiser_id: organiser.userId, starts_at: starts, ends_at: starts + 24 * hour }
  const tournament = await addTournament(site.db, { ...own, funding_closes_at: starts, name: 'Marina Cup' })
  const entry = await addEntry(site.db, { tournament_id: tournament })
  const stranger = await site.open(`/tournament/${tournament}`, { member: await site.addMember() })
  await stranger.getByRole('heading', { name: 'Marina Cup' }).waitFor()
  await eventually(stranger.getByText('Next Steps')).toHaveCount(0)

  const page = await site.open(`/tournament/${tournament}`, { member: organiser, width: 360 })
  await untilText(page, '1 boat entered. Start when everyone is ready.')
  await page.getByRole('button', { name: 'Start Now' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Start Marina Cup now?' })
  await dialog.getByText('Funding closes for good.').waitFor()
  await dialog.getByRole('button', { name: 'Start Now' }).click()
  await untilText(page, 'Tournament started')
  await page.getByRole('region', { name: 'Next Steps' }).waitFor({ state: 'detached' })
  await untilFocused(page)
  const { status, entries } = await site.ask<Tournament>(null, 'GET', `/api/tournaments/${tournament}`)
  expect([status, entries.map(({ fundingOpen }) => fundingOpen)]).toEqual(['active', [false]])
  const fish = { weight: 20, species: 'Wahoo' }
  await site.ask(organiser, 'POST', `/api/tournament-entries/${entry}/catches`, fish)
})

test('Start Now is where weigh-in waits and in the settings; funding without a closing time stays open', async () => {
  const organiser = await site.addMember()
  const starts = Date.now() + hour
  const own = { organiser_id: organiser.userId, starts_at: starts, ends_at: starts + 24 * hour }
  const tournament = await addTournament(site.db, { ...own, name: 'Bluefin Blitz' })
  const manage = `/tournament/${tournament}/manage?section=`
  const settings = await site.open(`${manage}settings`, { member: organiser })
  await settings.getByRole('region', { name: 'Start' }).getByRole('button', { name: 'Start Now' }).waitFor()
  const page = await site.open(`${manage}weigh-in`, { member: organiser })
  await page.getByRole('button', { name: 'Start Now' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Start Bluefin Blitz now?' })
  await dialog.getByText(/Funding stays open until /).waitFor()
  await dialog.getByText(/^No boat is entered yet\. /).waitFor()
  await dialog.getByRole('button', { name: 'Not Yet' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('Start Now says from when fish count where the rules begin later', async () => {
  const organiser = await site.addMember()
  const starts = Date.now() + hour
  const { tournament } = await addRuledTournament(
    site.db,
    { start: starts, by: organiser.userId },
    { 'Reel Deal': {} },
    { name: 'Bluefin Blitz' },
  )
  const page = await site.open(`/tournament/${tournament}`, { member: organiser, width: 360 })
  await page.getByRole('button', { name: 'Start Now' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Start Bluefin Blitz now?' })
  await dialog.getByText(/ Fish count only from .+, lines in of its rules\.$/).waitFor()
  await eventually(dialog.getByText('No boat is entered yet.')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Start Now' }).click()
  await page.getByText(/^Fish count only from .+, lines in of its rules\.$/).waitFor()
})

test('who moves the dates hears that the fishing days of the rules stay', async () => {
  const organiser = await site.addMember()
  const { tournament } = await addRuledTournament(
    site.db,
    { start: Date.now() + 24 * hour, by: organiser.userId },
    { 'Reel Deal': {} },
  )
  const settings = `/tournament/${tournament}/manage?section=settings`
  const page = await site.open(settings, { member: organiser, width: 360 })
  const form = page.getByRole('region', { name: 'Edit' })
  const save = form.getByRole('button', { name: 'Save Changes' })
  await eventually(form.getByLabel('Start Date')).toHaveValue(/T/)
  await save.click()
  await untilText(page, 'Everybody sees the changes now.')
  await form.getByLabel('Start Date').fill('2099-12-01T10:00')
  await form.getByLabel('End Date').fill('2099-12-03T10:00')
  await save.click()
  await untilText(page, /^The fishing days of the rules are still .+: move them under Rules\.$/)
  const link = page.getByRole('group').getByRole('link', { name: 'Rules' })
  await eventually(link).toHaveAttribute('href', `/tournament/${tournament}/manage?section=rules`)

  // The toast goes; the checklist and the rules still say it.
  await visit(page, `${site.url}/tournament/${tournament}/manage?section=checklist`)
  const step = page.getByRole('listitem').filter({ hasText: 'Move the fishing days' })
  await step.getByRole('link', { name: 'Rules' }).click()
  const days = page.getByRole('group', { name: 'Days', exact: true })
  await days.getByText(/don’t fit the tournament’s dates/).waitFor()
  await days.getByRole('button', { name: 'Days of the Tournament' }).click()
  await eventually(days.getByText(/don’t fit the tournament’s dates/)).toHaveCount(0)
  await eventually(days.getByLabel('Lines In')).toHaveValue('2099-12-01T10:00')
  await eventually(days.getByLabel('Lines Out')).toHaveValue('2099-12-03T10:00')
  await untilFocused(page)
  await page.getByRole('button', { name: 'Save Rules' }).click()
  await untilText(page, 'Rules saved')
  await visit(page, `${site.url}/tournament/${tournament}/manage?section=checklist`)
  await page.getByRole('heading', { name: 'Enter boats' }).waitFor()
  await eventually(step).toHaveCount(0)
})

test('shares are paid from My Tournaments, right at the payouts', async () => {
  const organiser = await site.addMember()
  const over = await addTournament(site.db, {
    organiser_id: organiser.userId,
    ...pastDates(),
    name: 'Marina Cup',
  })
  const entries = []
  for (let n = 1; n <= 6; n++)
    entries.push(await addEntry(site.db, { tournament_id: over }, { name: `Boat ${n}` }))
  for (const entry_id of entries) await addFunding(site.db, { entry_id, amount_cents: 50_000 })
  const winnings = entries.map(entryId => ({ entryId, amount: '1000' }))
  await site.ask(organiser, 'POST', `/api/tournaments/${over}/results`, { winnings })
  const page = await site.open('/my-tournaments', { member: organiser, width: 390 })
  await page.getByRole('link', { name: 'Pay Shares' }).click()
  await page.waitForURL(/section=results#payouts$/)
  await ready(page)
  await eventually(page.getByRole('heading', { name: 'Payouts' })).toBeInViewport()
})

test('money that is still held is handed over from My Tournaments, also when all else is done', async () => {
  const organiser = await site.addMember()
  const over = await addTournament(site.db, {
    organiser_id: organiser.userId,
    ...pastDates(),
    name: 'Marina Cup',
  })
  const entry = await addEntry(site.db, { tournament_id: over })
  await addFunding(site.db, { entry_id: entry, amount_cents: 50_000 })
  const page = await site.open('/my-tournaments', { member: organiser, width: 360 })
  await page.getByText('You hold $500 for the boats.').waitFor()
  const nothing = { winnings: [{ entryId: entry, amount: '0' }] }
  await site.ask(organiser, 'POST', `/api/tournaments/${over}/results`, nothing)
  await reload(page)
  const section = page.getByRole('region', { name: 'Finished' })
  await section.getByText('Every share is paid. You hold $500 for the boats.').waitFor()
  await section.getByRole('link', { name: 'Hand Over Money' }).click()
  await page.waitForURL(/section=fundings$/)
  await ready(page)
  await openRow(page, 'Reel Deal')
  await page.getByRole('button', { name: 'Hand Over: to Reel Deal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click()
  await untilText(page, 'Recorded')
  await visit(page, `${site.url}/my-tournaments`)
  await section.getByText('Results are confirmed, and every share is paid.').waitFor()
})
