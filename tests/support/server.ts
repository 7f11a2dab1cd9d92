import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, makeDb } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { build, isBuilt } from '../../scripts/build.ts'

const root = join(import.meta.dir, '../..')

/** A data directory with a database of the current schema, filled before a server opens it. */
export async function makeDataDir(fill: (db: Db) => Promise<void>): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-data-'))
  mkdirSync(join(dataDir, 'db'))
  await withDatabase(dataDir, async (db, database) => {
    await migrate(database, db)
    await fill(db)
  })
  return dataDir
}

/** Looks into a data directory beside its server, or after it has ended. */
export async function withDatabase<T>(
  dataDir: string,
  look: (db: Db, database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const database = openDatabase(join(dataDir, 'db', 'reelstake.sqlite'))
  const db = makeDb(database)
  try {
    return await look(db, database)
  } finally {
    await db.destroy()
  }
}

export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true })

export interface ServerProcess {
  origin: string
  /** What it has printed when it began to listen. */
  banner: string
  /** SIGKILL: it has no time for anything. */
  kill(): Promise<void>
}

let built: Promise<unknown> | undefined

/** The server itself, from its sources, in a process of its own. Its pages are built when they are older than that. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  built ??= isBuilt() ? Promise.resolve() : build()
  await built
  const child = Bun.spawn([process.execPath, join(root, 'src/server/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      SITE_GATE: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const banner = await bannerOf(child.stdout)
  const port = banner && portIn(banner)
  if (banner === null || !port)
    throw new Error(`the server did not start: ${await new Response(child.stderr).text()}`)
  return {
    origin: `http://127.0.0.1:${port}`,
    banner,
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

const portIn = (banner: string) => /http:\/\/localhost:(\d+)/.exec(banner)?.[1] ?? null

/** Everything up to the empty line that ends the banner; null: it never came. */
async function bannerOf(output: ReadableStream<Uint8Array>): Promise<string | null> {
  let text = ''
  const decoder = new TextDecoder()
  const reader = output.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return null
    text += decoder.decode(value, { stream: true })
    if (!/http:\/\/localhost:\d+[\s\S]*\n\n/.test(text)) continue
    reader.releaseLock()
    return text
  }
}
