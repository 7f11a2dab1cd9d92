import { afterAll, expect, test } from 'bun:test'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { addUser } from '../../../../tests/support/factories.ts'
import { makeDataDir, withDatabase } from '../../../../tests/support/server.ts'
import { filesBelow, makeBucket, removeDisks } from '../../../../tests/support/uploads.ts'

const directories: string[] = []
afterAll(() => {
  removeDisks()
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

const cli = join(import.meta.dir, '../../cli/admin.ts')

test.each(['PUT', 'HEAD', 'DELETE'])(
  'a move that is killed at its %s loses nothing, and the next one goes on',
  async method => {
    const bucket = makeBucket()
    const [id, deleted] = [newId<'image'>(), `images/${newId()}.webp`]
    const path = `images/${id}.webp`
    const dataDir = await makeDataDir(async db => {
      const row = { id, owner_id: await addUser(db), width: 1, height: 1, size_bytes: 9, created_at: 1 }
      await db.insertInto('images').values(row).execute()
      const { storage: place } = bucket
      const dropped = {
        path: deleted,
        owner_id: '',
        place,
        size_bytes: 9,
        modified_at: 1,
        sha256: '',
        drop_at: 1,
      }
      await db.insertInto('bucket_files').values(dropped).execute()
    })
    directories.push(dataDir)
    const bytes = crypto.getRandomValues(new Uint8Array(50_000))
    await Bun.write(join(dataDir, 'uploads', path), bytes)
    bucket.objects.set(`site/${deleted}`, new Uint8Array(9))
    const move = () =>
      Bun.spawn([process.execPath, cli, 'move-storage', '--to', 's3'], {
        env: { ...process.env, DATA_DIR: dataDir, MIN_FREE_MB: '0', STORAGE: bucket.storage, ...bucket.env },
        stdout: 'ignore',
        stderr: 'ignore',
      })

    const reached = Promise.withResolvers<void>()
    bucket.intercept = (asked, key) => {
      if (asked !== method || !key.endsWith('.webp')) return null
      reached.resolve()
      return new Promise(() => {})
    }
    const killed = move()
    await reached.promise
    killed.kill('SIGKILL')
    await killed.exited
    bucket.intercept = null
    const rows = () =>
      withDatabase(dataDir, db => db.selectFrom('bucket_files').select(['path', 'drop_at']).execute())
    const isMoved = (await rows()).some(row => row.path === path)
    const kept = isMoved
      ? (bucket.objects.get(`site/${path}`) ?? new Uint8Array())
      : readFileSync(join(dataDir, 'uploads', path))
    expect([isMoved, Buffer.compare(kept, bytes)]).toEqual([method === 'DELETE', 0])

    expect(await move().exited).toBe(0)
    expect([filesBelow(join(dataDir, 'uploads')), bucket.files(), await rows()]).toEqual([
      [],
      [`site/${path}`],
      [{ path, drop_at: null }],
    ])
  },
  60_000,
)
