import { expect, test } from 'bun:test'
import { createGunzip, gunzipSync } from 'node:zlib'
import { gzipStream } from './compress.ts'

const encoder = new TextEncoder()
/** Ends what a flush sends (zlib manual, Z_SYNC_FLUSH). */
const flushMark = Buffer.from([0, 0, 0xff, 0xff])

async function all(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream))
}

test('chunks that are there are compressed together', async () => {
  const chunks = Array.from({ length: 100 }, (_, n) => encoder.encode(`<li>Boat ${n}</li>`.repeat(20)))
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const whole = Buffer.concat(chunks)
  const compressed = await all(gzipStream(stream))
  expect(gunzipSync(compressed).equals(whole)).toBe(true)
  expect(compressed.includes(flushMark)).toBe(false)
})

test('a chunk does not wait for a later one', async () => {
  const late = Promise.withResolvers<void>()
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode('shell'))
      await late.promise
      controller.enqueue(encoder.encode(', data'))
      controller.close()
    },
  })
  const reader = gzipStream(stream).getReader()
  const gunzip = createGunzip()
  let text = ''
  gunzip.on('data', (data: Buffer) => {
    text += data.toString()
  })
  const read = async () => {
    const { done, value } = await reader.read()
    if (value) await new Promise<void>(resolve => gunzip.write(value, () => resolve()))
    return done
  }
  while (text !== 'shell') await read()
  late.resolve()
  while (!(await read()));
  expect(text).toBe('shell, data')
})

test('a failing body fails the answer', async () => {
  const stream = new ReadableStream<Uint8Array>({
    start: controller => controller.error(new Error('gone')),
  })
  await expect(all(gzipStream(stream))).rejects.toThrow('gone')
})
