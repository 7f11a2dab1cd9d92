import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import sharp from 'sharp'
import type { UserId } from '#contract/ids.ts'
import { imageTexts } from '#contract/images.ts'
import { authTexts } from '#contract/people/auth-texts.ts'
import {
  axe,
  eventually,
  expectAccessibleEverywhere,
  expectClean,
  expectFocused,
  holdRequests,
  type Member,
  ready,
  reload,
  type Site,
  serveSite,
  untilText,
  visit,
} from '../support/browser.ts'
import { addEntry } from '../support/factories.ts'
import { changeRows, removeRows } from '../support/rows.ts'
import { unzip } from '../support/unzip.ts'

const mail = { SMTP_URL: 'smtp://127.0.0.1:1' }
const site = serveSite({ env: { ...mail, AUTH_AUTOCONFIRM: 'true' } })
/** Has SMTP, so new addresses must be confirmed. */
const strict = serveSite({ env: mail })
/** No SMTP. */
const mute = serveSite({ env: { SUPPORT_EMAIL: 'help@example.org' } })
const gatedSite = serveSite({ gate: 'herring' })

const password = 'marlin-2026'
let people = 0

const newEmail = () => {
  people += 1
  return `person${people}@example.com`
}

const ana = { firstName: 'Ana', lastName: 'Reyes' }
const anaFields = { 'First name': 'Ana', 'Last name': 'Reyes' }

/** @returns the address of a new, confirmed account without a session */
async function account(): Promise<string> {
  const email = newEmail()
  const { user } = await site.ask<{ user: { id: UserId } }>(null, 'POST', '/api/auth/sign-up', {
    email,
    password,
    ...ana,
  })
  await removeRows(site.db, 'sessions', { user_id: user.id })
  return email
}

/** @returns a new session of the account */
async function signIn(email: string): Promise<Member> {
  const response = await fetch(`${site.url}/api/auth/sign-in`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
    },
    body: JSON.stringify({ email, password }),
  })
  const { user }: { user: { id: UserId } } = await response.json()
  const [name = '', value = ''] = response.headers.get('set-cookie')?.split(/[=;]/) ?? []
  return { userId: user.id, cookie: { name, value, url: site.url, httpOnly: true, sameSite: 'Lax' } }
}

const openAs = async (email: string, path: string): Promise<Page> =>
  site.open(path, { member: await signIn(email) })

async function expectSignedOut(member: Member): Promise<void> {
  const response = await site.call(member, 'GET', '/account')
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/login?next=%2Faccount')
}

const field = (page: Page, label: string) => page.getByLabel(label)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const atSection = (page: Page, id: string) => page.locator(`#${id}`)

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).first().fill(value)
}

async function go(page: Page, name: string, url: string | RegExp): Promise<void> {
  await button(page, name).click()
  await page.waitForURL(url)
  await page.locator('main').waitFor()
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)
const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

/** Rewrites the origin: without PUBLIC_URL the mail names another port. */
async function mailedLink(where: Site, to: string): Promise<string> {
  await where.deps.auth.drain()
  await where.sendMails()
  const mail = where.mails.findLast(message => message.to === to)
  const link = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? 'none:')
  return where.url + link.pathname + link.search
}

const refusal = (status: number) => new RegExp(`status of ${status}`)

describe('signing up', () => {
  test('creates an account and signs it in; it can sign in again', async () => {
    const email = newEmail()
    const page = await site.open('/login?mode=signup')
    await heading(page, 'Create an account').waitFor()
    await untilText(page, 'Join the fishing tournament platform')
    await fill(page, { ...anaFields, Email: email, Password: password })
    await button(page, 'Create account').click()
    await untilText(page, 'Account created!')
    await untilText(page, 'Your account is ready')
    await untilText(page, `You are signed in as ${email}.`)
    await eventually(page.getByText('check your email')).toHaveCount(0)
    expect(pathOf(page)).toBe('/login?mode=signup')
    expect(await page.getByRole('link', { name: 'Browse Tournaments' }).getAttribute('href')).toBe('/')
    await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
    await heading(page, 'Welcome back').waitFor()
    await eventually(field(page, 'Email')).toHaveValue(email)
    await field(page, 'Password').first().fill(password)
    await go(page, 'Sign in', `${site.url}/`)
    await untilText(page, 'Welcome back!')
    await untilText(page, "You've successfully signed in.")
  })

  test('starts in the first field; reports all missing fields at once, then what the server refuses, and keeps typed values', async () => {
    const email = await account()
    const page = await site.open('/login?mode=signup')
    expect(await focusedName(page)).toBe('firstName')
    await button(page, 'Create account').click()
    await untilText(page, authTexts.emailRequired)
    await expectAccessibleEverywhere(page, 'sign-up-errors')

    await fill(page, { 'Last name': 'Reyes', Password: '12345' })
    await button(page, 'Create account').click()
    await eventually(page.getByText(authTexts.lastNameRequired)).toHaveCount(0)
    for (const text of [authTexts.firstNameRequired, authTexts.emailRequired, authTexts.passwordTooShort])
      await untilText(page, text)
    expect(await focusedName(page)).toBe('firstName')
    await eventually(field(page, 'Last name')).toHaveValue('Reyes')
    await eventually(field(page, 'Password').first()).toHaveValue('12345')

    await fill(page, { 'First name': 'Ben', Email: 'ana@harbour', Password: password })
    await button(page, 'Create account').click()
    await untilText(page, authTexts.emailInvalid)
    expect(await focusedName(page)).toBe('email')
    expect(await field(page, 'Email').getAttribute('aria-invalid')).toBe('true')
    expectClean(page, refusal(400))

    await field(page, 'Email').fill(email)
    await button(page, 'Create account').click()
    await untilText(page, 'User already registered')
    await untilText(page, 'Error')
    await eventually(field(page, 'First name')).toHaveValue('Ben')
    await eventually(field(page, 'Password').first()).toHaveValue(password)
    expectClean(page, refusal(409))
  })
})

describe('the two modes', () => {
  test('switch without losing typed values or the next page', async () => {
    const page = await site.open('/login?mode=signup&next=%2Faccount')
    await fill(page, { ...anaFields, Email: 'ana@example.com', Password: password })
    await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
    await heading(page, 'Welcome back').waitFor()
    expect(await page.title()).toBe('Sign in · Reelstake')
    expect(pathOf(page)).toBe('/login?next=%2Faccount')
    await eventually(field(page, 'First name')).toHaveCount(0)
    await eventually(field(page, 'Email')).toHaveValue('ana@example.com')
    await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
    await heading(page, 'Create an account').waitFor()
    expect(await page.title()).toBe('Sign up · Reelstake')
    expect(pathOf(page)).toBe('/login?mode=signup&next=%2Faccount')
    await eventually(field(page, 'First name')).toHaveValue('Ana')
    await eventually(field(page, 'Last name')).toHaveValue('Reyes')
    await eventually(field(page, 'Password').first()).toHaveValue(password)
  })

  test('the page keeps and sends a form that was submitted before the scripts loaded', async () => {
    const email = await account()
    const page = await site.open('/recover')
    const scripts = await holdRequests(page, '**/assets/*.js')
    await page.goto(`${site.url}/login`, { waitUntil: 'commit' })
    await fill(page, { Email: email, Password: password })
    await button(page, 'Sign in').click()
    expect(pathOf(page)).toBe('/login')
    scripts.release()
    await page.waitForURL(`${site.url}/`)
    await untilText(page, 'Welcome back!')
  })
})

describe('signing in', () => {
  test('an unknown address and a wrong password get the same answer; the address stays and the password gets the focus', async () => {
    const email = await account()
    const page = await site.open('/login')
    expect(await focusedName(page)).toBe('email')
    for (const [address, secret] of [
      [email, 'wrong-password'],
      ['nobody@example.com', password],
    ] as const) {
      if (address !== email) await reload(page)
      await fill(page, { Email: address, Password: secret })
      await button(page, 'Sign in').click()
      await untilText(page, 'Error')
      await untilText(page, 'Invalid login credentials')
      expect(pathOf(page)).toBe('/login')
      await eventually(field(page, 'Email')).toHaveValue(address)
      await eventually(field(page, 'Password').first()).toHaveValue(secret)
      expect(await focusedName(page)).toBe('password')
      expectClean(page, refusal(400))
    }
  })

  test('continues to the requested page, including its query; the button shows Loading... and cannot be pressed twice', async () => {
    const email = await account()
    const page = await site.open('/account?from=mail')
    expect(pathOf(page)).toBe('/login?next=%2Faccount%3Ffrom%3Dmail')
    const answer = Promise.withResolvers<void>()
    let requests = 0
    await page.route('**/api/auth/sign-in', async route => {
      requests += 1
      await answer.promise
      await route.continue()
    })
    await fill(page, { Email: email, Password: password })
    await button(page, 'Sign in').click()
    expect(await button(page, 'Loading...').isDisabled()).toBe(true)
    await field(page, 'Password').first().press('Enter')
    answer.resolve()
    await page.waitForURL(`${site.url}/account?from=mail`)
    await heading(page, 'Your account').waitFor()
    expect(requests).toBe(1)
  })

  test('never redirects to another site', async () => {
    const email = await account()
    const page = await site.open(`/login?next=${encodeURIComponent('//evil.example')}`)
    await fill(page, { Email: email, Password: password })
    await go(page, 'Sign in', `${site.url}/`)
  })

  test('a signed-in member sees the account name and can continue', async () => {
    const email = await account()
    const page = await openAs(email, '/login?next=%2Faccount')
    await page.getByText(email).waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL(`${site.url}/account`)
  })
})

describe('a forgotten password', () => {
  test('an address without an account gets the same answer and no mail', async () => {
    const page = await site.open('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.waitForURL(`${site.url}/recover`)
    await ready(page)
    await field(page, 'Email').fill('nobody@example.com')
    await button(page, 'Send the link').click()
    await heading(page, 'Check your email').waitFor()
    await page.getByText('If there is an account for').waitFor()
    await site.deps.auth.drain()
    await site.sendMails()
    expect(site.mails.some(mail => mail.to === 'nobody@example.com')).toBe(false)
    await button(page, 'Use another address').click()
    await heading(page, 'Reset your password').waitFor()
  })

  test('the mailed link replaces it once, and leads back to the page that asked to sign in', async () => {
    const email = await account()
    const elsewhere = await signIn(email)
    const page = await site.open('/login?next=%2Faccount')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.waitForURL(`${site.url}/recover`)
    await ready(page)
    await field(page, 'Email').fill(email)
    await button(page, 'Send the link').click()
    await heading(page, 'Check your email').waitFor()
    const link = await mailedLink(site, email)
    await visit(page, link)
    await field(page, 'New password').fill('short')
    await button(page, 'Change password').click()
    await untilText(page, authTexts.passwordTooShort)
    await field(page, 'New password').fill('a-new-one-2026')
    await go(page, 'Change password', `${site.url}/account`)
    await untilText(page, 'Password changed')
    await page.getByText(email).first().waitFor()
    await expectSignedOut(elsewhere)

    await visit(page, link)
    await field(page, 'New password').fill('another-one-2026')
    await button(page, 'Change password').click()
    await heading(page, 'This link no longer works').waitFor()
    await page.getByText('If you’ve chosen a password with it, sign in with that one.').waitFor()
    await page.getByRole('link', { name: 'Get a new link' }).click()
    await page.waitForURL(`${site.url}/recover`)
    expectClean(page, refusal(410))
  })

  test('a link without a token shows an error at once', async () => {
    const page = await site.open('/reset')
    await heading(page, 'This link no longer works').waitFor()
    await expectAccessibleEverywhere(page, 'reset')
  })
})

describe('where addresses are confirmed', () => {
  test('two sign-ups with different passwords: the link asks for a new password and opens the account', async () => {
    const email = newEmail()
    const person = { email, ...ana }
    await strict.call(null, 'POST', '/api/auth/sign-up', { ...person, password: 'a stranger chose it' })
    await strict.call(null, 'POST', '/api/auth/sign-up', { ...person, password })
    const page = await strict.open((await mailedLink(strict, email)).replace(strict.url, ''))
    await go(page, 'Confirm my address', /\/reset\?token_hash=/)
    await heading(page, 'Choose a new password').waitFor()
    await field(page, 'New password').first().fill('chosen by Ana')
    await go(page, 'Open my account', `${strict.url}/`)
    const signIn = (secret: string) =>
      strict.call(null, 'POST', '/api/auth/sign-in', { email, password: secret })
    expect((await signIn('a stranger chose it')).status).toBe(400)
    expect((await signIn(password)).status).toBe(400)
    expect((await signIn('chosen by Ana')).status).toBe(200)
  })

  test('without SMTP, a sign-up promises no mail and "Forgot password" shows the support address', async () => {
    const page = await mute.open('/login?mode=signup')
    await fill(page, { ...anaFields, Email: newEmail(), Password: password })
    await button(page, 'Create account').click()
    await untilText(page, 'You are signed in.')
    await eventually(page.getByText('check your email')).toHaveCount(0)
    await visit(page, `${mute.url}/recover`)
    await page.getByText("This site can't send mail.").waitFor()
    expect(await page.getByRole('link', { name: 'help@example.org' }).getAttribute('href')).toBe(
      'mailto:help@example.org',
    )
    await eventually(page.getByRole('textbox')).toHaveCount(0)
  })

  test('the mailed link and a button open the account, back at the boat; the link works once', async () => {
    const email = newEmail()
    const next = `/funding/${await addEntry(strict.db)}?amount=50`
    const page = await strict.open(`/login?mode=signup&next=${encodeURIComponent(next)}`)
    await fill(page, { ...anaFields, Email: email, Password: password })
    await button(page, 'Create account').click()
    await untilText(page, 'Account created!')
    await untilText(page, 'Please check your email to verify your account.')
    await untilText(page, 'One more step')

    await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
    await field(page, 'Password').first().fill(password)
    await button(page, 'Sign in').click()
    await untilText(page, 'Please confirm your email address first.')

    const link = await mailedLink(strict, email)
    await visit(page, link)
    await go(page, 'Confirm my address', strict.url + next)
    await untilText(page, 'Address confirmed')
    await eventually(field(page, 'Custom amount')).toHaveValue('50')
    await visit(page, link)
    await button(page, 'Confirm my address').click()
    await heading(page, 'This link no longer works').waitFor()
    expectClean(page, refusal(400), refusal(410))
  })

  test('from an invitation, the mailed link leads back to it', async () => {
    const email = newEmail()
    const next = '/invitation/of-a-captain'
    const page = await strict.open(`/login?mode=signup&next=${encodeURIComponent(next)}`)
    await fill(page, { ...anaFields, Email: email, Password: password })
    await button(page, 'Create account').click()
    await untilText(page, 'One more step')
    await visit(page, await mailedLink(strict, email))
    await go(page, 'Confirm my address', strict.url + next)
    expectClean(page, refusal(404))
  })

  test('a change of address waits for both confirmations and shows that it waits', async () => {
    const email = newEmail()
    const nextEmail = newEmail()
    await strict.call(null, 'POST', '/api/auth/sign-up', { email, password, ...ana })
    const page = await strict.open((await mailedLink(strict, email)).replace(strict.url, ''))
    await go(page, 'Confirm my address', `${strict.url}/`)

    await visit(page, `${strict.url}/account`)
    const section = atSection(page, 'email')
    const changeTo = async (address: string) => {
      await section.getByLabel('New email').fill(address)
      await section.getByLabel('Current password').first().fill(password)
      await button(page, 'Change email').click()
    }
    await changeTo(nextEmail)
    await untilText(page, 'Confirm your new address')
    await changeTo(email)
    await untilText(page, 'Your address stays')
    await page.getByText('Confirm your new address').waitFor({ state: 'detached' })
    await changeTo(nextEmail)
    await untilText(page, 'Confirm your new address')
    const links = [await mailedLink(strict, email), await mailedLink(strict, nextEmail)]
    await page.reload()
    await untilText(page, 'Confirm your new address')

    await visit(page, links[0] ?? '')
    await button(page, 'Confirm my address').click()
    await heading(page, 'One address confirmed').waitFor()
    await visit(page, links[1] ?? '')
    await button(page, 'Confirm my address').click()
    await heading(page, 'Email address changed').waitFor()
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await page.waitForURL(`${strict.url}/account`)
    await page.locator('#email').getByText(nextEmail).waitFor()
  })
})

describe('the account page', () => {
  test('saves a new name, and a new address with the password', async () => {
    const email = await account()
    const nextEmail = newEmail()
    const page = await openAs(email, '/account')
    await field(page, 'First name').fill('')
    await button(page, 'Save name').click()
    await untilText(page, authTexts.firstNameRequired)
    await field(page, 'First name').fill('Anne-Marie')
    await button(page, 'Save name').click()
    await untilText(page, 'Name saved')
    const name = page.getByRole('banner').getByRole('link', { name: 'Your account: Anne-Marie', exact: true })
    await name.waitFor()

    const section = atSection(page, 'email')
    await section.getByLabel('New email').fill(nextEmail)
    await section.getByLabel('Current password').first().fill('not-the-one')
    await button(page, 'Change email').click()
    await untilText(page, authTexts.wrongPassword)
    await eventually(section.getByLabel('New email')).toHaveValue(nextEmail)
    await section.getByLabel('Current password').first().fill(password)
    await button(page, 'Change email').click()
    await untilText(page, 'Email changed')
    await section.getByText(nextEmail).waitFor()
    await eventually(section.getByLabel('New email')).toHaveValue('')

    await reload(page)
    await eventually(field(page, 'First name')).toHaveValue('Anne-Marie')
    await name.waitFor()
    expectClean(page, refusal(400))
  })

  test('changes the password with the old one and ends other sessions', async () => {
    const email = await account()
    const elsewhere = await signIn(email)
    const page = await openAs(email, '/account')
    const section = atSection(page, 'password')
    await eventually(page.getByRole('listitem').filter({ hasText: 'Last seen' })).toHaveCount(2)
    await section.getByLabel('Current password').first().fill(password)
    await section.getByLabel('New password').first().fill('a-new-one-2026')
    await button(page, 'Change password').click()
    await untilText(page, 'Password changed')
    await page.getByRole('button', { name: /^Sign out .+ on .+/ }).waitFor({ state: 'detached' })
    await expectSignedOut(elsewhere)
  })

  test('saves a resized picture, removes it, and accepts a dropped one', async () => {
    const page = await openAs(await account(), '/account')
    const chooser = field(page, 'Choose a picture')
    await chooser.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    })
    await untilText(page, imageTexts.notAPicture)

    const big = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#0c5fa8' } })
      .jpeg()
      .toBuffer()
    await chooser.setInputFiles({ name: 'boat.jpg', mimeType: 'image/jpeg', buffer: big })
    await untilText(page, 'Picture saved')
    const picture = atSection(page, 'picture').locator('img')
    expect(await picture.getAttribute('src')).toMatch(/^\/images\/[0-9a-f-]{36}\.webp$/)
    const size = await picture.evaluate(async (element: HTMLImageElement) => {
      await element.decode()
      return [element.naturalWidth, element.naturalHeight]
    })
    expect(size).toEqual([512, 288])
    await reload(page)
    await page.getByRole('banner').locator('img').first().waitFor({ state: 'attached' })
    await button(page, 'Remove picture').click()
    await untilText(page, 'Picture removed')
    await eventually(atSection(page, 'picture').locator('img')).toHaveCount(0)

    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff7a1a' } })
      .png()
      .toBuffer()
    const transferHandle = await page.evaluateHandle(base64 => {
      const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], 'boat.png', { type: 'image/png' }))
      return transfer
    }, png.toString('base64'))
    await page.locator('#picture label').dispatchEvent('drop', { dataTransfer: transferHandle })
    await picture.waitFor()
  })

  test('lists devices, ends one, and signs out everywhere', async () => {
    const email = await account()
    const others = [await signIn(email), await signIn(email)]
    const page = await openAs(email, '/account')
    const devices = atSection(page, 'devices')
    await devices.getByText('This device', { exact: true }).waitFor()
    await eventually(devices.getByText('Last seen')).toHaveCount(3)
    const ends = devices.getByRole('button', { name: /^Sign out .+ on Linux/ })
    await eventually(ends).toHaveCount(2)
    await expectAccessibleEverywhere(page, 'account')
    await ends.first().click()
    await untilText(page, 'Signed out')
    await ends.nth(1).waitFor({ state: 'detached' })

    await button(page, 'Sign out everywhere').click()
    await page.getByRole('alertdialog').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL(`${site.url}/`)
    await page.getByText('Signed out everywhere').waitFor()
    for (const other of others) await expectSignedOut(other)
  })

  test('deletes the account with the password', async () => {
    const email = await account()
    const page = await openAs(email, '/account')
    await button(page, 'Delete account').click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.waitFor()
    await axe(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button(page, 'Delete account').click()
    await dialog.getByLabel('Current password').first().fill('not-the-one')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await untilText(page, authTexts.wrongPassword)
    await page.evaluate(() => caches.open('weigh-desk-1'))
    await dialog.getByLabel('Current password').first().fill(password)
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.waitForURL(`${site.url}/`)
    expect(await page.evaluate(() => caches.has('weigh-desk-1'))).toBe(false)
    expect(await site.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
    expect((await site.call(null, 'POST', '/api/auth/sign-in', { email, password })).status).toBe(400)
    expectClean(page, refusal(400))
  })
})

describe('the end of a session', () => {
  test('on the server: the page shows it and redirects to sign in', async () => {
    const email = await account()
    const page = await openAs(email, '/account')
    await removeRows(site.db, 'sessions')
    // The page looks for the texts before the click, since they show for half a second.
    await Promise.all([
      untilText(page, 'Unauthorized'),
      untilText(page, 'You are logged out. Logging in again...'),
      button(page, 'Save name').click(),
    ])
    await page.waitForURL(`${site.url}/login?next=%2Faccount`)
    expectClean(page, refusal(401))
  })

  test('in one tab shows in the other, as do a sign-in and one to another account by a plain form', async () => {
    const email = await account()
    const another = await account()
    const one = await openAs(email, '/account')
    const other = await site.open('/account', { context: one.context() })
    await one.getByRole('banner').getByRole('link', { name: 'Sign Out' }).click()
    await one.waitForURL(`${site.url}/`)
    await other.waitForURL(`${site.url}/login?next=%2Faccount`)
    await ready(other)

    await visit(one, `${site.url}/login`)
    await fill(other, { Email: email, Password: password })
    await go(other, 'Sign in', `${site.url}/account`)
    await one.getByText('You are signed in as').waitFor()

    await fill(one, { Email: another, Password: password })
    await Promise.all([
      other.waitForEvent('load', { timeout: 20_000 }),
      one.locator('form').evaluate((form: HTMLFormElement) => form.submit()),
    ])
    await other.locator('#email').getByText(another).waitFor()
  })

  test('a link from another site needs a confirmation', async () => {
    const page = await openAs(await account(), '/logout')
    await heading(page, 'Sign out?').waitFor()
    await go(page, 'Sign Out', `${site.url}/`)
    await visit(page, `${site.url}/logout`)
    await heading(page, 'You are signed out').waitFor()
    await expectAccessibleEverywhere(page, 'logout')
  })
})

test('axe finds nothing on the pages of mailed links, and nothing scrolls sideways, at 360 and 1280 px, light and dark', async () => {
  const page = await site.open('/confirm')
  await expectAccessibleEverywhere(page, 'confirm')
  for (const path of ['/confirm?token_hash=abc&type=signup', '/reset?token_hash=abc']) {
    await visit(page, site.url + path)
    await expectAccessibleEverywhere(page, path.replaceAll(/\W/g, '-'))
  }
})

describe('without JavaScript', () => {
  test('gate, sign-up and sign-in work as plain forms and show errors', async () => {
    const page = await gatedSite.open('/login?mode=signup', { width: 360, script: false })
    await heading(page, 'Site Under Construction').waitFor()
    await field(page, 'Password').first().fill('mackerel')
    await button(page, 'Unlock Site').click()
    await untilText(page, 'Incorrect Password: Please try again.')
    await field(page, 'Password').first().fill('herring')
    await go(page, 'Unlock Site', `${gatedSite.url}/login?mode=signup`)

    const email = newEmail()
    await fill(page, { 'First name': 'Ana', 'Last name': ' ', Email: email, Password: password })
    await button(page, 'Create account').click()
    await untilText(page, 'Last name is required')
    await eventually(field(page, 'First name')).toHaveValue('Ana')
    await eventually(field(page, 'Email')).toHaveValue(email)
    await eventually(field(page, 'Password').first()).toHaveValue('')
    await fill(page, { 'Last name': 'Reyes', Password: password })
    await go(page, 'Create account', /welcome=open/)
    await untilText(page, 'Your account is ready')
    await untilText(page, `You are signed in as ${email}.`)

    await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
    await fill(page, { Email: email })
    await field(page, 'Password').first().fill('not this one')
    await button(page, 'Sign in').click()
    await untilText(page, authTexts.invalidCredentials)
    await field(page, 'Password').first().fill(password)
    await go(page, 'Sign in', `${gatedSite.url}/`)
    await page.goto(`${gatedSite.url}/account`)
    await page.getByText(email).first().waitFor()
  })
})

describe('Download my data', () => {
  test('is asked for, again after a failure, made, announced on the open page and by mail, and downloaded', async () => {
    const email = await account()
    const page = await openAs(email, '/account#data')
    const section = atSection(page, 'data')
    await section.getByRole('button', { name: 'Download my data' }).click()
    await section.getByText('Your data is being put together').waitFor()
    await eventually(section.getByRole('button')).toHaveCount(0)
    await expectFocused(section.getByRole('status'))
    await changeRows(
      site.db,
      'data_exports',
      { state: 'failed', finished_at: Date.now(), is_disk_full: 1 },
      { state: 'waiting' },
    )
    await section.getByText('the server’s disk is nearly full').waitFor()
    await axe(page)
    await section.getByRole('button', { name: 'Try again' }).click()
    await section.getByText('Your data is being put together').waitFor()
    await site.runJobs()
    await section.getByText(/You can download it until/).waitFor()
    expect(site.mails.findLast(({ to }) => to === email)?.text).toContain('/account#data')
    const downloadEvent = page.waitForEvent('download')
    await section.getByRole('link', { name: /^Download \(/ }).click()
    const download = await downloadEvent
    expect(download.suggestedFilename()).toMatch(/^reelstake-data-[\d-]{10}\.zip$/)
    const files = unzip(await Bun.file(await download.path()).bytes())
    expect(new TextDecoder().decode(files.get('data.json'))).toContain(email)
    expectClean(page)
  })
})
