import { afterAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { addImage, addUser } from '../../../../tests/support/factories.ts'
import { makeDataDir, withDatabase } from '../../../../tests/support/server.ts'
import { filesBelow, makeBucket, removeDisks } from '../../../../tests/support/uploads.ts'

const directories: string[] = []
afterAll(() => {
  removeDisks()
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

const cli = join(import.meta.dir, '../../cli/admin.ts')

const moves: [to: 's3' | 'disk', killedAt: string][] = [
  ['s3', 'HEAD'],
  ['s3', 'PUT'],
  ['disk', 'GET'],
  ['disk', 'DELETE'],
]

test.each(moves)(
  'a move to %s that is killed at its %s loses nothing, and the next one goes on',
  async (to, method) => {
    const bucket = makeBucket()
    const id = newId<'image'>()
    const path = `images/${id}.webp`
    const dataDir = await makeDataDir(async db => {
      await addImage(db, await addUser(db), { id, created_at: 1 })
    })
    directories.push(dataDir)
    const local = join(dataDir, 'uploads', path)
    const bytes = crypto.getRandomValues(new Uint8Array(50_000))
    await Bun.write(local, bytes)
    const move = (to: 's3' | 'disk') =>
      Bun.spawn([process.execPath, cli, 'move-storage', '--to', to], {
        env: {
          ...process.env,
          DATA_DIR: dataDir,
          MIN_FREE_MB: '0',
          ...(to === 's3' && { STORAGE: bucket.storage }),
          ...bucket.env,
        },
        stdout: 'ignore',
        stderr: 'ignore',
      })
    if (to === 'disk') expect(await move('s3').exited).toBe(0)

    const request = Promise.withResolvers<void>()
    bucket.intercept = (requestMethod, key) => {
      if (requestMethod !== method || !key.endsWith('.webp')) return null
      request.resolve()
      return new Promise(() => {})
    }
    const child = move(to)
    await request.promise
    child.kill('SIGKILL')
    await child.exited
    bucket.intercept = null
    const content = existsSync(local) ? readFileSync(local) : bucket.objects.get(`site/${path}`)
    expect(Buffer.compare(content ?? new Uint8Array(), bytes)).toBe(0)

    expect(await move(to).exited).toBe(0)
    const rows = withDatabase(dataDir, db => db.selectFrom('bucket_files').select('path').execute())
    expect([
      filesBelow(join(dataDir, 'uploads')).filter(name => !name.includes('scratch')),
      bucket.files(),
      await rows,
    ]).toEqual(to === 's3' ? [[], [`site/${path}`], [{ path }]] : [[path], [], []])
  },
  60_000,
)
