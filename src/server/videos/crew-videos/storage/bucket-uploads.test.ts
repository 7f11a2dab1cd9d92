import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { s3Client } from '#server/storage/s3/s3-client.ts'
import { s3Place, s3Settings } from '#server/storage/s3/s3-place.ts'
import { failure } from '../../../../../tests/support/s3-double.ts'
import { makeBucket, removeDisks } from '../../../../../tests/support/uploads.ts'
import { bucketUploads, chainOf } from './bucket-uploads.ts'

const directory = mkdtempSync(join(tmpdir(), 'reelstake-slices-'))
afterAll(() => {
  removeDisks()
  rmSync(directory, { recursive: true })
})

function setUp() {
  const bucket = makeBucket()
  const client = s3Client(s3Place('STORAGE', bucket.storage, s3Settings(bucket.env), 'disk'))
  const uploads = bucketUploads(client, async () => client, makeDiskSpace({ minFreeMb: 0 }))
  const id = newId<'video'>()
  const slices = () => bucket.files().map(key => key.slice(`site/videos/incoming/${id}/`.length))
  const read = async () => {
    await using copy = await uploads.copyTo(join(directory, crypto.randomUUID()), id)
    return Bun.file(copy.path).bytes()
  }
  return { bucket, uploads, id, slices, read }
}

const bytes = (size: number) => crypto.getRandomValues(Buffer.alloc(size)).fill(7, 0, 1)
async function* each(...chunks: Uint8Array[]) {
  yield* chunks
}

const megabyte = 1_048_576
const random = Buffer.concat(Array.from({ length: 160 }, () => bytes(65_536)))

test('an upload is stored in slices of at most 4 MB, also when its client is cut off', async () => {
  const { uploads, id, slices, read } = setUp()
  async function* cut() {
    for (let at = 0; at < 9 * megabyte; at += 65_536) yield random.subarray(at, at + 65_536)
    throw new Error('The connection broke.')
  }
  await expect(uploads.append(id, 0, cut())).rejects.toThrow('The connection broke.')
  expect(await uploads.received(id)).toBe(9 * megabyte)
  expect(await uploads.append(id, 9 * megabyte, each(random.subarray(9 * megabyte)))).toBe(random.length)
  expect(slices().sort()).toEqual(['0-4194304', '4194304-8388608', '8388608-9437184', '9437184-10485760'])
  expect(random.equals(await read())).toBe(true)
  await uploads.drop(id)
  expect([slices(), await uploads.received(id), await uploads.list()]).toEqual([[], 0, []])
})

test('small slices are each in the bucket, and joined with the last one', async () => {
  const { uploads, id, slices, read } = setUp()
  const step = 400_000
  for (let at = 0; at < 2_000_000; at += step) {
    expect(await uploads.append(id, at, each(random.subarray(at, at + step)))).toBe(at + step)
    expect(await uploads.received(id)).toBe(at + step)
  }
  expect(slices().sort()).toEqual(['0-1200000', '1200000-2000000'])
  expect(random.subarray(0, 2_000_000).equals(await read())).toBe(true)
  expect(await uploads.list()).toEqual([id])
})

test('a slice that was stored without an answer counts; one that was refused does not', async () => {
  const { bucket, uploads, id, slices, read } = setUp()
  bucket.intercept = (method, key) =>
    method === 'PUT' && key.endsWith('/2000000-3000000') ? failure(503, 'SlowDown') : null
  await uploads.append(id, 0, each(random.subarray(0, 2_000_000)))
  await expect(uploads.append(id, 2_000_000, each(random.subarray(2_000_000, 3_000_000)))).rejects.toThrow(
    'SlowDown',
  )
  expect(await uploads.received(id)).toBe(2_000_000)
  bucket.intercept = null
  // Another process, whose lock was taken meanwhile, stores a shorter part of the same bytes.
  await uploads.append(id, 2_000_000, each(random.subarray(2_000_000, 2_500_000)))
  bucket.objects.set(
    `site/videos/incoming/${id}/2000000-4000000`,
    new Uint8Array(random.subarray(2_000_000, 4_000_000)),
  )
  expect([await uploads.received(id), slices().length]).toEqual([4_000_000, 3])
  expect(random.subarray(0, 4_000_000).equals(await read())).toBe(true)
})

test('a chain ends where a slice is missing, and takes overlapping ones', () => {
  const chain = (...texts: string[]) =>
    chainOf(
      texts.map(name => {
        const [from = 0, to = 0] = name.split('-').map(Number)
        return { name, from, to }
      }),
    ).map(({ name }) => name)
  expect(chain()).toEqual([])
  expect(chain('5-9')).toEqual([])
  expect(chain('0-5', '6-9')).toEqual(['0-5'])
  expect(chain('5-9', '0-5')).toEqual(['0-5', '5-9'])
  expect(chain('0-3', '0-5', '2-4', '4-8', '8-9')).toEqual(['0-5', '4-8', '8-9'])
})
