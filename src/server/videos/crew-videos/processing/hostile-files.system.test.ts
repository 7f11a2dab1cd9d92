import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { ErrorBody } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { addSigned } from '../../../../../tests/support/factories.ts'
import { compressedMatroska } from '../../../../../tests/support/matroska.ts'
import { clip, makeMedia } from '../../../../../tests/support/media.ts'
import {
  complete,
  makeMediaApp,
  put,
  removeDisks,
  sendFile,
  slotOf,
} from '../../../../../tests/support/uploads.ts'

afterAll(removeDisks)
setDefaultTimeout(120_000)

const notAVideo = 'This file is not a video we can play.'

async function expectRefused(file: Blob, message: string, name = 'video-1.webm'): Promise<void> {
  const app = await makeMediaApp()
  const { cookie } = await addSigned(app.db)
  const slot = await slotOf(app, cookie, { sizeBytes: file.size, fileName: name })
  expect((await put(app, slot.uploadUrl, file)).status).toBe(200)
  for (let n = 0; n < 2; n++) {
    const rejection = await complete(app, cookie, slot.videoId)
    const body: ErrorBody = await rejection.json()
    expect([rejection.status, body.message, body.error]).toEqual([422, message, 'unacceptable_file'])
  }
  expect(app.files()).toEqual([])
  expect((await put(app, slot.uploadUrl, file)).status).toBe(410)
  const response = await app.page('/api/crew/posts', { json: { videoId: slot.videoId }, cookie })
  expect(response.status).toBe(422)
}

const fileOf = (path: string) => Bun.file(path)
const text = (content: string) => new Blob([content])
const cut = (path: string, share: number) => fileOf(path).slice(0, Math.floor(fileOf(path).size * share))

describe('refuses with 422', () => {
  test('text named .webm', () => expectRefused(text('I am a video, believe me.'), notAVideo))

  test('a playlist that names a file of the server', async () => {
    const inside = clip({ seconds: 12, kind: 'mp4' })
    const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:12\n#EXTINF:12,\n${inside}\n#EXT-X-ENDLIST\n`
    await expectRefused(text(hls), notAVideo)
    await expectRefused(text(`ffconcat version 1.0\nfile '${inside}'\n`), notAVideo)
    await expectRefused(
      text(`v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n`),
      notAVideo,
    )
  })

  test('an archive that would unpack to a gigabyte', async () => {
    const zeros = deflateSync(new Uint8Array(64 * 1024 * 1024), { level: 9 })
    await expectRefused(new Blob(['PK\u0003\u0004', ...Array.from({ length: 16 }, () => zeros)]), notAVideo)
  })

  test('frames that decompress to gigabytes', () =>
    expectRefused(new Blob([compressedMatroska(12, 1_000_000)]), notAVideo))

  test('frames of random bytes', async () => {
    const film = await fileOf(clip({ seconds: 12, kind: 'mp4' })).bytes()
    const box = Buffer.from(film.buffer).indexOf('mdat')
    const end = box - 4 + new DataView(film.buffer).getUint32(box - 4)
    for (let at = box + 4; at < end; at += 65_536)
      crypto.getRandomValues(film.subarray(at, Math.min(end, at + 65_536)))
    await expectRefused(new Blob([film]), notAVideo)
  })

  test('a header with smaller dimensions than its frames', async () => {
    const picture = clip({ seconds: 1, size: '8192x4624', fps: 1, audio: false })
    const film = await fileOf(makeMedia('webm', ['-stream_loop', '11', '-i', picture, '-c', 'copy'])).bytes()
    const sides = Buffer.from(film.buffer)
    // PixelWidth and PixelHeight (RFC 9559).
    sides.writeUInt16BE(320, sides.indexOf(Buffer.from([0xb0, 0x82])) + 2)
    sides.writeUInt16BE(240, sides.indexOf(Buffer.from([0xba, 0x82])) + 2)
    await expectRefused(new Blob([film]), notAVideo)
  })

  test('audio only, and audio with cover art', async () => {
    await expectRefused(fileOf(clip({ seconds: 12, video: false })), notAVideo)
    const cover = makeMedia('jpg', ['-f', 'lavfi', '-i', 'testsrc2=s=64x64', '-frames:v', '1'])
    const song = makeMedia('m4a', [
      ...['-f', 'lavfi', '-i', 'sine', '-i', cover, '-t', '12', '-map', '0', '-map', '1'],
      ...['-c:a', 'aac', '-c:v', 'mjpeg', '-disposition:v:0', 'attached_pic', '-f', 'mp4'],
    ])
    await expectRefused(fileOf(song), notAVideo)
  })

  test('a file without its end or its start', async () => {
    await expectRefused(cut(clip({ seconds: 12, kind: 'mp4' }), 0.5), notAVideo)
    const fast = clip({ seconds: 24, kind: 'mp4', more: ['-movflags', '+faststart'] })
    await expectRefused(cut(fast, 0.6), notAVideo)
    await expectRefused(cut(clip({ seconds: 24 }), 0.6), notAVideo)
    await expectRefused(new Blob([(await fileOf(clip({ seconds: 12 })).bytes()).slice(2000)]), notAVideo)
  })

  test('a picture of eight pixels, and a single picture', async () => {
    await expectRefused(fileOf(clip({ seconds: 12, size: '8x8' })), notAVideo)
    await expectRefused(
      fileOf(makeMedia('jpg', ['-f', 'lavfi', '-i', 'testsrc2=s=64x64', '-frames:v', '1'])),
      notAVideo,
    )
  })
})

describe('refuses with 422 and the measured length', () => {
  const short = (seconds: number) => `Videos must be at least 10 seconds. This was ${seconds} seconds.`
  const long = `Videos must be less than ${limits.videoMax} seconds. This was ${limits.videoMax + 1} seconds.`

  test('9 seconds', () => expectRefused(fileOf(clip({ seconds: 9 })), short(9)))
  test('a second too long', () => expectRefused(fileOf(clip({ seconds: limits.videoMax + 1 })), long))
  test('a browser’s recording of 5 seconds without a duration in its header', () =>
    expectRefused(
      fileOf(makeMedia('webm', ['-i', clip({ seconds: 5 }), '-c', 'copy', '-live', '1'])),
      short(5),
    ))
  test('9 seconds with timestamps that start at an hour', () =>
    expectRefused(
      fileOf(makeMedia('webm', ['-i', clip({ seconds: 9 }), '-c', 'copy', '-output_ts_offset', '3600'])),
      short(9),
    ))
})

test('200 for the shortest and the longest video, within half a second', async () => {
  const app = await makeMediaApp()
  const { cookie } = await addSigned(app.db)
  for (const seconds of [9.6, 10, limits.videoMax, limits.videoMax + 0.4])
    expect((await sendFile(app, cookie, clip({ seconds }))).status).toBe(200)
})

test('200 for the longest video with sound, which begins a moment before zero', async () => {
  const app = await makeMediaApp()
  const { cookie } = await addSigned(app.db)
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=10', '-f', 'lavfi', '-i', 'sine']
  const file = makeMedia('mp4', [...sources, '-t', String(limits.videoMax + 0.5), '-c:a', 'aac'])
  expect((await sendFile(app, cookie, file)).status).toBe(200)
})

test('200 for a video that a phone has trimmed between two key frames', async () => {
  const app = await makeMediaApp()
  const { cookie } = await addSigned(app.db)
  const whole = clip({ seconds: 20, kind: 'mp4' })
  const trimmed = makeMedia('mp4', ['-ss', '2.5', '-i', whole, '-t', '12', '-c', 'copy'])
  const response = await sendFile(app, cookie, trimmed)
  expect([response.status, (await response.json()).duration_sec]).toEqual([200, 12])
})

test('503 when ffprobe times out: the file stays and is accepted later', async () => {
  const app = await makeMediaApp()
  const { ffprobePath } = app.deps.env
  const slowProgram = join(mkdtempSync(join(tmpdir(), 'reelstake-starved-')), 'ffprobe')
  writeFileSync(slowProgram, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
  app.deps.env.ffprobePath = slowProgram
  const { cookie } = await addSigned(app.db)
  const slot = await slotOf(app, cookie, { sizeBytes: fileOf(clip({ seconds: 10 })).size })
  await put(app, slot.uploadUrl, fileOf(clip({ seconds: 10 })))
  expect((await complete(app, cookie, slot.videoId)).status).toBe(503)
  expect(app.files()).toHaveLength(1)
  app.deps.env.ffprobePath = ffprobePath
  expect((await complete(app, cookie, slot.videoId)).status).toBe(200)
})

test('503 without ffprobe: the upload stays until it can be checked', async () => {
  const app = await makeMediaApp()
  app.deps.env.ffprobePath = '/nonexistent/ffprobe'
  const { cookie } = await addSigned(app.db)
  const answer = await sendFile(app, cookie, clip({ seconds: 10 }))
  expect([answer.status, (await answer.json()).message]).toEqual([
    503,
    'We can’t check videos right now. Please try again later.',
  ])
  expect(app.files()).toHaveLength(1)
})
