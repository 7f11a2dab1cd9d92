import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { waitMs } from '../support/browser.ts'
import { launchBrowser } from '../support/launch-browser.ts'
import { freePort, type ServerProcess, startServer } from '../support/server.ts'
import { startSmtpDouble } from '../support/smtp-double.ts'
import { StripeDouble } from '../support/stripe-double.ts'
import { startTlsProxy } from '../support/tls-proxies.ts'

setDefaultTimeout(180_000)

const root = join(import.meta.dir, '../..')
const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'reelstake-operator-'))
  cleanUps.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The journey of docs/self-hosting.md, on loopback. */
test('behind TLS: an owner, an organiser, a payment, a backup by itself, and the site from it', async () => {
  const [dataDir, emptyDir, backups] = [folder(), folder(), folder()]
  const [proxyPort, port] = [freePort(), freePort()]
  const smtp = startSmtpDouble({ login: true })
  cleanUps.push(() => smtp.stop())
  const stripe = new StripeDouble()
  cleanUps.push(() => stripe.stop())
  const settings = {
    ...stripe.env,
    PORT: String(port),
    PUBLIC_URL: `https://localhost:${proxyPort}`,
    TRUST_PROXY: 'on',
    RATE_LIMIT: 'on',
    SITE_GATE: 'on',
    SITE_PASSWORD: 'herring-and-cod',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'marina@example.org',
    ORGANISERS: 'approved',
  }
  const withBackups = { BACKUP_TO: backups, BACKUP_PASSPHRASE: 'four words for paper' }
  const start = async (env: Record<string, string>): Promise<ServerProcess> => {
    const server = await startServer({ ...settings, ...env })
    cleanUps.push(() => server.remove())
    return server
  }
  const first = await start({ DATA_DIR: dataDir })
  const proxy = await startTlsProxy('caddy', { port: proxyPort, target: port })
  cleanUps.push(() => proxy.stop())
  const browser = await launchBrowser()
  cleanUps.push(() => browser.close())

  const mailTo = async (address: string): Promise<string> => {
    for (;;) {
      const mail = smtp.received.findLast(({ to }) => to === address)
      if (mail) return mail.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
      await Bun.sleep(20)
    }
  }
  const linkIn = (mail: string) => {
    const [link] = mail.match(/https:\/\/localhost:\S+/) ?? []
    if (link === undefined) throw new Error(`no link in ${mail}`)
    return link
  }
  /** Signs up at `path` and confirms the address. */
  const signUp = async (path: string, name: string): Promise<Page> => {
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    page.setDefaultTimeout(waitMs)
    await page.goto(new URL(path, proxy.url).href)
    await page.getByRole('textbox', { name: 'Password' }).fill(settings.SITE_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/login\?/)
    if (!page.url().includes('mode=signup'))
      await page
        .getByRole('main')
        .getByRole('link', { name: /Sign up$/ })
        .click()
    // The page ignores Enter before it is ready.
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await page.getByLabel('First name').fill(name)
    await page.getByLabel('Last name').fill('Reyes')
    await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`)
    await page.getByRole('textbox', { name: 'Password' }).fill('blue-marlin-1')
    await page.keyboard.press('Enter')
    await page.getByText('We’ve sent a link').waitFor()
    await page.goto(linkIn(await mailTo(`${name.toLowerCase()}@example.com`)))
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByText('Address confirmed').waitFor()
    return page
  }
  /** Sends a request as the page's script does. */
  const ask = async <T>(page: Page, path: string, json: object): Promise<T> => {
    const answer = await page.request.post(proxy.url + path, { data: json, headers: { origin: proxy.url } })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? (null as T) : answer.json()
  }

  const ownerLink = /https:\/\/localhost:\d+\/owner\/\S+/.exec(first.banner)?.[0] ?? ''
  const owner = await signUp(ownerLink, 'Olive')
  await owner.getByRole('button', { name: 'Become the Owner' }).click()
  await owner.waitForURL('**/admin?section=set-up')

  const organiser = await signUp('/account', 'Orla')
  await ask(organiser, '/api/organiser-requests', { content: 'The spring cup' })
  let request = await mailTo('olive@example.com')
  while (!request.includes('asks to run tournaments')) {
    await Bun.sleep(20)
    request = await mailTo('olive@example.com')
  }
  await owner.goto(linkIn(request))
  await owner.getByRole('button', { name: /^Approve/ }).click()
  await owner.getByText('No open requests').waitFor()

  const day = 86_400_000
  const [startsAt, endsAt] = [day, 2 * day].map(later => new Date(Date.now() + later).toISOString())
  const dates = { startDate: startsAt, endDate: endsAt }
  const cup = await ask<{ id: string }>(organiser, '/api/tournaments', { name: 'Spring Cup', ...dates })
  const boat = await ask<{ id: string }>(owner, '/api/boats', { name: 'Knot Today', captainName: 'Olive' })
  const entry = await ask<{ id: string }>(owner, `/api/tournaments/${cup.id}/entries`, {
    boatId: boat.id,
    fundingGoal: '500',
    payoutPercentage: 40,
  })
  const backer = await signUp('/account', 'Bea')
  const { clientSecret } = await ask<{ clientSecret: string }>(backer, '/api/create-payment-intent', {
    amount: 64.1,
    tournamentEntryId: entry.id,
  })
  stripe.pay(clientSecret.split('_secret')[0] ?? '')
  for (const { body, signature } of stripe.takeEvents()) {
    const headers = { 'stripe-signature': signature }
    const response = await fetch(`${proxy.url}/api/stripe/webhook`, {
      method: 'POST',
      body,
      headers,
      tls: { ca: proxy.ca },
    })
    expect(response.status).toBe(200)
  }

  await first.kill()
  const second = await start({ DATA_DIR: dataDir, ...withBackups })
  while (!readdirSync(backups).includes('config') || readdirSync(join(backups, 'snapshots')).length === 0)
    await Bun.sleep(50)
  await second.remove()
  mkdirSync(emptyDir, { recursive: true })
  const command = [process.execPath, join(root, 'src/server/cli/restore.ts'), backups]
  const restore = Bun.spawn(command, {
    env: { PATH: process.env.PATH, DATA_DIR: emptyDir, MIN_FREE_MB: '0', ...withBackups },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await restore.exited).toBe(0)
  await start({ DATA_DIR: emptyDir })
  await backer.goto(`${proxy.url}/my-funding`)
  await backer.getByText('$64.10').first().waitFor()
  await owner.goto(`${proxy.url}/admin`)
  await owner.getByText('The site has an owner.').waitFor()
})
