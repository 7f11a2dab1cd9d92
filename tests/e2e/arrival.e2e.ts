import { afterAll, expect, test } from 'bun:test'
import { holdRequests, layoutShift, ready, serveSite } from '../support/browser.ts'
import { addEntry, addTournament } from '../support/factories.ts'

const site = serveSite()
const pauseMs = 300

/** Sends pages without scripts, in parts that end before these texts, as a slow network does. */
function serveInParts(texts: readonly string[]) {
  return Bun.serve({
    port: 0,
    async fetch({ url, headers: requestHeaders }) {
      const cookie = requestHeaders.get('cookie') ?? ''
      const answer = await fetch(site.url + new URL(url).pathname, { headers: { cookie } })
      const type = answer.headers.get('content-type') ?? ''
      const headers = { 'content-type': type }
      if (!type.startsWith('text/html')) return new Response(answer.body, { headers })
      const html = (await answer.text()).replaceAll(/<script.*?<\/script>/gs, '')
      const ends = [...texts.map(text => html.indexOf(text)), html.length]
      const parts = ends.map((end, n) => html.slice(ends[n - 1] ?? 0, end))
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const part = parts.shift()
          if (part === undefined) return controller.close()
          controller.enqueue(new TextEncoder().encode(part))
          await Bun.sleep(pauseMs)
        },
      })
      return new Response(body, { headers })
    },
  })
}

/** Breaks the page in the board, and in the list of boats to back. */
const slowKiosk = serveInParts(['>Boat 3</p>', '>Boat 6</p>', '>Boat 20</p>', '>Boat 3</h3>'])
/** Breaks the page between icons and their labels. */
const slowCrewApp = serveInParts(['Capture</a>', 'My Posts</a>'])
afterAll(() => Promise.all([slowKiosk.stop(true), slowCrewApp.stop(true)]))

test('rows keep their places while the rest of a large board arrives', async () => {
  const live = await addTournament(site.db)
  for (let n = 1; n <= 60; n++)
    await addEntry(site.db, { tournament_id: live, current_position: n }, { name: `Boat ${n}` })
  const page = await site.open('/', { width: 1920, height: 800 })
  await page.goto(new URL(`/kiosk/${live}`, slowKiosk.url).href)
  await page.getByText('Boats 1–40 of 60').waitFor()
  const { score, moved } = await layoutShift(page)
  expect([score < 0.001, score, moved]).toEqual([true, score, moved])
})

test('tabs of the crew app keep their places while the others arrive', async () => {
  const page = await site.open('/', { signedIn: true, width: 412, height: 839 })
  await page.goto(new URL('/crew/queue', slowCrewApp.url).href)
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  expect(await layoutShift(page)).toEqual({ score: 0, moved: [] })
})

test('a page that was scrolled before its scripts arrive stays where it is', async () => {
  const organiser = await site.addMember()
  const own = await addTournament(site.db, { organiser_id: organiser.userId })
  for (let n = 1; n <= 8; n++) await addEntry(site.db, { tournament_id: own })
  const page = await site.open('/tournaments', { member: organiser, width: 360, height: 500 })
  for (const path of ['/tournament/:id', '/tournament/:id/manage?section=entries', '/account']) {
    const scripts = await holdRequests(page, '**/assets/*.js')
    await page.goto(site.url + path.replace(':id', own), { waitUntil: 'commit' })
    await page.getByRole('contentinfo').waitFor()
    const sections = page.getByRole('navigation', { name: 'Manage' })
    const hasSections = (await sections.count()) > 0
    await page.evaluate(() => scrollTo(0, 400))
    if (hasSections) await sections.evaluate(row => row.scrollTo(80, 0))
    scripts.release()
    await ready(page)
    // A click ends what React has put off.
    await page.locator('h1').dispatchEvent('click')
    expect([path, await page.evaluate(() => scrollY)]).toEqual([path, 400])
    if (hasSections) expect(await sections.evaluate(row => row.scrollLeft)).toBe(80)
    await page.unroute('**/assets/*.js')
  }
})
