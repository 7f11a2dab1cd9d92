import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { newId } from '#contract/ids.ts'
import { databaseName, movedName } from '#server/data-dir.ts'
import { type MoveOptions, moveToPostgres, moveToSqlite } from '#server/site/backups/move-site.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { addUser } from '../../../../tests/support/factories.ts'
import { keyFiles, makeFullSite } from '../../../../tests/support/full-site.ts'
import { addVideoRow } from '../../../../tests/support/posts.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { S3Double } from '../../../../tests/support/s3-double.ts'
import { startServer, withDatabase } from '../../../../tests/support/server.ts'
import { makeEmptyDatabase } from '../../../../tests/support/test-database.ts'
import { until } from '../../../../tests/support/until.ts'
import { holdDirectory } from '../sqlite/hold.ts'
import { currentTables } from '../sqlite/table-rows.ts'
import { findDifference } from '../table-rows.ts'
import { holdSite, openSite } from '../transfer.ts'
import { startLock } from './lock-keys.ts'

const root = join(import.meta.dir, '../../../..')
const bucket = new S3Double()
let full = ''
beforeAll(async () => {
  full = await makeFullSite()
}, 60_000)
afterAll(async () => {
  rmSync(full, { recursive: true, force: true })
  await bucket.stop()
})

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-move-'))
  afterTest(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** A copy of the full site, and an empty database. */
async function makeMove(): Promise<{ options: MoveOptions; dataDir: string; url: string }> {
  const { url, drop } = await makeEmptyDatabase()
  afterTest(drop)
  const dataDir = makeDirectory()
  cpSync(full, dataDir, { recursive: true })
  return { options: { env: { dataDir, databaseUrl: url, minFreeMb: 0 }, now: new Date(0) }, dataDir, url }
}

const elsewhere = ({ env, now }: MoveOptions): MoveOptions => ({
  env: { ...env, dataDir: makeDirectory() },
  now,
})

async function onDatabase(url: string, statement: string): Promise<object[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

const isSame = async (a: string, b: string): Promise<boolean> => {
  const tables = await currentTables()
  const difference = await withDatabase(a, one => withDatabase(b, two => findDifference(tables, one, two)))
  return (
    difference === null &&
    Object.keys(keyFiles).every(
      name => readFileSync(join(a, name), 'utf8') === readFileSync(join(b, name), 'utf8'),
    )
  )
}

/** Kills a move at step n. @returns whether it was killed */
async function moveAndKill(
  move: 'moveToPostgres' | 'moveToSqlite',
  { env }: MoveOptions,
  step: number,
): Promise<boolean> {
  const code = `
    const { ${move} } = await import('./src/server/site/backups/move-site.ts')
    let steps = 0
    const onStep = () => { if (++steps === ${step}) process.kill(process.pid, 'SIGKILL') }
    await ${move}({ env: ${JSON.stringify(env)}, now: new Date(0), onStep })`
  const child = Bun.spawn([process.execPath, '-e', code], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: env.databaseUrl },
    stderr: 'inherit',
  })
  await child.exited
  // PostgreSQL notices that the connection is gone.
  const holders = `select 1 from pg_locks join pg_stat_activity using (pid) where datname = current_database() and objid = ${startLock}`
  while ((await onDatabase(env.databaseUrl, holders)).length > 0) await Bun.sleep(20)
  return child.signalCode === 'SIGKILL'
}

test('a site moves there and back with its keys; the source says where it went', async () => {
  const { options, dataDir, url } = await makeMove()
  expect(await moveToPostgres(options)).toBeGreaterThan(100)
  expect(readdirSync(join(dataDir, 'db')).filter(name => name.startsWith('reelstake'))).toEqual([
    'reelstake.sqlite.moved-to-postgres',
  ])
  await expect(moveToPostgres(options)).rejects.toThrow(
    `The site of ${dataDir} was moved to PostgreSQL. Set DATABASE_URL.`,
  )

  const back = elsewhere(options)
  await moveToSqlite(back)
  expect(await isSame(back.env.dataDir, full)).toBe(true)
  expect(await onDatabase(url, `select value from site_keys where name = 'moved-to-sqlite'`)).toEqual([
    { value: '1970-01-01T00:00:00.000Z' },
  ])
  await expect(moveToSqlite(elsewhere(back))).resolves.toBeGreaterThan(100)

  // The site moves back into its former database, which accepts starts again.
  expect(await moveToPostgres(back)).toBeNull()
  expect(await onDatabase(url, `select 1 from site_keys where name = 'moved-to-sqlite'`)).toEqual([])

  // The site moves back into its former directory, whose keys are there.
  await moveToSqlite(options)
  expect(await isSame(dataDir, full)).toBe(true)
}, 60_000)

test('a kill before the last step leaves the source; a repeat finishes', async () => {
  const { options, dataDir } = await makeMove()
  for (let step = 1; await moveAndKill('moveToPostgres', options, step); step++)
    expect([step < 5, existsSync(join(dataDir, movedName)), await isSame(dataDir, full)]).toEqual([
      true,
      false,
      true,
    ])
  expect(existsSync(join(dataDir, movedName))).toBe(true)
}, 120_000)

test('a kill before the last step leaves the source on PostgreSQL; a repeat finishes', async () => {
  const { options, url } = await makeMove()
  await moveToPostgres(options)
  const back = elsewhere(options)
  const marks = () => onDatabase(url, `select 1 from site_keys where name = 'moved-to-sqlite'`)
  // The move dies before anything, before one of the keys, and before the mark.
  for (const step of [1, 3, 5]) {
    expect(await moveAndKill('moveToSqlite', back, step)).toBe(true)
    expect([existsSync(join(back.env.dataDir, databaseName)), await marks()]).toEqual([step === 5, []])
  }
  expect(await moveToSqlite(back)).toBeNull()
  expect([await isSame(back.env.dataDir, full), (await marks()).length]).toEqual([true, 1])
}, 120_000)

test('a target with other data is refused on both sides', async () => {
  const { options, dataDir, url } = await makeMove()
  await moveToPostgres(options)
  cpSync(full, dataDir, { recursive: true })
  await withDatabase(dataDir, db => addUser(db))
  await expect(moveToPostgres(options)).rejects.toThrow(
    /^The database of DATABASE_URL isn't empty \(anglers, .*\)\. Name an empty one/,
  )
  await expect(moveToSqlite(options)).rejects.toThrow(
    `There is another database at ${join(dataDir, databaseName)}.`,
  )
  expect(await onDatabase(url, `select 1 from site_keys where name = 'moved-to-sqlite'`)).toEqual([])
}, 60_000)

test('a database that something else uses is refused', async () => {
  const { options, url } = await makeMove()
  await onDatabase(url, 'create table orders (id int)')
  await expect(moveToPostgres(options)).rejects.toThrow(
    `The database of DATABASE_URL isn't empty (orders). Name an empty one, or empty it.`,
  )
})

test('live processes, a server on the directory, and files on the disk are refused', async () => {
  const { options, dataDir, url } = await makeMove()
  await moveToPostgres(options)
  const back = elsewhere(options)
  const directory = join(back.env.dataDir, 'db')
  mkdirSync(directory)
  const release = holdDirectory(directory, () => new Error('held'))
  await expect(moveToSqlite(back)).rejects.toThrow(
    `The server is running on ${back.env.dataDir}. Stop it first.`,
  )
  release()
  await onDatabase(
    url,
    `insert into processes (id, started_at, seen_at, settings)
      values ('a', 1, extract(epoch from clock_timestamp()) * 1000 - 14000, '{}')`,
  )
  await expect(moveToSqlite(back)).rejects.toThrow('1 process serves the site of DATABASE_URL.')
  await onDatabase(url, 'update processes set seen_at = seen_at - 2000')
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query(`select pg_advisory_lock(${startLock})`)
  await expect(moveToSqlite(back)).rejects.toThrow(
    'A process of the site of DATABASE_URL starts, or another command holds it.',
  )
  await holder.end()
  const video = newId<'video'>()
  cpSync(full, dataDir, { recursive: true })
  await withDatabase(dataDir, async (db, database) => {
    await addVideoRow(db, { id: video, owner_id: await addUser(db), status: 'uploaded' })
    database.run('begin')
    database.query('select 1 from users').get()
    await expect(moveToPostgres(options)).rejects.toThrow('The server is running on')
    database.run('rollback')
  })
  const incoming = join(dataDir, 'uploads/videos/incoming')
  mkdirSync(incoming, { recursive: true })
  writeFileSync(join(incoming, video), 'a video')
  await expect(moveToPostgres(options)).rejects.toThrow(
    '1 video or picture is on the disk of DATA_DIR alone.',
  )
}, 60_000)

test('a ledger that doesn’t agree, and another schema, are refused', async () => {
  const { options, dataDir } = await makeMove()
  await withDatabase(dataDir, db => changeRows(db, 'entries', { current_funding_cents: 1 }))
  await expect(moveToPostgres(options)).rejects.toThrow(
    /^The ledger does not agree in \d+ places, so nothing was moved/,
  )
  await withDatabase(
    dataDir,
    async (_, database) => void database.run(`delete from kysely_migration where name = '0069-job-owners'`),
  )
  await expect(moveToPostgres(options)).rejects.toThrow('The database has the schema of an older version')
  await withDatabase(
    dataDir,
    async (_, database) =>
      void database.run(`update kysely_migration set name = '9999-x' where name = '0067-own-texts'`),
  )
  await expect(moveToPostgres(options)).rejects.toThrow('The database was made by a newer version.')
  await expect(moveToSqlite(elsewhere(options))).rejects.toThrow(
    'The database of DATABASE_URL is empty: no site is in it.',
  )
}, 60_000)

test('by command, accounts and sessions go on, and a start on the old engine is refused', async () => {
  const { url, drop } = await makeEmptyDatabase()
  afterTest(drop)
  const sqlite = {
    ...bucket.env,
    STORAGE: `s3://${bucket.bucket}`,
    DATA_DIR: makeDirectory(),
    AUTH_AUTOCONFIRM: 'on',
  }
  const postgres = { ...sqlite, DATABASE_URL: url }
  const admin = async (env: Record<string, string>, name: string) => {
    const command = [process.execPath, 'src/server/cli/admin.ts', name]
    const child = Bun.spawn(command, { cwd: root, env: { PATH: process.env.PATH, ...env }, stderr: 'pipe' })
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    return { code: await child.exited, stdout: stdout.trim(), stderr: stderr.trim() }
  }
  let cookie = ''
  const json = { email: 'ann@example.org', password: 'marlin-1', firstName: 'Ann', lastName: 'Lee' }
  const isSignedIn = async (env: Record<string, string>) => {
    await using server = await startServer(env)
    // The server's own stop would remove the directory.
    server.remove = server.kill
    if (cookie === '') {
      const answer = await fetch(`${server.origin}/api/auth/sign-up`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(json),
      })
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    }
    const me = await fetch(`${server.origin}/api/auth/session`, { headers: { cookie } })
    return me.status === 200 && (await me.text()).includes(json.email)
  }
  expect(await isSignedIn(sqlite)).toBe(true)
  expect(await admin(sqlite, 'move-to-postgres')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'DATABASE_URL is not set. Name the PostgreSQL to move to, or to move from.',
  })
  await expect(startServer(postgres)).rejects.toThrow('The database of DATABASE_URL is empty, but')
  expect((await admin(sqlite, 'take-storage')).code).toBe(0)
  const move = await admin(postgres, 'move-to-postgres')
  expect([move.code, move.stderr]).toEqual([0, ''])
  // A process with a new DATA_DIR may store files.
  const storage = async (env: Record<string, string>) =>
    /\w+ +Storage: .*/.exec((await admin(env, 'doctor')).stdout)?.[0]
  expect(await storage({ ...postgres, DATA_DIR: makeDirectory() })).toBe(
    `ok    Storage: New videos and pictures go to s3://${bucket.bucket}.`,
  )
  expect(move.stdout).toMatch(
    /^\d+ rows copied and compared\. The site is in the database of DATABASE_URL now\./,
  )
  await expect(startServer(sqlite)).rejects.toThrow('was moved to PostgreSQL. Set DATABASE_URL.')
  expect(await isSignedIn(postgres)).toBe(true)
  expect((await admin(postgres, 'move-to-sqlite')).stderr).toContain(
    '1 process serves the site of DATABASE_URL.',
  )
  // The killed process left its row.
  await onDatabase(url, 'update processes set seen_at = seen_at - 20000')
  expect((await admin(postgres, 'move-to-sqlite')).code).toBe(0)
  expect(await storage(sqlite)).toMatch(/^RISK {2}Storage: s3:.+ belongs to another installation/)
  await expect(startServer(postgres)).rejects.toThrow('The site of DATABASE_URL was moved to SQLite at')
  expect(await isSignedIn(sqlite)).toBe(true)
}, 60_000)

test('a command that writes meanwhile waits, and fails once the site has moved', async () => {
  const { options, url } = await makeMove()
  await moveToPostgres(options)
  const command = await openSite(url)
  const site = await holdSite(url)
  const writing = addUser(command)
  const isWaiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
      where locktype = 'advisory' and objid = ${startLock} and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(site.db)
    return rows[0]?.count === 1
  }
  await until(isWaiting)
  await site[Symbol.asyncDispose]()
  await writing
  const again = await holdSite(url)
  const late = addUser(command).then(
    () => 'written',
    error => String(error.message),
  )
  await again.markMoved(new Date(0))
  await again[Symbol.asyncDispose]()
  expect(await late).toBe('The site of DATABASE_URL was moved to SQLite meanwhile.')
  await command.destroy()
})
