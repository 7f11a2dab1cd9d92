import { beforeAll, describe, expect, test } from 'bun:test'
import {
  eventually,
  expectAccessible,
  expectClean,
  expectNoSidewaysScroll,
  layoutShift,
  type Member,
  serveSite,
  visit,
} from '../support/browser.ts'
import { addBoat, addEntry, addTournament } from '../support/factories.ts'
import { addLoggedCatches } from '../support/log.ts'
import { openLogToChanges } from '../support/raw-sql.ts'
import { changeRows } from '../support/rows.ts'

const site = serveSite()
const gatedSite = serveSite({ gate: 'tight lines' })
let organiser: Member
let captain: Member

beforeAll(async () => {
  organiser = await site.addMember()
  captain = await site.addMember({ firstName: 'Bo', lastName: 'Cole' })
})

/** A tournament with a public log and the captain's boat. */
async function setUp() {
  const tournament = await addTournament(site.db, { organiser_id: organiser.userId, public_log: 1 })
  const boat = await addBoat(site.db, { owner_id: captain.userId })
  const entry = await addEntry(site.db, { tournament_id: tournament, boat_id: boat })
  const weighIn = (weight: number, species = 'Blue Marlin') =>
    site.ask<{ id: string; slip: string }>(organiser, 'POST', `/api/tournament-entries/${entry}/catches`, {
      weight,
      species,
    })
  const change = async (method: string, id: string, json: object) =>
    expect((await site.call(organiser, method, `/api/catches/${id}`, json)).ok).toBe(true)
  return { tournament, entry, weighIn, change }
}

describe('the catch log', () => {
  test('tells visitors what was weighed, corrected and undone, and is checked in the browser', async () => {
    const { tournament, weighIn, change } = await setUp()
    const [fish, other] = [await weighIn(412.5), await weighIn(80)]
    await change('DELETE', other.id, { undo: true })
    await change('PATCH', fish.id, { weight: 421.5, reason: 'digits swapped' })
    const page = await site.open(`/tournament/${tournament}/log`, { width: 360 })
    expect((await layoutShift(page)).score).toBeLessThan(0.01)
    const lines = page.locator('main ol > li')
    await eventually(lines).toHaveCount(3)
    expect(await lines.nth(1).textContent()).toContain('Blue Marlin 80 lbs, weighed and undone')
    await eventually(lines.nth(1).locator('#e2')).toHaveText('(2)')
    expect(await lines.nth(2).textContent()).toContain('weight 412.5 lbs → 421.5 lbs')
    expect(await lines.nth(2).textContent()).toContain('corrected by Ana Reyes: digits swapped')
    const check = page.getByRole('button', { name: 'Check It in This Browser' })
    await check.click()
    await page.getByText('All 4 events agree.').waitFor()
    await eventually(check).toBeFocused()
    await expectAccessible(page)
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page)
    }
  })

  test('is read in pages, and leads from the tournament’s page', async () => {
    const { tournament, entry } = await setUp()
    await addLoggedCatches(site.db, { tournament, entry, by: organiser.userId }, 64)
    const page = await site.open(`/tournament/${tournament}`, { member: captain })
    await page.getByRole('link', { name: 'Catch log' }).click()
    await page.getByText('Events 15–64 of 64').waitFor()
    await page.getByRole('link', { name: 'Earlier' }).first().click()
    await page.getByText('Events 1–50 of 64').waitFor()
    await page.getByRole('link', { name: 'Later' }).first().click()
    await page.getByText('Events 15–64 of 64').waitFor()
  })

  test('that was changed on the server is found in the browser', async () => {
    const { tournament, weighIn } = await setUp()
    await weighIn(412.5)
    await weighIn(80)
    const [row] = await site.db
      .selectFrom('log_events')
      .selectAll()
      .where('tournament_id', '=', tournament)
      .where('seq', '=', 2)
      .execute()
    await openLogToChanges(site.db)
    const hashed = row?.hashed.replace('80.00 lb', '90.00 lb') ?? ''
    await changeRows(site.db, 'log_events', { hashed }, { tournament_id: tournament, seq: 2 })
    const page = await site.open(`/tournament/${tournament}/log`)
    await page.getByRole('button', { name: 'Check It in This Browser' }).click()
    await page.getByText('The log does not agree. Event 2 was changed: its hash is another.').waitFor()
  })
})

test('the kiosk shows the head of a public log, and a new one at once', async () => {
  const { tournament, weighIn } = await setUp()
  await weighIn(412.5)
  const page = await site.open(`/kiosk/${tournament}`)
  await page.getByText('Catch log 1 · ').waitFor()
  await site.untilWatched(page)
  await weighIn(420)
  await page.getByText('Catch log 2 · ').waitFor()
})

describe('a weigh slip', () => {
  test('is read by visitors, fits small paper, and is confirmed by the captain alone', async () => {
    const { weighIn, change } = await setUp()
    const { id, slip } = await weighIn(250, 'White Marlin')
    const visitor = await site.open(`/slip/${slip}`, { width: 320 })
    expect(await visitor.locator('article').textContent()).toContain('White Marlin 250 lbs')
    await eventually(visitor.getByRole('button', { name: 'I Confirm This Weight' })).toHaveCount(0)
    await expectNoSidewaysScroll(visitor)
    const linesOf = (all: Element[]) => all.map(time => time.getClientRects().length)
    expect(await visitor.locator('dl time').evaluateAll(linesOf)).toEqual([1, 1])
    await expectAccessible(visitor)
    await visitor.emulateMedia({ media: 'print' })
    // 80 mm.
    await visitor.setViewportSize({ width: 302, height: 800 })
    await expectNoSidewaysScroll(visitor)
    await expectNoSidewaysScroll(await site.open(`/slip/${slip}`, { width: 320, fontSize: 32 }))

    const page = await site.open(`/slip/${slip}`, { member: captain })
    await page.getByRole('button', { name: 'I Confirm This Weight' }).click()
    await page.getByText('Confirmed by the captain').waitFor()
    await eventually(page.getByRole('button', { name: 'I Confirm This Weight' })).toHaveCount(0)
    await change('DELETE', id, { reason: 'Another boat’s fish' })
    await visit(page, `${site.url}/slip/${slip}`)
    expect(await page.locator('article').textContent()).toContain('Another boat’s fish')
  })

  test('is one tap from the log and from the desk; one that this site never made says so', async () => {
    const { tournament, weighIn } = await setUp()
    const { slip } = await weighIn(251, 'White Marlin')
    for (const [path, name] of [
      ['log', 'Slip of event 1'],
      ['manage?section=weigh-in', 'Slip of Reel Deal, 251 lbs White Marlin'],
    ] as const) {
      const page = await site.open(`/tournament/${tournament}/${path}`, { member: organiser, width: 360 })
      await page.getByRole('link', { name }).click()
      await page.getByRole('heading', { name: `Weigh Slip ${slip}` }).waitFor()
    }
    const page = await site.open(`/slip/${slip.slice(0, -4)}${slip.endsWith('FFFF') ? '0000' : 'FFFF'}`)
    await page.getByText('this site never made that slip').waitFor()
    expectClean(page, /status of 404/)
  })

  test('of a locked site shows the gate first', async () => {
    const page = await gatedSite.open('/slip/22222-1-0000')
    await page.getByText('Site Under Construction').waitFor()
  })
})
