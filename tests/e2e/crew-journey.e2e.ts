import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { expectAccessible, openRow, reload, serveSite, untilFocused } from '../support/browser.ts'
import { closePhones, openCrewApp, toastSays, untilItem } from '../support/crew.ts'
import { addBoat, addCrew, addEntry, addTournament } from '../support/factories.ts'
import { flakyProxy } from '../support/flaky-proxy.ts'
import { addStake } from '../support/posts.ts'

const site = serveSite({ env: { MIN_FREE_MB: '0' } })
setDefaultTimeout(300_000)
afterEach(closePhones)

test('recorded on the dock at 400 kbit/s with a cut every 20 s, composed while it uploads, published, and visible to the public and a backer', async () => {
  const crew = await site.addMember({ firstName: 'Kai', lastName: 'Moana' })
  const backer = await site.addMember()
  const boat = await addBoat(site.db, { name: 'Reel Deal' })
  const tournament = await addTournament(site.db)
  const entry = await addEntry(site.db, { tournament_id: tournament, boat_id: boat })
  await addCrew(site.db, { user_id: crew.userId, boat_id: boat })
  await addStake(site.db, { backer_id: backer.userId, entry_id: entry })

  const link = flakyProxy({
    target: `localhost:${new URL(site.url).port}`,
    rate: 400_000 / 8,
    latency: 150,
    blackout: 1500,
  })
  const cutting = setInterval(() => link.cut(), 20_000)
  try {
    const { page } = await openCrewApp(site, { member: crew, url: `http://localhost:${link.port}` })
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.getByText('12s / 60s').waitFor()
    await page.getByRole('button', { name: 'Stop recording' }).click()
    await toastSays(page, 'Uploading Video...')

    await page.getByRole('link', { name: 'Add Caption' }).click()
    await page.getByLabel('Caption').fill('Blue marlin, 412 lbs')
    await page.getByLabel('Public').check()
    expect((await untilItem(page, ['UPLOADING', 'WAITING'])).progress).toBeLessThan(1)
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await toastSays(page, 'Saved', 'Your post is published when the upload finishes.')
    await untilItem(page, ['POSTED'])
    expect(link.stats().cuts).toBeGreaterThan(0)
  } finally {
    clearInterval(cutting)
    link.stop()
  }

  // A post is public once its file has no metadata.
  await site.runJobs()
  const visitor = await site.open('/crew-videos')
  const card = visitor.getByRole('link', { name: 'Play Blue marlin, 412 lbs' })
  await card.waitFor()
  await visitor
    .getByText(/Reel Deal/)
    .first()
    .waitFor()
  await card.click()
  await visitor.waitForFunction(() => {
    const video = document.querySelector('video')
    return video !== null && video.readyState >= HTMLMediaElement.HAVE_METADATA
  })

  const other = await site.open(`/tournament/${tournament}`, { member: backer })
  await other
    .locator('details')
    .getByRole('link', { name: /Blue marlin, 412 lbs/ })
    .waitFor()
})

for (const width of [360, 1280])
  test(`a captain's link leads the crew to a request, then to the crew app, at ${width} px`, async () => {
    const [captain, crew] = [await site.addMember(), await site.addMember({ firstName: 'Kai' })]
    const boat = await addBoat(site.db, { owner_id: captain.userId, name: 'Knot Today' })
    const boats = await site.open('/boats', { member: captain, width })
    await openRow(boats, 'Knot Today')
    await boats.getByRole('button', { name: 'Invite Crew of Knot Today' }).click()
    const dialog = boats.getByRole('dialog', { name: 'Invite the crew of Knot Today' })
    await dialog.getByAltText('QR code of the invitation').waitFor()
    await expectAccessible(boats)
    const { pathname } = new URL(await dialog.getByLabel('Link').inputValue())
    expect(pathname).toBe(`/boat/${boat}/crew`)
    await dialog.getByRole('button', { name: 'Done' }).click()

    const visitor = await fetch(`${site.url}${pathname}?from=qr`, { redirect: 'manual' })
    expect(visitor.headers.get('location')).toContain(encodeURIComponent(pathname))

    const own = await site.open(pathname, { member: captain, width })
    await own.getByText('This is your boat, so you need no approval.').waitFor()
    await expectAccessible(own)
    await own.getByRole('button', { name: 'Join the Crew' }).click()
    await own.getByText('You are in the crew.').waitFor()

    const page = await site.open(pathname, { member: crew, width })
    await page.getByRole('button', { name: 'Ask to Join' }).click()
    await page.getByText(/^The captain has your request\./).waitFor()
    await untilFocused(page)
    await expectAccessible(page)
    await reload(page)
    // Everyone who waits has the app in the menu.
    const html = await (await site.call(crew, 'GET', '/')).text()
    expect(html).toContain('href="/crew"')
    await site.untilWatched(boats, 2)
    await boats.getByRole('button', { name: 'Approve Kai' }).click()
    await boats.getByText('Asks to join', { exact: true }).first().waitFor({ state: 'detached' })
    await page.getByText('You are in the crew. Your posts show the boat’s name.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Open Crew App' }).click()
    await page.waitForURL(/\/crew$/)
  })
