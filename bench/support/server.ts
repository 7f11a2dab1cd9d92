import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectorEnv } from '../../scripts/collector.ts'
import { freePort } from '../../tests/support/server.ts'

const root = join(import.meta.dir, '../..')

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'reelstake-bench-'))
export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true })

async function untilUp(url: string, child: Bun.Subprocess): Promise<void> {
  for (let milliseconds = 0; milliseconds < 60_000 && child.exitCode === null; milliseconds += 50) {
    const up = await fetch(url).then(
      response => response.ok,
      () => false,
    )
    if (up) return
    await Bun.sleep(50)
  }
  throw new Error(`${url} does not answer`)
}

export interface Started {
  origin: string
  pid: number
  /** SIGKILL. */
  stop(): Promise<void>
}

/**
 * Starts a script with `PORT`, and waits until `ready` answers 200.
 * @param script in bench/ or the project's folder
 */
async function start(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  ready: string,
): Promise<Started> {
  const port = freePort()
  const child = Bun.spawn([process.execPath, script, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  await untilUp(origin + ready, child)
  return {
    origin,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/** The built server, as `bun run start` starts it, without gate and throttles. */
export async function startServer(dataDir: string, more: Record<string, string> = {}): Promise<Started> {
  const env = {
    ...collectorEnv,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SITE_GATE: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    ...more,
  }
  return start(join(root, 'src/server/main.ts'), [], env, '/healthz')
}

/** @param ready a path that answers 200 */
export const startPeer = (
  file: `peer-${string}.ts`,
  { args = [], env = {}, ready = '/' }: { args?: string[]; env?: Record<string, string>; ready?: string },
): Promise<Started> => start(join(root, 'bench', file), args, env, ready)

/** Megabytes, current (`VmRSS`) or peak (`VmHWM`): proc_pid_status(5). NaN if unknown. */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Milliseconds of all threads, in steps of 10: proc_pid_stat(5). */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b)
  const middle = ascending.length / 2
  return (
    ((ascending[Math.floor(middle)] ?? Number.NaN) + (ascending[Math.ceil(middle) - 1] ?? Number.NaN)) / 2
  )
}

export interface Load {
  /** Requested in turn. */
  urls: readonly string[]
  headers?: Record<string, string>
  connections: number
  /** True to decompress answers as a page's `fetch` does. */
  decompress?: true
  /** Ends at whichever comes first. */
  milliseconds?: number
  requests?: number
}

/** Runs a script in a process of its own. @param input for its stdin, as JSON @returns what it prints */
export async function runPeer(
  file: `peer-${string}.ts`,
  { args = [], input }: { args?: readonly string[]; input?: unknown },
): Promise<string> {
  const child = Bun.spawn([process.execPath, join(root, 'bench', file), ...args], {
    stdio: [new Blob([JSON.stringify(input) ?? '']), 'pipe', 'inherit'],
  })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${file} failed`)
  return text
}

/** @throws unless each answer is a 200 */
export const generateLoad = async (load: Load): Promise<{ requests: number; perSecond: number }> =>
  JSON.parse(await runPeer('peer-load.ts', { input: load }))

/** Funds an entry at processes of a site, by a connection for each cookie. @returns fundings per second */
export async function generateFundings(
  origins: readonly string[],
  entry: string,
  cookies: readonly string[],
  milliseconds: number,
): Promise<number> {
  const args = [origins.join(','), entry, String(milliseconds)]
  return Number(await runPeer('peer-fundings.ts', { args, input: cookies }))
}

/** Yields the lines of a process's output. Returns what follows the last line. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  return rest
}

/** Records a catch of a live tournament. @returns milliseconds */
export async function weighIn(
  origin: string,
  { entry, organiser }: { entry: string; organiser: string },
  weight = 12.5,
): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`${origin}/api/tournament-entries/${entry}/catches`, {
    method: 'POST',
    headers: { cookie: organiser, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ weight, species: 'Wahoo' }),
  })
  if (answer.status !== 201) throw new Error(`a weigh-in answered ${answer.status}`)
  await answer.arrayBuffer()
  return performance.now() - start
}
