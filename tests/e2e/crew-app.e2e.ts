import { afterEach, describe, expect, test } from 'bun:test'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import {
  axe,
  eventually,
  expectClean,
  ready,
  reload,
  serveSite,
  startSite,
  toasts,
  untilFocused,
  untilText,
} from '../support/browser.ts'
import {
  closePhones,
  itemsOf,
  openCrewApp,
  type Phone,
  pickFile,
  startPhone,
  tab,
  toastSays,
  untilItem,
} from '../support/crew.ts'
import { addBoat } from '../support/factories.ts'
import { flakyProxy } from '../support/flaky-proxy.ts'
import { clip } from '../support/media.ts'
import { changeRows, removeRows } from '../support/rows.ts'
import { until } from '../support/until.ts'

const site = serveSite({ env: { MIN_FREE_MB: '0' } })
afterEach(closePhones)

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

/** Opens the app without a camera, with one video ready to post. */
async function withVideo(): Promise<{ phone: Phone; page: Page }> {
  const { phone, page } = await openCrewApp(site, { camera: 'none' })
  await pickFile(page, clip({ seconds: 11 }))
  await untilItem(page, ['READY_TO_POST'])
  return { phone, page }
}

async function openOfflineWithVideo(): Promise<{ phone: Phone; page: Page }> {
  const { phone, page } = await openCrewApp(site, { camera: 'none', isInstalled: true })
  await phone.context.setOffline(true)
  await pickFile(page, clip({ seconds: 11 }))
  await untilItem(page, ['WAITING'])
  return { phone, page }
}

const isInReach = (button: Locator) =>
  button.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

async function compose(page: Page, caption: string): Promise<void> {
  await tab(page, 'Queue').click()
  await page.getByRole('link', { name: 'Add Caption' }).first().click()
  await heading(page, 'Compose Post')
  await page.getByLabel('Caption').fill(caption)
}

describe('the tabs', () => {
  test('each has an address that back, reload and external links open', async () => {
    const { page } = await openCrewApp(site, { path: '/crew/settings' })
    await heading(page, 'Settings')
    // Where the focus goes, no tab covers it.
    await page.setViewportSize({ width: 400, height: 800 })
    for (const link of await page.getByRole('main').getByRole('link').all()) {
      await link.focus()
      expect(await isInReach(link)).toBe(true)
    }
    await tab(page, 'Live').click()
    await heading(page, 'Live')
    await tab(page, 'My Posts').click()
    await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'Hookup' }).click()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/crew/posts?tag=Hookup')
    await reload(page)
    await heading(page, 'My Posts')
    expect(await page.getByRole('link', { name: 'Hookup' }).getAttribute('aria-current')).toBe('page')
    await page.goBack()
    await page.goBack()
    await heading(page, 'Live')
    expect(await tab(page, 'Live').getAttribute('aria-current')).toBe('page')
    expect(await page.title()).toBe('Live · Reelstake')
    await page.setViewportSize({ width: 1280, height: 800 })
    // The mark of the current tab lies at its edge.
    const mark = await tab(page, 'Live').evaluate(link => getComputedStyle(link, '::before').left)
    expect(mark).toBe('0px')
  })

  test('a visitor is redirected to sign in and back', async () => {
    const page = await site.open('/crew/queue')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login?next=%2Fcrew%2Fqueue')
  })
})

describe('a post', () => {
  test('has a caption, tag and visibility, which it keeps through a reload, and appears in My Posts', async () => {
    const { page } = await withVideo()
    await compose(page, 'x'.repeat(141))
    await untilText(page, '141/140')
    await page.setViewportSize({ width: 360, height: 640 })
    const publish = page.getByRole('button', { name: 'Publish Post' })
    expect(await isInReach(publish)).toBe(true)
    await untilText(page, 'Only you see it: you have no boat. Choose one in Settings.')
    await publish.click()
    await untilText(page, 'Caption must be 140 characters or less')
    await page.getByLabel('Caption').fill('Blue marlin on the line')
    await page.getByLabel('Hookup').check()
    await until(async () => (await itemsOf(page))[0]?.meta.tag === 'Hookup')
    await reload(page)
    await eventually(page.getByLabel('Caption')).toHaveValue('Blue marlin on the line')
    await eventually(page.getByLabel('Hookup')).toBeChecked()
    await page.getByLabel('Public').check()
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await toastSays(page, 'Post published successfully!')
    await heading(page, 'My Posts')
    const card = page.getByRole('main').getByRole('listitem')
    for (const text of ['Hookup', 'Public', 'Blue marlin on the line', 'just now'])
      await card.getByText(text, { exact: true }).waitFor()
    expect((await untilItem(page, ['POSTED'])).meta.postId).not.toBeNull()
    await tab(page, 'Queue').click()
    await page.getByRole('link', { name: 'View Post' }).click()
    await heading(page, 'View Post')
    await page.getByText(/ · 0:\d\d$/).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await heading(page, 'Upload Queue')
  })

  test('composed offline is published automatically after the upload', async () => {
    const { phone, page } = await openOfflineWithVideo()
    await compose(page, 'Out of range')
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await toastSays(page, 'Saved', 'Your post is published when the upload finishes.')
    await untilText(page, 'Publishes when the upload finishes.')
    await phone.context.setOffline(false)
    await untilItem(page, ['POSTED'])
    const post = await site.db
      .selectFrom('crew_posts')
      .selectAll()
      .where('author_id', '=', phone.member.userId)
      .executeTakeFirstOrThrow()
    expect(post.caption).toBe('Out of range')
    expect(post.published_at).not.toBeNull()
    expectClean(page, /net::ERR_/, /Failed to load/)
  })

  test('of a finished upload waits for the network', async () => {
    const { phone, page } = await withVideo()
    await tab(page, 'Queue').click()
    await page.getByRole('link', { name: 'Add Caption' }).first().click()
    await heading(page, 'Compose Post')
    await phone.context.setOffline(true)
    await page.getByLabel('Caption').fill('Out of range')
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await untilText(page, 'Publishes when you’re back online.')
    await phone.context.setOffline(false)
    await untilItem(page, ['POSTED'])
    expectClean(page, /net::ERR_/, /Failed to load/)
  })

  test.each(['lost', 'not awaited'])(
    'whose answers are %s is published as it was edited since',
    async end => {
      const { phone, page } = await withVideo()
      await compose(page, 'First words')
      await page.getByLabel('Public', { exact: true }).check()
      const arrival = Promise.withResolvers<void>()
      await page.route('**/api/crew/posts', async route => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        if (end === 'lost') await route.abort()
        arrival.resolve()
      })
      await page.getByRole('button', { name: 'Publish Post' }).click()
      await arrival.promise
      const next = end === 'lost' ? page : await phone.open(new URL(page.url()).pathname)
      if (end === 'lost') {
        await untilText(page, 'No connection to the server. Retrying automatically.')
        await page.getByRole('link', { name: 'Edit Caption' }).click()
      }
      await next.getByLabel('Caption').fill('Better words')
      await next.getByLabel('Backers Only').check()
      if (end === 'lost') await page.unroute('**/api/crew/posts')
      await next.getByRole('button', { name: 'Publish Post' }).click()
      await toastSays(next, 'Post published successfully!')
      const posts = await site.db
        .selectFrom('crew_posts')
        .select(['caption', 'visibility'])
        .where('author_id', '=', phone.member.userId)
        .execute()
      expect(posts).toEqual([{ caption: 'Better words', visibility: 'Backers' }])
      expectClean(page, /net::ERR_/, /Failed to load/)
    },
  )

  test('is not published while its caption is edited during the upload', async () => {
    const { phone, page } = await openOfflineWithVideo()
    await compose(page, 'A first thought')
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await untilText(page, 'Publishes when the upload finishes.')
    await page.getByRole('link', { name: 'Edit Caption' }).click()
    await page.getByLabel('Caption').fill('A better')
    await phone.context.setOffline(false)
    expect((await untilItem(page, ['READY_TO_POST'])).meta).toMatchObject({
      caption: 'A better',
      onUploaded: null,
    })
    await page.getByLabel('Caption').fill('A better thought')
    await page.getByRole('button', { name: 'Back' }).click()
    expect((await untilItem(page, ['POSTED'])).meta.caption).toBe('A better thought')
    const posts = await site.db
      .selectFrom('crew_posts')
      .select('caption')
      .where('author_id', '=', phone.member.userId)
      .execute()
    expect(posts).toEqual([{ caption: 'A better thought' }])
    expectClean(page, /net::ERR_/, /Failed to load/)
  })

  test.each(['queue', 'form'])('whose caption is edited while the %s posts it has the edit', async sender => {
    const { phone, page } = sender === 'form' ? await withVideo() : await openOfflineWithVideo()
    await compose(page, 'First words')
    const hold = Promise.withResolvers<void>()
    const arrival = Promise.withResolvers<void>()
    await page.route('**/api/crew/posts', async route => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      arrival.resolve()
      await hold.promise
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Publish Post' }).click()
    if (sender === 'queue') {
      await untilText(page, 'Publishes when the upload finishes.')
      await phone.context.setOffline(false)
      await arrival.promise
      await page.getByRole('link', { name: 'Edit Caption' }).click()
    }
    await arrival.promise
    await page.getByLabel('Caption').fill('Better words')
    await until(async () => (await itemsOf(page))[0]?.meta.caption === 'Better words')
    hold.resolve()
    const findPosts = () =>
      site.db
        .selectFrom('crew_posts')
        .select('caption')
        .where('author_id', '=', phone.member.userId)
        .where('published_at', 'is not', null)
        .execute()
    await until(async () => (await findPosts())[0]?.caption === 'Better words')
    expect(await findPosts()).toHaveLength(1)
    expectClean(page, /net::ERR_/, /Failed to load/)
  })

  test('is saved as a draft, edited, published, and deleted after a confirmation', async () => {
    const { page } = await withVideo()
    await compose(page, 'First words')
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await toastSays(page, 'Draft saved')
    const card = page.getByRole('main').getByRole('listitem')
    await card.getByText('Draft', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Delete Catch: First words' }).waitFor()
    await card.getByRole('button', { name: 'Play Catch: First words' }).press('Enter')
    await eventually(card.locator('video')).toBeFocused()
    await card.getByRole('link', { name: 'Edit Catch: First words' }).click()
    await heading(page, 'Edit Post')
    await page.getByLabel('Caption').fill('Better words')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await toastSays(page, 'Post saved')
    await card.getByText('Better words', { exact: true }).waitFor()
    expect(await itemsOf(page)).toMatchObject([{ meta: { caption: 'Better words' } }])
    await card.getByRole('button', { name: 'Publish Catch: Better words' }).click()
    await toastSays(page, 'Post published successfully!')
    await card.getByRole('link', { name: 'View Catch: Better words' }).click()
    await heading(page, 'View Post')
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Post?' })
    await dialog
      .getByText('This will permanently delete your post. This action cannot be undone.', { exact: true })
      .waitFor()
    await axe(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Delete' }).click()
    // The event of the deletion may come before the page has left the post.
    expectClean(page, /404.*\/api\/crew\/posts\//)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await toastSays(page, 'Post deleted')
    await untilText(page, 'No posts yet')
    await untilFocused(page)
    expect(await itemsOf(page)).toEqual([])
  })

  test('whose draft cannot be published over a silent link fails in time, and can be published again', async () => {
    const { phone, page } = await withVideo()
    await phone.context.addInitScript(() => {
      const limit = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = ms => limit(ms / 10)
    })
    await compose(page, 'In a dead spot')
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await toastSays(page, 'Draft saved')
    await reload(page)
    const publish = page.getByRole('button', { name: 'Publish Catch: In a dead spot' })
    await page.route('**/api/crew/posts/*', () => {})
    await publish.click()
    await toastSays(page, 'Failed to publish')
    await page.unroute('**/api/crew/posts/*')
    await publish.click()
    await toastSays(page, 'Post published successfully!')
    expectClean(page, /ERR_ABORTED|request failed/)
  })
})

describe('settings and live', () => {
  test('the first run asks for a boat beside the camera; an own one is approved at once, another waits for its owner', async () => {
    const phone = await startPhone(site, { isFirstRun: true })
    await addBoat(site.db, { owner_id: phone.member.userId, name: 'Second Mortgage' })
    await addBoat(site.db, { name: 'Reel Deal' })
    const page = await phone.open()
    const question = page.getByText(
      'Which boat do you crew? Its backers see your videos once its owner has approved you.',
    )
    await question.waitFor()
    await axe(page, 'color-contrast-enhanced')
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.getByRole('button', { name: 'Stop recording' }).waitFor()
    await eventually(question).toHaveCount(0)
    await page.reload()
    await page.getByRole('link', { name: 'Choose Boat' }).click()
    const choice = page.getByRole('combobox', { name: 'Boat assignment' })
    await choice.selectOption({ label: await optionOf(page, 'Second Mortgage') })
    await toastSays(page, 'Boat assignment saved')
    await tab(page, 'Capture').click()
    await heading(page, 'Capture')
    await eventually(question).toHaveCount(0)
    await tab(page, 'Settings').click()
    await untilText(page, 'You crew Second Mortgage. Your posts show its name.')
    await choice.selectOption({ label: await optionOf(page, 'Reel Deal') })
    await untilText(page, 'Waiting for the owner of Reel Deal to approve you.')
    await page.reload()
    await untilText(page, 'Waiting for the owner of Reel Deal to approve you.')
    await choice.selectOption({ label: 'No boat assigned' })
    await untilText(page, 'No boat yet. Choose one so that its backers see your posts.')
  })

  test('among many boats, an old one is found by its name', async () => {
    await addBoat(site.db, { name: 'Niña Vieja' })
    for (let n = 0; n < 100; n++) await addBoat(site.db, { name: `Fleet ${n}` })
    const { page } = await openCrewApp(site, { path: '/crew/settings' })
    const choice = page.getByRole('combobox', { name: 'Boat assignment' })
    await untilText(page, 'These are the newest 100. Find others by name.')
    await eventually(choice.getByRole('option', { name: /Niña Vieja/ })).toHaveCount(0)
    const search = page.getByRole('searchbox', { name: 'Find a boat' })
    expectClean(page, /net::ERR_/, /Failed to load/)
    await page.route(/q=nin(?:&|$)/, route => route.abort())
    await search.fill('nin')
    await untilText(page, 'We couldn’t search. Check your connection and type again.')
    await search.press('a')
    await untilText(page, 'One boat matches.')
    await choice.selectOption({ label: await optionOf(page, 'Niña Vieja') })
    await untilText(page, 'Waiting for the owner of Niña Vieja to approve you.')
  })

  test('the device keeps its settings', async () => {
    const { page } = await openCrewApp(site, { path: '/crew/settings' })
    const notifications = page.getByRole('switch', { name: 'Push notifications' })
    await eventually(notifications).toBeChecked()
    await page.getByText('This browser blocks notifications from this site.').waitFor()
    await notifications.click()
    await page.reload()
    await eventually(notifications).not.toBeChecked()
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt'), {
        prompt: async () => document.documentElement.setAttribute('data-asked', ''),
      })
      dispatchEvent(offer)
    })
    await tab(page, 'Queue').click()
    await page.getByRole('button', { name: 'Not Now' }).click()
    await tab(page, 'Settings').click()
    await page.getByRole('button', { name: 'Install App' }).click()
    await page.locator('html[data-asked]').waitFor()
    await page.getByText(/used, .* free on this device/).waitFor()
  })

  test('Live shows an endpoint and a masked key, which can be copied', async () => {
    const { page } = await openCrewApp(site, { path: '/crew/live' })
    await untilText(page, 'Not Live')
    const key = page.getByLabel('Stream key', { exact: true })
    expect(await key.getAttribute('type')).toBe('password')
    const value = await key.inputValue()
    expect(value).toMatch(/^live_[0-9a-f]{32}$/)
    await page.getByRole('button', { name: 'Copy Stream key' }).click()
    await toastSays(page, 'Copied', 'Stream key copied to clipboard')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    await page.getByRole('button', { name: 'Copy RTMP endpoint' }).click()
    await toastSays(page, 'Copied', 'RTMP endpoint copied to clipboard')
    await page.reload()
    await eventually(key).toHaveValue(value)
  })

  test('signing out deletes cached account data and keeps the queue', async () => {
    const { phone, page } = await openCrewApp(site, { camera: 'none', isInstalled: true })
    await page.reload()
    await phone.context.setOffline(true)
    await pickFile(page, clip({ seconds: 11 }))
    await untilItem(page, ['WAITING'])
    await phone.context.setOffline(false)
    await untilItem(page, ['READY_TO_POST'])
    await tab(page, 'Settings').click()
    await page.getByText(/1 video is still in the queue/).waitFor()
    expectClean(page, /net::ERR_/, /Failed to load/)
    await page.getByRole('link', { name: 'Sign Out' }).click()
    await page.waitForURL(`${site.url}/`)
    await page.goto(`${site.url}/crew`)
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await page.evaluate(() => caches.has('reelstake-crew-facts'))).toBe(false)
    expect(await itemsOf(page)).toHaveLength(1)
  })
})

test('a session that ends while the app is open leads to the sign-in, after a recording', async () => {
  const { phone, page } = await openCrewApp(site)
  await page.getByRole('button', { name: 'Start recording' }).click()
  await page.getByText('1s / ', { exact: false }).waitFor()
  await removeRows(site.db, 'sessions', { user_id: phone.member.userId })
  // As another tab announces it.
  await page.evaluate(() => {
    const tabs = new BroadcastChannel('session')
    tabs.postMessage({ event: 'SIGNED_OUT', user: null, endsAt: null })
    tabs.close()
  })
  await page.getByText('11s / ', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await page.waitForURL(/\/login\?next=%2Fcrew/)
  expect((await itemsOf(page)).map(({ ownerId }) => ownerId)).toEqual([phone.member.userId])
})

test('a session that expires while the app is open says so, and leads to the sign-in', async () => {
  const phone = await startPhone(site, { camera: 'none' })
  const { userId } = phone.member
  await changeRows(site.db, 'sessions', { expires_at: Date.now() + 60_000 }, { user_id: userId })
  const page = await phone.open()
  await page.clock.install()
  await reload(page)
  await removeRows(site.db, 'sessions', { user_id: userId })
  await page.clock.fastForward(30_000)
  await toastSays(page, 'Unauthorized', 'You are logged out. Logging in again...')
  await page.clock.fastForward(1000)
  await page.waitForURL(/\/login\?next=%2Fcrew/)
})

const optionOf = async (page: Page, name: string) =>
  (await page.getByRole('option', { name: new RegExp(`^${name}`) }).textContent()) ?? ''

describe('without a network', () => {
  test('the app opens at every address and records while the server is unreachable', async () => {
    using link = flakyProxy({ target: `localhost:${new URL(site.url).port}` })
    const { phone, page } = await openCrewApp(site, {
      url: `http://localhost:${link.port}`,
      isInstalled: true,
    })
    await page.reload()
    link.down()
    for (const [path, title] of [
      ['/crew/queue', 'Upload Queue'],
      ['/crew/live', 'Live'],
      ['/crew/settings', 'Settings'],
      ['/crew', 'Capture'],
    ] as const) {
      await page.goto(phone.site.url + path)
      await ready(page)
      await heading(page, title)
    }
    await page.getByRole('button', { name: 'Start recording' }).click()
    await untilText(page, '11s / 60s')
    await page.getByRole('button', { name: 'Stop recording' }).click()
    await untilItem(page, ['WAITING', 'UPLOADING'])
    link.up()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await untilItem(page, ['READY_TO_POST'])
    expectClean(page, /net::ERR_/, /Failed to load/)
  })

  test('the service worker resumes its installation after a cut', async () => {
    using link = flakyProxy({ target: `localhost:${new URL(site.url).port}`, rate: 400_000 })
    const { phone, page } = await openCrewApp(site, {
      path: '/crew/live',
      camera: 'none',
      url: `http://localhost:${link.port}`,
    })
    const isInstalling = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/crew'))?.installing != null)
    await until(isInstalling, 10)
    link.cut(1000)
    await until(async () => !(await isInstalling()))
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistration('/crew'))).toBeUndefined()
    await page.evaluate(() => navigator.serviceWorker.ready)
    link.down()
    await page.goto(`${phone.site.url}/crew/queue`)
    await heading(page, 'Upload Queue')
    // The cut may hit a part of the page too, which then offers a retry.
    expectClean(page, /net::ERR_/, /Failed to load/, /Failed to fetch dynamically imported module/)
  })

  test('a hanging link shows the cached posts', async () => {
    using link = flakyProxy({ target: `localhost:${new URL(site.url).port}`, mode: 'hang' })
    const { page } = await openCrewApp(site, {
      camera: 'none',
      url: `http://localhost:${link.port}`,
      isInstalled: true,
    })
    await reload(page)
    await pickFile(page, clip({ seconds: 11 }))
    await untilItem(page, ['READY_TO_POST'])
    await compose(page, 'Seen before')
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await heading(page, 'My Posts')
    await page.getByText('Seen before', { exact: true }).waitFor()
    link.down()
    await page.reload()
    await heading(page, 'My Posts')
    await page.getByText('Seen before', { exact: true }).waitFor()
    expect(link.stats().cuts).toBe(1)
  })

  test('the service worker ignores /crew-videos; the app shows the account that the server reports, not the cached one', async () => {
    const { phone, page } = await openCrewApp(site, { path: '/crew/settings', isInstalled: true })
    await page.reload()
    const answer = await page.goto(`${site.url}/crew-videos`)
    expect(answer?.fromServiceWorker()).toBe(false)
    expect((await page.goto(`${site.url}/crew/settings`))?.fromServiceWorker()).toBe(true)
    await untilText(page, 'Ana Reyes')
    const other = await site.addMember({ firstName: 'Ben', lastName: 'Ito' })
    await phone.context.clearCookies()
    await phone.context.addCookies([other.cookie])
    await page.reload()
    await untilText(page, 'Ben Ito')
  })

  test('a site that was locked shows its gate, then the app', async () => {
    await using gatedSite = await startSite({ gate: 'open sesame' })
    const { phone, page } = await openCrewApp(gatedSite, { path: '/crew/live' })
    const unlock = async () => {
      await page.getByLabel('Password', { exact: true }).fill('open sesame')
      await page.getByRole('button', { name: 'Unlock Site' }).click()
      await heading(page, 'Live')
    }
    await unlock()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await phone.context.clearCookies({ name: 'gate' })
    await page.reload()
    await unlock()
    expect(new URL(page.url()).pathname).toBe('/crew/live')
    expectClean(page, /status of 403/)
  })

  test('the app offers a new build outside recordings and installs it on request', async () => {
    const { phone, page } = await openCrewApp(site, { isInstalled: true })
    await page.reload()
    const other = await phone.open('/crew/live')
    await page.bringToFront()
    await page.evaluate(async () => {
      const [shell = ''] = (await caches.keys()).filter(name => name.startsWith('reelstake-crew-shell-'))
      await (await caches.open(shell)).put('/assets/part-of-old-build.js', new Response(''))
    })
    appendFileSync(join(site.dist, 'public/crew/sw.js'), '\n// another build')
    await page.getByRole('button', { name: 'Start recording' }).click()
    await untilText(page, '1s / 60s')
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/crew')
      await registration?.update()
      while (!registration?.waiting) await new Promise(requestAnimationFrame)
    })
    await eventually(page.getByText('A new version is ready.')).toHaveCount(0)
    await untilText(page, '11s / 60s')
    await page.getByRole('button', { name: 'Stop recording' }).click()
    const update = page.getByRole('status').getByRole('button', { name: 'Update' })
    await toastSays(page, 'Uploading Video...', 'You can add a caption now.')
    const toast = toasts(page)
    // Waits for its end of movement, and keeps it.
    await toast.hover()
    const [above, below] = [await update.boundingBox(), await toast.boundingBox()]
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
    await update.click()
    await page.getByRole('button', { name: 'Start recording' }).waitFor()
    await page.getByText('A new version is ready.').first().waitFor({ state: 'detached' })
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/crew')
      while (registration?.waiting) await new Promise(requestAnimationFrame)
    })
    expect(await itemsOf(page)).toHaveLength(1)
    // A second tab isn't reloaded until the user presses Update there, and has its build's parts until then.
    await other.bringToFront()
    const part = await other.evaluate(async () => (await fetch('/assets/part-of-old-build.js')).status)
    expect(part).toBe(200)
    await other.evaluate(() => Object.assign(window, { isOld: true }))
    await other.getByRole('status').getByRole('button', { name: 'Update' }).click()
    await other.waitForFunction(() => !('isOld' in window))
    await heading(other, 'Live')
    await eventually(other.getByText('A new version is ready.')).toHaveCount(0)
  })
})
