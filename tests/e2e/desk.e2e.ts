import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import { axe, expectFocused, holdLock, ready, serveSite, untilFocused } from '../support/browser.ts'
import { addCatch, addEntry, addStaff, addTournament } from '../support/factories.ts'

const site = serveSite()

async function addScene() {
  const organiser = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  const tournament = await addTournament(site.db, { organiser_id: organiser.userId, name: 'Marina Cup' })
  const entry = await addEntry(site.db, { tournament_id: tournament }, { name: 'Reel Deal' })
  await addCatch(site.db, { entry_id: entry, species: 'Wahoo', weight_hundredths: 4000 })
  return { organiser, tournament, entry, desk: `/tournament/${tournament}/manage?section=weigh-in` }
}

/** A server before the site; `hold` delays the second half of the desk's page, in milliseconds. */
function slowServer() {
  let heldMs = 0
  const server = Bun.serve({
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const response = await fetch(site.url + pathname + search, {
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
        redirect: 'manual',
      })
      if (!pathname.endsWith('/manage')) return response
      const html = await response.bytes()
      const middle = html.length / 2
      const body = new ReadableStream({
        async start(stream) {
          stream.enqueue(html.subarray(0, middle))
          await Bun.sleep(heldMs)
          stream.enqueue(html.subarray(middle))
          stream.close()
        },
      })
      return new Response(body, response)
    },
  })
  return {
    url: `http://localhost:${server.port}`,
    hold(ms: number) {
      heldMs = ms
    },
    [Symbol.dispose]: () => void server.stop(true),
  }
}

test('the desk opens whole over a link that takes longer for it than the worker waits for an answer', async () => {
  const { organiser, desk } = await addScene()
  using server = slowServer()
  const slow = { ...site, url: server.url }
  const page = await slow.open(desk, { member: organiser, isChecked: false })
  await page.evaluate(waitForDesk, desk)
  server.hold(6000)
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: /^Reel Deal/ }).waitFor()
})

test('with rules the desk asks without a network for what they need', async () => {
  const { organiser, tournament, desk } = await addScene()
  const rules = preset('five-fish', { days: [], timeZone: 'UTC' })
  await site.ask(organiser, 'PUT', `/api/tournaments/${tournament}/rules`, { rules, reason: 'Bass' })
  const page = await site.open(desk, { member: organiser, isChecked: false })
  const context = page.context()
  await page.evaluate(waitForDesk, desk)
  await page.close()

  await context.setOffline(true)
  const again = await site.open(desk, { context, isChecked: false })
  await again.getByRole('button', { name: /^Reel Deal/ }).click()
  await again.getByLabel('Pounds').fill('4')
  await again.getByLabel('Ounces').fill('2')
  await again.getByRole('button', { name: 'Wahoo', exact: true }).click()
  await again.getByRole('checkbox', { name: 'Dead' }).check()
  await again.getByRole('button', { name: 'Weigh In 4 lb 2 oz' }).click()
  const waiting = again.getByRole('region', { name: 'On This Device' })
  await waiting.getByText('4 lb 2 oz · Reel Deal').waitFor()
  await again.close()

  const third = await site.open(desk, { context, isChecked: false })
  await context.setOffline(false)
  await third.getByText('Sent: Reel Deal: 4 lb 2 oz, 1st in Five Fish').waitFor()
  const rows = await site.db
    .selectFrom('catches')
    .select(['ounces', 'marks'])
    .orderBy('created_at', 'desc')
    .execute()
  expect(rows[0]).toEqual({ ounces: 66, marks: '["dead"]' })
})

/** Weighs in a fish without a network. @returns the weigh-ins that wait */
async function weighInOffline(page: Page): Promise<Locator> {
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Reel Deal/ }).click()
  await page.getByLabel('Weight').fill('120.5')
  await page.getByLabel('Species').fill('Blue Marlin')
  await page.getByRole('button', { name: 'Weigh In 120.5 lbs' }).click()
  const waiting = page.getByRole('region', { name: 'On This Device' })
  await waiting.getByText('Waiting for the network').waitFor()
  return waiting
}

test('what waits for the network stands below the boats; a fish like a known one above, where a person sends it and keeps the focus', async () => {
  const { organiser, entry, desk } = await addScene()
  const page = await site.open(desk, { member: organiser, isChecked: false })
  const waiting = await weighInOffline(page)
  await expectFocused(page.getByRole('heading', { name: 'Weigh-in', exact: true }))
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  const boat = page.getByRole('button', { name: /^Reel Deal/ })
  expect(await topOf(waiting)).toBeGreaterThan(await topOf(boat))
  await site.ask(organiser, 'POST', `/api/tournament-entries/${entry}/catches`, {
    weight: '120.5',
    species: 'Blue Marlin',
  })
  await page.context().setOffline(false)
  const send = waiting.getByRole('button', { name: /^Another fish, send/ })
  await send.waitFor()
  expect(await topOf(waiting)).toBeLessThan(await topOf(boat))
  await send.press('Enter')
  await page.getByText(/^Sent: Reel Deal: 120.5 lbs/).waitFor()
  await untilFocused(page)
})

test('a weigh-in that is deleted on a full device is never sent', async () => {
  const { organiser, entry, desk } = await addScene()
  const page = await site.open(desk, { member: organiser, isChecked: false })
  // A dialog's script is loaded before the network goes.
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const waiting = await weighInOffline(page)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await waiting.getByRole('button', { name: /^Delete Reel Deal/ }).click()
  await page.getByRole('button', { name: 'Delete Weigh-in' }).click()
  await waiting.getByText('Undo: waiting for the network').waitFor()
  await page.getByText(/Keep this page open until the network is back\.$/).waitFor()
  // A reload, too, sends nothing.
  const storedIds = await page.evaluate(
    () =>
      new Promise(resolve => {
        const opening = indexedDB.open('reelstake-weigh-ins', 1)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('weighIns').objectStore('weighIns').getAllKeys()
          reading.onsuccess = () => resolve(reading.result)
        }
      }),
  )
  expect(storedIds).toEqual([])
  await page.context().setOffline(false)
  await waiting.waitFor({ state: 'detached' })
  const rows = await site.db.selectFrom('catches').select('species').where('entry_id', '=', entry).execute()
  expect(rows).toEqual([{ species: 'Wahoo' }])
})

/** Resolves once the worker has cached the desk. */
const waitForDesk = (desk: string) =>
  new Promise<void>(resolve => {
    const look = async () => ((await caches.match(desk)) ? resolve() : void setTimeout(look, 50))
    void look()
  })

test('the desk opens again without a network, weighs in, and sends it later; a sign-out forgets it', async () => {
  const { organiser, desk } = await addScene()
  const page = await site.open(desk, { member: organiser, isChecked: false })
  const context = page.context()
  await page.evaluate(waitForDesk, desk)
  await page.goto(`${site.url}/robots.txt`)

  await context.setOffline(true)
  const again = await site.open(desk.replace('?section=weigh-in', ''), { context, isChecked: false })
  expect(again.url()).toBe(site.url + desk)
  await again.getByRole('button', { name: /^Reel Deal/ }).click()
  await again.getByLabel('Weight').fill('120.5')
  await again.getByLabel('Species').fill('Blue Marlin')
  await again.getByRole('button', { name: 'Weigh In 120.5 lbs' }).click()
  const waiting = again.getByRole('region', { name: 'On This Device' })
  await waiting.getByText('Waiting for the network').waitFor()
  await axe(again)
  await again.close()
  await holdLock(page, 'reelstake-weigh-ins')

  // Waiting catches survive a restart, also while a suspended tab holds the lock.
  await context.addInitScript(() => {
    const limit = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = ms => limit(ms / 20)
  })
  const third = await site.open(desk, { context, isChecked: false })
  await third.getByRole('region', { name: 'On This Device' }).getByText('Blue Marlin').waitFor()
  await context.setOffline(false)
  await third.getByText(/^Sent: Reel Deal: 120.5 lbs/).waitFor()
  const rows = await site.db.selectFrom('catches').select('species').execute()
  expect(rows.map(({ species }) => species)).toContain('Blue Marlin')

  await third.goto(`${site.url}/logout`)
  await ready(third)
  await third.getByRole('button', { name: 'Sign out' }).click()
  await third.waitForURL(`${site.url}/`)
  await context.setOffline(true)
  await third.goto(`${site.url}${desk}`).catch(() => {})
  await third.getByRole('heading', { name: 'Waiting for the network' }).waitFor()
})

test('shows what waits to a weigh master whose role has ended, and sends nothing as another account', async () => {
  const { organiser, tournament, entry, desk } = await addScene()
  const master = await site.addMember()
  await addStaff(site.db, { tournament_id: tournament, user_id: master.userId, role: 'weigh-master' })
  const page = await site.open(desk, { member: master, isChecked: false })
  const context = page.context()
  await page.evaluate(waitForDesk, desk)
  await context.setOffline(true)
  const weighIn = async (weight: string) => {
    await page.getByRole('button', { name: /^Reel Deal/ }).click()
    await page.getByLabel('Weight').fill(weight)
    await page.getByLabel('Species').fill('Blue Marlin')
    await page.getByRole('button', { name: `Weigh In ${weight} lbs` }).click()
  }
  const waiting = page.getByRole('region', { name: 'On This Device' })
  await weighIn('120.5')
  await waiting.getByText('Waiting for the network').waitFor()

  // The organiser signs in on the device; the page is older.
  await context.addCookies([organiser.cookie])
  await page.reload()
  await ready(page)
  await weighIn('130.5')
  await page.evaluate(() => localStorage.setItem('weigh-desk-scale', '{}'))
  await context.setOffline(false)
  await waiting.getByText(/^2 weigh-ins of another account are not sent yet/).waitFor()
  // A slow link would show the master's stored page again and again.
  expect(await page.evaluate(() => localStorage.getItem('weigh-desk-scale'))).toBeNull()
  expect(await waiting.getByText('Blue Marlin').count()).toBe(0)

  await site.call(organiser, 'DELETE', `/api/tournaments/${tournament}/staff/${master.userId}`)
  await context.addCookies([master.cookie])
  await page.goto(site.url + desk)
  await page.getByRole('heading', { name: 'Not Yours to Manage' }).waitFor()
  await waiting.getByText('130.5 lbs · Reel Deal').waitFor()
  await waiting
    .getByText(/^Only the organisers and weigh masters can weigh in/)
    .first()
    .waitFor()
  await waiting.getByText(/Show these to the organiser/).waitFor()
  await axe(page)
  const rows = await site.db.selectFrom('catches').select('species').where('entry_id', '=', entry).execute()
  expect(rows).toEqual([{ species: 'Wahoo' }])
})
