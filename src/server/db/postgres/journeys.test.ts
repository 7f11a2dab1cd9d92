import { afterAll, beforeAll, describe, test } from 'bun:test'
import { Client } from 'pg'
import type { Browser, Page } from 'playwright'
import { addScene, addSigned, type Signed } from '../../../../tests/support/factories.ts'
import { launchBrowser } from '../../../../tests/support/launch-browser.ts'
import { S3Double } from '../../../../tests/support/s3-double.ts'
import { freePort, type ServerProcess, startServer } from '../../../../tests/support/server.ts'
import { startTlsProxy, type TlsProxy } from '../../../../tests/support/tls-proxies.ts'
import { PostgresDb } from './connection.ts'

/* In a browser, through Caddy, which sends each request to either of two processes. */
const bucket = new S3Double()
const name = `journeys_${process.pid}`
const url = new URL(process.env.DATABASE_URL ?? '')
const port = freePort()
const origin = `https://localhost:${port}`
let servers: ServerProcess[] = []
let balancer: TlsProxy
let browser: Browser
let db: PostgresDb

beforeAll(async () => {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = `/${name}`
  const env = {
    ...bucket.env,
    DATABASE_URL: url.href,
    STORAGE: `s3://${bucket.bucket}`,
    PUBLIC_URL: origin,
    TRUST_PROXY: 'on',
    AUTH_AUTOCONFIRM: 'on',
  }
  servers = await Promise.all([startServer(env), startServer(env)])
  db = new PostgresDb(url.href, { max: 2 })
  browser = await launchBrowser()
  balancer = await startTlsProxy('caddy', { port, target: servers.map(server => server.port) })
})
afterAll(async () => {
  await browser.close()
  await balancer.stop()
  await Promise.all([...servers.map(server => server.remove()), db.destroy(), bucket.stop()])
})

async function open(path: string, as?: Signed): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  if (as) {
    const value = as.cookie.slice(as.cookie.indexOf('=') + 1)
    await context.addCookies([{ name: '__Host-sid', value, url: origin, secure: true }])
  }
  const page = await context.newPage()
  await page.goto(origin + path)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  return page
}

describe('through two processes', () => {
  test('a person signs up and adds a boat', async () => {
    const page = await open('/login?mode=signup')
    await page.getByLabel('First name').fill('Ana')
    await page.getByLabel('Last name').fill('Reyes')
    await page.getByLabel('Email').fill('ana@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('marlin-1')
    await page.keyboard.press('Enter')
    await page.getByText('Your account is ready').waitFor()
    await page.goto(`${origin}/add-boat`)
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await page.getByLabel('Boat Name').fill('Reel Deal')
    await page.getByLabel('Captain Name').fill('Ana Reyes')
    await page.keyboard.press('Enter')
    await page.getByText('Reel Deal').first().waitFor()
    await page.context().close()
  })

  test('a backer funds a boat, whose captain sees it at once', async () => {
    const scene = await addScene(db)
    const captain = await open(`/boat/${scene.boat}`, scene.captain)
    const backer = await open(`/funding/${scene.entry}`, scene.stranger)
    await backer.getByLabel('Custom amount').fill('25')
    await backer
      .getByRole('region', { name: 'Fund This Boat' })
      .getByRole('button', { name: /^Fund \$/ })
      .click()
    await backer.getByRole('article', { name: /^You are backing/ }).waitFor()
    await captain.getByText('$25').first().waitFor()
    await Promise.all([backer.context().close(), captain.context().close()])
  })

  test('a catch appears on a page that is open', async () => {
    const scene = await addScene(db)
    const visitor = await addSigned(db)
    const page = await open(`/tournament/${scene.tournament}`, visitor)
    const organiser = await open(`/tournament/${scene.tournament}/manage?section=weigh-in`, scene.organiser)
    await organiser.getByRole('list', { name: 'Boats' }).getByRole('button').first().click()
    await organiser.getByLabel('Weight').fill('412.5')
    await organiser.getByLabel('Species').fill('Blue Marlin')
    await organiser
      .getByRole('button', { name: /^Weigh In/ })
      .last()
      .click()
    await page.getByText('412.5').first().waitFor()
    await Promise.all([page.context().close(), organiser.context().close()])
  })
})
