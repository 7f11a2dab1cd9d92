import type { Figure } from './run.ts'
import { median, memoryOf, newDataDir, removeDataDir, startServer } from './support/server.ts'

const password = 'correct horse'
const email = 'ann@example.org'
const tries = 50

async function post(origin: string, path: string, body: object): Promise<number> {
  const response = await fetch(`${origin}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.status
}

async function measure(work: () => Promise<number>, expected: number): Promise<number> {
  const start = performance.now()
  const status = await work()
  if (status !== expected) throw new Error(`Expected ${expected}, got ${status}.`)
  return performance.now() - start
}

export async function run(): Promise<Figure[]> {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const { origin } = server
  try {
    await post(origin, 'sign-up', { email, password, firstName: 'Ann', lastName: 'Bonny' })
    const signIn = (address: string, secret: string) => () =>
      post(origin, 'sign-in', { email: address, password: secret })

    for (let count = 0; count < 5; count += 1) await signIn(email, 'wrong')()
    const unknown: number[] = []
    const wrong: number[] = []
    for (let count = 0; count < tries; count += 1) {
      unknown.push(await measure(signIn(`stranger${count}@example.org`, 'wrong horse'), 400))
      wrong.push(await measure(signIn(email, 'wrong horse'), 400))
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
    await Promise.all(Array.from({ length: tries }, () => measure(signIn(email, password), 200)))
    busy = false
    await watch
    const memory = memoryOf(server.pid, 'VmHWM')

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
      {
        name: `peak memory of the server after ${tries} sign-ins at once`,
        value: memory,
        limit: 1024,
        unit: 'MB',
        against: 'a small machine',
      },
    ]
  } finally {
    await server.stop()
    removeDataDir(dataDir)
  }
}
