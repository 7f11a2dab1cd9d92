import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Page, Worker } from 'playwright'
import type { BoatId, TournamentId, UserId } from '#contract/ids.ts'
import { day, hour } from '#contract/time.ts'
import {
  axe,
  closePages,
  eventually,
  expectClean,
  expectNoSidewaysScroll,
  type Member,
  ready,
  serveSite,
  untilText,
} from '../support/browser.ts'
import {
  addBoat,
  addEntry,
  addFollows,
  addFunding,
  addNotification,
  addTournament,
} from '../support/factories.ts'
import { removeRows } from '../support/rows.ts'

const site = serveSite({ env: { ALLOW_PRIVATE_ADDRESSES: '1' } })
let boat: BoatId
let tournament: TournamentId

beforeAll(async () => {
  boat = await addBoat(site.db, { name: 'Reel Deal' })
  tournament = await addTournament(site.db, { name: 'Gulf Stream Marlin Classic' })
  await addEntry(site.db, { boat_id: boat, tournament_id: tournament })
})
afterEach(closePages)

const addWeighIn = (member: Member, text: string, values = {}) =>
  addNotification(site.db, member.userId, { text, path: `/boat/${boat}`, ...values })

const unreadOf = (page: Page) => page.locator('[data-unread]').textContent()
const untilUnread = (page: Page, unread: string) =>
  page.waitForFunction(text => document.querySelector('[data-unread]')?.textContent === text, unread)

const notify = (user: UserId) => site.deps.events.hub.publish('notification', {}, { people: new Set([user]) })

describe('the bell', () => {
  test.each([
    ['with React', '/account'],
    ['that loads React late', '/'],
    ['without React', '/tournaments/all'],
  ])('on a page %s: unread ones are counted, live', async (_name, path) => {
    const member = await site.addMember()
    const page = await site.open(path, { member })
    expect(await unreadOf(page)).toBe('')
    await site.untilWatched(page)
    await addWeighIn(member, 'Weighed in')
    notify(member.userId)
    await untilUnread(page, '1')
    for (let n = 0; n < 9; n++) await addWeighIn(member, `Weighed in again: ${n}`)
    notify(member.userId)
    await untilUnread(page, '9+')
    await page.reload()
    await ready(page)
    expect(await unreadOf(page)).toBe('9+')
    await eventually(page.getByRole('link', { name: 'Notifications 9+ unread', exact: true })).toHaveCount(1)
    expectClean(page)
  })

  test('its page marks them as read, on every device, and shows what comes', async () => {
    const member = await site.addMember()
    await addWeighIn(member, 'Weighed in 412.5 lbs Blue Marlin, now 2nd')
    const other = await site.open('/account', { member })
    expect(await unreadOf(other)).toBe('1')
    await site.untilWatched(other)
    const page = await site.open('/account', { member, width: 360 })
    await page.getByRole('link', { name: 'Notifications' }).click()
    await page.getByText('Weighed in 412.5 lbs Blue Marlin, now 2nd').waitFor()
    await untilUnread(page, '')
    await untilUnread(other, '')
    // Still marked as new, until the page is opened again.
    await eventually(page.getByRole('link', { name: 'New: Weighed in' })).toHaveCount(1)
    await addWeighIn(member, 'Takes the lead')
    notify(member.userId)
    await page.getByText('Takes the lead').waitFor()
    await axe(page)
    await page.reload()
    await ready(page)
    await eventually(page.getByRole('link', { name: 'New: Weighed in' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Takes the lead' }).first().click()
    await page.waitForURL(`**/boat/${boat}`)
    expectClean(page)
  })
})

test('notifications are listed by day, each with an icon of its kind', async () => {
  const member = await site.addMember()
  const noon = Date.now() - (Date.now() % day) + 12 * hour
  await addWeighIn(member, 'Weighed in', { created_at: noon - 9 * day })
  await addWeighIn(member, 'You won $320: Reel Deal won $800', { kind: 'won', created_at: noon - day })
  await addWeighIn(member, 'Now 2nd', { created_at: noon - day + 1 })
  await addWeighIn(member, 'Withdrew', { kind: 'withdrawn', created_at: noon })
  const page = await site.open('/notices', { member, width: 320 })
  const days = page.locator('main section')
  await days.first().waitFor()
  const earlier = new Date(noon - 9 * day).toUTCString().slice(0, 3)
  expect(await days.locator('h2').allTextContents()).toEqual([
    'Today',
    'Yesterday',
    expect.stringMatching(new RegExp(`^${earlier}[a-z]+, [A-Z][a-z]{2} \\d+`)),
  ])
  await eventually(days.nth(1).getByRole('link')).toHaveText([
    'New: Now 2nd',
    'New: You won $320: Reel Deal won $800',
  ])
  const icons = await page.locator('main li svg').evaluateAll(all => all.map(icon => icon.innerHTML))
  expect(icons).toHaveLength(4)
  // The icons are of a catch, a win and a withdrawal.
  expect(new Set(icons).size).toBe(3)
  expectClean(page)
})

test('the bell of the page of notifications is right before the page hears events', async () => {
  const member = await site.addMember()
  await addWeighIn(member, 'Weighed in 412.5 lbs Blue Marlin, now 2nd')
  const page = await site.open('/account', { member })
  await page.context().route('**/api/events', route => route.abort())
  await page.goto(`${site.url}/notices`)
  await page.getByText('Weighed in 412.5 lbs Blue Marlin, now 2nd').waitFor()
  await untilUnread(page, '')
})

describe('following', () => {
  test('a member follows a boat and a tournament, and no longer', async () => {
    const member = await site.addMember()
    for (const path of [`/boat/${boat}`, `/tournament/${tournament}`]) {
      const page = await site.open(path, { member, width: 360 })
      await page.getByRole('button', { name: /^Follow / }).click()
      await eventually(page.getByRole('button', { name: /^Unfollow / })).toBeFocused()
      await page.reload()
      await ready(page)
      await page.getByRole('button', { name: /^Unfollow / }).press('Enter')
      await eventually(page.getByRole('button', { name: /^Follow / })).toBeFocused()
      await axe(page)
      expectClean(page)
    }
  })

  test('a backer follows the boat by themselves, and can mute it', async () => {
    const backer = await site.addMember()
    const entry_id = await addEntry(site.db, { boat_id: boat, tournament_id: await addTournament(site.db) })
    await addFunding(site.db, { entry_id, backer_id: backer.userId, amount_cents: 2500 })
    const page = await site.open(`/boat/${boat}`, { member: backer })
    await page.getByText('Following because you back it. Notification settings').waitFor()
    await page.getByRole('button', { name: 'Mute Reel Deal' }).click()
    await untilText(page, 'Muted: you won’t hear about Reel Deal.')
    await page.getByRole('button', { name: 'Follow Reel Deal' }).click()
    await page.getByText('You follow Reel Deal. Notification settings').waitFor()
    expectClean(page)
  })

  test('the page of notifications lists what one follows, to stop it there', async () => {
    const member = await site.addMember()
    const entry = await addEntry(site.db, { tournament_id: await addTournament(site.db) })
    await addFunding(site.db, { entry_id: entry, backer_id: member.userId, amount_cents: 2500 })
    const cups = await Promise.all(
      Array.from({ length: 13 }, (_, n) => addTournament(site.db, { name: `Cup ${n}` })),
    )
    await addFollows(
      site.db,
      ...cups.map(
        (subject_id, n) =>
          ({ user_id: member.userId, kind: 'tournament', subject_id, created_at: n }) as const,
      ),
    )
    const page = await site.open('/account/notifications', { member, width: 360 })
    const list = page.getByRole('region', { name: 'What you follow' })
    await list.getByRole('listitem').nth(11).waitFor()
    await eventually(list.getByRole('listitem')).toHaveCount(12)
    await list.getByRole('button', { name: 'Show more boats and tournaments' }).click()
    await list.getByRole('link', { name: 'Cup 0', exact: true }).waitFor()
    await eventually(list.getByRole('listitem')).toHaveCount(14)
    await axe(page)

    await list.getByRole('button', { name: /^Mute / }).click()
    await page.getByText(' is muted').waitFor()
    await list.getByRole('button', { name: 'Unfollow Cup 3' }).click()
    await list.getByRole('link', { name: 'Cup 3', exact: true }).waitFor({ state: 'detached' })
    await eventually(list.getByRole('listitem')).toHaveCount(12)
    // The focus stays in the list.
    expect(await list.evaluate(element => element.contains(document.activeElement))).toBe(true)
    expectClean(page)
  })

  test('a visitor, who has no bell, signs up first, and follows when they are back', async () => {
    const page = await site.open(`/boat/${boat}`)
    await eventually(page.locator('[data-unread]')).toHaveCount(0)
    await page.getByRole('link', { name: 'Follow Reel Deal' }).click()
    await page.waitForURL('**/login?next=**')
    await ready(page)
    // Signs in.
    const { cookie } = await site.addMember()
    await page.context().addCookies([cookie])
    await page.goto(`${site.url}/boat/${boat}`)
    await page.getByRole('button', { name: 'Unfollow Reel Deal' }).waitFor()
    expectClean(page)
  })
})

/**
 * Google's push service is out of reach, so this stands for what `pushManager` does with it. The headless shell says
 * `denied` whatever it permits, so this says what the page was told when it asked.
 */
function stubPushService(endpoint: string): void {
  const { requestPermission } = Notification
  Object.defineProperty(Notification, 'permission', {
    get: () => localStorage.getItem('test.permission') ?? 'default',
  })
  Notification.requestPermission = async () => {
    const permission = await requestPermission.call(Notification)
    localStorage.setItem('test.permission', permission)
    return permission
  }
  const key = 'test.subscribed'
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  const subscription = {
    endpoint,
    get options() {
      const bytes = atob((localStorage.getItem(key) ?? '').replaceAll('-', '+').replaceAll('_', '/'))
      return { applicationServerKey: Uint8Array.from(bytes, byte => byte.charCodeAt(0)).buffer }
    },
    toJSON: () => ({ endpoint, keys }),
    async unsubscribe() {
      localStorage.removeItem(key)
      return true
    },
  }
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      localStorage.setItem(key, applicationServerKey)
      return subscription
    },
    getSubscription: async () => (localStorage.getItem(key) === null ? null : subscription),
  })
}

const endpointOf = (member: Member) => `${site.url}/push/${member.userId}`

async function openWithPush(path: string, member: Member): Promise<Page> {
  const first = await site.open('/none', { member })
  expectClean(first, /404/)
  const context = first.context()
  await context.grantPermissions(['notifications'], { origin: site.url })
  await context.addInitScript(stubPushService, endpointOf(member))
  return site.open(path, { context })
}

const devicesOf = (member: Member) =>
  site.db.selectFrom('push_subscriptions').select('id').where('user_id', '=', member.userId).execute()

/** Members of the worker's scope that the tests use. */
interface WorkerScope {
  notifications: { title: string; body: string; tag: string; data: string }[]
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> }
  clients: {
    matchAll(options: object): Promise<{ url: string; focus(): Promise<unknown> }[]>
    openWindow(url: string): Promise<unknown>
  }
  dispatchEvent(event: Event): boolean
}

/** The headless shell shows no notifications: keeps those that the worker wants to show. */
async function workerOf(page: Page): Promise<Worker> {
  const context = page.context()
  const isOfSite = (each: Worker) => each.url().startsWith(site.url)
  const worker =
    context.serviceWorkers().find(isOfSite) ?? (await context.waitForEvent('serviceworker', isOfSite))
  await worker.evaluate(() => {
    const self = globalThis as unknown as WorkerScope
    self.notifications = []
    self.registration.showNotification = async (title, { body = '', tag = '', data }) => {
      self.notifications.push({ title, body, tag, data })
    }
  })
  return worker
}

/** @returns a function that pushes a message to the worker, and gives what it shows */
async function pushTo(page: Page) {
  const worker = await workerOf(page)
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const match = registrations.find(({ scopeURL }) => scopeURL === `${site.url}/`)
      if (match) resolve(match.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  return async (data: string) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data })
    return worker.evaluate(async () => {
      const self = globalThis as unknown as WorkerScope
      while (self.notifications.length === 0) await new Promise(resolve => setTimeout(resolve, 10))
      return self.notifications.shift()
    })
  }
}

describe('notifications of a device', () => {
  test('are turned on with a tap, shown by the worker, and turned off', async () => {
    const member = await site.addMember()
    const page = await openWithPush('/account/notifications', member)
    await page.getByText('Your browser will ask you first.').waitFor()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    await page.getByRole('button', { name: 'Turn On Notifications' }).click()
    await page.getByRole('button', { name: 'Turn Off Notifications' }).waitFor()
    expect(await devicesOf(member)).toHaveLength(1)
    await page.reload()
    await ready(page)
    await page.getByRole('button', { name: 'Turn Off Notifications' }).waitFor()
    await axe(page)

    const message = {
      title: 'Reel Deal',
      body: 'Weighed in 412.5 lbs',
      path: `/boat/${boat}`,
      tag: 'boat',
      id: '1',
    }
    const push = await pushTo(page)
    expect(await push(JSON.stringify(message))).toEqual({
      title: 'Reel Deal',
      body: 'Weighed in 412.5 lbs',
      tag: 'boat',
      data: `/boat/${boat}`,
    })
    expect(await push('broken')).toEqual({
      title: 'Reelstake',
      body: 'There is news for you. Tap to read it.',
      tag: '',
      data: '/notices',
    })

    await page.getByRole('button', { name: 'Send a Test' }).click()
    await page.getByText('Test sent').first().waitFor()
    await page.getByRole('button', { name: 'Turn Off Notifications' }).click()
    await untilText(page, 'Notifications are off on this device.')
    expect(await devicesOf(member)).toHaveLength(0)
    expectClean(page)
  })

  test('a click leads to the boat: to its open page, else to a new one', async () => {
    const member = await site.addMember()
    const page = await openWithPush('/account/notifications', member)
    await page.getByRole('button', { name: 'Turn On Notifications' }).click()
    await page.getByRole('button', { name: 'Turn Off Notifications' }).waitFor()
    const worker = await workerOf(page)
    // Browsers let a worker open and focus pages after a real click only, which a test cannot make.
    const click = (path: string) =>
      worker.evaluate(async data => {
        const self = globalThis as unknown as WorkerScope
        const outcome = Promise.withResolvers<string>()
        const { matchAll } = self.clients
        self.clients.openWindow = async url => outcome.resolve(`opened ${url}`)
        self.clients.matchAll = async options =>
          (await matchAll.call(self.clients, options)).map(({ url }) => ({
            url,
            focus: async () => outcome.resolve(`focused ${url}`),
          }))
        const close = () => {}
        const parts = { notification: { data, close }, waitUntil: (work: Promise<unknown>) => work }
        self.dispatchEvent(Object.assign(new Event('notificationclick'), parts))
        return outcome.promise
      }, path)
    expect(await click(`/boat/${boat}`)).toBe(`opened ${site.url}/boat/${boat}`)
    const open = await site.open(`/boat/${boat}`, { context: page.context() })
    expect(await click(`/boat/${boat}`)).toBe(`focused ${site.url}/boat/${boat}`)
    expectClean(open)
  })

  test('come back with the next session of the same person, not of another', async () => {
    const member = await site.addMember()
    const page = await openWithPush('/account/notifications', member)
    await page.getByRole('button', { name: 'Turn On Notifications' }).click()
    await page.getByRole('button', { name: 'Turn Off Notifications' }).waitFor()
    // Signing out ends the subscription in the same way.
    const endSubscription = () => removeRows(site.db, 'push_subscriptions', { user_id: member.userId })
    await endSubscription()
    await page.reload()
    await ready(page)
    await page.getByRole('button', { name: 'Turn Off Notifications' }).waitFor()
    expect(await devicesOf(member)).toHaveLength(1)
    // Any page does so, ten minutes after it last asked.
    await endSubscription()
    await page.evaluate(() => {
      const device = JSON.parse(localStorage.getItem('reelstake.push') ?? '')
      localStorage.setItem('reelstake.push', JSON.stringify({ ...device, checkedAt: 0 }))
    })
    const subscription = page.waitForResponse(
      response => response.url().endsWith('/api/push/subscriptions') && response.status() === 201,
    )
    await page.goto(`${site.url}/account`)
    await subscription
    expect(await devicesOf(member)).toHaveLength(1)
    // The site's key file was lost, and it has made another.
    await page.evaluate(() => localStorage.setItem('test.subscribed', 'AAAA'))
    await page.goto(`${site.url}/account/notifications`)
    await ready(page)
    await page.getByRole('button', { name: 'Turn Off Notifications' }).waitFor()
    const key = await page.evaluate(() => localStorage.getItem('test.subscribed'))
    expect(await (await fetch(`${site.url}/api/push`)).json()).toEqual({ publicKey: key })
    const other = await site.addMember()
    await page.context().addCookies([other.cookie])
    await page.reload()
    await ready(page)
    await untilText(page, 'Notifications are off on this device.')
    expect(await devicesOf(other)).toHaveLength(0)
    expectClean(page)
  })

  test.each([
    ['an iPhone’s browser', 'iPhone', 'iPhones and iPads show notifications of installed apps only.'],
    ['an old browser', 'X11', 'This browser can’t show notifications while the site is closed.'],
  ])('%s says what is missing', async (_name, agent, text) => {
    const first = await site.open('/none', { signedIn: true })
    expectClean(first, /404/)
    await first.context().addInitScript(userAgent => {
      Reflect.deleteProperty(globalThis, 'PushManager')
      Object.defineProperty(navigator, 'userAgent', { value: userAgent })
    }, agent)
    const page = await site.open('/account/notifications', { context: first.context() })
    await page.getByText(text).waitFor()
    expectClean(page)
  })
})

test('settings are saved: channels, quiet hours in the browser’s time zone, evening mail', async () => {
  const member = await site.addMember()
  const page = await site.open('/account/notifications', { member, zone: 'America/New_York', width: 360 })
  const weighIn = page.getByRole('radiogroup', { name: 'A boat weighs in' })
  await eventually(weighIn.getByRole('radio', { name: 'Push' })).toBeChecked()
  // The keyboard suffices.
  await weighIn.getByRole('radio', { name: 'Push' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByLabel('From').fill('22:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await untilText(page, 'Enter when your quiet hours end, or leave both empty.')
  await page.getByLabel('Until').fill('07:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Notification settings saved').first().waitFor()
  await axe(page)
  expect(await site.ask(member, 'GET', '/api/notice-settings')).toMatchObject({
    channels: { weighed_in: 'none', lead_taken: 'push' },
    quietFrom: '22:00',
    quietTo: '07:30',
    timeZone: 'America/New_York',
    digest: false,
  })
  await page.reload()
  await ready(page)
  await eventually(weighIn.getByRole('radio', { name: 'In Notifications only' })).toBeChecked()
  await eventually(page.getByLabel('Time zone')).toHaveValue('America/New_York')
  expectClean(page)
})

test('the settings’ column heads stay in sight on wide screens; phones name each choice; a browser that blocks notifications says so, and how to allow them', async () => {
  const page = await site.open('/account/notifications', { signedIn: true, width: 1280 })
  await page.getByText('This browser blocks notifications from this site.').waitFor()
  await eventually(page.getByRole('button', { name: /Turn O/ })).toHaveCount(0)
  const heads = page.locator('[aria-hidden=true]').getByText('In Notifications only', { exact: true })
  await page.getByRole('radiogroup', { name: 'A captain replies to you' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 300)
  await page.waitForFunction(() => scrollY > 300)
  const box = await heads.boundingBox()
  expect(box && box.y >= 0 && box.y < 200).toBe(true)
  await page.setViewportSize({ width: 320, height: 800 })
  const row = page.getByRole('radiogroup', { name: 'A boat weighs in' })
  await row.getByText('In Notifications only').waitFor()
  await expectNoSidewaysScroll(page)
  expectClean(page)
})

test('a receipt offers to tell when the boat weighs in', async () => {
  const member = await site.addMember()
  const entry_id = await addEntry(site.db, { boat_id: boat, tournament_id: await addTournament(site.db) })
  const funding = await addFunding(site.db, { entry_id, backer_id: member.userId, amount_cents: 2500 })
  const page = await openWithPush(`/my-funding/${funding}`, member)
  await page.getByRole('heading', { name: 'Tell me when Reel Deal weighs in' }).waitFor()
  await page.getByRole('button', { name: 'Turn On Notifications' }).click()
  await page.getByRole('button', { name: 'Turn Off Notifications' }).waitFor()
  await axe(page)
  expectClean(page)
})
