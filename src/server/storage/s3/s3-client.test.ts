import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failure, S3Double } from '../../../../tests/support/s3-double.ts'
import { s3Client } from './s3-client.ts'
import { s3Place, s3Settings } from './s3-place.ts'

const bucket = new S3Double()
const directory = mkdtempSync(join(tmpdir(), 'reelstake-s3-'))
const path = join(directory, 'file')
const bytes = new TextEncoder().encode('a marlin of 412 pounds')
const md5 = new Bun.CryptoHasher('md5').update(bytes)
const file = { path, size: bytes.length, md5: md5.copy().digest('base64') }

beforeAll(() => writeFileSync(path, bytes))
afterAll(async () => {
  await bucket.stop()
  rmSync(directory, { recursive: true })
})

const open = (prefix: string, env: Record<string, string> = {}, shortTimeoutMs = 15_000) =>
  s3Client(
    s3Place('STORAGE', `s3://${bucket.bucket}${prefix}`, s3Settings({ ...bucket.env, ...env }), 'disk'),
    {
      shortTimeoutMs,
    },
  )

test.each(['', '/a/site'])('a file is uploaded, read in parts and removed (prefix: %p)', async prefix => {
  const client = open(prefix)
  await client.upload('videos/x', file)
  expect([...bucket.objects.keys()]).toEqual([`${prefix}/videos/x`.slice(1)])
  expect(await client.head('videos/x')).toEqual({ size: bytes.length, etag: md5.copy().digest('hex') })
  expect(new TextDecoder().decode((await client.readPart('videos/x', 2, 8)) ?? undefined)).toBe('marlin')
  await client.ping()
  await client.remove('videos/x')
  await client.remove('videos/x')
  expect(await client.head('videos/x')).toBeNull()
  expect(await client.readPart('videos/x', 2, 8)).toBeNull()
})

test('a service that ignores ranges is read too', async () => {
  const client = open('')
  bucket.intercept = method => (method === 'GET' ? new Response(bytes) : null)
  expect(new TextDecoder().decode((await client.readPart('x', 2, 8)) ?? undefined)).toBe('marlin')
  bucket.intercept = null
})

test('bytes that changed on their way are refused', async () => {
  await expect(
    open('').upload('x', { ...file, md5: new Bun.CryptoHasher('md5').digest('base64') }),
  ).rejects.toThrow("s3://marina can't be used: BadDigest. Check S3_ENDPOINT and the network.")
  expect(bucket.objects.size).toBe(0)
})

test('failures are one line with advice', async () => {
  const wrongKey = open('', { S3_SECRET_ACCESS_KEY: 'another' })
  const advice = "s3://marina can't be used: SignatureDoesNotMatch. Check S3_SECRET_ACCESS_KEY and S3_REGION."
  await expect(wrongKey.readPart('x', 0, 1)).rejects.toThrow(advice)
  await expect(wrongKey.upload('x', file)).rejects.toThrow(advice)
  await expect(wrongKey.ping()).rejects.toThrow(advice)
  bucket.intercept = () => failure(503, 'SlowDown')
  await expect(open('').ping()).rejects.toThrow("s3://marina can't be used: SlowDown.")
  await expect(open('').readPart('x', 0, 1)).rejects.toThrow("s3://marina can't be used: SlowDown.")
  // Such as a web server at the wrong port.
  bucket.intercept = () => new Response('', { status: 404 })
  const notS3 = "s3://marina can't be used: NoSuchKey. Check S3_ENDPOINT and S3_REGION."
  await expect(open('').ping()).rejects.toThrow(notS3)
  await expect(open('').upload('x', file)).rejects.toThrow(notS3)
  await open('').remove('x')
  bucket.intercept = null
  await expect(open('', { S3_ENDPOINT: 'http://127.0.0.1:9' }).head('x')).rejects.toThrow(
    "s3://marina can't be used: ",
  )
})

test('a service that hangs is given up', async () => {
  bucket.intercept = () => new Promise(() => {})
  const client = open('', {}, 50)
  const requests = [
    client.ping(),
    client.head('x'),
    client.readPart('x', 0, 1),
    Array.fromAsync(client.list('x')),
    client.remove('x'),
  ]
  for (const result of await Promise.allSettled<unknown>(requests))
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(/can't be used: (no answer|The operation timed out)/) },
    })
  bucket.intercept = null
})
