import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { afterTest } from './support/after-test.ts'
import { addEntry, addFunding, addOwner } from './support/factories.ts'
import { addRows } from './support/rows.ts'
import {
  makeDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
  withDatabase,
} from './support/server.ts'
import { until } from './support/until.ts'

/** System errors stop the start with one line: variable, value and what is allowed. */

async function dataDir(): Promise<string> {
  const directory = await makeDataDir(async () => {})
  afterTest(() => removeDataDir(directory))
  return directory
}

async function startIn(directory: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: directory, ...env })
  afterTest(() => server.kill())
  return server
}

const root = join(import.meta.dir, '..')

function run(script: string, env: Record<string, string>, args: readonly string[] = []) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, join(root, script), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1', ...env },
    timeout: 20_000,
  })
  return { exitCode, out: stdout.toString(), line: stderr.toString() }
}

const start = (env: Record<string, string>) => run('src/server/main.ts', env)

test('the start refuses a HOST that is not an address of this machine', async () => {
  const takes = 'but takes an address of this machine, such as 0.0.0.0 or 127.0.0.1.'
  const directory = await dataDir()
  for (const HOST of ['no host', '999.1.1.1', '192.0.2.1', 'unknown', 'unknown.invalid'])
    expect(start({ DATA_DIR: directory, HOST })).toEqual({
      exitCode: 1,
      out: '',
      line: `Reelstake cannot start: HOST is "${HOST}", ${takes}\n`,
    })
}, 60_000)

test('the start refuses a PORT that another program uses', async () => {
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  afterTest(() => other.stop(true))
  expect(start({ DATA_DIR: await dataDir(), PORT: String(other.port) })).toEqual({
    exitCode: 1,
    out: '',
    line: `Reelstake cannot start: PORT is "${other.port}", but takes a port that no other program listens on.\n`,
  })
})

test('the start refuses the port of another server, also of one that listens on all addresses', async () => {
  const other = await startIn(await dataDir(), { HOST: '0.0.0.0' })
  const line = `Reelstake cannot start: PORT is "${other.port}", but takes a port that no other program listens on.\n`
  for (const HOST of ['0.0.0.0', '127.0.0.1'])
    expect(start({ DATA_DIR: await dataDir(), HOST, PORT: String(other.port) })).toEqual({
      exitCode: 1,
      out: '',
      line,
    })
})

test('the start refuses a DATA_DIR that it cannot create', async () => {
  const file = join(await dataDir(), 'a file')
  writeFileSync(file, '')
  expect(start({ DATA_DIR: file })).toEqual({
    exitCode: 1,
    out: '',
    line: `Reelstake cannot start: DATA_DIR is "${file}", but takes a directory that can be made and written.\n`,
  })
})

test('a command says in one line that DATA_DIR is a file', async () => {
  const file = join(await dataDir(), 'a file')
  writeFileSync(file, '')
  for (const [script, ...args] of [
    ['src/server/cli/admin.ts', 'users'],
    ['src/server/cli/backup.ts', `${file}.tar.gz`],
  ] as const)
    expect(run(script, { DATA_DIR: file }, args)).toEqual({
      exitCode: 1,
      out: '',
      line: expect.stringMatching(/^ENOTDIR: .*a file'\. There is a file where a folder is expected\. .*\n$/),
    })
})

test('each command says how it is used, without a database; an unknown one is named', () => {
  const admin = (...args: string[]) => run('src/server/cli/admin.ts', { DATA_DIR: '/dev/null' }, args)
  const help = {
    exitCode: 0,
    out: expect.stringMatching(/^Usage: bun run admin ban EMAIL\n\nlock an /),
    line: '',
  }
  expect([admin('ban', '--help'), admin('ban', 'ann@example.org', '-h')]).toEqual([help, help])
  expect(admin('move-to-sqlite', '--help').out).toStartWith('Usage: bun run admin move-to-sqlite\n\nmove ')
  expect(admin('bann')).toEqual({
    exitCode: 2,
    out: '',
    line: expect.stringMatching(/^Unknown command: bann\n\nUsage: bun run admin <command>\n/),
  })
})

test('the first landing page in production is complete', async () => {
  const server = await startIn(await dataDir(), { LOG_LEVEL: 'error' })
  const html = await (await fetch(`${server.origin}/`)).text()
  expect(html).toContain('Harbor Lights Sailfish Cup')
  expect(html).toContain('No rankings yet')
  expect(html).toEndWith('</body></html>')
}, 60_000)

test('the demo marina in production has the log of its tournaments', async () => {
  const env = { DATA_DIR: await dataDir(), LOG_LEVEL: 'error' }
  const server = await startServer(env, ['--demo'])
  afterTest(() => server.kill())
  expect(server.banner).toContain('Demo        sign in with the password')
  const tournaments: Tournament[] = await (await fetch(`${server.origin}/api/tournaments`)).json()
  const completedTournaments = tournaments.filter(({ status }) => status === 'completed')
  expect(completedTournaments.length).toBeGreaterThan(0)
  for (const { id } of completedTournaments) {
    const log = await (await fetch(`${server.origin}/api/tournaments/${id}/log/head`)).json()
    expect(log.seq).toBeGreaterThan(1)
  }
}, 60_000)

test('each start prints a new owner link, until there is an owner', async () => {
  const directory = await dataDir()
  const linkIn = (banner: string) => /Owner .*: http:\/\/localhost:\d+\/owner\/([\w-]+)/.exec(banner)?.[1]
  const first = await startIn(directory)
  const offer = (origin: string, banner: string) => fetch(`${origin}/api/owner-link/${linkIn(banner)}`)
  expect((await offer(first.origin, first.banner)).status).toBe(200)
  await first.kill()
  const second = await startIn(directory)
  expect((await offer(second.origin, second.banner)).status).toBe(200)
  expect((await offer(second.origin, first.banner)).status).toBe(410)
  await withDatabase(directory, db => addOwner(db))
  await second.kill()
  expect(linkIn((await startIn(directory)).banner)).toBeUndefined()
}, 60_000)

test('400 for an invalid Host header; HTTP/1.0 needs none, from the first request on', async () => {
  const server = await startIn(await dataDir())
  const ask = async (head: string) => {
    const answer = Promise.withResolvers<string>()
    let text = ''
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: Number(new URL(server.origin).port),
      socket: {
        data: (_, bytes) => {
          text += bytes.toString()
        },
        close: () => answer.resolve(text),
      },
    })
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    return answer.promise
  }
  for (const host of ['a b', 'x:99999', '"><script>', '[::'])
    for (const path of ['/', '/healthz', '/api/tournaments']) {
      const text = await ask(`GET ${path} HTTP/1.1\r\nHost: ${host}`)
      expect(text).toStartWith('HTTP/1.1 400')
      expect(text).toEndWith('{"message":"The Host header is not valid.","error":"invalid"}')
    }
  expect(await ask('GET /healthz?from=balancer HTTP/1.0')).toContain('"status":"ok"')
}, 60_000)

test('the server and its commands name the version of the build', async () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'dist/manifest.json'), 'utf8'))
  expect(version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/)
  const directory = await dataDir()
  const server = await startIn(directory)
  for (const path of ['/healthz', '/auth/v1/health'])
    expect([path, await (await fetch(`${server.origin}${path}`)).json()]).toEqual([
      path,
      expect.objectContaining({ version }),
    ])
  const doctor = Bun.spawnSync([process.execPath, join(root, 'src/server/cli/admin.ts'), 'doctor'], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: directory },
  })
  expect(doctor.stdout.toString()).toContain(`Version: Reelstake ${version}, Bun`)
}, 60_000)

test('a start with a clock earlier than the records takes no payments until the operator accepts it', async () => {
  const directory = await makeDataDir(async db => {
    await addEntry(db, { created_at: Date.now() + 3_600_000 })
  })
  afterTest(() => removeDataDir(directory))
  const server = await startIn(directory)
  const pay = async () =>
    (await fetch(`${server.origin}/api/create-payment-intent`, { method: 'POST' })).status
  expect(await pay()).toBe(503)
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  const admin = (...args: string[]) => run('src/server/cli/admin.ts', { DATA_DIR: directory }, args)
  expect(admin('doctor').out).toContain('RISK  Clock: It says ')
  expect(admin('confirm-clock').exitCode).toBe(0)
  await until(async () => (await pay()) !== 503)
  expect(admin('doctor').out).toContain('ok    Clock: It agrees with the records.')
}, 60_000)

test('the start refuses a damaged database and damaged keys', async () => {
  const directory = await dataDir()
  const database = join(directory, 'db/reelstake.sqlite')
  for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true })
  writeFileSync(database, 'not a database. '.repeat(1000))
  expect(start({ DATA_DIR: directory })).toEqual({
    exitCode: 1,
    out: '',
    line: `Reelstake cannot start: ${database} is damaged (file is not a database). Restore a backup with --force.\n`,
  })
  rmSync(database)
  const keys = join(directory, 'db/keys/keys.json')
  mkdirSync(dirname(keys), { recursive: true })
  for (const content of ['', '{"secret":"aaaa"}']) {
    writeFileSync(keys, content)
    expect(start({ DATA_DIR: directory })).toEqual({
      exitCode: 1,
      out: '',
      line: `Reelstake cannot start: ${keys} is damaged. Put it back from a backup, or delete it: new keys end every program's session.\n`,
    })
  }
})

test('a server and load data refuse a DATA_DIR in use; a SIGKILL frees it', async () => {
  const directory = await dataDir()
  const server = await startIn(directory)
  expect(start({ DATA_DIR: directory })).toEqual({
    exitCode: 1,
    out: '',
    line: `Reelstake cannot start: DATA_DIR is "${directory}", but takes a directory that no other server uses; stop the one that runs on it.\n`,
  })
  const size = ['--tournaments', '1', '--entries', '1', '--backers', '1']
  expect(run('scripts/seed.ts', { DATA_DIR: directory }, size)).toEqual({
    exitCode: 1,
    out: '',
    line: 'The server is running on this DATA_DIR. Stop it first.\n',
  })
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  await server.kill()
  await startIn(directory)
}, 60_000)

test('the start refuses keys of another payment mode while fundings are unsettled, unless the change is allowed', async () => {
  const directory = await makeDataDir(async db => {
    await addFunding(db, { amount_cents: 97_500, entry_id: await addEntry(db) })
  })
  afterTest(() => removeDataDir(directory))
  const keys = {
    STRIPE_SECRET_KEY: 'rk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  expect(start({ DATA_DIR: directory, ...keys })).toEqual({
    exitCode: 1,
    out: '',
    line: 'Reelstake cannot start: STRIPE_SECRET_KEY is a sandbox key, but takes no value because the database has unsettled payments of another mode: 1 test funding ($975). ALLOW_PAYMENT_MODE_CHANGE=on starts with sandbox payments, and those stop counting.\n',
  })
  const server = await startIn(directory, { ...keys, ALLOW_PAYMENT_MODE_CHANGE: 'on' })
  expect(server.banner).toContain('Payments    sandbox (Stripe)')
  expect(server.banner).toContain('Not counted 1 test funding ($975): paid in another payment mode')
  const [{ entries }] = await (await fetch(`${server.origin}/api/tournaments`)).json()
  expect(entries).toMatchObject([{ currentFunding: '0.00', backerCount: 0 }])
}, 60_000)

test('the banner says that files are in a bucket whose keys are missing', async () => {
  const directory = await makeDataDir(async db => {
    await addRows(db, 'bucket_files', {
      path: 'images/x.webp',
      owner_id: 'x',
      place: 's3://marina/site',
      size_bytes: 1,
      modified_at: 1,
      sha256: '',
      drop_at: null,
    })
  })
  afterTest(() => removeDataDir(directory))
  expect((await startIn(directory)).banner).toContain(
    'Risk        1 file is in s3://marina/site, but the S3_… variables are missing',
  )
}, 60_000)

test('no page starts with more than 40 files of script', () => {
  const { pages }: { pages: Record<string, string[]> } = JSON.parse(
    readFileSync(join(root, 'dist/manifest.json'), 'utf8'),
  )
  const files = Object.entries(pages).map(([page, { length }]) => ({ page, length }))
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter(({ length }) => length > 40)).toEqual([])
})
