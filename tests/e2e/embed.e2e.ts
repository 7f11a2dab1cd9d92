import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { axe, eventually, expectClean, expectNoSidewaysScroll, serveSite } from '../support/browser.ts'
import { addEntry, addScene } from '../support/factories.ts'

const site = serveSite()
let scene: Awaited<ReturnType<typeof addScene>>
let foreign: Bun.Server<undefined>

/** Another site: another port of the same host would be the same. */
const foreignUrl = () => `http://127.0.0.1:${foreign.port}`

beforeAll(async () => {
  scene = await addScene(site.db)
  await addEntry(site.db, { tournament_id: scene.tournament }, { name: 'Knot Working' })
  foreign = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: request => {
      const framePath = new URL(request.url).searchParams.get('framed') ?? ''
      return new Response(
        `<!doctype html><html lang="en"><title>Fishing club</title><link rel="icon" href="data:,"><h1>Our club</h1><iframe src="${site.url}${framePath}" title="Leaderboard" width="100%" height="480"></iframe>`,
        { headers: { 'content-type': 'text/html' } },
      )
    },
  })
})
afterAll(() => foreign.stop(true))

/** A member of the site who reads another one. */
async function openForeign(framePath: string, width = 1280) {
  const member = await site.open('/login', { width, signedIn: true })
  const context = member.context()
  const before = await context.cookies()
  const page = await context.newPage()
  const [problems, cookies]: [string[], string[]] = [[], []]
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(error.message))
  const requests: Promise<void>[] = []
  page.on('request', request =>
    requests.push(
      request.allHeaders().then(
        ({ cookie }) => {
          if (cookie !== undefined) cookies.push(request.url())
        },
        // The board asks again until its page is closed.
        (error: unknown) => {
          if (!page.isClosed()) throw error
        },
      ),
    ),
  )
  await page.goto(`${foreignUrl()}/?framed=${encodeURIComponent(framePath)}`)
  return {
    page,
    problems,
    async cookiesSent() {
      await Promise.all(requests)
      return cookies
    },
    newCookies: async () => (await context.cookies()).length - before.length,
  }
}

const framedPage = (page: Page) => {
  const frame = page.frames().find(each => each !== page.mainFrame())
  if (!frame) throw new Error('there is no frame')
  return frame
}

describe('a leaderboard in a page of another site', () => {
  test('is live, without a cookie and without an error', async () => {
    const { page, problems, cookiesSent, newCookies } = await openForeign(`/embed/${scene.tournament}`)
    const board = page.frameLocator('iframe')
    await board.getByText('No catches yet.').waitFor()
    const json = { weight: 412.5, species: 'Blue Marlin' }
    const response = await fetch(`${site.url}/api/tournament-entries/${scene.entry}/catches`, {
      method: 'POST',
      body: JSON.stringify(json),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: scene.organiser.cookie,
      },
    })
    expect(response.status).toBe(201)
    // The same event comes when the reader returns to the tab.
    await framedPage(page).evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await board.getByText('412.5 lbs').waitFor()
    await board.getByRole('img', { name: '1st place' }).waitFor()
    await eventually(board.getByRole('listitem')).toHaveCount(2)
    const link = board.getByRole('link', { name: 'See it on Reelstake (opens in a new tab)' })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    expect(tab.url()).toBe(`${site.url}/tournament/${scene.tournament}`)
    await tab.close()
    expect({ problems, sent: await cookiesSent(), set: await newCookies() }).toEqual({
      problems: [],
      sent: [],
      set: 0,
    })
  })

  test('stays when a server in between answers with a page of its own', async () => {
    let isClosed = false
    using portal = Bun.serve({
      port: 0,
      fetch: ({ url }) =>
        isClosed
          ? new Response('<link rel="stylesheet" href="/portal.css"><main>Accept the terms</main>', {
              status: 403,
              headers: { 'content-type': 'text/html' },
            })
          : fetch(site.url + new URL(url).pathname, { headers: { 'accept-encoding': 'identity' } }),
    })
    const page = await site.open('/login')
    await page.goto(`http://localhost:${portal.port}/embed/${scene.tournament}`)
    const navigations: string[] = []
    page.on('request', request => {
      if (request.isNavigationRequest()) navigations.push(request.url())
    })
    const refresh = async () => {
      const answer = page.waitForResponse(response => response.request().resourceType() === 'fetch')
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return (await answer).status()
    }
    isClosed = true
    expect([await refresh(), await refresh()]).toEqual([403, 403])
    isClosed = false
    expect([await refresh(), navigations]).toEqual([200, []])
    await page.getByRole('heading', { name: 'White Marlin Open' }).waitFor()
    expectClean(page, /403/)
  })

  test('reads the standings again by itself', async () => {
    const { page } = await openForeign('/')
    await page.clock.install()
    await page.goto(`${foreignUrl()}/?framed=/embed/${scene.tournament}`)
    await page.frameLocator('iframe').getByRole('heading').waitFor()
    const [again] = await Promise.all([
      page.waitForRequest(request => request.resourceType() === 'fetch'),
      page.clock.fastForward(20_000),
    ])
    expect(again.url()).toBe(`${site.url}/embed/${scene.tournament}`)
  })

  test.each([280, 1280])('fits %d px, in both themes', async width => {
    const page = await site.open('/login', { width })
    for (const theme of ['light', 'dark'] as const) {
      await page.goto(`${site.url}/embed/${scene.tournament}?theme=${theme}`)
      await page.getByRole('heading', { name: 'White Marlin Open' }).waitFor()
      await expectNoSidewaysScroll(page)
      await axe(page)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme)
    }
  })
})

test('no other page of the site shows in a frame', async () => {
  for (const path of ['/', '/tournaments', `/kiosk/${scene.tournament}`]) {
    const { page, problems } = await openForeign(path)
    await page.waitForFunction(() => document.querySelector('iframe') !== null)
    while (problems.length === 0) await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(problems.join()).toContain("frame-ancestors 'none'")
    expect(framedPage(page).url()).not.toStartWith(site.url)
  }
})
