import { join } from 'node:path'
import type { Figure } from './run.ts'
import { linesOf, memoryOf } from './support/server.ts'
import { startBenchSite } from './support/site.ts'

const streams = 2000
const changes = 5

/** Kilobytes. */
const resident = (pid: number) => memoryOf(pid) * 1024

export async function run(): Promise<Figure[]> {
  const marina = await startBenchSite()
  const { hostname, port } = new URL(marina.origin)
  // Warm-up.
  for (const path of ['tournaments', 'leaderboard', 'tournament-updates'])
    await (await fetch(`${marina.origin}/api/${path}`)).arrayBuffer()
  await marina.write()
  await Bun.sleep(1000)
  const before = resident(marina.pid)
  const { driver, lines } = openStreams(hostname, port, streams)
  try {
    const firstLine = await lines.next()
    if (firstLine.value !== 'open') throw new Error(`the streams did not open: ${firstLine.value}`)
    await Bun.sleep(2000)
    const each = (resident(marina.pid) - before) / streams
    let slowest = 0
    for (let n = 0; n < changes; n++) {
      const start = Date.now()
      await marina.write()
      slowest = Math.max(slowest, Number((await lines.next()).value) - start)
      await Bun.sleep(300)
    }
    const after = (resident(marina.pid) - before) / streams
    return [
      {
        name: `memory of one of ${streams} open event streams`,
        value: Math.max(each, after),
        limit: 40,
        unit: 'KB',
        against: `${each.toFixed(1)} KB when opened, ${after.toFixed(1)} KB after ${changes} changes`,
      },
      {
        name: `a change until the last of ${streams} streams has it`,
        value: slowest,
        limit: 2000,
        unit: 'ms',
        against: `the slowest of ${changes}`,
      },
    ]
  } finally {
    driver.kill('SIGKILL')
    await marina.stop()
  }
}

/** @param ports joined by commas @returns lines: `open`, then the last arrival of each change */
export function openStreams(hostname: string, ports: string, count: number) {
  const driver = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'peer-streams.ts'), hostname, ports, String(count)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return { driver, lines: linesOf(driver.stdout) }
}
