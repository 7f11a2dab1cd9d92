import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { fieldTexts, textRules } from '#contract/field-texts.ts'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { day, hour } from '#contract/time.ts'
import {
  axe,
  closePages,
  dismissToast,
  errorsOf,
  eventually,
  expectAccessible,
  expectClean,
  expectFocused,
  expectNoSidewaysScroll,
  expectTexts,
  type Member,
  openRow,
  ready,
  reload,
  serveSite,
  toasts,
  untilFocused,
  untilListFocused,
  untilText,
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
} from '../support/factories.ts'
import { dot } from '../support/picture.ts'
import { changeRows } from '../support/rows.ts'

const phone = { width: 360, height: 640 }

const site = serveSite()

async function addScene(values: Parameters<typeof addTournament>[1] = {}) {
  const [organiser, captain] = [await site.addMember(), await site.addMember()]
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    name: 'Marina Cup',
    ...values,
  })
  const boat = await addBoat(site.db, { owner_id: captain.userId })
  const entry = await addEntry(site.db, { tournament_id: tournament, boat_id: boat })
  const other = await addEntry(site.db, { tournament_id: tournament }, { name: 'Knot Today' })
  return { organiser, captain, tournament, boat, entry, other }
}

const weighWahoo = (organiser: Member, entry: EntryId, weight: number) =>
  site.ask(organiser, 'POST', `/api/tournament-entries/${entry}/catches`, { weight, species: 'Wahoo' })
const manage = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: section, exact: true })
const toManage = (tournament: TournamentId, section?: string) =>
  `/tournament/${tournament}/manage${section === undefined ? '' : `?section=${section}`}`

describe('a stranger', () => {
  test('403 for the organiser’s page, without its data', async () => {
    const { tournament, entry } = await addScene()
    await addCatch(site.db, { entry_id: entry })
    const stranger = await site.addMember()
    const response = await site.call(stranger, 'GET', toManage(tournament))
    expect(response.status).toBe(403)
    const html = await response.text()
    expect(html).toContain('Only its organiser and staff can manage this tournament.')
    for (const secret of ['Marina Cup', 'Reel Deal', 'Blue Marlin']) expect(html).not.toContain(secret)
    const page = await site.open(toManage(tournament), { member: stranger })
    await eventually(page.getByRole('main').getByRole('button')).toHaveCount(0)
    const back = page.getByRole('main').getByRole('link', { name: 'Tournament Page' })
    expect(await back.getAttribute('href')).toBe(`/tournament/${tournament}`)
    await axe(page)
    expectClean(page, /status of 403/)
  })

  test('404 for a missing tournament, 302 to sign in for a visitor', async () => {
    const stranger = await site.addMember()
    expect((await site.call(stranger, 'GET', '/tournament/nope/manage')).status).toBe(404)
    const { tournament } = await addScene()
    const visitor = await fetch(site.url + toManage(tournament), { redirect: 'manual' })
    expect(visitor.status).toBe(302)
    expect(visitor.headers.get('location')).toBe(
      `/login?next=${encodeURIComponent(`/tournament/${tournament}/manage`)}`,
    )
  })

  test('403 for every organiser call, and no button for one', async () => {
    const { tournament, entry, boat } = await addScene()
    const catchId = await addCatch(site.db, { entry_id: entry })
    const update = await addUpdate(site.db, { entry_id: entry })
    const stranger = await site.addMember()
    const requests: [string, string, unknown?][] = [
      ['GET', `/api/tournaments/${tournament}/desk`],
      ['PATCH', `/api/tournaments/${tournament}`, { name: 'Mine' }],
      ['PATCH', `/api/tournaments/${tournament}`, { status: 'cancelled' }],
      ['POST', `/api/tournament-entries/${entry}/catches`, { weight: 900, species: 'Whale' }],
      ['PATCH', `/api/catches/${catchId}`, { weight: 1 }],
      ['DELETE', `/api/catches/${catchId}`],
      ['PATCH', `/api/tournament-entries/${entry}`, { currentPosition: 1 }],
      ['PATCH', `/api/tournament-entries/${entry}`, { fundingGoal: 1 }],
      ['DELETE', `/api/tournament-entries/${entry}`],
      ['POST', '/api/tournament-updates', { tournamentEntryId: entry, content: 'Mine' }],
      ['DELETE', `/api/tournament-updates/${update}`],
      ['PATCH', `/api/boats/${boat}`, { name: 'Mine' }],
      ['GET', `/api/boats/${boat}/crew`],
    ]
    for (const [method, path, json] of requests)
      expect([path, (await site.call(stranger, method, path, json)).status]).toEqual([path, 403])
    const page = await site.open(`/tournament/${tournament}`, { member: stranger })
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: 'Reel Deal' }).first().waitFor()
    await eventually(main.getByRole('link', { name: 'Manage' })).toHaveCount(0)
    await eventually(main.getByRole('region', { name: 'My Boats' })).toHaveCount(0)
    for (const name of [/Post Update/, /Withdraw/, /Change Goal/])
      await eventually(main.getByRole('button', { name })).toHaveCount(0)
    await visit(page, `${site.url}/boats`)
    await page.getByRole('heading', { name: 'Reel Deal' }).first().waitFor()
    for (const name of [/Edit/, /Approve/])
      await eventually(page.getByRole('button', { name })).toHaveCount(0)
  })
})

describe('a tournament day', () => {
  const local = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16)

  async function create(page: Page): Promise<string> {
    await page.getByLabel('Tournament Name').fill('Three Fish Open')
    await page.getByLabel('Start Date').fill(local(Date.now() - hour / 2))
    await page.getByLabel('End Date').fill(local(Date.now() + 20 * hour))
    await page.getByRole('main').getByRole('button', { name: 'Create Tournament' }).click()
    await page.waitForURL(/\/tournament\/[^/]+$/)
    return new URL(page.url()).pathname
  }

  async function enter(page: Page, captain: Member, path: string, boat: string): Promise<void> {
    await site.call(captain, 'POST', '/api/boats', { name: boat, captainName: 'Ana Reyes' })
    await page.context().addCookies([captain.cookie])
    await visit(page, site.url + path)
    await page.getByRole('button', { name: 'Enter a Boat' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter a Boat' })
    await dialog.getByLabel('Funding Goal').fill('6000')
    await dialog.getByLabel('Payout Percentage').fill('40')
    await dialog.getByRole('button', { name: 'Enter Boat' }).click()
    await page.getByRole('region', { name: 'My Boats' }).getByRole('heading', { name: boat }).waitFor()
  }

  async function weigh(page: Page, boat: string, weight: string, species: string): Promise<void> {
    await page.getByRole('list', { name: 'Boats' }).getByRole('button', { name: boat }).tap()
    const field = page.getByLabel('Weight')
    await expectFocused(field)
    expect(await field.getAttribute('inputmode')).toBe('decimal')
    await page.keyboard.type(weight)
    const recent = page.getByRole('list', { name: 'Weighed lately' }).getByRole('button', { name: species })
    if ((await recent.count()) > 0) await recent.tap()
    else await page.getByLabel('Species').fill(species)
    const button = page.getByRole('button', { name: `Weigh In ${weight} lbs` })
    const box = await button.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(56)
    // Within reach of a thumb.
    expect(box?.y).toBeGreaterThan(phone.height / 2)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height)
    await button.tap()
  }

  test('two captains enter, the organiser weighs three fish on a phone, open pages update', async () => {
    const [organiser, first, second] = [
      await site.addMember(),
      await site.addMember(),
      await site.addMember(),
    ]
    const early = await site.open('/create-tournament', { member: organiser, zone: 'UTC' })
    const path = await create(early)
    await early.setViewportSize(phone)
    await enter(early, first, path, 'Calm Water')
    await enter(early, second, path, 'Rough Water')
    await closePages()

    const home = await site.open('/', { signedIn: true })
    const kiosk = await site.open(path.replace('/tournament/', '/kiosk/'), { width: 1920, height: 1080 })
    for (const page of [home, kiosk])
      await page.evaluate(() => {
        document.documentElement.dataset.sameDocument = ''
      })
    await site.untilWatched(home, 2)

    const page = await site.open(path, { member: organiser, ...phone, touch: true })
    await page.getByRole('main').getByRole('link', { name: 'Manage' }).tap()
    await page.waitForURL('**/manage')
    await ready(page)
    await weigh(page, 'Calm Water', '20', 'Wahoo')
    await dismissToast(page, 'Calm Water: 20 lbs, now 1st')
    await weigh(page, 'Rough Water', '31.25', 'Wahoo')
    const question = page.getByRole('alertdialog', { name: 'Weigh in anyway?' })
    await question.getByRole('button', { name: 'Weigh In 31.25 lbs' }).tap()
    await dismissToast(page, 'Rough Water: 31.25 lbs, now 1st')
    await weigh(page, 'Calm Water', '12', 'Mahi Mahi')
    await dismissToast(page, 'Calm Water: 12 lbs, still 2nd with 20 lbs')
    expect(
      await page
        .getByRole('region', { name: 'Catches' })
        .getByRole('listitem')
        .getByRole('paragraph')
        .allTextContents(),
    ).toMatchObject({ 0: '12 lbs · Calm Water', 2: '31.25 lbs · Rough Water', 4: '20 lbs · Calm Water' })
    await expectNoSidewaysScroll(page)

    const board = home
      .getByRole('region', { name: 'Leaderboard' })
      .getByRole('region', { name: 'Three Fish Open' })
    await board.getByText('31.25 lbs').waitFor()
    expect(await board.getByRole('listitem').getByRole('paragraph').first().textContent()).toBe('Rough Water')
    await home
      .getByRole('region', { name: 'Live Updates' })
      .getByText('Calm Water weighed in a catch of 12 lbs (Mahi Mahi).')
      .waitFor()
    const screen = kiosk.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem')
    await screen.filter({ hasText: '31.25' }).first().waitFor()
    expect(await screen.first().textContent()).toContain('Rough Water')
    for (const open of [home, kiosk]) {
      await eventually(open.locator('html[data-same-document]')).toHaveCount(1)
    }
  })
})

describe('staff', () => {
  test('a weigh master joins by link on a phone and weighs in, until the organiser removes them', async () => {
    const { organiser, tournament, entry } = await addScene()
    const zone = 'Asia/Kolkata'
    const staff = await site.open(toManage(tournament, 'staff'), { member: organiser, zone })
    await staff.getByText('No staff yet').waitFor()
    await staff.getByRole('button', { name: 'Make a Link' }).click()
    await staff.getByRole('img', { name: 'QR code of the invitation' }).waitFor()
    await axe(staff)
    const link = await staff.getByRole('textbox', { name: 'Link' }).inputValue()

    const page = await site.open(new URL(link).pathname, { ...phone, touch: true })
    await page.waitForURL(/\/login\?next=%2Finvitation/)
    await page.getByRole('region', { name: 'Where you are going' }).getByText('Help run Marina Cup').waitFor()
    const helper = await site.addMember({ firstName: 'Kit', lastName: 'Novak' })
    await page.context().addCookies([helper.cookie])
    await visit(page, link)
    const main = page.getByRole('main')
    await expectTexts(main, 'Marina Cup', 'Weigh master')
    await expectAccessible(page)
    await main.getByRole('button', { name: 'Accept' }).tap()
    await page.waitForURL('**/manage?section=weigh-in')
    await ready(page)
    await eventually(page.getByRole('navigation', { name: 'Manage' }).getByRole('link')).toHaveText([
      'Weigh-in',
      'Updates',
    ])
    await page.getByRole('button', { name: /^Reel Deal/ }).tap()
    await page.getByLabel('Weight').fill('31')
    await page.getByLabel('Species').fill('Wahoo')
    await page.getByRole('button', { name: 'Weigh In 31 lbs' }).tap()
    await untilText(page, 'Reel Deal: 31 lbs, now 1st')

    await visit(page, `${site.url}/my-tournaments`)
    const helping = page.getByRole('region', { name: 'You help with' })
    await helping.getByRole('link', { name: 'Weigh In Marina Cup' }).waitFor()

    await reload(staff)
    const log = staff.getByRole('region', { name: 'Log' }).getByRole('listitem').first()
    await expectTexts(log, 'Kit Novak weighed in')
    const { caught_at } = await site.db
      .selectFrom('catches')
      .select('caught_at')
      .where('entry_id', '=', entry)
      .executeTakeFirstOrThrow()
    const format = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    })
    const catchTime = format.format(caught_at).replace('\u202f', ' ')
    await eventually(
      log.getByText(`Reel Deal: 31 lbs Wahoo, caught ${catchTime}`, { exact: true }),
    ).toHaveCount(1)
    await staff.getByRole('button', { name: 'Remove Kit Novak' }).click()
    const question = staff.getByRole('alertdialog', { name: 'Remove Kit Novak?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await staff.getByText('No staff yet').waitFor()
    await eventually(staff.locator('[tabindex="-1"]:focus')).toHaveCount(1)
    const json = { weight: 40, species: 'Wahoo' }
    expect((await site.call(helper, 'POST', `/api/tournament-entries/${entry}/catches`, json)).status).toBe(
      403,
    )
    expect((await site.call(helper, 'GET', toManage(tournament))).status).toBe(403)
    expectClean(page, /status of 403/)
  })
})

describe('the weigh-in page', () => {
  test('search finds a boat by its name or captain; its form shows an error at each field and keeps typed values', async () => {
    const { organiser, tournament } = await addScene()
    for (let n = 1; n <= 10; n++)
      await addEntry(
        site.db,
        { tournament_id: tournament },
        { name: `Boat ${n}`, captain_name: `Captain ${n}` },
      )
    const page = await site.open(toManage(tournament), { member: organiser, ...phone, worker: false })
    const boats = page.getByRole('list', { name: 'Boats' }).getByRole('button')
    await eventually(boats).toHaveCount(12)
    await page.getByLabel('Find a boat').fill(' knot ')
    expect(await boats.allTextContents()).toEqual([expect.stringContaining('Knot Today')])
    await page.getByLabel('Find a boat').fill('captain 7')
    expect(await boats.allTextContents()).toEqual([expect.stringContaining('Boat 7')])
    await page.getByLabel('Find a boat').fill('nobody')
    await untilText(page, 'No boat by that name.')
    await axe(page)

    await page.getByLabel('Find a boat').fill('')
    await page.getByRole('button', { name: /^Reel Deal/ }).click()
    const form = page.getByRole('form', { name: 'Weigh in Reel Deal' })
    await form.getByRole('button', { name: 'Weigh In' }).click()
    expect(await errorsOf(form)).toEqual(['Weight is required', 'Species is required'])
    await axe(page)
    await form.getByLabel('Weight').fill('10000.5')
    await form.getByRole('button', { name: /^Weigh In/ }).click()
    expect(await errorsOf(form)).toEqual([
      'The weight must be more than 0 and at most 10000 lbs, with at most two decimals',
      'Species is required',
    ])
    await form.getByLabel('Weight').fill('410')
    await form.getByLabel('Species').fill('Blue\u202eMarlin')
    await form.getByRole('button', { name: 'It was caught earlier' }).click()
    await form.getByLabel('Caught At').fill('2026-01-01T10:00')
    await form.getByRole('button', { name: /^Weigh In/ }).click()
    await form.getByLabel('Species').and(page.locator('[aria-invalid=true]')).waitFor()
    expect(await errorsOf(form)).toEqual([
      'Remove invisible characters and marks that change the direction of text',
    ])
    await form.getByLabel('Species').fill('Blue Marlin')
    await form.getByRole('button', { name: /^Weigh In/ }).click()
    await form.getByLabel('Caught At').and(page.locator('[aria-invalid=true]')).waitFor()
    expect(await errorsOf(form)).toEqual([
      'The catch must lie between the start and the end of the tournament',
    ])
    await eventually(form.getByLabel('Weight')).toHaveValue('410')
    expectClean(page, /status of 400/)
  })

  test('without a network a weigh-in stays on the device over a reload, is sent once, and can be undone', async () => {
    const { organiser, tournament } = await addScene()
    const page = await site.open(toManage(tournament), { member: organiser, ...phone, worker: false })
    let isDown = true
    await page.route('**/catches', async route => {
      if (!isDown) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    const weigh = async (weight: string) => {
      await page.getByRole('button', { name: /^Reel Deal/ }).click()
      await page.getByLabel('Weight').fill(weight)
      await page.getByLabel('Species').fill('Blue Marlin')
      await page.locator('input[type=file]').setInputFiles(dot)
      await page.getByRole('img', { name: 'Chosen' }).waitFor()
      await page.getByRole('button', { name: /^Weigh In [\d.,]+ lbs$/ }).click()
    }
    await weigh('1500')
    const question = page.getByRole('alertdialog', { name: 'Weigh in anyway?' })
    await question
      .getByText('1,500 lbs is more than the heaviest Blue Marlin on record, 1,403 lbs.')
      .waitFor()
    await question.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Weight').fill('412.5')
    // The question closes slowly, and has such a button too.
    const form = page.getByRole('form', { name: 'Weigh in Reel Deal' })
    await form.getByRole('button', { name: 'Weigh In 412.5 lbs' }).click()
    await untilText(page, 'Saved on this device')
    const waiting = page.getByRole('region', { name: 'On This Device' })
    await waiting.getByText('Waiting for the network').waitFor()
    await axe(page)
    await page.reload()
    await waiting.getByText('412.5 lbs · Reel Deal').waitFor()
    expectClean(page, /ERR_CONNECTION_RESET/)
    isDown = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await untilText(page, 'Sent: Reel Deal: 412.5 lbs, now 1st')
    await waiting.waitFor({ state: 'detached' })
    const readUpdates = () =>
      site.db
        .selectFrom('updates')
        .select(['content', 'image_id'])
        .where('tournament_id', '=', tournament)
        .where('catch_id', 'is not', null)
        .execute()
    const first = {
      content: 'Reel Deal weighed in a catch of 412.5 lbs (Blue Marlin) and is in first place.',
      image_id: expect.any(String),
    }
    expect(await readUpdates()).toEqual([first])

    await weigh('500')
    const toast = page.getByRole('group').filter({ hasText: 'Reel Deal: 500 lbs, now 1st' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await untilText(page, 'Weigh-in undone')
    expect(await readUpdates()).toEqual([first])
  })

  test('says where a fish came above the fields of the next one', async () => {
    const { organiser, tournament } = await addScene()
    const page = await site.open(toManage(tournament), {
      member: organiser,
      touch: true,
      width: 360,
      height: 740,
      worker: false,
    })
    await page.getByRole('button', { name: /^Reel Deal/ }).tap()
    await page.getByLabel('Weight').fill('350')
    await page.getByLabel('Species').fill('Blue Marlin')
    await page.getByRole('button', { name: 'Weigh In 350 lbs' }).tap()
    await untilText(page, 'Reel Deal: 350 lbs, now 1st')
    await page.getByRole('button', { name: /^Reel Deal/ }).tap()
    const card = toasts(page)
    await card.getByRole('button', { name: 'Close' }).click({ trial: true })
    const [toast, weight] = [await card.boundingBox(), await page.getByLabel('Weight').boundingBox()]
    if (!toast || !weight) throw new Error('no toast or field')
    expect(toast.y + toast.height).toBeLessThanOrEqual(weight.y)
  })

  test('corrects a catch, and deletes one after a confirmation', async () => {
    const { organiser, tournament, entry, other } = await addScene()
    for (const [id, weight] of [
      [entry, 400],
      [other, 300],
    ] as const)
      await weighWahoo(organiser, id, weight)
    const page = await site.open(toManage(tournament), { member: organiser, ...phone, worker: false })
    await page.getByRole('button', { name: 'Correct Reel Deal, 400 lbs Wahoo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct the Catch' })
    await dialog.getByLabel('Weight').fill('0')
    await dialog.getByRole('button', { name: 'Save Correction' }).click()
    expect((await errorsOf(dialog)).length).toBe(1)
    await axe(page)
    await dialog.getByLabel('Weight').fill('200')
    await dialog.getByRole('button', { name: 'Save Correction' }).click()
    await dismissToast(page, 'Reel Deal: 200 lbs, now 2nd')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Delete Knot Today, 300 lbs Wahoo' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete this catch?' })
    await question.waitFor()
    await axe(page)
    await question.getByRole('button', { name: 'Delete Catch' }).click()
    await untilText(page, 'Catch deleted')
    await page.getByRole('button', { name: /^Delete Knot Today/ }).waitFor({ state: 'detached' })
    await untilListFocused(page)
    await page
      .getByRole('button', { name: /^Reel Deal/ })
      .getByRole('img', { name: '1st place' })
      .waitFor()
  })

  test('before the start weigh-in says when it starts', async () => {
    const { organiser, tournament } = await addScene({
      starts_at: Date.now() + 24 * hour,
      ends_at: Date.now() + 48 * hour,
    })
    const page = await site.open(toManage(tournament, 'weigh-in'), { member: organiser, worker: false })
    await untilText(page, 'Weigh-in hasn’t started')
    await eventually(page.getByRole('button', { name: /^Reel Deal/ })).toHaveCount(0)
  })

  test('a section has an address, and the back button goes back; a look elsewhere loses nothing', async () => {
    const { organiser, tournament } = await addScene()
    const page = await site.open(toManage(tournament), { member: organiser, worker: false })
    await page.getByRole('button', { name: /^Reel Deal/ }).click()
    await eventually(page.getByLabel('Weight')).toHaveAccessibleDescription('lbs')
    await page.getByLabel('Weight').fill('77')
    await manage(page, 'Entries').click()
    await page.waitForURL('**/manage?section=entries')
    await page.getByRole('heading', { name: 'Entries' }).waitFor()
    expect(await manage(page, 'Entries').getAttribute('aria-current')).toBe('page')
    await eventually(page.getByRole('log', { name: 'Live changes' })).toHaveText('Entries')
    expect(await page.getByLabel('Weight').isVisible()).toBe(false)
    await page.goBack()
    await page.getByLabel('Weight').waitFor()
    await eventually(page.getByRole('log', { name: 'Live changes' })).toHaveText('Weigh-in')
    await eventually(page.getByLabel('Weight')).toHaveValue('77')
    await page.goForward()
    await page.getByRole('heading', { name: 'Entries' }).waitFor()
  })
})

describe('entries', () => {
  test('a position is set against the weight, said so, and taken back', async () => {
    const { organiser, tournament, entry, other } = await addScene()
    for (const [id, weight] of [
      [entry, 400],
      [other, 300],
    ] as const)
      await weighWahoo(organiser, id, weight)
    const page = await site.open(toManage(tournament, 'entries'), { member: organiser, ...phone })
    const row = page
      .getByRole('region', { name: 'Entries' })
      .getByRole('listitem')
      .filter({ hasText: 'Knot Today' })
    await openRow(row, 'Knot Today')
    await row.getByRole('button', { name: 'Set Position' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set the Position of Knot Today' })
    await dialog.getByLabel('Position').fill('0')
    await dialog.getByRole('button', { name: 'Set Position' }).click()
    expect(await errorsOf(dialog)).toEqual(['A position is a whole number from 1 to 9999'])
    await axe(page)
    await dialog.getByLabel('Position').fill('1')
    await dialog.getByRole('button', { name: 'Set Position' }).click()
    await untilText(page, 'Overridden; by weight it would be 2nd')
    await row.getByRole('img', { name: '1st place' }).waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await row.getByRole('button', { name: 'Take Back' }).click()
    await row.getByRole('img', { name: '2nd place' }).waitFor()
    await eventually(page.getByText(/^Overridden/)).toHaveCount(0)
  })

  test('the organiser withdraws one after a confirmation that explains the refunds', async () => {
    const { organiser, tournament } = await addScene()
    await addEntry(
      site.db,
      { tournament_id: tournament, current_funding_cents: 730_000, backer_count: 8 },
      { name: 'Old Salt' },
    )
    const page = await site.open(toManage(tournament, 'entries'), { member: organiser, ...phone })
    for (const name of ['Old Salt', 'Knot Today']) await openRow(page, name)
    await page.getByRole('button', { name: 'Withdraw Old Salt' }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw Old Salt?' })
    await dialog.getByText(/^\$7,300 from 8 backers goes back to them in full\./).waitFor()
    await dialog.getByRole('button', { name: 'Keep It' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Withdraw Knot Today' }).click()
    const free = page.getByRole('dialog', { name: 'Withdraw Knot Today?' })
    await free.getByText(/^It has no fundings, so no money moves\./).waitFor()
    await free.getByRole('button', { name: 'Withdraw Entry' }).click()
    expect(await errorsOf(free)).toEqual([textRules.refundReason.required])
    await axe(page)
    await free.getByLabel('Reason').fill('Engine failure')
    await free.getByRole('button', { name: 'Withdraw Entry' }).click()
    await dismissToast(page, 'Entry withdrawn')
    await page.getByRole('heading', { name: 'Knot Today' }).waitFor({ state: 'detached' })
    await manage(page, 'Updates').click()
    await page.getByRole('heading', { name: 'Post an Update' }).waitFor()
  })
})

describe('updates', () => {
  test('the organiser posts one with a picture, and deletes it; a weigh-in’s goes with its catch', async () => {
    const { organiser, tournament, entry } = await addScene()
    await weighWahoo(organiser, entry, 5)
    const page = await site.open(toManage(tournament, 'updates'), { member: organiser, ...phone })
    const form = page.getByRole('region', { name: 'Post an Update' })
    await form.getByLabel('Location').fill('x'.repeat(256))
    await form.getByRole('button', { name: 'Post Update' }).click()
    expect(await errorsOf(form)).toEqual([
      'Please choose a boat of the tournament',
      'Please write something',
      'Locations must be at most 255 characters',
    ])
    await form.getByLabel('Boat').selectOption({ label: 'Knot Today' })
    await form.getByLabel('What is happening?').fill('Lines in at 30 fathoms.')
    await form.getByLabel('Location').fill('Poor Man’s Canyon')
    await form.locator('input[type=file]').setInputFiles(dot)
    await form.getByRole('img', { name: 'Chosen' }).waitFor()
    await form.getByRole('button', { name: 'Post Update' }).click()
    await dismissToast(page, 'Update posted')
    const items = page.getByRole('region', { name: 'Posted' }).getByRole('listitem')
    const mine = items.filter({ hasText: 'Lines in at 30 fathoms.' })
    await mine.getByText(/Poor Man’s Canyon/).waitFor()
    expect(await mine.getByRole('img', { name: 'From Knot Today' }).getAttribute('src')).toMatch(
      /^\/images\//,
    )
    await eventually(form.getByLabel('What is happening?')).toHaveValue('')
    const weighIn = items.filter({ hasText: 'weighed in' })
    await eventually(weighIn.getByText(/Delete its catch to remove it/)).toHaveCount(1)
    await eventually(weighIn.getByRole('button')).toHaveCount(0)
    await mine.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Update' }).click()
    await untilText(page, 'Update deleted')
    await mine.waitFor({ state: 'detached' })
    await untilListFocused(page)
  })
})

describe('settings', () => {
  test('an unchanged date keeps its seconds; funding that closes at the start moves with it', async () => {
    const starts_at = Date.parse('2027-12-01T15:00:42Z')
    const { organiser, tournament } = await addScene({
      starts_at,
      ends_at: starts_at + 2 * day,
      funding_closes_at: starts_at,
    })
    const page = await site.open(toManage(tournament, 'settings'), { member: organiser, ...phone })
    const form = page.getByRole('region', { name: 'Edit' })
    await eventually(form.getByLabel('Start Date')).toHaveValue('2027-12-01T15:00')
    await eventually(form.getByRole('radio', { name: 'When the tournament starts' })).toBeChecked()
    await form.getByLabel('Location').fill('Pier 8')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await dismissToast(page, 'Everybody sees the changes now.')
    const row = await site.db
      .selectFrom('tournaments')
      .select(['starts_at', 'location'])
      .where('id', '=', tournament)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ starts_at, location: 'Pier 8' })

    await form.getByLabel('Start Date').fill('2027-12-02T15:00')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await untilText(page, 'Everybody sees the changes now.')
    const answer = await site.ask(null, 'GET', `/api/tournaments/${tournament}`)
    expect(answer).toMatchObject({
      startDate: '2027-12-02T15:00:00.000Z',
      fundingClosesAt: '2027-12-02T15:00:00.000Z',
    })
  })

  test('shows all errors at their fields and saves valid values in the organiser’s time zone', async () => {
    const { organiser, tournament } = await addScene({
      starts_at: Date.parse('2026-12-01T15:00:00Z'),
      ends_at: Date.parse('2026-12-03T15:00:00Z'),
      prize_pool_cents: 125_000,
    })
    const page = await site.open(toManage(tournament, 'settings'), {
      member: organiser,
      ...phone,
      zone: 'America/New_York',
    })
    const form = page.getByRole('region', { name: 'Edit' })
    // The browser's time zone is known after hydration.
    await form.getByText('Eastern Time', { exact: true }).nth(1).waitFor()
    await eventually(form.getByText('Eastern Time', { exact: true }).filter({ visible: true })).toHaveCount(2)
    await eventually(form.getByLabel('Start Date')).toHaveValue('2026-12-01T10:00')
    await form.getByLabel('Tournament Name').fill(' ')
    await form.getByLabel('Description').fill('x'.repeat(10_000))
    await form.getByLabel('End Date').fill('2026-12-01T09:00')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    expect(await errorsOf(form)).toEqual([
      'Tournament name is required',
      'Descriptions must be at most 5000 characters',
      'End date must be after start date',
    ])
    expect(await form.getByLabel('Description').inputValue()).toHaveLength(10_000)
    await form.getByLabel('Tournament Name').fill('Harbour Cup')
    await form.getByLabel('Description').fill('')
    await form.getByLabel('Location').fill('Pier 7')
    await form.getByLabel('End Date').fill('9999-12-01T10:00')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await form.getByLabel('End Date').and(page.locator('[aria-invalid=true]')).waitFor()
    expect(await errorsOf(form)).toEqual(['Dates must be between 2000 and 2100'])
    await form.getByLabel('End Date').fill('2026-12-04T10:00')
    await form.getByLabel('Prize Pool').fill('')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Harbour Cup' }).waitFor()
    const row = await site.db
      .selectFrom('tournaments')
      .selectAll()
      .where('id', '=', tournament)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      name: 'Harbour Cup',
      description: null,
      location: 'Pier 7',
      starts_at: Date.parse('2026-12-01T15:00:00Z'),
      ends_at: Date.parse('2026-12-04T15:00:00Z'),
      prize_pool_cents: null,
    })
    expectClean(page, /status of 400/)
  })

  test('cancelling asks for a confirmation with its effects', async () => {
    const { organiser, tournament, entry } = await addScene()
    await addFunding(site.db, { entry_id: entry, amount_cents: 2550 })
    const page = await site.open(toManage(tournament, 'settings'), { member: organiser, ...phone })
    await page.getByRole('button', { name: 'Cancel Tournament' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel Marina Cup?' })
    await question
      .getByText(
        '1 funding goes back in full, $25.50 altogether. It is over for its 2 boats. This cannot be undone.',
      )
      .waitFor()
    await question.getByRole('button', { name: 'Cancel Tournament' }).click()
    expect(await errorsOf(question)).toEqual([textRules.refundReason.required])
    await question.getByLabel('Reason').fill('A gale is coming.')
    await axe(page)
    await question.getByRole('button', { name: 'Cancel Tournament' }).click()
    await untilText(page, 'This tournament is cancelled and can no longer be changed.')
    await eventually(page.getByRole('button', { name: 'Cancel Tournament' })).toHaveCount(0)
    await visit(page, `${site.url}/tournament/${tournament}`)
    await untilText(page, 'Cancelled: A gale is coming.')
  })

  test('a half-written reason stays when the tournament is cancelled in another tab', async () => {
    const { organiser, tournament } = await addScene()
    const page = await site.open(toManage(tournament, 'settings'), { member: organiser })
    await site.untilWatched(page)
    await page.getByRole('button', { name: 'Cancel Tournament' }).click()
    const question = page.getByRole('dialog')
    await eventually(question.getByRole('button', { name: 'Cancel Tournament' })).toBeEnabled()
    await question.getByLabel('Reason').fill('A gale is coming.')
    const change = { status: 'cancelled', reason: 'Storm' }
    await site.ask(organiser, 'PATCH', `/api/tournaments/${tournament}`, change)
    await untilText(page, 'This tournament is cancelled and can no longer be changed.')
    await eventually(question.getByLabel('Reason')).toHaveValue('A gale is coming.')
  })

  test('a failure in a dialog on a phone shows a toast above its buttons, which can be closed', async () => {
    const { organiser, tournament } = await addScene()
    const page = await site.open(toManage(tournament, 'settings'), { member: organiser, touch: true })
    await page.route(`**/api/tournaments/${tournament}`, route =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    for (const size of [
      { width: 360, height: 740 },
      { width: 740, height: 360 },
    ]) {
      await page.setViewportSize(size)
      await page.getByRole('button', { name: 'Cancel Tournament' }).click()
      const question = page.getByRole('dialog')
      await eventually(question.getByRole('button', { name: 'Cancel Tournament' })).toBeEnabled()
      await question.getByLabel('Reason').fill('A gale is coming.')
      await question.getByRole('button', { name: 'Cancel Tournament' }).click()
      const card = toasts(page)
      // Waits until the toast is in position.
      await card.getByRole('button', { name: 'Close' }).click({ trial: true })
      const toast = await card.boundingBox()
      if (!toast) throw new Error('no toast')
      expect(toast.y).toBeGreaterThanOrEqual(0)
      expect(toast.y).toBeLessThan(20)
      for (const label of ['Cancel Tournament', 'Keep It']) {
        const button = await question.getByRole('button', { name: label }).boundingBox()
        if (!button) throw new Error(`no button ${label}`)
        expect(toast.y + toast.height).toBeLessThanOrEqual(button.y)
      }
      await card.getByRole('button', { name: 'Close' }).click()
      await card.waitFor({ state: 'detached' })
      await question.getByRole('button', { name: 'Keep It' }).click()
      await question.waitFor({ state: 'detached' })
    }
    expectClean(page, /ERR_FAILED/)
  })
})

describe('captain and crew', () => {
  test('the captain changes goal and share, posts, and withdraws before the start', async () => {
    const starts = Date.now() + 3_600_000
    const { captain, tournament } = await addScene({ starts_at: starts, ends_at: starts + 86_400_000 })
    const page = await site.open(`/tournament/${tournament}`, { member: captain, ...phone })
    const own = page.getByRole('region', { name: 'My Boats' })
    await eventually(own.getByRole('heading', { level: 3 })).toHaveText(['Reel Deal'])
    await own.getByRole('button', { name: 'Change Goal and Share' }).click()
    const terms = page.getByRole('dialog', { name: 'Change Goal and Share' })
    await terms.getByLabel('Funding Goal').fill('0')
    await terms.getByLabel('Payout Percentage').fill('101')
    await terms.getByRole('button', { name: 'Save Changes' }).click()
    expect(await errorsOf(terms)).toEqual([
      fieldTexts.goalTooSmall,
      'The payout percentage must be more than 0 and at most 100, with at most two decimals',
    ])
    await axe(page)
    await terms.getByLabel('Funding Goal').fill('7500')
    await terms.getByLabel('Payout Percentage').fill('55.5')
    await terms.getByRole('button', { name: 'Save Changes' }).click()
    await own.getByText('$0 of $7,500', { exact: true }).waitFor()
    await own.getByText('55.5% of winnings to backers').waitFor()
    await terms.waitFor({ state: 'hidden' })
    await own.getByRole('button', { name: 'Post Update about Reel Deal' }).click()
    const update = page.getByRole('dialog', { name: 'Update from Reel Deal' })
    await update.waitFor()
    await axe(page)
    await update.getByLabel('What is happening?').fill('Hooked up!')
    await update.locator('input[type=file]').setInputFiles(dot)
    await update.getByRole('button', { name: 'Post Update' }).click()
    await dismissToast(page, 'Update posted')
    await update.waitFor({ state: 'hidden' })
    await own.getByRole('button', { name: 'Withdraw Reel Deal' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw Entry' }).click()
    await own.waitFor({ state: 'detached' })
    const boats = page.getByRole('region', { name: 'Participating Boats' })
    await boats.getByRole('heading', { name: 'Reel Deal' }).waitFor({ state: 'detached' })
    const row = await site.db
      .selectFrom('updates')
      .select(['content', 'image_id'])
      .where('tournament_id', '=', tournament)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ content: 'Hooked up!', image_id: expect.any(String) })
  })

  test('goal and share cannot change after the first funding', async () => {
    const { captain, tournament, entry } = await addScene()
    await changeRows(site.db, 'entries', { current_funding_cents: 1000, backer_count: 1 }, { id: entry })
    const page = await site.open(`/tournament/${tournament}`, { member: captain })
    const own = page.getByRole('region', { name: 'My Boats' })
    await own.getByRole('link', { name: 'Who Backs It' }).waitFor()
    await eventually(own.getByRole('button', { name: 'Change Goal and Share' })).toHaveCount(0)
    // The tournament has started.
    await eventually(own.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  })

  test('the owner approves one member and declines another; the approved one can post', async () => {
    const { captain, tournament, boat } = await addScene()
    const [dana, kai] = [
      await site.addMember({ firstName: 'Dana', lastName: 'Okafor' }),
      await site.addMember({ firstName: 'Kai', lastName: 'Lopez' }),
    ]
    for (const { userId } of [dana, kai])
      await addCrew(site.db, { boat_id: boat, user_id: userId, approved_at: null })
    const hers = await site.open(`/tournament/${tournament}`, { member: dana })
    await hers.getByRole('heading', { name: 'Reel Deal' }).waitFor()
    const own = hers.getByRole('region', { name: 'My Boats' })
    await eventually(own).toHaveCount(0)
    await site.untilWatched(hers, 1)

    const page = await site.open('/boats', { member: captain, ...phone })
    await page.getByText('2 people ask to join').waitFor()
    await openRow(page, 'Reel Deal')
    const crew = page.getByRole('region', { name: 'Crew of Reel Deal' })
    await crew.getByRole('button', { name: 'Approve Dana Okafor' }).click()
    await untilText(page, 'Dana Okafor joined the crew')
    await untilFocused(page)
    await dismissToast(page, 'Dana Okafor joined the crew')
    await crew.getByRole('button', { name: 'Remove Dana Okafor' }).waitFor()
    await crew.getByRole('button', { name: 'Decline Kai Lopez' }).click()
    const question = page.getByRole('alertdialog', { name: 'Decline Kai Lopez?' })
    await question.waitFor()
    await axe(page)
    await question.getByRole('button', { name: 'Decline' }).click()
    await crew.getByText('Kai Lopez').first().waitFor({ state: 'detached' })

    await own.getByText(/^You are crew\./).waitFor()
    await eventually(own.getByRole('button')).toHaveText(['Post Update about Reel Deal'])
  })

  test('the owner edits a boat: all errors at once, a picture added and removed', async () => {
    const { captain } = await addScene()
    const page = await site.open('/boats', { member: captain, ...phone })
    const mine = page.getByRole('region', { name: 'My Boats' })
    const dialog = page.getByRole('dialog', { name: 'Edit Reel Deal' })
    await openRow(mine, 'Reel Deal')
    const open = () => mine.getByRole('button', { name: 'Edit Reel Deal' }).click()
    await open()
    await dialog.getByLabel('Boat Name').fill('')
    await dialog.getByLabel('Captain Name').fill('x'.repeat(256))
    await dialog.getByRole('button', { name: 'Save Boat' }).click()
    expect(await errorsOf(dialog)).toEqual(['Boat name is required', 'Name is too long'])
    await axe(page)
    await dialog.getByLabel('Boat Name').fill('Reel Deal')
    await dialog.getByLabel('Captain Name').fill('Rosa Delgado')
    await dialog.locator('input[type=file]').setInputFiles(dot)
    await dialog.getByRole('button', { name: 'Save Boat' }).click()
    await mine.getByText('Captain: Rosa Delgado').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(await mine.locator('img').getAttribute('src')).toMatch(/^\/images\//)
    await open()
    await dialog.getByRole('button', { name: 'Remove picture' }).click()
    await dialog.getByRole('button', { name: 'Save Boat' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await eventually(mine.locator('img')).toHaveCount(0)
  })
})

test('ends a tournament now, and compares what each boat won with the prize pool', async () => {
  const { organiser, tournament, entry } = await addScene({
    prize_pool_cents: 1_000_000,
    funding_closes_at: Date.now() + 4 * hour,
  })
  await addFunding(site.db, { entry_id: entry })
  const page = await site.open(toManage(tournament, 'results'), { member: organiser, width: 360 })
  await page.getByRole('button', { name: 'End Now' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'End Marina Cup now?' })
  await dialog.waitFor()
  await axe(page)
  await dialog.getByRole('button', { name: 'End Now' }).click()
  await untilText(page, 'Tournament ended')
  await untilText(page, 'Confirm what each boat won under Results.')
  await untilFocused(page)
  await dismissToast(page, 'Tournament ended')
  await page.getByLabel('Winnings of Reel Deal').fill('7000')
  await page.getByLabel('Winnings of Knot Today').fill('2000')
  await page.getByRole('button', { name: 'Preview Shares' }).click()
  await untilText(page, 'Entered so far: $9,000.00. $1,000 less than the prize pool of $10,000.')
  await untilText(page, '$1,000 less than the prize pool of $10,000')
  const shares = page.getByRole('region', { name: 'Shares of Reel Deal' })
  expect(await shares.getByRole('listitem').isVisible()).toBe(false)
  await shares.getByRole('heading', { name: 'Reel Deal' }).click()
  await shares.getByRole('listitem').getByText('$2,800.00').waitFor()
  await axe(page)
  await expectNoSidewaysScroll(page)
})

test('an announcement, a correction and a set position are public; an announcement is pinned and taken back', async () => {
  // The first to end, so that home's leaderboard shows it.
  const { organiser, tournament, entry, other } = await addScene({ ends_at: Date.now() + hour })
  const { id } = await site.ask<{ id: string }>(
    organiser,
    'POST',
    `/api/tournament-entries/${entry}/catches`,
    { weight: 4225, species: 'Wahoo' },
  )
  await site.ask(organiser, 'PATCH', `/api/catches/${id}`, { weight: 42.25 })
  await site.ask(organiser, 'PATCH', `/api/tournament-entries/${other}`, { currentPosition: 2 })
  const page = await site.open(toManage(tournament, 'updates'), { member: organiser, width: 360 })
  await page.getByRole('textbox', { name: 'Announcement' }).fill('Weigh-in until 6 PM')
  await page.getByLabel('Pin it to the top').check()
  await page.getByRole('button', { name: 'Announce' }).click()
  await untilText(page, 'Announced')
  await axe(page)
  await expectNoSidewaysScroll(page)

  const correction = /^Corrected .+, was 4,225 lbs$/
  const reader = await site.open('/tournaments', { width: 360 })
  const main = reader.getByRole('main')
  const board = reader.getByRole('region', { name: 'Leaderboard', exact: true })
  await board.getByText(correction).waitFor()
  await board.getByText('Position set by the organiser', { exact: true }).waitFor()
  const updates = reader.getByRole('region', { name: 'Live Updates' })
  await updates.getByText(correction).waitFor()
  await updates.getByText(/42\.25 lbs \(Wahoo\) and is in first place\.$/).waitFor()
  await main.getByText('Weigh-in until 6 PM').first().waitFor()
  await expectNoSidewaysScroll(reader)
  await reader.setViewportSize({ width: 1280, height: 800 })
  await reader.context().addCookies([organiser.cookie])
  for (const path of [`/tournament/${tournament}`, `/kiosk/${tournament}`]) {
    await visit(reader, site.url + path)
    await main.getByText('Weigh-in until 6 PM').first().waitFor()
    await main.getByText('Position set by the organiser').first().waitFor()
    await main
      .getByText(/Corrected .+, was 4,225 lbs/)
      .first()
      .waitFor()
    await axe(reader)
  }

  await page.getByRole('button', { name: 'Unpin: Weigh-in until 6 PM' }).click()
  await page.getByRole('button', { name: 'Pin: Weigh-in until 6 PM', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete the announcement: Weigh-in until 6 PM' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Announcement' }).click()
  await untilText(page, 'Nothing announced yet')
})
