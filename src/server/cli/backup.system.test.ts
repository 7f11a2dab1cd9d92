import { afterEach, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, type Header, pack } from 'tar-stream'
import { makeApp } from '#server/app.ts'
import { databaseName } from '#server/data-dir.ts'
import { onlyProcess } from '#server/db/processes.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { parseEnv } from '#server/env.ts'
import { makePublicFetch } from '#server/http/public-fetch.ts'
import { loadKeys } from '#server/keys.ts'
import { makeLog } from '#server/log.ts'
import { testModeProvider } from '#server/money/payments/test-mode.ts'
import { makeDeps } from '#server/program.ts'
import { secretFiles } from '#server/secret-store.ts'
import { isOurs } from '#server/site/backups/backup-format.ts'
import { restore } from '#server/site/backups/restore-backup.ts'
import { backUp } from '#server/site/backups/write-archive.ts'
import { noAssets } from '../../../tests/support/app.ts'
import { addRows } from '../../../tests/support/rows.ts'
import { until } from '../../../tests/support/until.ts'
import { main as backupMain } from './backup.ts'
import { main as restoreMain } from './restore.ts'

const cleanup: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const undo of cleanup.splice(0).reverse()) await undo()
})

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-backup-test-'))
  cleanup.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function open(dataDir: string) {
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  const database = openDatabase(join(dataDir, databaseName))
  const db = makeDb(database)
  await migrate(database, db)
  const deps = makeDeps({
    env: parseEnv({ SITE_GATE: 'off', RATE_LIMIT: 'off', DATA_DIR: dataDir }, '/nonexistent'),
    db,
    processes: onlyProcess(),
    keys: await loadKeys(secretFiles(join(dataDir, 'db'))),
    log: makeLog('silent', () => {}, false),
    mailer: { send: async () => '' },
    payments: testModeProvider,
    disk: makeDiskSpace({ minFreeMb: 0 }),
    publicFetch: makePublicFetch({ allowPrivate: false }),
    now: Date.now,
    monotonicNow: () => performance.now(),
    uptime: () => performance.now(),
  })
  const app = makeApp(deps, { gate: null, assets: noAssets })
  const post = async (path: string, json: object) =>
    app.request(`http://reelstake.test/auth/v1${path}`, { method: 'POST', body: JSON.stringify(json) })
  let isClosed = false
  const close = async () => {
    if (!isClosed) await db.destroy()
    isClosed = true
  }
  cleanup.push(close)
  return { db, post, close }
}

const ann = { email: 'ann@example.org', password: 'correct horse' }
const at = new Date('2026-06-01T12:00:00.000Z')

async function marina() {
  const base = temporary()
  const dataDir = join(base, 'data')
  const server = await open(dataDir)
  const signedUp: { refresh_token: string } = await (await server.post('/signup', ann)).json()
  put(dataDir, 'db/site-password', 'abcd-efgh-jkmn\n')
  put(dataDir, 'db/outbox/1.eml', 'a mail')
  put(dataDir, 'uploads/.gitkeep', '')
  put(dataDir, 'uploads/images/a.webp', 'a picture')
  put(dataDir, 'uploads/videos/één.mp4', new Uint8Array(3_000_000).fill(7))
  put(dataDir, `uploads/${'long/'.repeat(40)}name.bin`, '')
  return { base, dataDir, server, refreshToken: signedUp.refresh_token, file: join(base, 'backup.tar.gz') }
}

function put(dataDir: string, name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(dataDir, name)), { recursive: true })
  writeFileSync(join(dataDir, name), content)
}

/** Maps paths to contents, except the lock. */
function everything(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter(entry => !entry.name.endsWith('.lock'))
      .map(entry => {
        const path = join(entry.parentPath, entry.name)
        return [path, entry.isFile() ? new Bun.CryptoHasher('sha256', readFileSync(path)).digest('hex') : '']
      })
      .sort(),
  )
}

const message = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was done',
    error => String(error.message),
  )

describe('backUp and restore', () => {
  test('move accounts, sessions, keys, the site password and uploads to another directory', async () => {
    const { base, dataDir, server, refreshToken, file } = await marina()
    utimesSync(join(dataDir, 'uploads/images/a.webp'), 1_700_000_000, 1_700_000_000)
    const { leftOut } = await backUp({ dataDir, file, now: at })
    expect(leftOut).toEqual([])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await server.close()

    const target = join(base, 'elsewhere', 'data')
    const { aside, manifest } = await restore({ dataDir: target, file, force: false, now: at })
    expect(aside).toBeNull()
    expect(manifest.createdAt).toBe(at.toISOString())
    expect(readdirSync(target).sort()).toEqual(['db', 'uploads'])
    expect(readdirSync(join(target, 'db')).sort()).toEqual([
      'backup.lock',
      'keys',
      'reelstake.sqlite',
      'server.lock',
      'site-password',
    ])
    for (const name of [
      'db/keys/keys.json',
      'db/site-password',
      'uploads/images/a.webp',
      'uploads/videos/één.mp4',
    ])
      expect(readFileSync(join(target, name)).equals(readFileSync(join(dataDir, name)))).toBe(true)
    expect(existsSync(join(target, `uploads/${'long/'.repeat(40)}name.bin`))).toBe(true)
    expect(statSync(join(target, 'uploads/images/a.webp')).mtimeMs).toBe(1_700_000_000_000)
    for (const name of ['db/keys/keys.json', 'db/site-password', databaseName])
      expect(statSync(join(target, name)).mode & 0o777).toBe(0o600)

    const site = await open(target)
    expect((await site.post('/token?grant_type=password', ann)).status).toBe(200)
    const refresh = { refresh_token: refreshToken }
    expect((await site.post('/token?grant_type=refresh_token', refresh)).status).toBe(200)
  })

  test('move previous data aside with --force, in a layout that a server can start from', async () => {
    const { dataDir, server, file } = await marina()
    await backUp({ dataDir, file, now: at })
    await server.post('/signup', { ...ann, email: 'late@example.org' })
    put(dataDir, 'uploads/images/late.webp', 'late')
    await server.close()
    const { aside } = await restore({ dataDir, file, force: true, now: at })
    expect(aside).toBe(join(dataDir, 'db.before-restore-2026-06-01T12-00-00'))
    expect(statSync(aside ?? '').mode & 0o777).toBe(0o700)
    expect(existsSync(join(dataDir, 'uploads/images/late.webp'))).toBe(false)
    expect(existsSync(join(dataDir, 'uploads/.gitkeep'))).toBe(true)

    const late = { email: 'late@example.org', password: ann.password }
    const now = await open(dataDir)
    expect((await now.post('/token?grant_type=password', late)).status).toBe(400)
    const before = await open(aside ?? '')
    expect((await before.post('/token?grant_type=password', late)).status).toBe(200)
    expect(existsSync(join(aside ?? '', 'uploads/images/late.webp'))).toBe(true)
  })

  test('replace a damaged database with --force', async () => {
    const { dataDir, server, file } = await marina()
    await backUp({ dataDir, file, now: at })
    await server.close()
    writeFileSync(join(dataDir, databaseName), 'this is no database'.repeat(1000))
    await restore({ dataDir, file, force: true, now: at })
    expect((await (await open(dataDir)).post('/token?grant_type=password', ann)).status).toBe(200)
  })
})

describe('backUp', () => {
  test('copies one consistent state of a database during writes', async () => {
    const { base, dataDir, server, file } = await marina()
    const boat = (id: string, owner: string) => ({
      id: id as never,
      owner_id: owner as never,
      name: id,
      captain_name: 'Ann',
      created_at: 0,
    })
    const { id: owner } = await server.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    let writing = true
    let pairs = 0
    const writer = (async () => {
      while (writing) {
        pairs += 1
        await server.db.transaction().execute(async trx => {
          for (const side of ['left', 'right']) await addRows(trx, 'boats', boat(`${side}-${pairs}`, owner))
        })
        appendFileSync(join(dataDir, 'uploads/videos/growing'), new Uint8Array(50_000))
        put(dataDir, `uploads/videos/.${pairs}.part`, 'unfinished')
        const brief = join(dataDir, 'uploads/videos/brief')
        if (pairs % 2) writeFileSync(brief, 'gone soon')
        else rmSync(brief)
        await Bun.sleep(1)
      }
    })()
    await until(() => pairs > 5)
    for (let round = 0; round < 3; round += 1) await backUp({ dataDir, file: `${file}.${round}`, now: at })
    writing = false
    await writer
    expect(pairs).toBeGreaterThan(5)

    const target = join(base, 'restored')
    const { manifest } = await restore({ dataDir: target, file: `${file}.2`, force: false, now: at })
    expect(manifest.files.filter(({ name }) => name.endsWith('.part'))).toEqual([])
    const names = (await (await open(target)).db.selectFrom('boats').select('name').execute()).map(
      row => row.name,
    )
    expect(names.length).toBeGreaterThan(0)
    const sides = (side: string) => names.filter(name => name.startsWith(side)).length
    expect(sides('left')).toBe(sides('right'))
  })

  test('refuses an existing file, a missing directory and a missing database, and leaves no files', async () => {
    const { base, dataDir, file } = await marina()
    writeFileSync(file, 'mine')
    expect(await message(backUp({ dataDir, file, now: at }))).toBe(
      `${file} already exists. Choose another name.`,
    )
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(await message(backUp({ dataDir, file: join(base, 'no/where.gz'), now: at }))).toContain(
      'no directory',
    )
    expect(await message(backUp({ dataDir: join(base, 'x'), file: `${file}2`, now: at }))).toContain(
      'no database',
    )
    expect(readdirSync(base).sort()).toEqual(['backup.tar.gz', 'data'])
  })

  test('skips unfinished renditions, and only those', async () => {
    const { dataDir, file } = await marina()
    put(dataDir, 'uploads/videos/scratch/a.mp4', 'half a rendition')
    put(dataDir, 'uploads/videos/stored/scratch/original', 'a film')
    const { manifest, leftOut } = await backUp({ dataDir, file, now: at })
    const names = manifest.files.map(({ name }) => name)
    expect(names).not.toContain('uploads/videos/scratch/a.mp4')
    expect(names).toContain('uploads/videos/stored/scratch/original')
    expect(leftOut).toEqual([])
  })

  test('skips links and names them', async () => {
    const { dataDir, file } = await marina()
    symlinkSync('/etc/passwd', join(dataDir, 'uploads/images/link'))
    const { manifest, leftOut } = await backUp({ dataDir, file, now: at })
    expect(leftOut).toEqual(['uploads/images/link'])
    expect(manifest.files.map(({ name }) => name)).not.toContain('uploads/images/link')
  })

  test('stops on a signal and leaves no files', async () => {
    const { base, dataDir, file } = await marina()
    await expect(backUp({ dataDir, file, now: at, signal: AbortSignal.abort() })).rejects.toThrow()
    expect(readdirSync(base)).toEqual(['data'])
  })
})

async function partsOf(
  file: string,
): Promise<{ header: Partial<Header> & { name: string }; body: Buffer }[]> {
  const parts: { header: Header; body: Buffer }[] = []
  const reader = extract()
  reader.end(gunzipSync(readFileSync(file)))
  for await (const entry of reader) {
    const chunks: Uint8Array[] = []
    for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(chunk)
    parts.push({ header: entry.header, body: Buffer.concat(chunks) })
  }
  return parts
}

type Parts = Awaited<ReturnType<typeof partsOf>>

async function archive(parts: Parts): Promise<Buffer> {
  const tar = pack()
  for (const { header, body } of parts) tar.entry({ ...header, size: body.byteLength, pax: null }, body)
  tar.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of tar) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return gzipSync(Buffer.concat(chunks))
}

const json = (part: Parts[number] | undefined) => JSON.parse(part?.body.toString() ?? 'null')
const withJson = (part: Parts[number], value: object) => ({
  ...part,
  body: Buffer.from(JSON.stringify(value)),
})

/** Adds a file before the manifest and lists it there. */
function withFile(name: string, header: Partial<Header> = {}) {
  return (parts: Parts): Parts => {
    const body = Buffer.from(header.type === undefined ? 'x' : '')
    const sha256 = new Bun.CryptoHasher('sha256', body).digest('hex')
    const manifest = json(parts.at(-1))
    manifest.files.push({ name, size: body.byteLength, sha256 })
    return [
      ...parts.slice(0, -1),
      { header: { name, mode: 0o644, type: 'file' as const, ...header }, body },
      ...parts.slice(-1).map(part => withJson(part, manifest)),
    ]
  }
}

const inHeadAndManifest = (change: object) => (parts: Parts) =>
  parts.map((part, index) =>
    index === 0 || index === parts.length - 1 ? withJson(part, { ...json(part), ...change }) : part,
  )

const manipulations: Record<string, [change: (parts: Parts) => Parts, says: string]> = {
  'a byte of a file is another': [
    parts =>
      parts.map(part =>
        part.header.name.endsWith('.webp') ? { ...part, body: Buffer.from('A picture') } : part,
      ),
    'the checksum of uploads/images/a.webp is wrong',
  ],
  'a file is missing': [
    parts => parts.filter(part => part.header.name !== 'uploads/images/a.webp'),
    'uploads/images/a.webp is missing',
  ],
  'the database is missing': [parts => parts.filter(part => part.header.name !== databaseName), 'is missing'],
  'a file is there twice': [parts => [...parts.slice(0, 2), ...parts.slice(1)], 'is there twice'],
  'a file that the manifest does not name': [
    parts => [...withFile('uploads/more')(parts).slice(0, -1), ...parts.slice(-1)],
    'does not name uploads/more',
  ],
  'there is no manifest': [parts => parts.slice(0, -1), 'it has no manifest'],
  'something follows the manifest': [
    parts => [...parts, { header: { name: 'uploads/more', type: 'file' }, body: Buffer.from('x') }],
    'comes after the manifest',
  ],
  'the manifest is no JSON': [
    parts =>
      parts.map((part, index) => (index === parts.length - 1 ? { ...part, body: Buffer.from('{') } : part)),
    "can't be read",
  ],
  'a name climbs out': [withFile('uploads/../../climbed'), 'does not belong there'],
  'a name is absolute': [withFile('/tmp/reelstake-absolute'), 'does not belong there'],
  'a name holds a backslash': [withFile('uploads\\..\\x'), 'does not belong there'],
  'an unknown file': [withFile('db/migrations/0001-evil.ts'), 'does not belong there'],
  'a symbolic link': [withFile('uploads/link', { type: 'symlink', linkname: '/etc' }), 'is not a plain file'],
  'a hard link': [withFile('uploads/link', { type: 'link', linkname: '/etc/passwd' }), 'is not a plain file'],
  'a directory': [withFile('uploads/dir', { type: 'directory' }), 'is not a plain file'],
  'a newer format': [inHeadAndManifest({ format: 2 }), 'made by a newer version (its format is 2)'],
  'a newer schema': [
    inHeadAndManifest({ schema: ['0001-accounts', '9999-future'] }),
    'made by a newer version (it has the migration 9999-future). Restore it with that version.',
  ],
  'another schema than the database has': [inHeadAndManifest({ schema: [] }), 'other migrations'],
  'a stranger’s archive': [parts => parts.slice(1), 'is not a backup of Reelstake'],
}

describe('restore', () => {
  test('refuses a damaged archive, names the damage and changes nothing', async () => {
    const { base, dataDir, server, file } = await marina()
    await backUp({ dataDir, file, now: at })
    await server.close()
    const parts = await partsOf(file)
    const bytes = readFileSync(file)
    const flippedBytes = Buffer.from(bytes)
    flippedBytes.writeUInt8(flippedBytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100)
    const cases: [name: string, bytes: Buffer, says: string][] = [
      ['cut by one byte', bytes.subarray(0, -1), 'is damaged: unexpected end of file'],
      ['cut in the middle', bytes.subarray(0, bytes.length >> 1), 'is damaged: unexpected end of file'],
      ['a bit is another', flippedBytes, 'is damaged'],
      ['empty', Buffer.alloc(0), 'is not a backup of Reelstake'],
      ['no gzip', Buffer.from('hello '.repeat(500)), 'is not a backup of Reelstake'],
      ['no tar', gzipSync('hello '.repeat(500)), 'is not a backup of Reelstake'],
      ['something appended', Buffer.concat([bytes, Buffer.from('more')]), 'is damaged'],
    ]
    for (const [name, [change, says]] of Object.entries(manipulations))
      cases.push([name, await archive(change(parts)), says])
    const bad = join(base, 'bad.tar.gz')
    const empty = join(base, 'empty')
    for (const [name, content, says] of cases) {
      writeFileSync(bad, content)
      const before = everything(base)
      for (const target of [dataDir, empty]) {
        const text = await message(restore({ dataDir: target, file: bad, force: true, now: at }))
        expect(`${name}: ${text}`).toContain(says)
        expect(text).not.toContain('\n')
      }
      expect(everything(base)).toEqual(before)
    }
    expect(existsSync('/tmp/reelstake-absolute')).toBe(false)
    // The original archive is valid, also repacked.
    writeFileSync(bad, await archive(parts))
    await restore({ dataDir: empty, file: bad, force: false, now: at })
  }, 60_000)

  test('refuses a missing file', async () => {
    const { base, dataDir } = await marina()
    const missing = restore({ dataDir, file: join(base, 'no'), force: true, now: at })
    expect(await message(missing)).toBe(`There is no file ${join(base, 'no')}.`)
  })

  test('refuses to overwrite the database, keys or uploads without --force', async () => {
    const { base, dataDir, server, file } = await marina()
    await backUp({ dataDir, file, now: at })
    await server.close()
    for (const name of [databaseName, 'db/keys/keys.json', 'db/site-password', 'uploads/x.mp4']) {
      const target = mkdtempSync(join(base, 'target-'))
      put(target, name, 'mine')
      const before = everything(base)
      expect(await message(restore({ dataDir: target, file, force: false, now: at }))).toContain(
        'Use --force',
      )
      expect(everything(base)).toEqual(before)
    }
  })

  test('refuses while a server has the database open, even an idle one', async () => {
    const { base, dataDir, server, file } = await marina()
    await backUp({ dataDir, file, now: at })
    const before = everything(base)
    expect(await message(restore({ dataDir, file, force: true, now: at }))).toContain('The server is running')
    expect(everything(base)).toEqual(before)
    await server.close()
    await restore({ dataDir, file, force: true, now: at })
  })

  test('blocks the start of a server until it has finished', async () => {
    const { dataDir, server, file } = await marina()
    await backUp({ dataDir, file, now: at })
    await server.close()
    const stop = new AbortController()
    const running = message(restore({ dataDir, file, force: true, now: at, signal: stop.signal }))
    const script = `const { Database } = require('bun:sqlite'); new Database(${JSON.stringify(join(dataDir, databaseName))}).query('select 1 from users').get()`
    const child = Bun.spawnSync([process.execPath, '-e', script])
    stop.abort()
    expect(child.stderr.toString()).toContain('database is locked')
    expect(await running).not.toBe('it was done')
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'uploads'])
  })
})

describe('isOurs', () => {
  test('accepts names of data and refuses paths outside of them', () => {
    const ours = ['db/reelstake.sqlite', 'db/keys/keys.json', 'uploads/a', 'uploads/a/b/ç d.mp4']
    const invalidNames = [
      '',
      '/',
      'uploads',
      'uploads/',
      'uploads//a',
      'uploads/./a',
      'uploads/..',
      'db/keys/../x',
    ]
    const strange = [
      'db/x',
      'db/outbox/a.eml',
      'x',
      '../x',
      '/etc/passwd',
      'uploads/a\0b',
      'uploads/a\nb',
      'uploads/a\\b',
    ]
    expect(ours.filter(name => !isOurs(name))).toEqual([])
    expect([...invalidNames, ...strange].filter(isOurs)).toEqual([])
  })
})

describe('bun run backup and bun run restore', () => {
  const makeTerminal = () => {
    const output: string[] = []
    const complaints: string[] = []
    return {
      output,
      complaints,
      terminal: {
        print: (line: string) => void output.push(line),
        complain: (line: string) => void complaints.push(line),
      },
    }
  }

  test('exit with 2 and the usage for no file, several files and an unknown flag; with 0 for --help', async () => {
    for (const [main, name] of [
      [backupMain, 'backup'],
      [restoreMain, 'restore'],
    ] as const) {
      for (const args of [[], ['a', 'b'], ['a', '--fast'], ['']]) {
        const { terminal, complaints } = makeTerminal()
        expect(await main(args, terminal)).toBe(2)
        expect(complaints.join()).toContain(`Usage: bun run ${name} FILE`)
      }
      const { terminal, output } = makeTerminal()
      expect(await main(['--help'], terminal)).toBe(0)
      expect(output.join()).toContain(`Usage: bun run ${name} FILE`)
    }
  })

  test('exit with 1 and one line without a database, also with BACKUP_TO', async () => {
    const dataDir = temporary()
    const line = `There is no database at ${join(dataDir, databaseName)}. Start the server once, or set DATA_DIR.\n`
    for (const [place, args] of [
      [{}, [join(dataDir, 'x')]],
      [{ BACKUP_TO: join(dataDir, 'backups') }, []],
    ] as const) {
      const { exitCode, stdout, stderr } = Bun.spawnSync(
        [process.execPath, join(import.meta.dir, 'backup.ts'), ...args],
        { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...place } },
      )
      expect([exitCode, stdout.toString(), stderr.toString()]).toEqual([1, '', line])
    }
  })

  test('exit as processes with 0 and the place of the previous data, or with 1 and one line', async () => {
    const { dataDir, server, file } = await marina()
    const run = (name: string, ...args: string[]) => {
      const { exitCode, stdout, stderr } = Bun.spawnSync(
        [process.execPath, join(import.meta.dir, `${name}.ts`), ...args],
        { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } },
      )
      return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
    }
    const backedUp = run('backup', file)
    expect(backedUp).toMatchObject({ exitCode: 0, stderr: '' })
    expect(backedUp.stdout).toStartWith(`${file}: the database, 3 uploaded files, `)
    expect(run('restore', file)).toMatchObject({ exitCode: 1, stdout: '' })
    const running = run('restore', file, '--force')
    expect(running.exitCode).toBe(1)
    expect(running.stderr).toBe(`The server is running on ${join(dataDir, databaseName)}. Stop it first.\n`)
    await server.close()
    const result = run('restore', file, '--force')
    expect(result).toMatchObject({ exitCode: 0, stderr: '' })
    expect(result.stdout).toContain(`The previous data are in ${join(dataDir, 'db.before-restore-')}`)
  }, 30_000)
})
