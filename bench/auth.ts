import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './run.ts'

const password = 'correct horse'
const email = 'ann@example.org'
const tries = 50

async function startServer() {
  const probe = Bun.serve({ port: 0, fetch: () => new Response() })
  const port = String(probe.port)
  await probe.stop(true)
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-bench-'))
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../src/server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      SITE_GATE: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const origin = `http://127.0.0.1:${port}`
  for (let waited = 0; ; waited += 100) {
    const up = await fetch(`${origin}/healthz`).then(
      response => response.ok,
      () => false,
    )
    if (up) break
    if (waited > 20_000 || child.exitCode !== null) throw new Error('The server did not start.')
    await Bun.sleep(100)
  }
  return {
    origin,
    /** Megabytes; null if unknown. */
    peakMemory: () => {
      try {
        const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
        return peak === undefined ? null : Number(peak) / 1024
      } catch {
        return null
      }
    },
    stop: async () => {
      child.kill()
      await child.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function post(origin: string, path: string, body: object): Promise<number> {
  const response = await fetch(`${origin}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.status
}

async function timed(work: () => Promise<number>, expected: number): Promise<number> {
  const start = performance.now()
  const status = await work()
  if (status !== expected) throw new Error(`Expected ${expected}, got ${status}.`)
  return performance.now() - start
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

export async function run(): Promise<Figure[]> {
  const server = await startServer()
  const { origin } = server
  try {
    await post(origin, 'sign-up', { email, password, firstName: 'Ann', lastName: 'Bonny' })
    const signIn = (address: string, secret: string) => () =>
      post(origin, 'sign-in', { email: address, password: secret })

    for (let count = 0; count < 5; count += 1) await signIn(email, 'wrong')()
    const unknown: number[] = []
    const wrong: number[] = []
    for (let count = 0; count < tries; count += 1) {
      unknown.push(await timed(signIn(`nobody${count}@example.org`, 'wrong horse'), 400))
      wrong.push(await timed(signIn(email, 'wrong horse'), 400))
    }
    const [a, b] = [median(unknown), median(wrong)]

    let busy = true
    let worst = 0
    const watch = (async () => {
      while (busy) {
        const start = performance.now()
        await (await fetch(`${origin}/healthz`)).arrayBuffer()
        worst = Math.max(worst, performance.now() - start)
        await Bun.sleep(10)
      }
    })()
    await Promise.all(Array.from({ length: tries }, () => timed(signIn(email, password), 200)))
    busy = false
    await watch
    const memory = server.peakMemory()

    return [
      {
        name: 'sign-in, unknown address and wrong password',
        value: Math.max(a, b) / Math.min(a, b),
        limit: 1.1,
        unit: '×',
        against: `medians of ${tries}: ${a.toFixed(1)} ms unknown, ${b.toFixed(1)} ms wrong`,
      },
      {
        name: `/healthz at its slowest during ${tries} sign-ins at once`,
        value: worst,
        limit: 200,
        unit: 'ms',
        against: 'a page may wait so long',
      },
      ...(memory === null
        ? []
        : [
            {
              name: `peak memory of the server after ${tries} sign-ins at once`,
              value: memory,
              limit: 1024,
              unit: 'MB',
              against: 'a small machine',
            },
          ]),
    ]
  } finally {
    await server.stop()
  }
}
