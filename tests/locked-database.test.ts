import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterTest } from './support/after-test.ts'
import { forgetLastMigration } from './support/raw-sql.ts'
import { joinAs, type ServerProcess, startServer } from './support/server.ts'

/** Locks from another process. @returns a function that releases the lock */
async function holdWriteLock(dataDir: string): Promise<() => Promise<void>> {
  const code = `
    const { Database } = require('bun:sqlite')
    const database = new Database(${JSON.stringify(join(dataDir, 'db', 'reelstake.sqlite'))})
    database.run('pragma busy_timeout = 5000')
    database.run('begin immediate')
    console.log('held')
    for await (const _ of console) break
    database.run('commit')
    database.close()`
  const child = Bun.spawn([process.execPath, '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  afterTest(() => child.kill('SIGKILL'))
  await child.stdout.getReader().read()
  return async () => {
    child.stdin.write('\n')
    child.stdin.end()
    await child.exited
  }
}

const addBoat = (server: ServerProcess, headers: Record<string, string>) =>
  fetch(`${server.origin}/api/boats`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Second Wind', captainName: 'Ana Reyes' }),
  })

test('another process holds the write lock for two seconds: reads answer meanwhile, writes succeed afterwards', async () => {
  const server = await startServer()
  afterTest(() => server.remove())
  const headers = await joinAs(server.origin)
  const release = await holdWriteLock(server.dataDir)
  const start = performance.now()
  let answerCount = 0
  const writes = Array.from({ length: 20 }, () => addBoat(server, headers).finally(() => answerCount++))
  let reads = 0
  // A server that blocks would never answer.
  while (performance.now() - start < 2000 || reads < 20) {
    for (const path of ['/healthz', '/api/boats', '/']) {
      expect((await fetch(`${server.origin}${path}`, { headers })).status).toBe(200)
      reads++
    }
  }
  expect(answerCount).toBe(0)
  await release()
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(20).fill(201))
}, 60_000)

test('a write lock that is never released: 503 with Retry-After after ten seconds, and the next write works', async () => {
  const server = await startServer()
  afterTest(() => server.remove())
  const headers = await joinAs(server.origin)
  const release = await holdWriteLock(server.dataDir)
  const response = await addBoat(server, headers)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toEqual({
    message: 'The site is busy right now. Please try again in a moment.',
    error: 'unavailable',
  })
  await release()
  expect((await addBoat(server, headers)).status).toBe(201)
}, 60_000)

function admin(dataDir: string, ...args: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [process.execPath, join(import.meta.dir, '../src/server/cli/admin.ts'), ...args],
    { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } },
  )
  return { exitCode, out: stdout.toString(), line: stderr.toString() }
}

test('a CLI command migrates the database only while no server runs', async () => {
  const server = await startServer()
  afterTest(() => server.remove())
  const path = join(server.dataDir, 'db', 'reelstake.sqlite')
  expect(admin(server.dataDir, 'users')).toEqual({ exitCode: 0, out: '', line: '' })
  const beside = new Database(path)
  // The server still writes after its start.
  beside.run('pragma busy_timeout = 5000')
  forgetLastMigration(beside)
  beside.close()
  expect(admin(server.dataDir, 'users')).toEqual({
    exitCode: 1,
    out: '',
    line: `The server on ${server.dataDir} runs another version of the program. Restart it with this version, or run the command with the server's version.\n`,
  })
  await server.kill()
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  new Database(path).close(true)
  writeFileSync(path, '')
  expect(admin(server.dataDir, 'users')).toEqual({ exitCode: 0, out: '', line: '' })
}, 60_000)
