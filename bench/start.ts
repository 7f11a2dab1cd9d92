import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isBuilt } from '../scripts/build.ts'
import type { Figure } from './run.ts'

const root = join(import.meta.dir, '..')
const rounds = 21

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  if (port === undefined) throw new Error('no port')
  return port
}

/** Milliseconds from spawning a server to its first 200 of `/`. */
async function coldStart(script: string, env: Record<string, string>): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const child = Bun.spawn([process.execPath, script], {
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}/`).then(
      response => response.status,
      () => 0,
    )
    if (status === 200) break
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    await Bun.sleep(0)
  }
  const elapsed = performance.now() - start
  child.kill('SIGKILL')
  await child.exited
  return elapsed
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Cold start to the first 200 of `/`, gate on and off, against a bare Bun.serve; interleaved, medians. */
export async function run(): Promise<Figure[]> {
  if (!isBuilt()) await build()
  const data = mkdtempSync(join(tmpdir(), 'reelstake-bench-'))
  const main = join(root, 'src/server/main.ts')
  const times = { bare: [] as number[], landing: [] as number[], gate: [] as number[] }
  try {
    // The first start migrates and makes keys; what is measured is every start after that.
    await coldStart(main, { DATA_DIR: data, SITE_GATE: 'off' })
    for (let round = 0; round < rounds; round++) {
      times.bare.push(await coldStart(join(import.meta.dir, 'peer-serve.ts'), {}))
      times.landing.push(await coldStart(main, { DATA_DIR: data, SITE_GATE: 'off' }))
      times.gate.push(await coldStart(main, { DATA_DIR: data, SITE_GATE: 'on' }))
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
  const bare = median(times.bare)
  const against = `5 × a bare Bun.serve, ${bare.toFixed(1)} ms in this run`
  return [
    {
      name: 'cold start to the landing page',
      value: median(times.landing),
      limit: 5 * bare,
      unit: 'ms',
      against,
    },
    { name: 'cold start to the gate', value: median(times.gate), limit: 5 * bare, unit: 'ms', against },
  ]
}
