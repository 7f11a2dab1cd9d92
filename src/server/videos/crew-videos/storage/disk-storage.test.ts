import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { diskOf, makeDiskSpace } from '#server/disk-space.ts'
import { diskStorage } from './disk-storage.ts'

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

async function newUpload() {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-disk-'))
  directories.push(dataDir)
  const storage = diskStorage(dataDir, makeDiskSpace({ minFreeMb: 0 }))
  const id = newId<'video'>()
  await storage.begin(id)
  const read = async () => Bun.file(storage.uploadOf(id)).bytes()
  return { dataDir, storage, id, read }
}

async function* each(...chunks: Uint8Array[]) {
  yield* chunks
}

test('a chunk’s memory is freed before the next one is read', async () => {
  const { storage, id, read } = await newUpload()
  const chunk = new Uint8Array(100_000).fill(7)
  let lengthAfter = -1
  async function* bytes() {
    yield chunk
    lengthAfter = chunk.byteLength
    yield new Uint8Array([8])
  }
  expect(await storage.append(id, 0, bytes(), 100_001)).toBe(100_001)
  expect(lengthAfter).toBe(0)
  expect(Buffer.compare(await read(), Buffer.concat([Buffer.alloc(100_000, 7), Buffer.of(8)]))).toBe(0)
})

test('a chunk that shares its memory is not freed', async () => {
  const { storage, id, read } = await newUpload()
  const buffer = new Uint8Array([1, 2, 3, 4])
  await storage.append(id, 0, each(buffer.subarray(0, 2), buffer.subarray(2, 3)), 3)
  expect([...buffer]).toEqual([1, 2, 3, 4])
  expect([...(await read())]).toEqual([1, 2, 3])
})

test.if(existsSync('/dev/full'))('507 when the disk is full, whatever was written before', async () => {
  const { storage, id } = await newUpload()
  const path = storage.uploadOf(id)
  rmSync(path)
  symlinkSync('/dev/full', path)
  const outcome = storage.append(id, 0, each(new Uint8Array(10)), 10)
  expect(await outcome.catch(error => [error.status, error.message])).toEqual([
    507,
    'There isn’t enough space for this video right now. Please try again later.',
  ])
})

test.if(existsSync('/dev/shm'))('the room that is left is that of the disk the videos lie on', async () => {
  const elsewhere = mkdtempSync('/dev/shm/reelstake-disk-')
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-disk-'))
  directories.push(elsewhere, dataDir)
  symlinkSync(elsewhere, join(dataDir, 'uploads'))
  const devices = new Set<number>()
  const space = makeDiskSpace({ minFreeMb: 0 }, path => {
    const disk = diskOf(path)
    devices.add(disk.device)
    return disk
  })
  await diskStorage(dataDir, space).requireSpace(1)
  expect([...devices]).toEqual([statSync(elsewhere).dev])
})

test('a slow upload reserves only what it writes next', async () => {
  const megabyte = 1024 * 1024
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-disk-'))
  directories.push(dataDir)
  const space = makeDiskSpace({ minFreeMb: 0 }, () => ({ device: 1, free: 600 * megabyte }))
  const storage = diskStorage(dataDir, space)
  const id = newId<'video'>()
  await storage.begin(id)
  const { promise, resolve } = Promise.withResolvers<void>()
  async function* slow() {
    yield new Uint8Array(1)
    await promise
  }
  const sending = storage.append(id, 0, slow(), 512 * megabyte)
  await storage.requireSpace(512 * megabyte)
  resolve()
  await sending
})
