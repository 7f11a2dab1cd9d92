import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import type { EntryId, FundingId, ImageId, TournamentId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import {
  brokenTexts,
  clippedTexts,
  expectNoSidewaysScroll,
  type Member,
  type PageOptions,
  serveSite,
  setFontSize,
  visit,
} from '../support/browser.ts'
import {
  addBoat,
  addCatch,
  addCrew,
  addEntry,
  addFunding,
  addTournament,
  addUpdate,
  pastDates,
  setRules,
} from '../support/factories.ts'
import { dot } from '../support/picture.ts'
import { heaviestRules } from '../support/protest-world.ts'

const site = serveSite({ keepsPages: true })
/** WCAG 2.2, 1.4.4: twice the usual size. */
const large = { width: 360, fontSize: 32 }
let member: Member
let memberPage: Page
let visitorPage: Page
let upcoming: TournamentId
let live: TournamentId
let past: TournamentId
let winner: EntryId
let funding: FundingId

beforeAll(async () => {
  const { db, url } = site
  member = await site.addMember({ email: 'jackson.costa@demo.reelstake.test' })
  const organiser_id = member.userId
  const now = Date.now()
  const starts_at = now + 5 * day
  upcoming = await addTournament(db, {
    organiser_id,
    name: 'Lighthouse Invitational',
    location: 'Lighthouse Quay',
    starts_at,
    ends_at: starts_at + day,
    funding_closes_at: starts_at - day,
  })
  await addEntry(db, { tournament_id: upcoming })
  live = await addTournament(db, { organiser_id, name: 'Harbour Tuna Rodeo', public_log: 1 })
  const entry = await addEntry(db, { tournament_id: live }, { name: 'Saltwater Ledger' })
  const fish = { weight: 258.75, species: 'Bigeye Tuna' }
  const { id } = await site.ask<{ id: string }>(
    member,
    'POST',
    `/api/tournament-entries/${entry}/catches`,
    fish,
  )
  // Lines with a number of two digits and a hash, which is wider than a link to a slip.
  for (let n = 0; n < 10; n++)
    await site.ask(member, 'PATCH', `/api/catches/${id}`, { weight: 268.25 + n, reason: 'Digits swapped' })
  const response = await fetch(`${url}/api/images`, {
    method: 'POST',
    headers: {
      'content-type': dot.mimeType,
      'sec-fetch-site': 'same-origin',
      cookie: `${member.cookie.name}=${member.cookie.value}`,
    },
    body: dot.buffer,
  })
  const { id: image_id }: { id: ImageId } = await response.json()
  await addUpdate(db, {
    entry_id: entry,
    content: 'Balanced the books, now the spread.',
    created_at: Date.now() + 1000,
    image_id,
  })
  past = await addTournament(db, { organiser_id, starts_at: now - 9 * day, ends_at: now - 8 * day })
  winner = await addEntry(db, {
    tournament_id: past,
    current_position: 1,
    best_catch: JSON.stringify({ weight: 268.25, species: 'Bigeye Tuna' }),
  })
  await addCatch(db, { entry_id: winner, weight_hundredths: 26_825, species: 'Bigeye Tuna' })
  funding = await addFunding(db, { entry_id: winner, backer_id: organiser_id, amount_cents: 20_000 })
  await site.ask(member, 'POST', `/api/tournaments/${past}/results`, {
    winnings: [{ entryId: winner, amount: 100_000 }],
  })
  memberPage = await site.open('/', { member })
  visitorPage = await site.open('/')
})

/** Shows a path on the page of a member or of a visitor. */
async function show(
  path: string,
  { member: reader, width = 1280, fontSize = 16 }: Pick<PageOptions, 'member' | 'width' | 'fontSize'> = {},
): Promise<Page> {
  const page = reader ? memberPage : visitorPage
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ media: null })
  await setFontSize(page, fontSize)
  await visit(page, site.url + path)
  return page
}

async function expectFits(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  expect(await brokenTexts(page)).toEqual([])
}

/** The words of an element that a line break divides. */
const dividedWords = (element: Locator): Promise<string[]> =>
  element.evaluate(node => {
    const words: string[] = []
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word)
      }
    return words
  })

/** Texts that an ellipsis cuts. */
const shortened = (texts: Locator): Promise<string[]> =>
  texts.evaluateAll(all =>
    all.filter(text => text.scrollWidth > text.clientWidth).map(text => text.textContent ?? ''),
  )

test('cards show their icons whole, and a picture stands below the text of its update, beside it at the usual size', async () => {
  const page = await show('/tournaments', large)
  await expectFits(page)
  const cutIcons = await page.locator('dt svg:has(use[href^="#icon-"])').evaluateAll(all =>
    all.flatMap(svg => {
      const box = svg.getBoundingClientRect()
      const term = svg.parentElement?.getBoundingClientRect()
      const drawing = svg.querySelector('use')?.getBoundingClientRect()
      if (!term || !drawing) return ['none']
      const isWhole = drawing.right <= box.right + 1 && drawing.bottom <= box.bottom + 1
      return isWhole && box.right <= term.right + 1 ? [] : [`${drawing.width} of ${box.width}`]
    }),
  )
  expect(cutIcons).toEqual([])
  const update = page.locator('#updates li').first()
  const [text, picture] = [await update.locator('p').boundingBox(), await update.locator('img').boundingBox()]
  expect(text?.width).toBeGreaterThan(130)
  expect(picture?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0))
  const link = await update.getByRole('link', { name: 'Harbour Tuna Rodeo' }).boundingBox()
  expect(link?.y).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0) - 1)

  await page.setViewportSize({ width: 320, height: 800 })
  await setFontSize(page, 16)
  const [usualText, beside] = [
    await update.locator('p').boundingBox(),
    await update.locator('img').boundingBox(),
  ]
  expect(beside?.width).toBe(80)
  expect(beside?.y).toBeLessThan((usualText?.y ?? 0) + (usualText?.height ?? 0))
})

test('the sign-in for a tournament names it in whole words', async () => {
  const page = await show(`/tournament/${upcoming}`, large)
  await expectFits(page)
  expect(await dividedWords(page.getByRole('region', { name: 'Where you are going' }))).toEqual([])
})

test('the kiosk, a receipt and a recap don’t scroll sideways, and no number breaks', async () => {
  const kiosk = await show(`/kiosk/${upcoming}`, large)
  await kiosk.getByText(/^Funding closes in/).waitFor()
  await expectFits(kiosk)
  const receipt = await show(`/my-funding/${funding}`, { ...large, member })
  await receipt.getByText('$200.00').first().waitFor()
  await expectFits(receipt)
  const recap = await show(`/tournament/${past}/recap`, large)
  const fish = recap.getByRole('region', { name: 'Biggest Fish' })
  await fish.getByText('268.25 lbs', { exact: true }).waitFor()
  expect(await dividedWords(fish)).toEqual([])
  await expectFits(recap)
})

test('a statement shows its amounts whole', async () => {
  const page = await show(`/statement/${winner}`, large)
  await page.getByRole('heading', { name: 'Shares' }).waitFor()
  expect(await clippedTexts(page)).toEqual([])
  await expectFits(page)
})

test('the catch log’s times break between words only', async () => {
  const page = await show(`/tournament/${live}/log`, large)
  const times = page.locator('main ol time')
  await times.nth(10).waitFor()
  for (const time of await times.all()) expect(await dividedWords(time)).toEqual([])
  await expectFits(page)
})

test('the crew’s switches stay inside their card', async () => {
  const page = await show('/crew/settings', { ...large, member })
  const card = page.getByRole('heading', { name: 'This device' }).locator('..')
  for (const control of [card.getByRole('switch').first(), card.getByRole('radiogroup')]) {
    const [own, around] = [await control.boundingBox(), await card.boundingBox()]
    expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThan((around?.x ?? 0) + (around?.width ?? 0))
  }
})

test('the crew’s stream key can be read beside or above its button; labels of tabs don’t touch, and the usual size needs one row', async () => {
  const page = await show('/crew/live', { ...large, member })
  const field = page.getByRole('textbox', { name: 'RTMP endpoint' })
  const button = page.getByRole('button', { name: 'Copy RTMP endpoint' })
  const [box, below] = [await field.boundingBox(), await button.boundingBox()]
  expect(box?.width).toBeGreaterThan(200)
  expect(below?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  await expectFits(page)

  const tabs = () =>
    page.getByRole('navigation', { name: 'Crew' }).evaluate(nav =>
      Array.from(nav.querySelectorAll('a'), tab => {
        const label = document.createRange()
        label.selectNodeContents(tab.lastChild ?? tab)
        const [text, around] = [label.getBoundingClientRect(), tab.getBoundingClientRect()]
        return { top: around.top, room: Math.min(text.left - around.left, around.right - text.right) }
      }),
    )
  for (const { room } of await tabs()) expect(room).toBeGreaterThanOrEqual(4)
  await page.setViewportSize({ width: 320, height: 800 })
  await setFontSize(page, 16)
  expect(new Set((await tabs()).map(({ top }) => top)).size).toBe(1)
})

test('a backer’s address breaks after its @ only, on a phone with the usual size', async () => {
  const page = await show(`/tournament/${past}/manage?section=results`, { width: 360, member })
  const address = page.getByRole('link', { name: 'jackson.costa@demo.reelstake.test' })
  expect(await dividedWords(address)).toEqual([])
})

test('the mark of a row that opens stays beside its figures at every width', async () => {
  const page = await show('/my-funding', { ...large, member })
  const row = page.locator('summary').filter({ hasText: '$200' })
  for (let { width } = large; width <= 520; width += 20) {
    await page.setViewportSize({ width, height: 800 })
    const [mark, figures] = [
      await row.locator('> svg').boundingBox(),
      await row.locator('> span').last().boundingBox(),
    ]
    expect(mark?.x).toBeGreaterThanOrEqual((figures?.x ?? 0) + (figures?.width ?? 0))
  }
})

test('on the narrowest phone, actions of an announcement wrap together', async () => {
  await site.ask(member, 'POST', `/api/tournaments/${live}/announcements`, {
    content: 'Weigh-in until 8 PM tonight. Park at the ferry: the pier is full.',
    pinned: true,
  })
  const page = await show(`/tournament/${live}/manage?section=updates`, { width: 320, member })
  const unpin = await page.getByRole('button', { name: 'Unpin: Weigh-in' }).boundingBox()
  const remove = await page.getByRole('button', { name: 'Delete the announcement' }).boundingBox()
  expect(remove?.y).toBeLessThan((unpin?.y ?? 0) + (unpin?.height ?? 0))
})

test('on the narrowest phone, a long name squeezes no arrow, and a number stays beside its noun', async () => {
  const name = 'Hochseeangelmeisterschaft'.repeat(3)
  const meeting = await addTournament(site.db, { name, public_log: 1 })
  const log = await show(`/tournament/${meeting}/log`, { width: 320 })
  const arrow = log.getByRole('link', { name }).locator('svg')
  expect((await arrow.boundingBox())?.width).toBe(18)
  await expectFits(log)
  const boat_id = await addBoat(site.db, { captain_name: 'Caspar Ruiz' })
  await addCrew(site.db, { boat_id })
  const boat = await show(`/boat/${boat_id}`, { width: 320 })
  const captain = await boat.getByText('Captain: Caspar Ruiz').textContent()
  expect(captain).toContain('1\u00a0crew member')
})

test('a recap and Manage print no navigation', async () => {
  const recap = await show(`/tournament/${past}/recap`)
  await recap.emulateMedia({ media: 'print' })
  await recap.getByRole('link', { name: 'See the tournament' }).waitFor({ state: 'hidden' })
  const manage = await show(`/tournament/${past}/manage?section=results`, { member })
  await manage.getByRole('link', { name: 'Settings', exact: true }).waitFor()
  await manage.emulateMedia({ media: 'print' })
  await manage.getByRole('link', { name: 'Settings', exact: true }).waitFor({ state: 'hidden' })
})

test('on the narrowest phone with twice the text size, words of buttons, boats and jackpots stay whole', async () => {
  const { db } = site
  const narrow = { ...large, width: 320, member }
  const boat_id = await addBoat(db, { owner_id: member.userId })
  const boat = await show(`/boat/${boat_id}`, narrow)
  await boat.getByText('Invite Crew').waitFor()
  await expectFits(boat)
  const meeting = await addTournament(db, { organiser_id: member.userId })
  await setRules(db, meeting, heaviestRules(), member.userId)
  const entry_id = await addEntry(db, { tournament_id: meeting, boat_id, current_position: 1 })
  await addCatch(db, { entry_id, weight_hundredths: 123_909 })
  const weighIn = await show(`/tournament/${meeting}/manage?section=weigh-in`, narrow)
  await weighIn.getByRole('button', { name: /^Reel Deal/ }).waitFor()
  await expectFits(weighIn)
  const page = await show(`/tournament/${meeting}`, narrow)
  const jackpots = page.getByRole('region', { name: 'Jackpots' })
  await jackpots.getByRole('heading', { name: 'Heaviest Fish' }).waitFor()
  expect(await clippedTexts(page)).toEqual([])
  await expectFits(page)
})

test('on the narrowest phone, the longest award name and its amounts stay inside their card', async () => {
  const { db } = site
  const meeting = await addTournament(db, { organiser_id: member.userId, ...pastDates() })
  const name = 'Hochseeangelmeisterschaft'.repeat(2)
  const { awards: usual, pots: usualPots } = heaviestRules()
  const awards = usual.map(award => ({ ...award, name: `${name}${award.key}` }))
  const pots = usualPots.map(pot => ({ ...pot, fee: '900000.00' }))
  await setRules(db, meeting, heaviestRules({ awards, pots, protests: null }), member.userId)
  const entry_id = await addEntry(db, { tournament_id: meeting })
  await addCatch(db, { entry_id, weight_hundredths: 41_200, species: 'Blue Marlin' })
  const page = await show(`/tournament/${meeting}/manage?section=results`, { width: 320, member })
  await page.getByText(`${name}heaviest`).first().waitFor()
  await expectFits(page)
  await setFontSize(page, 32)
  await expectFits(page)
  for (const amount of await page.getByText('$900,000.00', { exact: true }).all())
    expect(await dividedWords(amount)).toEqual([])
})

test('on the narrowest phone with twice the text size, long amounts, dates and announcements are whole', async () => {
  const { db } = site
  const narrow = { ...large, width: 320, member }
  const meeting = await addTournament(db, { organiser_id: member.userId, name: 'Long Reel' })
  const boat_id = await addBoat(db, { owner_id: member.userId })
  const entry_id = await addEntry(db, { tournament_id: meeting, boat_id, funding_goal_cents: 28_500_000_000 })
  await addFunding(db, { entry_id, amount_cents: 3_555_536_580 })
  await site.ask(member, 'POST', `/api/tournaments/${meeting}/announcements`, {
    content: 'Weigh-in until 8 PM tonight.',
    pinned: true,
  })
  const page = await show(`/tournament/${meeting}`, narrow)
  const announcements = page.getByRole('region', { name: 'Announcements' })
  await announcements.getByText('Weigh-in until 8 PM tonight.').waitFor()
  expect(await shortened(announcements.locator('summary > span'))).toEqual([])
  for (const heading of await page.getByRole('heading', { level: 2 }).all())
    expect(await dividedWords(heading)).toEqual([])
  const boat = await show(`/boat/${boat_id}`, narrow)
  const line = boat.locator('#tournaments summary p')
  await line.first().waitFor()
  expect(await shortened(line)).toEqual([])
  const cards = await show('/tournaments/all?q=Long+Reel', narrow)
  await cards.getByRole('progressbar', { name: 'Funding of Long Reel' }).waitFor()
  expect(await clippedTexts(cards)).toEqual([])
})

test('the prize pool of all tournaments stays on one line of a wide screen', async () => {
  const richest = await addTournament(site.db, { prize_pool_cents: 411_849_996 })
  await addEntry(site.db, { tournament_id: richest })
  const page = await show('/tournaments')
  const total = page.locator('#leaderboard dl')
  await total.getByText('$4,118,499.96').waitFor()
  expect(await dividedWords(total)).toEqual([])
})
