import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { diskStorage } from './disk-storage.ts'

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

async function newUpload() {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-disk-'))
  directories.push(dataDir)
  const storage = diskStorage(dataDir)
  const id = newId<'video'>()
  await storage.begin(id)
  const read = async () => Bun.file(await storage.localCopy(id, 'upload')).bytes()
  return { storage, id, read }
}

async function* each(...chunks: Uint8Array[]) {
  yield* chunks
}

test('a chunk’s memory is given back before the next one is asked for', async () => {
  const { storage, id, read } = await newUpload()
  const chunk = new Uint8Array(100_000).fill(7)
  let left = -1
  async function* bytes() {
    yield chunk
    left = chunk.byteLength
    yield new Uint8Array([8])
  }
  expect(await storage.append(id, 0, bytes())).toBe(100_001)
  expect(left).toBe(0)
  expect(Buffer.compare(await read(), Buffer.concat([Buffer.alloc(100_000, 7), Buffer.of(8)]))).toBe(0)
})

test('a chunk that shares its memory leaves the rest of it alone', async () => {
  const { storage, id, read } = await newUpload()
  const shared = new Uint8Array([1, 2, 3, 4])
  await storage.append(id, 0, each(shared.subarray(0, 2), shared.subarray(2, 3)))
  expect([...shared]).toEqual([1, 2, 3, 4])
  expect([...(await read())]).toEqual([1, 2, 3])
})
