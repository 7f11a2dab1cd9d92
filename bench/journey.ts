import { type BrowserContext, chromium, type Page } from 'playwright'
import { launchOptions } from '../tests/support/launch-browser.ts'
import { sizes } from './growth.ts'
import type { Figure } from './run.ts'
import { copyDataset, type Facts } from './support/dataset.ts'
import { median, removeDataDir, startServer } from './support/server.ts'

/** Lighthouse's slow 4G, in bytes a second, and its phone: a quarter of this processor's speed. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const slowdown = 4
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const visits = 3

const pagesOf = ({ tournament }: Facts): readonly (readonly [string, string])[] => [
  ['home', '/'],
  ['search', '/tournaments/all?q=open'],
  ['a tournament of 60 boats', `/tournament/${tournament}`],
  ['its kiosk', `/kiosk/${tournament}`],
  ['My Funding of 500', '/my-funding'],
]

interface Visit {
  /** Milliseconds until the largest content is painted. */
  paintMs: number
  /** Bytes of the document, uncompressed. */
  html: number
}

/** A first visit: nothing is cached. */
async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', slow4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const answer = await page.goto(url, { waitUntil: 'load' })
  if (!answer?.ok()) throw new Error(`${url} answered ${answer?.status()}`)
  const paintMs = await largestPaint(page)
  const html = (await answer.body()).byteLength
  await page.close()
  return { paintMs, html }
}

const largestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        new PerformanceObserver(list => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )

/** Pages at 100 × the data on an emulated phone. */
export async function run(): Promise<Figure[]> {
  const { dataDir, facts } = await copyDataset(sizes['100 ×'])
  const server = await startServer(dataDir)
  const browser = await chromium.launch(launchOptions())
  const figures: Figure[] = []
  try {
    const context = await browser.newContext(phone)
    const [name = '', value = ''] = facts.backer.split('=')
    await context.addCookies([{ name, value, url: server.origin }])
    for (const [what, path] of pagesOf(facts)) {
      const samples: Visit[] = []
      for (let n = 0; n < visits; n++) samples.push(await visit(context, server.origin + path))
      const against = `median of ${visits} first visits, slow 4G`
      figures.push(
        {
          name: `${what}: usable`,
          value: median(samples.map(({ paintMs }) => paintMs)),
          limit: 2500,
          unit: 'ms',
          against,
        },
        {
          name: `${what}: HTML`,
          value: median(samples.map(({ html }) => html)) / 1024,
          limit: 300,
          unit: 'KB',
          against,
        },
      )
    }
    return figures
  } finally {
    await browser.close()
    await server.stop()
    removeDataDir(dataDir)
  }
}
