import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompletedVideo, CrewVideo } from '#contract/crew-videos.ts'
import type { VideoId } from '#contract/ids.ts'
import { addBoat, addEntry, addSigned, addTournament } from '../../../../../tests/support/factories.ts'
import { clip, made } from '../../../../../tests/support/media.ts'
import { addStake } from '../../../../../tests/support/posts.ts'
import { makeCrew, removeDisks, sendFile } from '../../../../../tests/support/uploads.ts'
import { findVideo } from '../crew-videos.queries.ts'
import { sweepVideos } from '../storage/sweep.ts'
import { removeMetadata, UnknownLayout } from './remove-metadata.ts'

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
    made('mp4', [
      ...['-i', clip({ seconds: 10, kind: 'mp4' }), '-i', withSubtitles()],
      ...['-c', 'copy', '-c:s', 'mov_text', '-map', '0', '-map', '1'],
    ]),
  'Matroska tags of file and tracks': () =>
    film('webm', 'webm', ['-metadata', `LOCATION=${place}`, '-metadata:s:v', `LOCATION=${place}`]),
}

const film = (extension: string, kind: 'mp4' | 'webm', more: string[]) =>
  made(extension, ['-i', clip({ seconds: 10, kind }), '-c', 'copy', ...more])

const saysPlace = (bytes: Uint8Array) => {
  const buffer = Buffer.from(bytes)
  return buffer.includes(place) || buffer.includes(lociPlace) || buffer.includes('GPSLatitude')
}

function packetsOf(path: string): string {
  const output = ['-map', '0:v:0', '-map', '0:a:0', '-c', 'copy', '-f', 'streamhash', '-']
  const { stdout, exitCode } = Bun.spawnSync(['ffmpeg', '-v', 'error', '-nostdin', '-i', path, ...output])
  expect(exitCode).toBe(0)
  return stdout.toString()
}

describe('removing the metadata of a file in place', () => {
  for (const [where, make] of Object.entries(films))
    test(`${where}: removes the location, keeps every packet`, async () => {
      const path = await make()
      const bytes = await Bun.file(path).bytes()
      expect(saysPlace(bytes)).toBe(true)
      const copy = join(tmpdir(), 'reelstake-test-media', `clean.${path.split('.').at(-1)}`)
      writeFileSync(copy, bytes)
      await removeMetadata(copy)
      const clean = await Bun.file(copy).bytes()
      expect([saysPlace(clean), clean.length]).toEqual([false, bytes.length])
      expect(packetsOf(copy)).toBe(packetsOf(path))
      await removeMetadata(copy)
      expect(Buffer.compare(await Bun.file(copy).bytes(), clean)).toBe(0)
    })

  test('keeps a browser’s recording, whose clusters have no size', async () => {
    const path = made('webm', ['-i', clip({ seconds: 10 }), '-c', 'copy', '-live', '1', '-f', 'webm'])
    const copy = join(tmpdir(), 'reelstake-test-media', 'clean-live.webm')
    writeFileSync(copy, await Bun.file(path).bytes())
    await removeMetadata(copy)
    expect(packetsOf(copy)).toBe(packetsOf(path))
  })

  test('throws on an unknown layout', async () => {
    const whole = await Bun.file(clip({ seconds: 10, kind: 'mp4' })).bytes()
    for (const bytes of [whole.subarray(0, whole.length - 10), whole.subarray(37), new Uint8Array(100)]) {
      const path = join(tmpdir(), 'reelstake-test-media', 'broken.mp4')
      writeFileSync(path, bytes)
      expect(await removeMetadata(path).catch(error => error)).toBeInstanceOf(UnknownLayout)
    }
  })
})

async function posted(path: string, visibility: 'Public' | 'Backers', env: Record<string, string>) {
  const crew = await makeCrew(env)
  const { app, me } = crew
  const [owner, backer] = [await addSigned(app.db), await addSigned(app.db)]
  const boat = await addBoat(app.db, { owner_id: owner.id })
  const now = Date.now()
  await app.db
    .insertInto('crew_members')
    .values({ user_id: me.id, boat_id: boat, approved_at: now, created_at: now })
    .execute()
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
    const found = new Set<string>()
    for (const cookie of [undefined, owner.cookie, backer.cookie])
      for (const address of [
        '/api/crew/posts/public',
        `/api/crew/posts/${post}`,
        `/api/tournament-entries/${entry}/crew-posts`,
        '/api/crew/reports',
      ]) {
        const text = await (await app.page(address, { ...(cookie && { cookie }) })).text()
        for (const [link] of text.matchAll(/\/media\/[^"]+/g)) found.add(link)
      }
    return [...found]
  }
  return { ...crew, done, post, links }
}

const bytesOf = async (app: Awaited<ReturnType<typeof makeCrew>>['app'], link: string) => {
  const response = await app.page(link)
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

const hasFfmpeg: [string, Record<string, string>][] = [
  ['with ffmpeg', {}],
  ['without ffmpeg', { FFMPEG_PATH: 'off' }],
  ['with an ffmpeg that fails', { FFMPEG_PATH: '/bin/false' }],
]

describe('the place where a video was taken', () => {
  for (const [how, env] of hasFfmpeg)
    for (const visibility of ['Public', 'Backers'] as const)
      test(`${how}, ${visibility}: others get no link before the location is removed, and no byte of it afterwards`, async () => {
        const path = await film('mov', 'mp4', ['-metadata', `location=${place}`])
        const { app, me, done, post, links, read } = await posted(path, visibility, env)
        expect(await links()).toEqual([])
        const own = async () => (await app.page(`/api/crew/posts/${post}`, { cookie: me.cookie })).json()
        expect(await own()).toMatchObject({ videoState: 'preparing' })
        expect((await read(done.id)) satisfies CrewVideo).toMatchObject({ isPreparing: true })
        app.setNow(Date.now())
        for (let n = 0; n < 3; n++) {
          await app.runJobs()
          app.setNow(app.deps.now() + 60_000)
        }
        expect(await own()).toMatchObject({ videoState: 'ready' })
        const found = await links()
        expect(found.filter(link => !link.includes('/poster?')).length).toBeGreaterThan(0)
        for (const link of found) expect(saysPlace(await bytesOf(app, link))).toBe(false)
        expect(done.video_url).toContain('/original?')
        expect(saysPlace(await bytesOf(app, done.video_url ?? ''))).toBe(false)
      })

  test('with ffmpeg, removes the metadata of single tracks too', async () => {
    const path = await films['Matroska tags of file and tracks']?.()
    const { app, links } = await posted(path ?? '', 'Public', {})
    await app.runJobs()
    for (const name of app.files().filter(file => !file.endsWith('/original')))
      expect(saysPlace(await Bun.file(app.pathOf(name)).bytes())).toBe(false)
    expect(await links()).not.toEqual([])
  })

  test('the sweep prepares videos that an earlier version showed unchanged', async () => {
    const { app, done, read, stored, links } = await posted(clip({ seconds: 10 }), 'Public', {
      FFMPEG_PATH: 'off',
    })
    await app.db.deleteFrom('jobs').where('kind', '=', 'video-prepare').execute()
    await sweepVideos(app.deps)
    expect(await links()).toEqual([])
    await app.runJobs()
    expect(await read(done.id)).toMatchObject({ status: 'ready', isPreparing: false })
    expect(await Bun.file(stored(done.id, 'web')).exists()).toBe(true)
    expect(await links()).not.toEqual([])
  })

  test('a video whose metadata cannot be removed fails with a reason and stays visible to its owner', async () => {
    const path = made('mkv', [
      ...['-i', clip({ seconds: 10 }), '-i', withSubtitles()],
      ...['-c', 'copy', '-c:s', 'srt', '-map', '0', '-map', '1'],
    ])
    const { app, done, links, read } = await posted(path, 'Public', { FFMPEG_PATH: 'off' })
    await app.runJobs()
    expect(await links()).toEqual([])
    expect(await read(done.id)).toMatchObject({
      status: 'failed',
      reason: 'We couldn’t convert this video. Please try another one.',
    })
    expect((await findVideo(app.db, done.id))?.refusal).not.toBeNull()
  })
})
