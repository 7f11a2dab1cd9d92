import { beforeAll, describe, expect, test } from 'bun:test'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright'
import type { BoatId, EntryId, TournamentId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import {
  brokenTexts,
  expectClean,
  expectNoSidewaysScroll,
  layoutShift,
  type Member,
  type PageOptions,
  serveSite,
  setFontSize,
  smallTargets,
  visitBeforeFonts,
} from '../support/browser.ts'
import {
  addBoat,
  addCatch,
  addCrew,
  addEntry,
  addFunding,
  addNotification,
  addRole,
  addTournament,
  addUpdate,
} from '../support/factories.ts'

const site = serveSite({ keepsPages: true })
const empty = serveSite({ keepsPages: true })
/** Yesterday, when times are at their widest: "10:58 PM UTC". */
const late = new Date().setUTCHours(22, 58, 0, 0) - day
let member: Member
let newcomer: Member
let memberPage: Page
let visitorPage: Page
let tournament: TournamentId
let over: TournamentId
let entry: EntryId
let boat: BoatId
let winner: EntryId

beforeAll(async () => {
  newcomer = await empty.addMember()
  member = await site.addMember()
  const { userId } = member
  await addRole(site.db, userId)
  tournament = await addTournament(site.db, {
    organiser_id: userId,
    name: 'Gulf Stream Marlin Classic',
    location: 'Pier 7, Port Haven',
    prize_pool_cents: 5_000_000,
  })
  for (const [position, name] of ['Second Mortgage', 'Saltwater Ledger'].entries()) {
    boat = await addBoat(site.db, { name, captain_name: 'Caspar Ruiz', owner_id: userId })
    const boat_id = boat
    entry = await addEntry(site.db, {
      tournament_id: tournament,
      boat_id,
      current_position: position + 1,
      best_catch: JSON.stringify({ weight: 412.5, species: 'Yellowfin Tuna' }),
    })
    const times = { created_at: late, caught_at: late }
    await addCatch(site.db, { entry_id: entry, species: 'Yellowfin Tuna', ...times })
    await addUpdate(site.db, { entry_id: entry, content: 'Hooked up again! Something heavy, staying deep.' })
    await addFunding(site.db, { entry_id: entry, backer_id: userId, amount_cents: 2_500 })
    await addNotification(site.db, userId, {
      title: name,
      text: 'Weighed in 412.5 lbs Yellowfin Tuna, now 2nd',
    })
    await addCrew(site.db, { boat_id })
  }
  await site.ask(member, 'PATCH', `/api/tournament-entries/${entry}`, { currentPosition: 1 })
  const pastRow = { organiser_id: userId, starts_at: Date.now() - 9 * day, ends_at: Date.now() - 8 * day }
  over = await addTournament(site.db, pastRow)
  winner = await addEntry(site.db, { tournament_id: over, boat_id: boat, current_position: 1 })
  for (let n = 0; n < 3; n++) await addFunding(site.db, { entry_id: winner, amount_cents: 2_500 })
  const winnings = [{ entryId: winner, amount: 123_456.78 }]
  site.setNow(late)
  await site.ask(member, 'POST', `/api/tournaments/${over}/results`, { winnings })
  site.setNow(Date.now())
  memberPage = await openWithoutCache({ member })
  visitorPage = await openWithoutCache({})
})

/** No worker answers with fonts that it has cached. */
async function openWithoutCache(options: PageOptions): Promise<Page> {
  const page = await site.open('/', options)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBypassServiceWorker', { bypass: true })
  return page
}

const sections = [
  'checklist',
  'entries',
  'weigh-in',
  'updates',
  'rules',
  'results',
  'fundings',
  'staff',
  'integrations',
  'settings',
]

/** Pages with content, created later; crew app: crew-screens.e2e.ts. */
const pages: [name: string, path: () => string, signedIn: boolean][] = [
  ...[
    '/',
    '/tournaments',
    '/tournaments/all',
    '/login?mode=signup',
    '/recover',
    '/crew-videos',
    '/kiosk',
    '/terms',
    '/cookies',
    '/none',
  ].map((path): [string, () => string, boolean] => [`${path}, for a visitor`, () => path, false]),
  ...[
    '/',
    '/account',
    '/account/notifications',
    '/notices',
    '/boats',
    '/add-boat',
    '/create-tournament',
    '/admin',
    '/admin?section=set-up',
    '/admin?section=people',
    '/my-funding',
    '/my-tournaments',
  ].map((path): [string, () => string, boolean] => [path, () => path, true]),
  ['a boat', () => `/boat/${boat}`, false],
  ['where crew ask to join a boat', () => `/boat/${boat}/crew`, true],
  ['a tournament', () => `/tournament/${tournament}`, true],
  ['its boats to back', () => `/tournament/${tournament}/boats?from=qr`, false],
  ['its race', () => `/tournament/${tournament}/race`, false],
  ['its race with a new leader', () => `/tournament/${tournament}/race/${entry}`, false],
  ['its rules', () => `/tournament/${tournament}/rules`, false],
  ['its board at the dock', () => `/tournament/${tournament}/board`, true],
  ['its screen at the marina', () => `/kiosk/${tournament}`, true],
  ['a boat to fund', () => `/funding/${entry}`, true],
  ['the organiser’s page', () => `/tournament/${tournament}/manage`, true],
  ['a tournament that is over', () => `/tournament/${over}`, false],
  ['its log', () => `/tournament/${over}/log`, true],
  ['its protests', () => `/tournament/${over}/protests`, true],
  ['its statement', () => `/statement/${winner}`, true],
  ['its recap', () => `/tournament/${over}/recap`, true],
  ['its backers', () => `/entry/${entry}/backers`, true],
  ['results that are confirmed', () => `/tournament/${over}/manage?section=results`, true],
  ...sections.map((section): [string, () => string, boolean] => [
    `the organiser’s page: ${section}`,
    () => `/tournament/${tournament}/manage?section=${section}`,
    true,
  ]),
]

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

async function expectValid(url: string, cookie: Member['cookie'] | null): Promise<void> {
  const headers = { accept: 'text/html', ...(cookie && { cookie: `${cookie.name}=${cookie.value}` }) }
  const response = await fetch(url, { headers })
  const { results } = await validator.validateString(await response.text())
  expect(
    results.flatMap(({ messages }) => messages.map(issue => `${issue.message} ${issue.selector}`)),
  ).toEqual([])
}

describe('valid HTML, as the HTML standard says', () => {
  test.each(pages)('%s', (_name, path, signedIn) =>
    expectValid(site.url + path(), signedIn ? member.cookie : null),
  )

  const withoutSubject = pages.filter(([, path]) => !path().includes('undefined'))
  test.each(withoutSubject)('%s, of a site without anything', (_name, path, signedIn) =>
    expectValid(empty.url + path(), signedIn ? newcomer.cookie : null),
  )
})

/** The texts of those that are on the screen without scrolling. */
const orangeButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button')]
      .filter(element => {
        const { top, bottom, width } = element.getBoundingClientRect()
        const isOnScreen = width > 0 && bottom > 0 && top < innerHeight
        return (
          isOnScreen &&
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          getComputedStyle(element).backgroundColor === 'rgb(255, 122, 26)'
        )
      })
      .map(element => element.textContent ?? ''),
  )

async function expectOneOrangeButton(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  const buttons = await orangeButtons(page)
  expect([width, ...buttons.slice(1)]).toEqual([width])
}

/** WCAG 2.2, 1.4.4 and 1.4.10. */
async function expectRoomForDoubleFontSize(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 })
  await setFontSize(page, 32)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await expectNoSidewaysScroll(page)
  expect(await brokenTexts(page)).toEqual([])
}

test.each(pages)(
  '%s: at 1280 px and on a phone no layout shift while data and fonts load, one orange button at most; there targets have 44 px, and at double font size nothing scrolls sideways and no word breaks into letters',
  async (_name, path, signedIn) => {
    const page = signedIn ? memberPage : visitorPage
    await setFontSize(page, 16)
    for (const [width, screenWidth, screenHeight] of [
      [1280, 1280, 800],
      [360, 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await visitBeforeFonts(page, site.url + path())
      await page.getByRole('heading').first().waitFor()
      const { score, moved } = await layoutShift(page)
      expect([width, score < 0.01, score, moved]).toEqual([width, true, score, moved])
      await expectOneOrangeButton(page, screenWidth, screenHeight)
    }
    expect(await smallTargets(page)).toEqual([])
    await expectRoomForDoubleFontSize(page)
    expectClean(page, /status of 404 .*\/none\)/)
  },
)
