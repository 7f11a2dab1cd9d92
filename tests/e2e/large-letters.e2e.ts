import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import {
  addSession,
  brokenTexts,
  closePages,
  expectNoSidewaysScroll,
  type Member,
  openPage,
  type Site,
  startSite,
} from '../support/browser.ts'
import {
  addBoat,
  addCatch,
  addCrew,
  addEntry,
  addFunding,
  addTournament,
  addUpdate,
} from '../support/factories.ts'

/** Somebody who needs letters of twice the size, on a phone: WCAG 2.2, 1.4.4 and 1.4.10. The crew app: crew-screens.e2e.ts. */

// Two slow cores start a browser in seconds; this is a net for hangs, not a measurement.
setDefaultTimeout(60_000)

let site: Site
let member: Member
let tournament: TournamentId
let entry: EntryId

beforeAll(async () => {
  site = await startSite()
  member = await addSession(site)
  const { userId } = member
  tournament = await addTournament(site.db, {
    organiser_id: userId,
    name: 'Gulf Stream Marlin Classic',
    location: 'Pier 7, Port Haven',
    prize_pool_cents: 5_000_000,
  })
  for (const [position, name] of ['Second Mortgage', 'Saltwater Ledger'].entries()) {
    const boat_id = await addBoat(site.db, { name, captain_name: 'Caspar Ruiz', owner_id: userId })
    entry = await addEntry(site.db, {
      tournament_id: tournament,
      boat_id,
      current_position: position + 1,
      best_catch: JSON.stringify({ weight: 412.5, species: 'Yellowfin Tuna' }),
    })
    await addCatch(site.db, { entry_id: entry, species: 'Yellowfin Tuna' })
    await addUpdate(site.db, { entry_id: entry, content: 'Hooked up again! Something heavy, staying deep.' })
    await addFunding(site.db, { entry_id: entry, backer_id: userId, amount_cents: 2_500 })
    await addCrew(site.db, { boat_id })
  }
})
afterAll(() => site.stop())
afterEach(closePages)

const letters = 32
const sections = ['entries', 'weigh-in', 'updates', 'results', 'fundings', 'edit']

describe('letters of 32 px at 360 px: nothing scrolls sideways, no word stands letter under letter', () => {
  const look = async (path: string, who?: Member) => {
    const page = await openPage(site, path, { width: 360, height: 800, letters, ...(who && { member: who }) })
    await page.getByRole('heading').first().waitFor()
    const rem = await page.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    )
    expect(rem).toBeGreaterThanOrEqual(letters)
    await expectNoSidewaysScroll(page)
    expect(await brokenTexts(page)).toEqual([])
  }

  for (const path of [
    '/',
    '/tournaments',
    '/login?mode=signup',
    '/recover',
    '/crew-videos',
    '/kiosk',
    '/none',
  ])
    test(`${path}, for a visitor`, () => look(path))

  for (const path of ['/', '/account', '/boats', '/add-boat', '/create-tournament', '/my-funding'])
    test(path, () => look(path, member))

  for (const [what, path] of [
    ['a tournament', () => `/tournament/${tournament}`],
    ['its board at the dock', () => `/tournament/${tournament}/board`],
    ['its screen at the marina', () => `/kiosk/${tournament}`],
    ['a boat to fund', () => `/funding/${entry}`],
    ['its backers', () => `/entry/${entry}/backers`],
    ...sections.map(
      section =>
        [
          `the organiser’s desk: ${section}`,
          () => `/tournament/${tournament}/manage?section=${section}`,
        ] as const,
    ),
  ] as const)
    test(what, () => look(path(), member))
})
