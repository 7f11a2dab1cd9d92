import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { renderToString } from 'react-dom/server'
import UiKit from '#client/pages/ui-kit.tsx'
import { launchBrowser } from '../../../tests/support/launch-browser.ts'

// Behaviour that needs a browser: hydration under the strict CSP, focus, announcements.

const root = join(import.meta.dir, '../../..')

function Document() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Kit</title>
        <link rel="stylesheet" href="/styles.css" />
      </head>
      <body>
        <UiKit />
      </body>
    </html>
  )
}

const ENTRY = `
import { createElement as h, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import UiKit from '#client/pages/ui-kit.tsx'
function Ready() {
  useEffect(() => void (document.documentElement.dataset.hydrated = ''), [])
  return null
}
hydrateRoot(document, h('html', { lang: 'en' }, h('head', null, h('meta', { charSet: 'utf-8' }),
  h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }), h('title', null, 'Kit'),
  h('link', { rel: 'stylesheet', href: '/styles.css' })), h('body', null, h(UiKit), h(Ready))),
  { onRecoverableError: error => console.error('recovered', error) })
`

async function serve() {
  const entry = join(import.meta.dir, 'browser-entry.tsx')
  const build = await Bun.build({
    entrypoints: [entry],
    files: { [entry]: ENTRY },
    splitting: true,
    minify: true,
    publicPath: '/assets/',
    naming: { entry: 'entry.js', chunk: '[hash].js' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const assets = new Map(
    build.outputs.map(output => [`/assets/${output.path.replace(/^\.?\//, '')}`, output]),
  )
  const html = `<!doctype html>${renderToString(<Document />).replace(
    '</head>',
    '<script type="module" src="/assets/entry.js"></script></head>',
  )}`
  return Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      const asset = assets.get(pathname)
      if (asset) return new Response(asset, { headers: { 'content-type': 'text/javascript' } })
      if (pathname === '/styles.css') return new Response(Bun.file(join(root, 'styled-system/styles.css')))
      if (pathname !== '/') return new Response('', { status: 404 })
      return new Response(html, {
        headers: {
          'content-type': 'text/html',
          'content-security-policy': "default-src 'self'; object-src 'none'",
        },
      })
    },
  })
}

describe('in a browser', () => {
  let server: Awaited<ReturnType<typeof serve>>
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  const focusedName = () =>
    page.evaluate(() => {
      const { activeElement: at } = document
      return at?.getAttribute('name') ?? at?.getAttribute('aria-label') ?? at?.textContent ?? ''
    })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const toasts = () => page.locator('[data-scope=toast][data-part=root]')

  const open = async () => {
    await page.goto(server.url.href)
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
  }

  beforeAll(async () => {
    server = await serve()
    browser = await launchBrowser()
    page = await browser.newPage({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
    page.setDefaultTimeout(8000)
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text())
    })
    await open()
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await server?.stop(true)
  })

  test('hydrates without a complaint from React or the CSP, and fits 360 px', async () => {
    expect(complaints).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }, 30_000)

  test('a form marks all bad fields at once, goes to the first, and keeps what was typed', async () => {
    const errors = page.locator('form p[id$=-error]')
    await button('Create Tournament').click()
    expect(await focusedName()).toBe('name')
    expect(await errors.allInnerTexts()).toEqual([
      'Tournament name is required',
      'Email is required',
      'Password is required',
      'Amount is required',
      'Start Date is required',
    ])
    await page.getByLabel('Tournament Name').fill('Cup')
    expect(await errors.count()).toBe(4)
    await page.locator('form [name=email]').fill('taken@example.com')
    await page.locator('form [name=password]').fill('12345')
    await page.locator('form [name=amount]').fill('9')
    await page.locator('form [name=startDate]').fill('2026-12-01T10:00')
    await button('Create Tournament').click()
    expect(await focusedName()).toBe('password')
    expect(await errors.allInnerTexts()).toEqual([
      'Password must be at least 6 characters',
      'Amount must be at least 10',
    ])
    await page.locator('form [name=password]').fill('123456')
    await page.locator('form [name=amount]').fill('10')
    await button('Create Tournament').click()
    expect(await page.locator('form').getByRole('button', { name: 'Loading...' }).isDisabled()).toBe(true)
    await errors.getByText('This email already has an account').waitFor()
    expect(await focusedName()).toBe('email')
    expect(await page.locator('form [name=name]').inputValue()).toBe('Cup')
  }, 30_000)

  test('a dialog takes the focus and gives it back; a failing one stays and says so', async () => {
    await button('Confirm').click()
    await page.getByRole('alertdialog').waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent === 'Cancel')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await focusedName()).toBe('Confirm')
    await button('Failing confirm').click()
    await button('Delete').last().click()
    await page.getByText('That did not work. Please try again.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  }, 30_000)

  test('a tap beside a dialog closes it, unless something was typed', async () => {
    const dialog = page.getByRole('dialog')
    await button('Dialog').click()
    await dialog.waitFor()
    await page.mouse.click(180, 10)
    await dialog.waitFor({ state: 'detached' })
    await button('Dialog').click()
    await dialog.getByLabel('Message').fill('Tight lines!')
    await page.mouse.click(180, 10)
    await page.mouse.click(180, 20)
    expect(await dialog.getByLabel('Message').inputValue()).toBe('Tight lines!')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focusedName()).toBe('Dialog')
  }, 30_000)

  test('one toast at a time, announced, reached by F8, closed by key, carried to the next page', async () => {
    await button('Toast').click()
    await toasts().getByText('Welcome back!').waitFor()
    await button('Bad toast').click()
    await toasts().getByText('Failed to add boat').waitFor()
    expect(await toasts().count()).toBe(1)
    // It isn't announced twice.
    expect(await page.getByText('Failed to add boat').count()).toBe(1)
    await page.getByRole('alert').getByText('Failed to add boat').waitFor()
    const live = (text: string) => page.locator('[aria-live]').filter({ hasText: text })
    expect(await live('Failed to add boat').count()).toBe(1)
    await page.keyboard.press('F8')
    expect(await focusedName()).toBe('Notifications (F8)')
    await button('Close').focus()
    await page.keyboard.press('Enter')
    await toasts().waitFor({ state: 'detached' })
    expect(await focusedName()).toBe('Bad toast')
    await button('Toast').click()
    await toasts().getByText('Welcome back!').waitFor()
    await open()
    await toasts().getByText('Welcome back!').waitFor()
    // Nor once more on the next page.
    expect(await live('Welcome back!').getAttribute('aria-live')).toBe('off')
  }, 30_000)

  test('the theme is forced at once and remembered', async () => {
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
    expect(await scheme()).toBe('dark')
    expect(await page.evaluate(() => document.cookie)).toBe('theme=dark')
    await page.getByRole('radio', { name: 'System' }).check({ force: true })
    expect(await scheme()).toBe('light dark')
    expect(complaints).toEqual([])
  }, 30_000)
})
