import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { finishRestores, refuseLostDatabase, removeLeftovers, swapData } from '#server/data-dir.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { insertUser } from '#server/people/auth/index.ts'
import { restore } from '#server/site/backups/restore-backup.ts'
import { backUp } from '#server/site/backups/write-archive.ts'
import { afterTest } from '../../../tests/support/after-test.ts'
import { startServer } from '../../../tests/support/server.ts'
import { openForCommand } from './open-for-command.ts'

const base = mkdtempSync(join(tmpdir(), 'reelstake-killed-restore-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const file = join(base, 'backup.tar.gz')
const original = join(base, 'original')
const root = join(import.meta.dir, '../../..')

function put(dataDir: string, name: string, content: string): void {
  mkdirSync(dirname(join(dataDir, name)), { recursive: true })
  writeFileSync(join(dataDir, name), content)
}

async function makeData(dataDir: string, which: string): Promise<void> {
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  const database = openDatabase(join(dataDir, 'db/reelstake.sqlite'))
  const db = makeDb(database)
  await migrate(database, db)
  const password = { password_hash: '', has_long_password: 0 } as const
  const account = { email: `${which}@example.org`, password, metadata: '{}', confirmed: true }
  await db.transaction().execute(trx => insertUser(trx, account, 0))
  await db.destroy()
  put(dataDir, 'db/site-password', which)
  put(dataDir, 'uploads/images/a.webp', which)
  put(dataDir, `uploads/videos/stored/${newId()}/original`, which)
}

function whichData(dataDir: string): string {
  const database = openDatabase(join(dataDir, 'db/reelstake.sqlite'))
  const users = database.query<{ email: string }, []>('select email from users').all()
  database.close()
  const videos = join(dataDir, 'uploads/videos/stored')
  const names = new Set([
    ...users.map(({ email }) => email.split('@')[0]),
    readFileSync(join(dataDir, 'db/site-password'), 'utf8'),
    readFileSync(join(dataDir, 'uploads/images/a.webp'), 'utf8'),
    ...readdirSync(videos).map(name => readFileSync(join(videos, name, 'original'), 'utf8')),
  ])
  return [...names].join(' and ')
}

function copyOfOriginal(): string {
  const dataDir = mkdtempSync(join(base, 'data-'))
  cpSync(original, dataDir, { recursive: true })
  return dataDir
}

/** Kills the script at step n. @returns whether it was killed */
function runAndKill(step: number, script: string): boolean {
  const code = `
    let steps = 0
    const onStep = () => { if (++steps === ${step}) process.kill(process.pid, 'SIGKILL') }
    ${script}`
  const child = Bun.spawnSync([process.execPath, '-e', code], { cwd: root, stderr: 'inherit' })
  return child.signalCode === 'SIGKILL'
}

const restoring = (dataDir: string) => `
  const { restore } = await import('./src/server/site/backups/restore-backup.ts')
  await restore({ dataDir: '${dataDir}', file: '${file}', force: true, now: new Date(0), onStep })`

const finishing = (dataDir: string) => `
  const { finishRestores } = await import('./src/server/data-dir.ts')
  finishRestores('${dataDir}', onStep)`

beforeAll(async () => {
  const other = join(base, 'other')
  await makeData(other, 'new')
  await backUp({ dataDir: other, file, now: new Date(0) })
  await makeData(original, 'old')
}, 60_000)

describe('restore --force', () => {
  test('leaves complete old or new data after a kill at any of its renames, also when finishing it is killed', () => {
    const outcomes: string[] = []
    for (let step = 1; ; step++) {
      const dataDir = copyOfOriginal()
      if (!runAndKill(step, restoring(dataDir))) {
        expect(whichData(dataDir)).toBe('new')
        break
      }
      // Kill the finishing run at each remaining step.
      for (let again = 1; again < 20 && runAndKill(again, finishing(dataDir)); again++);
      finishRestores(dataDir)
      outcomes.push(whichData(dataDir))
      const aside = readdirSync(dataDir).find(name => name.startsWith('db.before-restore-'))
      if (aside) expect(whichData(join(dataDir, aside))).toBe('old')
      expect(finishRestores(dataDir)).toBe(0)
      rmSync(dataDir, { recursive: true })
    }
    // The journal, at least six renames, and the cleanup.
    expect(outcomes.length).toBeGreaterThanOrEqual(9)
    expect(outcomes[0]).toBe('old')
    expect(new Set(outcomes.slice(1))).toEqual(new Set(['new']))
  }, 300_000)

  test('is finished by the next start after a kill, which retains the videos and leaves no copy', async () => {
    const dataDir = copyOfOriginal()
    expect(runAndKill(4, restoring(dataDir))).toBe(true)
    const [leftover = ''] = readdirSync(dataDir).filter(name => name.startsWith('.restore-'))
    expect(existsSync(join(dataDir, leftover, 'journal.json'))).toBe(true)
    const backup = backUp({ dataDir, file: join(base, 'never.tar.gz'), now: new Date(0) })
    await expect(backup).rejects.toThrow('Start the server to finish it.')
    const server = await startServer({ DATA_DIR: dataDir })
    afterTest(() => server.kill())
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    await server.kill()
    expect(whichData(dataDir)).toBe('new')
    expect(readdirSync(dataDir).filter(name => name.startsWith('.restore-'))).toEqual([])
  }, 180_000)

  test('is finished by the next restore after a kill, which moves both older states aside', async () => {
    const dataDir = copyOfOriginal()
    expect(runAndKill(4, restoring(dataDir))).toBe(true)
    const { aside, finishedEarlier } = await restore({ dataDir, file, force: true, now: new Date(1000) })
    expect([finishedEarlier, whichData(dataDir), whichData(aside ?? '')]).toEqual([true, 'new', 'new'])
    expect(whichData(join(dataDir, 'db.before-restore-1970-01-01T00-00-00'))).toBe('old')
    expect(readdirSync(dataDir).filter(name => name.startsWith('.restore-'))).toEqual([])
  }, 180_000)

  test('undoes its renames when one fails', () => {
    for (let failing = 1; failing <= 7; failing++) {
      const dataDir = copyOfOriginal()
      mkdirSync(join(dataDir, '.restore-x/db'), { recursive: true })
      put(dataDir, '.restore-x/db/reelstake.sqlite', 'x')
      put(dataDir, '.restore-x/uploads/images/b.webp', 'x')
      const present = ['db/reelstake.sqlite', 'db/site-password', 'uploads/images', 'uploads/videos']
      const journal = {
        aside: 'db.before-restore-x',
        leaving: present,
        arriving: ['uploads/images', 'db/reelstake.sqlite'],
      }
      let steps = 0
      const swap = () =>
        swapData(dataDir, '.restore-x', journal, () => {
          if (++steps === failing) throw new Error('EIO')
        })
      expect(swap).toThrow('EIO')
      expect(whichData(dataDir)).toBe('old')
      expect(finishRestores(dataDir)).toBe(0)
    }
  })
})

describe('an unreadable journal', () => {
  test('blocks a start; restoring again with --force installs complete data, also after a kill', async () => {
    for (let step = 1, wasKilled = true; wasKilled; step++) {
      const dataDir = copyOfOriginal()
      put(dataDir, '.restore-a/journal.json', '')
      put(dataDir, '.restore-a/uploads/images/a.webp', 'half')
      expect(() => finishRestores(dataDir)).toThrow('bun run restore FILE --force')
      wasKilled = runAndKill(step, restoring(dataDir))
      // The journal is written before anything changes.
      if (step > 1) {
        finishRestores(dataDir)
        removeLeftovers(dataDir)
        expect(whichData(dataDir)).toBe('new')
        expect(readdirSync(dataDir).filter(name => name.startsWith('.restore-'))).toEqual([])
      }
      if (step === 3) step = 50
    }
  }, 120_000)
})

describe('a start without a database', () => {
  const start = (dataDir: string) => {
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, join(root, 'src/server/main.ts')], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'test',
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
      },
      timeout: 30_000,
    })
    return { exitCode, line: stderr.toString() }
  }

  test('is refused next to uploads or traces of a restore, names the next step and deletes nothing, also to commands', async () => {
    for (const trace of [
      'uploads/videos/stored/a/original',
      'db.before-restore-x/db/site-password',
      '.restore-x/db/a',
    ]) {
      const dataDir = mkdtempSync(join(base, 'lost-'))
      put(dataDir, 'uploads/.gitkeep', '')
      put(dataDir, trace, 'precious')
      put(dataDir, 'db/reelstake.sqlite', '')
      const path = join(dataDir, trace.split('/')[0] ?? '')
      expect(start(dataDir)).toEqual({
        exitCode: 1,
        line: `Reelstake cannot start: There is no database at ${join(dataDir, 'db/reelstake.sqlite')}, but there is ${path}. Restore a backup (bun run restore FILE --force) or put the database back. To start with an empty site, move it away.\n`,
      })
      expect(readFileSync(join(dataDir, trace), 'utf8')).toBe('precious')
      await expect(openForCommand({ dataDir, databaseUrl: null })).rejects.toThrow('There is no database')
      expect(statSync(join(dataDir, 'db/reelstake.sqlite')).size).toBe(0)
    }
  }, 180_000)

  test('is a first start next to files of a file system, git or a desktop only', () => {
    const dataDir = mkdtempSync(join(base, 'volume-'))
    for (const name of ['lost+found/a', 'uploads/lost+found/a', 'uploads/.gitkeep', 'uploads/.DS_Store'])
      put(dataDir, name, '')
    refuseLostDatabase(dataDir)
    put(dataDir, 'uploads/images/a.webp', '')
    expect(() => refuseLostDatabase(dataDir)).toThrow('There is no database')
  })

  test('is a first start next to empty directories only; with a database, it removes leftovers of killed commands', async () => {
    const dataDir = mkdtempSync(join(base, 'first-'))
    mkdirSync(join(dataDir, 'uploads/videos/incoming'), { recursive: true })
    const first = await startServer({ DATA_DIR: dataDir })
    await first.kill()
    for (const name of ['.restore-x', '.reelstake-backup-old', '.reelstake-backup-new'])
      put(dataDir, `${name}/db/keys/keys.json`, 'secret')
    utimesSync(join(dataDir, '.reelstake-backup-old'), 1, 1)
    const second = await startServer({ DATA_DIR: dataDir })
    afterTest(() => second.kill())
    expect(readdirSync(dataDir).sort()).toEqual(['.reelstake-backup-new', 'db', 'uploads'])
  }, 180_000)
})
