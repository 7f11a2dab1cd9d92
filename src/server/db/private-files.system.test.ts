import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restore } from '#server/site/backups/restore-backup.ts'
import { backUp } from '#server/site/backups/write-archive.ts'
import { afterTest } from '../../../tests/support/after-test.ts'
import { type ServerProcess, startServer } from '../../../tests/support/server.ts'

/** Paths that other users can access. */
function accessiblePaths(directory: string): string[] {
  const paths = [
    directory,
    ...readdirSync(directory, { recursive: true }).map(name => join(directory, `${name}`)),
  ]
  return paths.flatMap(path => {
    const stats = statSync(path)
    const mode = stats.mode & 0o777
    return mode === (stats.isDirectory() ? 0o700 : 0o600) ? [] : [`${path} ${mode.toString(8)}`]
  })
}

async function startSite(): Promise<ServerProcess> {
  const umask = process.umask(0o022)
  afterTest(() => process.umask(umask))
  const server = await startServer({ SITE_GATE: 'on', SITE_PASSWORD: '', AUTH_AUTOCONFIRM: 'on' })
  afterTest(() => server.remove())
  return server
}

test('DATA_DIR/db is 0700 and its files 0600, under a umask of 022', async () => {
  const server = await startSite()
  const directory = join(server.dataDir, 'db')
  expect(readdirSync(directory)).toEqual(
    expect.arrayContaining([
      'keys',
      'reelstake.sqlite',
      'reelstake.sqlite-wal',
      'server.lock',
      'site-password',
    ]),
  )
  expect(accessiblePaths(directory)).toEqual([])
})

test('existing files with other modes become private too', async () => {
  const server = await startSite()
  const directory = join(server.dataDir, 'db')
  await server.kill()
  mkdirSync(join(directory, 'outbox'))
  writeFileSync(join(directory, 'outbox/a.eml'), 'secret')
  for (const name of readdirSync(directory, { recursive: true })) {
    const path = join(directory, `${name}`)
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
  }
  chmodSync(directory, 0o755)
  await server.start()
  expect(accessiblePaths(directory)).toEqual([])
})

test('restored files are private too', async () => {
  const server = await startSite()
  const archive = join(server.dataDir, 'backup.tar.gz')
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-private-'))
  afterTest(() => rmSync(dataDir, { recursive: true }))
  await backUp({ dataDir: server.dataDir, file: archive, now: new Date() })
  mkdirSync(join(dataDir, 'db'))
  await restore({ dataDir, file: archive, force: true, now: new Date() })
  expect(accessiblePaths(join(dataDir, 'db'))).toEqual([])
})
