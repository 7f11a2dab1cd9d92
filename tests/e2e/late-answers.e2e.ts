import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { CatchId } from '#contract/ids.ts'
import {
  eventually,
  expectClean,
  holdRequests,
  type Member,
  openRow,
  ready,
  reload,
  serveSite,
  untilText,
} from '../support/browser.ts'
import { addBoat, addEntry, addFunding, addTournament, setRules, upcoming } from '../support/factories.ts'
import { dot } from '../support/picture.ts'
import { heaviestRules } from '../support/protest-world.ts'

const site = serveSite()

/** A captain with two boats. */
async function addScene() {
  const captain = await site.addMember()
  const owner_id = captain.userId
  const reelDeal = await addBoat(site.db, { owner_id, name: 'Reel Deal' })
  await addBoat(site.db, { owner_id, name: 'Sea Fox' })
  return { captain, reelDeal }
}

async function editBoat(page: Page, name: string) {
  const row = page.getByRole('listitem').filter({ hasText: name })
  const button = row.getByRole('button', { name: `Edit ${name}` })
  if (!(await button.isVisible())) await row.getByRole('heading').first().click()
  await button.click()
  return page.getByRole('dialog', { name: `Edit ${name}` })
}

const open = (path: string, member: Member) => site.open(path, { member, worker: false })

test('what was typed about one boat is not restored into the form of another', async () => {
  const { captain } = await addScene()
  const page = await open('/boats', captain)
  await (await editBoat(page, 'Reel Deal')).getByLabel('Description').fill('Fishes at night')
  await page.reload()
  await ready(page)
  const other = await editBoat(page, 'Sea Fox')
  await eventually(other.getByLabel('Description')).toHaveValue('')
  await eventually(other.getByLabel('Boat Name')).toHaveValue('Sea Fox')
  await other.getByRole('button', { name: 'Cancel' }).click()
  await eventually((await editBoat(page, 'Reel Deal')).getByLabel('Description')).toHaveValue(
    'Fishes at night',
  )
})

test('a reply to a backer that is half written comes back, to that backer alone', async () => {
  const { captain, reelDeal } = await addScene()
  const entry = await addEntry(site.db, { boat_id: reelDeal })
  for (const [firstName, message] of [
    ['Bo', 'Tight lines'],
    ['Cy', 'Good luck'],
  ] as const) {
    const { userId } = await site.addMember({ firstName })
    await addFunding(site.db, { entry_id: entry, backer_id: userId, message })
  }
  const page = await open(`/entry/${entry}/backers`, captain)
  const replyTo = async (name: string) => {
    await openRow(page, name)
    await page.getByRole('button', { name: `Reply to ${name}` }).click()
    return page.getByLabel(`Your reply to ${name}`)
  }
  await (await replyTo('Bo')).fill('Welcome aboard')
  await reload(page)
  await eventually(await replyTo('Cy')).toHaveValue('')
  await eventually(await replyTo('Bo')).toHaveValue('Welcome aboard')
})

test('a form that is saved keeps a picture that was chosen meanwhile', async () => {
  const { captain, reelDeal } = await addScene()
  const page = await open(`/boat/${reelDeal}`, captain)
  await site.untilWatched(page)
  await page.getByRole('button', { name: 'Edit Reel Deal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Reel Deal' })
  await dialog.getByLabel('Description').fill('Fishes at night')
  const body = new FormData()
  body.set('file', new Blob([dot.buffer], { type: dot.mimeType }), dot.name)
  const headers = {
    cookie: `${captain.cookie.name}=${captain.cookie.value}`,
    'sec-fetch-site': 'same-origin',
  }
  const { id: imageId } = await (
    await fetch(`${site.url}/api/images`, { method: 'POST', body, headers })
  ).json()
  await site.ask(captain, 'PATCH', `/api/boats/${reelDeal}`, { imageId })
  await page.locator('section[aria-label=Boat] img').waitFor({ state: 'attached' })
  await dialog.getByRole('button', { name: 'Save Boat' }).click()
  await dialog.waitFor({ state: 'detached' })
  const boat = await site.db
    .selectFrom('boats')
    .select(['description', 'image_id'])
    .where('id', '=', reelDeal)
    .executeTakeFirst()
  expect(boat).toMatchObject({ description: 'Fishes at night', image_id: imageId })
})

test('a late answer leaves open what was opened since', async () => {
  const { captain } = await addScene()
  const page = await open('/boats', captain)
  const dialog = await editBoat(page, 'Reel Deal')
  await dialog.getByLabel('Description').fill('Fishes at night')
  const save = await holdRequests(page, '**/api/boats/*', 'PATCH')
  await dialog.getByRole('button', { name: 'Save Boat' }).click()
  await save.untilAsked
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await editBoat(page, 'Reel Deal')
  await dialog.getByLabel('Captain Name').fill('Ana Reyes Ruiz')
  save.release()
  await untilText(page, 'Saved')
  await eventually(dialog.getByLabel('Captain Name')).toHaveValue('Ana Reyes Ruiz')
})

test('a form whose answer doesn’t come can be sent again', async () => {
  const { captain } = await addScene()
  const page = await open('/boats', captain)
  await page.evaluate(() => {
    const limit = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = ms => limit(ms / 100)
  })
  const dialog = await editBoat(page, 'Reel Deal')
  await dialog.getByLabel('Description').fill('Fishes at night')
  await holdRequests(page, '**/api/boats/*', 'PATCH')
  await dialog.getByRole('button', { name: 'Save Boat' }).click()
  await untilText(page, 'Failed to save the boat. Please try again.')
  await eventually(dialog.getByLabel('Description')).toHaveValue('Fishes at night')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await dialog.getByRole('button', { name: 'Save Boat' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('a form is done when its change is saved, though the page can’t be brought up to date', async () => {
  const { captain } = await addScene()
  const page = await open('/boats', captain)
  const dialog = await editBoat(page, 'Reel Deal')
  await dialog.getByLabel('Description').fill('Fishes at night')
  await holdRequests(page, '**/api/**', 'GET')
  await dialog.getByRole('button', { name: 'Save Boat' }).click()
  await eventually(dialog).toHaveCount(0, { timeout: 30_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a form that led to the next page works when the browser shows it again', async () => {
  const { captain } = await addScene()
  const page = await open('/add-boat', captain)
  const send = page.getByRole('main').locator('button[type=submit]')
  // The page stays, as in the back-forward cache, which Playwright turns off.
  await page.route('**/*', route =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.fallback(),
  )
  const next = page.waitForRequest(request => request.isNavigationRequest())
  await page.getByLabel('Boat Name').fill('Night Tide')
  await page.getByLabel('Captain').fill('Ana Reyes')
  await send.click()
  await next
  expect(await send.isDisabled()).toBe(true)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await eventually(send).toBeEnabled()
})

test('the form to enter a boat stays when the boats can’t be read again', async () => {
  const { captain } = await addScene()
  const tournament = await addTournament(site.db, upcoming())
  await addEntry(site.db, { tournament_id: tournament })
  const page = await open(`/tournament/${tournament}`, captain)
  await site.untilWatched(page)
  await page.getByRole('button', { name: 'Enter a Boat' }).click()
  const goal = page.getByRole('dialog', { name: 'Enter a Boat' }).getByLabel('Funding Goal')
  await goal.fill('8500')
  await page.route('**/api/boats*', route => route.fulfill({ status: 404, json: { message: 'Gone' } }))
  const refusal = page.waitForResponse(response => response.status() === 404)
  await site.ask(captain, 'POST', '/api/boats', { name: 'Night Tide', captainName: 'Ana Reyes' })
  await refusal
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await goal.count()).toBe(1)
  await eventually(goal).toHaveValue('8500')
  expectClean(page, /404/)
})

test('the rules’ editor that doesn’t arrive leaves a message and another try', async () => {
  const organiser = await site.addMember()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    ...upcoming(),
  })
  const page = await open(`/tournament/${tournament}/manage`, organiser)
  await page.clock.install()
  const editor = await holdRequests(page, '**/assets/*.js')
  await page
    .getByRole('navigation', { name: 'Manage' })
    .getByRole('link', { name: 'Rules', exact: true })
    .click()
  await editor.untilAsked
  await page.clock.runFor(31_000)
  await untilText(page, 'The editor could not be loaded')
  editor.release()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Save Rules' }).waitFor()
})

test('an announcement and an update whose answers are lost are posted once when they are sent again', async () => {
  const organiser = await site.addMember()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
  })
  await addEntry(site.db, { tournament_id: tournament })
  const page = await open(`/tournament/${tournament}/manage?section=updates`, organiser)
  let lost = 0
  await page.route(/announcements$|tournament-updates$/, async route => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    if (response.status() === 201) {
      lost += 1
      return route.abort('connectionreset')
    }
    await route.fulfill({ response })
  })
  await page.getByRole('textbox', { name: 'Announcement' }).fill('Weigh-in until 6 PM')
  for (const outcome of ['Failed to announce it. Please try again.', 'Announced']) {
    await page.getByRole('button', { name: 'Announce', exact: true }).click()
    await untilText(page, outcome)
  }
  await page.getByLabel('What is happening?').fill('Lines in')
  for (const outcome of ['Failed to post the update. Please try again.', 'Update posted']) {
    await page.getByRole('button', { name: 'Post Update' }).click()
    await untilText(page, outcome)
  }
  expect(lost).toBe(2)
  const { length: announcements } = await site.db
    .selectFrom('announcements')
    .select('id')
    .where('tournament_id', '=', tournament)
    .execute()
  const { length: updates } = await site.db
    .selectFrom('updates')
    .select('id')
    .where('tournament_id', '=', tournament)
    .execute()
  expect({ announcements, updates }).toEqual({ announcements: 1, updates: 1 })
  expectClean(page, /request failed|ERR_CONNECTION_RESET/)
})

/** The weigh-in of two boats. */
async function addWeighIn({ hasRules = false } = {}) {
  const organiser = await site.addMember()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
  })
  if (hasRules) await setRules(site.db, tournament, heaviestRules(), organiser.userId)
  const enter = async (name: string) => addEntry(site.db, { tournament_id: tournament }, { name })
  const entry = await enter('Reel Deal')
  await enter('Sea Fox')
  return { organiser, entry, desk: `/tournament/${tournament}/manage?section=weigh-in` }
}

test('a fish that is half typed for one boat is not restored for another', async () => {
  const { organiser, desk } = await addWeighIn()
  const page = await open(desk, organiser)
  const choose = (name: string) =>
    page.getByRole('list', { name: 'Boats' }).getByRole('button', { name }).click()
  const weight = page.getByLabel('Weight')
  await choose('Reel Deal')
  await weight.fill('412.5')
  await reload(page)
  await choose('Sea Fox')
  await eventually(weight).toHaveValue('')
  await page.getByRole('button', { name: 'Change Boat' }).click()
  await choose('Reel Deal')
  await eventually(weight).toHaveValue('412.5')
})

test('a decision about a fish stays what was chosen when another organiser decides meanwhile', async () => {
  const { organiser, entry, desk } = await addWeighIn({ hasRules: true })
  const { id } = await site.ask<{ id: CatchId }>(
    organiser,
    'POST',
    `/api/tournament-entries/${entry}/catches`,
    { weight: 412, species: 'Blue Marlin' },
  )
  const page = await open(desk, organiser)
  await site.untilWatched(page)
  await page.getByRole('button', { name: 'Decide on Reel Deal, 412 lbs Blue Marlin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decide on the Catch' })
  await dialog.getByLabel('Reason').fill('Weighed after lines out')
  await site.ask(organiser, 'PUT', `/api/catches/${id}/disqualification`, { reason: 'Mutilated' })
  await page.getByText('Disqualified: Mutilated').waitFor()
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await dialog.getByText('This is decided already. Load the page again to see it.').waitFor()
  await eventually(dialog.getByLabel('Reason')).toHaveValue('Weighed after lines out')
  const fish = await site.db
    .selectFrom('catches')
    .select('disqualified_at')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(fish?.disqualified_at).toEqual(expect.any(Number))
  expectClean(page, /409/)
})
