import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tests/support/server.ts'
import type { Figure } from './run.ts'
import { median } from './support/server.ts'

const root = join(import.meta.dir, '..')
const rounds = 21

/** First complete page, two cores. */
const limitMs = 250

/** Milliseconds to the first complete 200 of `/`. */
async function coldStart(script: string, env: Record<string, string>, args: string[] = []): Promise<number> {
  const port = freePort()
  const start = performance.now()
  const child = Bun.spawn([process.execPath, script, ...args], {
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const isComplete = await fetch(`http://127.0.0.1:${port}/`).then(
      async response => response.status === 200 && (await response.text()) !== '',
      () => false,
    )
    if (isComplete) break
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    await Bun.sleep(0)
  }
  const duration = performance.now() - start
  child.kill('SIGKILL')
  await child.exited
  return duration
}

/** Medians of interleaved runs: locked, open and new, open with tournaments. */
export async function run(): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'reelstake-bench-'))
  const demo = mkdtempSync(join(tmpdir(), 'reelstake-bench-demo-'))
  const main = join(root, 'src/server/main.ts')
  const starts = [
    { name: 'cold start to the gate page', env: { DATA_DIR: data, SITE_GATE: 'on' } },
    { name: 'cold start to the landing page, new', env: { DATA_DIR: data, SITE_GATE: 'off' } },
    {
      name: 'cold start to the landing page, with tournaments',
      env: { DATA_DIR: demo, SITE_GATE: 'off' },
    },
  ].map(start => ({ ...start, times: [] as number[] }))
  const bareTimes: number[] = []
  try {
    // Migrates and makes keys; not measured.
    await coldStart(main, { DATA_DIR: data, SITE_GATE: 'off' })
    await coldStart(main, { DATA_DIR: demo, SITE_GATE: 'off' }, ['--demo'])
    for (let round = 0; round < rounds; round++) {
      bareTimes.push(await coldStart(join(import.meta.dir, 'peer-serve.ts'), {}))
      for (const { env, times } of starts) times.push(await coldStart(main, env))
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
    rmSync(demo, { recursive: true, force: true })
  }
  const bare = median(bareTimes)
  return starts.map(({ name, times }) => ({
    name,
    value: median(times),
    limit: limitMs,
    unit: 'ms',
    against: `a bare Bun.serve takes ${bare.toFixed(1)} ms in this run`,
  }))
}
