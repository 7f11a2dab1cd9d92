import { beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { TournamentId } from '#contract/ids.ts'
import { day, hour } from '#contract/time.ts'
import { eventually, expectAccessibleEverywhere, expectClean, serveSite, visit } from '../support/browser.ts'
import { addBoat, addEntry, addFunding, addTournament } from '../support/factories.ts'
import { addPost, addVideoRow } from '../support/posts.ts'
import { award, category, one, pot } from '../support/scoring.ts'

const site = serveSite()
const widths = [320, 390, 1280]
const now = Date.now()

beforeEach(() => site.setNow(now))

/** Bo has $75 of the $100 in Reel Deal, which gets 40 % of two prizes. */
async function backedScene() {
  const organiser = await site.addMember({ firstName: 'Olga' })
  const captain = await site.addMember({ firstName: 'Caspar' })
  const bo = await site.addMember({ firstName: 'Bo' })
  const start = now + hour
  const dates = { starts_at: start, ends_at: start + day }
  const tournament: TournamentId = await addTournament(site.db, {
    organiser_id: organiser.userId,
    name: 'Marina Cup',
    location: 'Destin, FL',
    ...dates,
  })
  const path = `/api/tournaments/${tournament}`
  const rules = {
    timeZone: 'America/Chicago',
    categories: [category({ ...one, ties: ['first-caught'] })],
    pots: [pot({ added: '1000.00' })],
    awards: [award({ split: { percents: [[70, 30]] } })],
  }
  await site.ask(organiser, 'PUT', `${path}/rules`, { rules })
  const enter = async (name: string) => {
    const boat = await addBoat(site.db, { owner_id: captain.userId, name })
    return { boat, entry: await addEntry(site.db, { tournament_id: tournament, boat_id: boat }) }
  }
  const [deal, luck, third] = [await enter('Reel Deal'), await enter('Lady Luck'), await enter('Knot Today')]
  await addFunding(site.db, { entry_id: deal.entry, amount_cents: 2500 })
  const funding = await addFunding(site.db, {
    entry_id: deal.entry,
    backer_id: bo.userId,
    amount_cents: 7500,
  })
  const weigh = ({ entry }: { entry: string }, weight: number) =>
    site.ask(organiser, 'POST', `/api/tournament-entries/${entry}/catches`, {
      species: 'Blue Marlin',
      weight,
    })
  site.setNow(start + hour)
  return { organiser, bo, tournament, path, deal, luck, third, funding, weigh, over: start + day + hour }
}

const main = (page: Page) => page.getByRole('main')
const worth = (amount: string) => `Your $75 would be worth ${amount} if it ended now`

test("what one's money would be worth moves with each weigh-in, at 390 and 1280 px", async () => {
  const { bo, deal, luck, funding, weigh } = await backedScene()
  const open = (address: string) => site.open(address, { member: bo, width: 390 })
  const pages = [
    await open('/tournaments'),
    await open(`/boat/${deal.boat}`),
    await open('/my-funding'),
    await open(`/my-funding/${funding}`),
  ]
  const say = async (text: string) => {
    for (const page of pages)
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await eventually(main(page).getByText(text, { exact: true })).toBeVisible()
      }
  }
  await say('Your $75 isn’t in the money now')
  await weigh(deal, 412.5)
  // 40 % of $1,000, of which three quarters.
  await say(worth('$300'))
  await weigh(luck, 500)
  await say(worth('$90'))
  for (const [index, page] of pages.entries()) {
    await expectAccessibleEverywhere(page, `share-${index}`, [390, 1280])
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await eventually(
        main(page).getByText('Changes with every weigh-in and new backer. Final when results are official.'),
      ).toBeVisible()
    }
    expectClean(page)
  }
  const other = await site.open(`/boat/${deal.boat}`, { member: await site.addMember() })
  await eventually(main(other).getByText('Reel Deal').first()).toBeVisible()
  await eventually(main(other).getByText(/if it ended now|in the money/)).toHaveCount(0)
})

test('the recap is there when results are official, with one’s own figures and a picture', async () => {
  const { bo, deal, luck, third, organiser, over, path, tournament, weigh } = await backedScene()
  await weigh(deal, 412.5)
  await weigh(luck, 300)
  await weigh(third, 250)
  await addPost(site.db, {
    author_id: organiser.userId,
    boat_id: deal.boat,
    video_id: await addVideoRow(site.db, { owner_id: organiser.userId, has_poster: 0 }),
    published_at: site.deps.now(),
    caption: 'Hooked up',
  })
  site.setNow(over)
  const address = `/tournament/${tournament}/recap`
  const page = await site.open(address, { member: bo, width: 390 })
  await main(page).getByText('The recap isn’t ready yet').waitFor()
  await eventually(main(page).getByRole('link', { name: 'See the tournament' })).toHaveAttribute(
    'href',
    `/tournament/${tournament}`,
  )
  await site.ask(organiser, 'POST', `${path}/results`, {})
  await eventually(main(page).getByRole('heading', { name: 'Podium' })).toBeVisible()
  await visit(page, `${site.url}/tournament/${tournament}`)
  await main(page).getByRole('link', { name: 'Recap' }).click()
  await main(page).getByText('You put in $75 and won $210.').waitFor()
  await eventually(main(page).getByRole('region', { name: 'Podium' }).getByRole('listitem')).toHaveCount(3)
  await main(page).getByRole('region', { name: 'Biggest Fish' }).getByText('412.5 lbs').waitFor()
  await main(page)
    .getByRole('region', { name: 'Best Clip' })
    .getByRole('link', { name: 'Hooked up' })
    .waitFor()
  const picture = main(page).getByRole('img', { name: 'Recap of Marina Cup' })
  await picture.scrollIntoViewIfNeeded()
  await eventually(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate(image => 'naturalWidth' in image && image.naturalWidth)).toBe(1200)
  await expectAccessibleEverywhere(page, 'recap', widths)

  const visitor = await site.open(address, { width: 1280 })
  await eventually(visitor).toHaveTitle(/Marina Cup: The Recap/)
  await eventually(visitor.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    new RegExp(`/og/recap/${tournament}\\.png`),
  )
  await eventually(main(visitor).getByText('You put in')).toHaveCount(0)
  await eventually(main(visitor).getByRole('region', { name: 'In figures' }).getByText('$280')).toBeVisible()
  expectClean(visitor)
})
