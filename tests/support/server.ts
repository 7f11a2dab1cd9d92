import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db, RootDb } from '#server/db/connection.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { build } from '../../scripts/build.ts'

const root = join(import.meta.dir, '../..')

export async function makeDataDir(fill: (db: Db) => Promise<void> = async () => {}): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-data-'))
  mkdirSync(join(dataDir, 'db'))
  await withDatabase(dataDir, async (db, database) => {
    await migrate(database, db)
    await fill(db)
  })
  return dataDir
}

/** Reads beside the server or after it has ended. */
export async function withDatabase<T>(
  dataDir: string,
  look: (db: RootDb, database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const database = openDatabase(join(dataDir, 'db', 'reelstake.sqlite'))
  const db = makeDb(database)
  try {
    return await look(db, database)
  } finally {
    await db.destroy()
    // The database is still open if `db` wasn't used.
    database.close()
  }
}

export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true })

export interface ServerProcess extends AsyncDisposable {
  origin: string
  port: number
  dataDir: string
  /** Output of the last start. */
  banner: string
  /** Keeps data and port. */
  start(): Promise<void>
  /** SIGTERM. @returns exit code */
  stop(): Promise<number>
  /** SIGKILL. */
  kill(): Promise<void>
  /** Kills it and deletes its data. */
  remove(): Promise<void>
}

/** Returns a port below those of outgoing connections, one of which could take it before the server listens. */
export function freePort(): number {
  for (;;) {
    const port = 16_384 + Math.floor(Math.random() * 16_384)
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true)
      return port
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    }
  }
}

let freshBuild: Promise<unknown> | undefined

/**
 * Runs the build in a process, which starts in a third of the time that the sources take; builds first if stale.
 * @param env by default with its own `DATA_DIR` and `PORT`
 * @param args of the command line, such as `--demo`
 */
export async function startServer(
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<ServerProcess> {
  freshBuild ??= build({ ifNeeded: true })
  await freshBuild
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'reelstake-server-'))
  const port = env.PORT === undefined ? freePort() : Number(env.PORT)
  let child: Bun.Subprocess | undefined
  const server: ServerProcess = {
    origin: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    banner: '',
    async start() {
      const subprocess = Bun.spawn([process.execPath, join(root, 'src/server/main.ts'), ...args], {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          SITE_GATE: 'off',
          RATE_LIMIT: 'off',
          LOG_LEVEL: 'error',
          MIN_FREE_MB: '0',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = subprocess
      const banner = await bannerOf(subprocess.stdout)
      if (banner === null)
        throw new Error(`the server did not start: ${await new Response(subprocess.stderr).text()}`)
      server.banner = banner
    },
    async stop() {
      child?.kill('SIGTERM')
      return (await child?.exited) ?? 0
    },
    async kill() {
      child?.kill('SIGKILL')
      await child?.exited
    },
    async remove() {
      await server.kill()
      removeDataDir(dataDir)
    },
    [Symbol.asyncDispose]: () => server.remove(),
  }
  await server.start()
  return server
}

/** Ends at the empty line; null when the server exits first. */
async function bannerOf(output: ReadableStream<Uint8Array>): Promise<string | null> {
  let text = ''
  const decoder = new TextDecoder()
  const reader = output.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return null
    text += decoder.decode(value, { stream: true })
    if (!/ {2}Reelstake +https?:[\s\S]*\n\n/.test(text)) continue
    reader.releaseLock()
    return text
  }
}

const password = 'marlin-1'

/** @returns headers as a page sends them */
export async function joinAs(
  origin: string,
  email = `${crypto.randomUUID()}@example.com`,
): Promise<Record<string, string>> {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const send = (path: string, body: object) =>
    fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await send('/api/auth/sign-up', { email, password, firstName: 'Ana', lastName: 'Reyes' })
  if (response.status !== 201) throw new Error(`no account: ${response.status} ${await response.text()}`)
  const signedIn = await send('/api/auth/sign-in', { email, password })
  // The session cookie only.
  const [cookie = ''] = signedIn.headers.getSetCookie().map(line => line.split(';')[0] ?? '')
  return { ...headers, cookie }
}
