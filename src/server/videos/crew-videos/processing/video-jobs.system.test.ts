import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { newId } from '#contract/ids.ts'
import type { CompletedVideo } from '#contract/videos/crew-videos.ts'
import { addImage } from '../../../../../tests/support/factories.ts'
import {
  clip,
  firstPixel,
  makeMedia,
  probeValues,
  recordVideo,
  withCoverFirst,
} from '../../../../../tests/support/media.ts'
import { addVideo, makeCrew, removeDisks, sendFile } from '../../../../../tests/support/uploads.ts'

afterAll(removeDisks)
setDefaultTimeout(120_000)

describe('after a video is accepted', () => {
  test('a browser’s recording gets a duration, seeking, a poster and an H.264 rendition', async () => {
    const { app, me, read, storedPath } = await makeCrew()
    const path = recordVideo(12)
    expect(probeValues(path, 'format=duration')).toBe('N/A')
    const id = await addVideo(app, me.cookie, path)
    expect((await read(id)).videoUrl).toContain('/original?')
    await app.runJobs()
    const video = await read(id)
    expect(video).toMatchObject({ status: 'ready', reason: null })
    expect(video.videoUrl).toContain('/h264?')
    expect(Number(probeValues(storedPath(id, 'web'), 'format=duration'))).toBeCloseTo(12, 0)
    // Cues before clusters: seeking needs one range.
    const head = new TextDecoder('latin1').decode(
      await Bun.file(storedPath(id, 'web')).slice(0, 4000).bytes(),
    )
    expect(head).toContain('\u001c\u0053\u00bb\u006b')
    expect(probeValues(storedPath(id, 'h264'), 'stream=codec_name,pix_fmt,r_frame_rate').split('\n')).toEqual(
      ['h264', 'yuv420p', '30/1', 'aac', '0/0'],
    )
    const poster = await app.page(video.thumbnailUrl ?? '')
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(probeValues(storedPath(id, 'poster'), 'stream=width')).toBe('480')
  })

  test('the original is deleted an hour later, when its links have expired', async () => {
    const { app, me, read } = await makeCrew()
    const start = Date.now()
    app.setNow(start)
    const id = await addVideo(app, me.cookie)
    const { videoUrl } = await read(id)
    await app.runJobs()
    app.setNow(start + 3_599_000)
    await app.runJobs()
    expect((await app.page(videoUrl ?? '')).status).toBe(200)
    app.setNow(start + 3_600_000)
    await app.runJobs()
    expect(app.files()).toEqual(['h264', 'poster', 'web'].map(name => `stored/${id}/${name}`))
  })

  test('H.264 at 720 or below is only remuxed', async () => {
    const { app, me, read } = await makeCrew()
    const id = await addVideo(app, me.cookie, clip({ seconds: 10, kind: 'mp4' }))
    await app.runJobs()
    expect((await read(id)).videoUrl).toContain('/web?')
    expect(app.files()).not.toContain(`stored/${id}/h264`)
  })

  test('a cover picture before the tracks is not the video', async () => {
    const { app, me, storedPath } = await makeCrew()
    const id = await addVideo(app, me.cookie, await withCoverFirst(clip({ seconds: 10, kind: 'mp4' }), 'x'))
    await app.runJobs()
    expect(probeValues(storedPath(id, 'web'), 'stream=codec_name').split('\n')).toEqual(['h264', 'aac'])
    expect(probeValues(storedPath(id, 'poster'), 'stream=width,height').split('\n')).toEqual(['480', '360'])
  })

  test('scales the short side to 720, in both orientations', async () => {
    const { app, me, storedPath } = await makeCrew()
    for (const [size, expected] of [
      ['1312x738', ['1280', '720']],
      ['738x1312', ['720', '1280']],
    ] as const) {
      const id = await addVideo(app, me.cookie, clip({ seconds: 10, size, fps: 5, kind: 'webm' }))
      await app.runJobs()
      expect(probeValues(storedPath(id, 'h264'), 'stream=width,height').split('\n').slice(0, 2)).toEqual([
        ...expected,
      ])
    }
  })

  test('rotated HEVC is `processing` until its upright rendition exists, without location', async () => {
    const { app, me, read, storedPath } = await makeCrew()
    const lying = clip({
      seconds: 10,
      kind: 'mov',
      size: '320x180',
      more: ['-metadata', 'location=+25.76-080.19/'],
    })
    const path = makeMedia('mov', [
      '-i',
      lying,
      '-c',
      'copy',
      '-metadata:s:v:0',
      'rotate=90',
      '-tag:v',
      'hvc1',
    ])
    expect(probeValues(path, 'format_tags=location')).toContain('+25.76')
    const done: CompletedVideo = await (await sendFile(app, me.cookie, path)).json()
    expect(done).toMatchObject({ status: 'processing', video_url: null })
    await app.runJobs()
    expect(await read(done.id)).toMatchObject({ status: 'ready' })
    expect(
      probeValues(storedPath(done.id, 'h264'), 'stream=codec_name,width,height').split('\n').slice(0, 3),
    ).toEqual(['h264', '180', '320'])
    for (const name of ['web', 'h264'])
      expect(probeValues(storedPath(done.id, name), 'format_tags=location')).toBe('')
  })

  test('H.264 in Matroska is remuxed to MP4; a video with unsupported sound still gets poster and rendition', async () => {
    const { app, me, read } = await makeCrew()
    const mkv = makeMedia('mkv', ['-i', clip({ seconds: 10, kind: 'mp4' }), '-c', 'copy'])
    const first = await addVideo(app, me.cookie, mkv)
    const mov = makeMedia('mov', [
      '-i',
      clip({ seconds: 10, kind: 'mp4' }),
      '-c:v',
      'copy',
      '-c:a',
      'pcm_s16le',
    ])
    const done: CompletedVideo = await (await sendFile(app, me.cookie, mov)).json()
    expect(done.status).toBe('processing')
    await app.runJobs()
    expect(app.files()).toContain(`stored/${first}/web`)
    for (const id of [first, done.id]) {
      const video = await read(id)
      expect(video.videoUrl).toContain('/h264?')
      expect(video.thumbnailUrl).not.toBeNull()
    }
  })

  test('high dynamic range is tone-mapped, also when only the transfer is tagged', async () => {
    const { app, me, storedPath, read } = await makeCrew()
    const hdr = (args: string, tags: string[]) =>
      makeMedia('mov', [
        ...['-f', 'lavfi', '-i', 'color=red:s=320x180:r=15', '-t', '10', '-vf', 'format=yuv420p10le'],
        ...['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1'],
        ...['-x265-params', `log-level=none:${args}`, '-color_trc', 'smpte2084', ...tags],
      ])
    const whole = hdr('colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc', [
      ...['-color_primaries', 'bt2020', '-colorspace', 'bt2020nc'],
    ])
    for (const path of [whole, hdr('transfer=smpte2084', [])]) {
      const done: CompletedVideo = await (await sendFile(app, me.cookie, path)).json()
      await app.runJobs()
      expect(await read(done.id)).toMatchObject({ status: 'ready' })
      expect(
        probeValues(storedPath(done.id, 'h264'), 'stream=color_space,color_transfer,color_primaries'),
      ).toBe('bt709\nbt709\nbt709')
      for (const name of ['h264', 'poster']) {
        const [red = 0, green = 0, blue = 0] = firstPixel(storedPath(done.id, name))
        expect([red > 180, green < 40, blue < 40]).toEqual([true, true, true])
      }
    }
  })

  test('a poster has the video’s colours', async () => {
    const { app, me, storedPath } = await makeCrew()
    const filter = 'scale=out_color_matrix=bt709,format=yuv420p'
    const red = makeMedia('mp4', [
      ...['-f', 'lavfi', '-i', 'color=red:s=1280x720:r=15', '-t', '10', '-vf', filter, '-c:v', 'libx264'],
      ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
    ])
    const id = await addVideo(app, me.cookie, red)
    await app.runJobs()
    expect(firstPixel(storedPath(id, 'poster'))[0]).toBeGreaterThan(245)
  })

  test('a poster has the shape in which players show the video', async () => {
    const { app, me, storedPath } = await makeCrew()
    const wide = clip({ seconds: 10, size: '320x240', kind: 'mp4', more: ['-vf', 'setsar=4/3'] })
    const id = await addVideo(app, me.cookie, wide)
    await app.runJobs()
    expect(probeValues(storedPath(id, 'poster'), 'stream=width,height')).toBe('480\n270')
  })

  test('a single picture with sound gets a poster; a video too tall for a poster is converted without one', async () => {
    const { app, me, read } = await makeCrew()
    const still = makeMedia('mkv', [
      ...['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=15', '-f', 'lavfi', '-i', 'sine'],
      ...['-t', '10', '-vf', 'trim=end_frame=1', '-c:v', 'libvpx', '-c:a', 'libopus'],
    ])
    const first = await addVideo(app, me.cookie, still)
    const tall = await addVideo(app, me.cookie, clip({ seconds: 10, size: '16x4000' }))
    await app.runJobs()
    expect((await read(first)).thumbnailUrl).not.toBeNull()
    expect((await read(tall)).thumbnailUrl).toBeNull()
    for (const id of [first, tall]) expect(app.files()).toContain(`stored/${id}/web`)
  })

  test('without ffmpeg, a video is shown without metadata and with the device’s poster', async () => {
    const { app, me, read } = await makeCrew({ FFMPEG_PATH: 'off' })
    const path = recordVideo(12)
    const id = await addVideo(app, me.cookie, path)
    await app.runJobs()
    expect(await read(id)).toMatchObject({ status: 'ready', durationSec: 12, thumbnailUrl: null })
    expect(app.files()).toEqual(['original', 'web'].map(name => `stored/${id}/${name}`))
    const image = await addImage(app.db, me.id)
    const poster = (imageId: string) =>
      app.page(`/api/crew/videos/${id}/poster`, { method: 'PUT', json: { imageId }, cookie: me.cookie })
    expect((await poster(newId())).status).toBe(400)
    expect((await poster(image)).status).toBe(200)
    const { videoUrl, thumbnailUrl } = await read(id)
    expect(thumbnailUrl).toBe(`/images/${image}.webp`)
    expect(videoUrl).toContain('/web?')
    const file = await (await app.page(videoUrl ?? '')).blob()
    expect(file.size).toBe(Bun.file(path).size)
  })

  test('an unplayable video fails with a reason after three attempts at a rendition', async () => {
    const { app, me, read } = await makeCrew({ FFMPEG_PATH: '/bin/false' })
    app.setNow(Date.now())
    const done: CompletedVideo = await (
      await sendFile(app, me.cookie, clip({ seconds: 10, kind: 'mov' }))
    ).json()
    for (let n = 0; n < 4; n++) {
      await app.runJobs()
      app.setNow(app.deps.now() + 3_600_000)
    }
    expect(await read(done.id)).toMatchObject({
      status: 'failed',
      reason: 'We couldn’t convert this video, so it isn’t published. Please try another one.',
    })
  })

  const refusingCopies = `#!/bin/sh
case "$*" in *' -c copy '*) exit 1;; esac
exec "${Bun.which('ffmpeg')}" "$@"
`

  test('a video that can’t be remuxed is published as a rendition, or refused without one: no job stays failed', async () => {
    const program = join(mkdtempSync(join(tmpdir(), 'reelstake-ffmpeg-')), 'ffmpeg')
    writeFileSync(program, refusingCopies, { mode: 0o755 })
    const { app, me, read } = await makeCrew({ FFMPEG_PATH: program })
    app.setNow(Date.now())
    const [withRendition, without] = [
      await addVideo(app, me.cookie, clip({ seconds: 10 })),
      await addVideo(app, me.cookie, clip({ seconds: 10, kind: 'mp4' })),
    ]
    for (let n = 0; n < 4; n++) {
      await app.runJobs()
      app.setNow(app.deps.now() + 3_600_000)
    }
    await app.runJobs()
    expect((await read(withRendition)).videoUrl).toContain('/h264?')
    expect(await read(without)).toMatchObject({
      status: 'failed',
      reason: 'We couldn’t convert this video, so it isn’t published. Please try another one.',
    })
    expect(app.files()).toEqual(['h264', 'poster'].map(name => `stored/${withRendition}/${name}`))
    expect(await app.db.selectFrom('jobs').select('kind').where('state', '=', 'failed').execute()).toEqual([])
    rmSync(dirname(program), { recursive: true })
  })

  const slowRenditions = `#!/bin/sh
case "$*" in *' -c copy '*) exec "${Bun.which('ffmpeg')}" "$@";; esac
kill -XCPU $$
`

  test('after a rendition times out, the video is shown unconverted, without metadata', async () => {
    const program = join(mkdtempSync(join(tmpdir(), 'reelstake-ffmpeg-')), 'ffmpeg')
    writeFileSync(program, slowRenditions, { mode: 0o755 })
    const { app, me, read } = await makeCrew({ FFMPEG_PATH: program })
    app.setNow(Date.now())
    const path = clip({ seconds: 10, kind: 'mov' })
    const done: CompletedVideo = await (await sendFile(app, me.cookie, path)).json()
    for (let n = 0; n < 4; n++) {
      await app.runJobs()
      app.setNow(app.deps.now() + 3_600_000)
    }
    const { status, videoUrl } = await read(done.id)
    expect([status, videoUrl]).toEqual(['ready', expect.stringContaining('/web?')])
    rmSync(dirname(program), { recursive: true })
  })

  test('a full disk or a missing ffmpeg delays the video until they are back', async () => {
    const program = join(mkdtempSync(join(tmpdir(), 'reelstake-ffmpeg-')), 'ffmpeg')
    const full = '#!/bin/sh\necho "/x.mp4: No space left on device" >&2\nexit 1\n'
    writeFileSync(program, full, { mode: 0o755 })
    const { app, me, read } = await makeCrew({ FFMPEG_PATH: program })
    app.setNow(Date.now())
    const path = clip({ seconds: 10, kind: 'mov' })
    const done: CompletedVideo = await (await sendFile(app, me.cookie, path)).json()
    const tryFiveTimes = async () => {
      for (let n = 0; n < 5; n++) {
        await app.runJobs()
        app.setNow(app.deps.now() + 3_600_000)
      }
    }
    await tryFiveTimes()
    rmSync(program)
    await tryFiveTimes()
    expect(await read(done.id)).toMatchObject({ status: 'processing' })
    symlinkSync(Bun.which('ffmpeg') ?? '', program)
    await app.runJobs()
    expect(await read(done.id)).toMatchObject({ status: 'ready' })
    rmSync(dirname(program), { recursive: true })
  })
})
