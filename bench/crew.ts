import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { type Site, startSite } from '../tests/support/browser.ts'
import { closePhones, pickFile, startPhone } from '../tests/support/crew.ts'
import { flakyProxy } from '../tests/support/flaky-proxy.ts'
import { clip } from '../tests/support/media.ts'
import type { Figure } from './run.ts'
import { median } from './support/server.ts'

/** 400 kbit/s, 300 ms round trip. */
const dock = { rate: 400_000 / 8, latency: 150 }
const visits = 3

async function untilRecordable(page: Page, url: string): Promise<number> {
  const start = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('button[aria-label="Start recording"]:enabled').waitFor()
  return performance.now() - start
}

const gzippedSize = (site: Site, path: string) => gzipSync(readFileSync(join(site.dist, path))).length

interface Visit {
  first: number
  /** Offline. */
  second: number
  /** Gzipped bytes. */
  script: number
}

async function visit(site: Site): Promise<Visit> {
  const link = flakyProxy({ target: `localhost:${new URL(site.url).port}`, ...dock })
  try {
    const phone = await startPhone(site, { url: `http://localhost:${link.port}` })
    const page = await phone.context.newPage()
    const scripts = new Set<string>()
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (request.resourceType() === 'script' && pathname.startsWith('/assets/')) scripts.add(pathname)
    })
    const url = `${phone.site.url}/crew`
    const first = await untilRecordable(page, url)
    const script = [...scripts].reduce((sum, path) => sum + gzippedSize(site, path), 0)
    await page.evaluate(() => navigator.serviceWorker.ready)
    // Makes the second visit cold.
    await page.goto('about:blank')
    link.down()
    return { first, script, second: await untilRecordable(page, url) }
  } finally {
    await closePhones()
    link.stop()
  }
}

const MB = 1_000_000

async function untilItGoesOn(site: Site): Promise<number> {
  const link = flakyProxy({ target: `localhost:${new URL(site.url).port}`, rate: MB, mode: 'hang' })
  try {
    const phone = await startPhone(site, { camera: 'none', url: `http://localhost:${link.port}` })
    const page = await phone.open()
    await pickFile(
      page,
      clip({ seconds: 40, size: '1280x720', kind: 'mp4', more: ['-b:v', '3M', '-minrate', '3M'] }),
    )
    while (link.stats().up < 3 * MB) await page.waitForTimeout(20)
    link.cut(1000)
    const start = performance.now()
    const { pathname } = new URL(
      (await page.waitForRequest(request => request.method() === 'PATCH', { timeout: 60_000 })).url(),
    )
    if (!pathname.startsWith('/files/')) throw new Error(`${pathname} is no upload`)
    return performance.now() - start
  } finally {
    await closePhones()
    link.stop()
  }
}

export async function run(): Promise<Figure[]> {
  const site = await startSite({ env: { MIN_FREE_MB: '0' } })
  try {
    const samples: Visit[] = []
    for (let n = 0; n < visits; n += 1) samples.push(await visit(site))
    const against = `median of ${visits}`
    return [
      {
        name: 'first visit of /crew at 400 kbit/s and 300 ms: the record button works',
        value: median(samples.map(({ first }) => first)),
        limit: 5000,
        unit: 'ms',
        against,
      },
      {
        name: 'second visit with the server out of reach: the record button works',
        value: median(samples.map(({ second }) => second)),
        limit: 1500,
        unit: 'ms',
        against,
      },
      {
        name: 'script of Capture',
        value: median(samples.map(({ script }) => script)) / 1024,
        limit: 130,
        unit: 'KB gzipped',
        against: 'the budget',
      },
      {
        name: 'an upload under which the link fell silent: the phone sends on',
        value: await untilItGoesOn(site),
        limit: 25_000,
        unit: 'ms',
        against: 'the watchdog’s 15 s and what follows',
      },
    ]
  } finally {
    await site.stop()
  }
}
