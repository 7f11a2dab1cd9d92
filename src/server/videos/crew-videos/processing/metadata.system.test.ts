import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VideoId } from '#contract/ids.ts'
import type { CompletedVideo, CrewVideo } from '#contract/videos/crew-videos.ts'
import {
  addBoat,
  addCrew,
  addEntry,
  addSigned,
  addTournament,
} from '../../../../../tests/support/factories.ts'
import { clip, makeMedia, withCoverFirst } from '../../../../../tests/support/media.ts'
import { addStake } from '../../../../../tests/support/posts.ts'
import { removeJobs } from '../../../../../tests/support/states.ts'
import { makeCrew, removeDisks, sendFile } from '../../../../../tests/support/uploads.ts'
import { findVideo } from '../crew-videos.queries.ts'
import { sweepVideos } from '../storage/sweep.ts'

afterAll(removeDisks)
setDefaultTimeout(120_000)

const place = '+25.7617-080.1918/'
/** Signed 16.16, longitude first (3GPP TS 26.244, 8.12). */
const lociPlace = Uint8Array.of(0xff, 0xaf, 0xce, 0xe7, 0x00, 0x19, 0xc2, 0xfe)

const box = (type: string, ...parts: (string | Uint8Array)[]): Uint8Array => {
  const body = Buffer.concat(parts.map(part => Buffer.from(part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

async function withBoxes(path: string, name: string, ...boxes: Uint8Array[]): Promise<string> {
  const target = join(tmpdir(), 'reelstake-test-media', name)
  writeFileSync(target, Buffer.concat([await Bun.file(path).bytes(), ...boxes]))
  return target
}

const xmp = `<x:xmpmeta><exif:GPSLatitude>${place}</exif:GPSLatitude></x:xmpmeta>`
const xmpId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

const subtitles = join(tmpdir(), 'reelstake-test-media', 'place.srt')
const withSubtitles = () => {
  clip({ seconds: 10, kind: 'mp4' })
  writeFileSync(subtitles, `1\n00:00:00,000 --> 00:00:09,000\nGPS ${place}\n`)
  return subtitles
}

const films: Record<string, () => string | Promise<string>> = {
  'QuickTime ©xyz': () => film('mov', 'mp4', ['-metadata', `location=${place}`]),
  'MP4 loci': () => film('mp4', 'mp4', ['-metadata', `location=${place}`]),
  'QuickTime keys': () =>
    film('mov', 'mp4', [
      ...['-movflags', 'use_metadata_tags'],
      ...['-metadata', `com.apple.quicktime.location.ISO6709=${place}`],
    ]),
  'XMP in uuid, and a box of another maker': () =>
    withBoxes(clip({ seconds: 10, kind: 'mp4' }), 'xmp.mp4', box('uuid', xmpId, xmp), box('smta', place)),
  'a track of subtitles': () =>
    makeMedia('mp4', [
      ...['-i', clip({ seconds: 10, kind: 'mp4' }), '-i', withSubtitles()],
      ...['-c', 'copy', '-c:s', 'mov_text', '-map', '0', '-map', '1'],
    ]),
  'a cover picture before the tracks': () => withCoverFirst(clip({ seconds: 10, kind: 'mp4' }), place),
  'Matroska tags of file and tracks': () =>
    film('webm', 'webm', ['-metadata', `LOCATION=${place}`, '-metadata:s:v', `LOCATION=${place}`]),
}

const film = (extension: string, kind: 'mp4' | 'webm', more: string[]) =>
  makeMedia(extension, ['-i', clip({ seconds: 10, kind }), '-c', 'copy', ...more])

const saysPlace = (bytes: Uint8Array) => {
  const buffer = Buffer.from(bytes)
  return buffer.includes(place) || buffer.includes(lociPlace) || buffer.includes('GPSLatitude')
}

async function setUpPost(path: string, visibility: 'Public' | 'Backers', env: Record<string, string>) {
  const crew = await makeCrew(env)
  const { app, me } = crew
  const [owner, backer] = [await addSigned(app.db), await addSigned(app.db)]
  const boat = await addBoat(app.db, { owner_id: owner.id })
  await addCrew(app.db, { user_id: me.id, boat_id: boat })
  const entry = await addEntry(app.db, {
    boat_id: boat,
    tournament_id: await addTournament(app.db, { organiser_id: owner.id }),
  })
  await addStake(app.db, { entry_id: entry, backer_id: backer.id })
  const done: CompletedVideo & { id: VideoId } = await (await sendFile(app, me.cookie, path)).json()
  const { id: post } = await (
    await app.page('/api/crew/posts', { json: { videoId: done.id, visibility }, cookie: me.cookie })
  ).json()
  const links = async () => {
    const urls = new Set<string>()
    for (const cookie of [undefined, owner.cookie, backer.cookie])
      for (const address of [
        '/api/crew/posts/public',
        `/api/crew/posts/${post}`,
        `/api/tournament-entries/${entry}/crew-posts`,
        '/api/crew/reports',
      ]) {
        const text = await (await app.page(address, { ...(cookie && { cookie }) })).text()
        for (const [link] of text.matchAll(/\/media\/[^"]+/g)) urls.add(link)
      }
    return [...urls]
  }
  return { ...crew, done, post, links }
}

const bytesOf = async (app: Awaited<ReturnType<typeof makeCrew>>['app'], link: string) => {
  const response = await app.page(link)
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

describe('the place where a video was taken', () => {
  test('a video that ffmpeg can’t rewrite isn’t published, and says why', async () => {
    const path = await film('mov', 'mp4', ['-metadata', `location=${place}`])
    const { app, me, done, post, links, read } = await setUpPost(path, 'Public', {
      FFMPEG_PATH: '/bin/false',
    })
    app.setNow(Date.now())
    for (let n = 0; n < 4; n++) {
      await app.runJobs()
      app.setNow(app.deps.now() + 60_000)
    }
    expect(await links()).toEqual([])
    expect(await read(done.id)).toMatchObject({
      status: 'failed',
      reason: 'We couldn’t convert this video, so it isn’t published. Please try another one.',
    })
    const own = await app.page(`/api/crew/posts/${post}`, { cookie: me.cookie })
    expect(await own.json()).toMatchObject({ videoState: 'failed' })
    expect((await findVideo(app.db, done.id))?.refusal).not.toBeNull()
    expect(await (await app.page('/api/crew/posts/public')).json()).toEqual([])
  })

  for (const visibility of ['Public', 'Backers'] as const)
    for (const [where, make] of Object.entries(films))
      test(`${where}, ${visibility}: others get no link before it is removed, and no byte of it afterwards`, async () => {
        const path = await make()
        expect(saysPlace(await Bun.file(path).bytes())).toBe(true)
        const { app, me, done, post, links, read } = await setUpPost(path, visibility, {})
        expect(await links()).toEqual([])
        const own = async () => (await app.page(`/api/crew/posts/${post}`, { cookie: me.cookie })).json()
        expect(await own()).toMatchObject({ videoState: 'preparing' })
        expect((await read(done.id)) satisfies CrewVideo).toMatchObject({ isPreparing: true })
        await app.runJobs()
        expect(await own()).toMatchObject({ videoState: 'ready' })
        const urls = await links()
        expect(urls.filter(link => !link.includes('/poster?')).length).toBeGreaterThan(0)
        for (const link of urls) expect(saysPlace(await bytesOf(app, link))).toBe(false)
        expect(done.video_url).toContain('/original?')
        expect(saysPlace(await bytesOf(app, done.video_url ?? ''))).toBe(false)
      })

  test('without ffmpeg the original is shown as it is', async () => {
    const path = await film('mov', 'mp4', ['-metadata', `location=${place}`])
    const { app, links } = await setUpPost(path, 'Public', { FFMPEG_PATH: 'off' })
    expect(await links()).toEqual([])
    await app.runJobs()
    const [link = ''] = await links()
    expect(Buffer.compare(await bytesOf(app, link), await Bun.file(path).bytes())).toBe(0)
  })

  test('with ffmpeg, removes the metadata of single tracks too', async () => {
    const path = await films['Matroska tags of file and tracks']?.()
    const { app, links } = await setUpPost(path ?? '', 'Public', {})
    await app.runJobs()
    for (const name of app.files().filter(file => !file.endsWith('/original')))
      expect(saysPlace(await Bun.file(app.pathOf(name)).bytes())).toBe(false)
    expect(await links()).not.toEqual([])
  })

  test('the sweep prepares videos that an earlier version showed unchanged', async () => {
    const { app, done, read, storedPath, links } = await setUpPost(clip({ seconds: 10 }), 'Public', {
      FFMPEG_PATH: 'off',
    })
    await removeJobs(app.db, 'video-prepare')
    await sweepVideos(app.deps)
    expect(await links()).toEqual([])
    await app.runJobs()
    expect(await read(done.id)).toMatchObject({ status: 'ready', isPreparing: false })
    expect(await Bun.file(storedPath(done.id, 'web')).exists()).toBe(true)
    expect(await links()).not.toEqual([])
  })
})
