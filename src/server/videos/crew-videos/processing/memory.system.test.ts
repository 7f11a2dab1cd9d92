import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompletedVideo } from '#contract/videos/crew-videos.ts'
import { clip } from '../../../../../tests/support/media.ts'
import {
  addVideo,
  complete,
  makeCrew,
  put,
  removeDisks,
  sendFile,
  slotOf,
} from '../../../../../tests/support/uploads.ts'
import { PriorityLock } from './priority-lock.ts'

const directory = mkdtempSync(join(tmpdir(), 'reelstake-memory-'))
afterAll(() => {
  removeDisks()
  rmSync(directory, { recursive: true })
})
setDefaultTimeout(120_000)

function before(name: 'ffmpeg' | 'ffprobe', script: string): string {
  const path = join(directory, `${Bun.hash(script).toString(36)}-${name}`)
  writeFileSync(path, `#!/bin/sh\n${script}\nexec ${Bun.which(name)} "$@"\n`, { mode: 0o755 })
  return path
}

/** Copying takes little memory. */
const exceptForCopies = (script: string) => `case "$*" in *' -c copy '*) ;; *) ${script};; esac`

const hevc = () => clip({ seconds: 10, kind: 'mov' })
const killScript = 'kill -KILL $$'

describe('ffmpeg without enough memory', () => {
  test('retries with one thread after the kernel killed it', async () => {
    const program = before('ffmpeg', `case "$*" in *"-threads 2"*) ${killScript};; esac`)
    const { app, me, read } = await makeCrew({ FFMPEG_PATH: program })
    const { id }: CompletedVideo = await (await sendFile(app, me.cookie, hevc())).json()
    await app.runJobs()
    expect(await read(id)).toMatchObject({ status: 'ready', isPreparing: false, reason: null })
    expect(app.files()).toEqual(['h264', 'original', 'poster', 'web'].map(name => `stored/${id}/${name}`))
  })

  test('killed also while it removes the metadata, the video waits for its owner: neither failed nor refused', async () => {
    const { app, me, read } = await makeCrew({ FFMPEG_PATH: before('ffmpeg', killScript) })
    const done: CompletedVideo = await (await sendFile(app, me.cookie, clip({ seconds: 10 }))).json()
    app.setNow(Date.now())
    for (let n = 0; n < 5; n++) {
      await app.runJobs()
      app.setNow(app.deps.now() + 3_600_000)
    }
    const video = await read(done.id)
    expect(video).toMatchObject({ status: 'ready', isPreparing: true, reason: null })
    expect(video.videoUrl).toContain('/original?')
    expect(app.files()).toEqual([`stored/${done.id}/original`])
  })

  for (const [how, script] of [
    ['killed each time', killScript],
    ['killed behind a script, which exits with 137', 'exit 137'],
    ['refused memory by its limit', 'echo "Cannot allocate memory" >&2; exit 1'],
  ] as const)
    test(`${how}, the video is shown unconverted, without metadata: neither failed nor refused`, async () => {
      const { app, me, read } = await makeCrew({ FFMPEG_PATH: before('ffmpeg', exceptForCopies(script)) })
      const films = [hevc(), clip({ seconds: 10 }), clip({ seconds: 10, kind: 'mp4' })]
      const ids = []
      for (const path of films) {
        const done: CompletedVideo = await (await sendFile(app, me.cookie, path)).json()
        ids.push(done.id)
      }
      await app.runJobs()
      for (const id of ids) {
        const video = await read(id)
        expect(video).toMatchObject({ status: 'ready', isPreparing: false, reason: null })
        expect(video.videoUrl).toContain('/web?')
        expect((await app.page(video.videoUrl ?? '')).status).toBe(200)
      }
      const open = await app.db.selectFrom('jobs').select('kind').where('state', '=', 'failed').execute()
      expect(open).toEqual([])
    })
})

describe('ffprobe without enough memory', () => {
  test('killed while decoding: the header is trusted and the video accepted', async () => {
    const program = before('ffprobe', `case "$*" in *frame=width*) ${killScript};; esac`)
    const { app, me } = await makeCrew({ FFPROBE_PATH: program })
    expect((await sendFile(app, me.cookie, hevc())).status).toBe(200)
  })

  test('killed every time: 503, then accepted when it can be probed', async () => {
    const flag = join(directory, 'killing')
    writeFileSync(flag, '')
    const program = before('ffprobe', `[ -e ${flag} ] && ${killScript}`)
    const { app, me, read } = await makeCrew({ FFPROBE_PATH: program })
    const file = Bun.file(hevc())
    const { uploadUrl, videoId } = await slotOf(app, me.cookie, { sizeBytes: file.size })
    expect((await put(app, uploadUrl, file)).status).toBe(200)
    expect((await complete(app, me.cookie, videoId)).status).toBe(503)
    expect(await read(videoId)).toMatchObject({ status: 'processing', reason: null })
    rmSync(flag)
    expect((await complete(app, me.cookie, videoId)).status).toBe(200)
  })
})

test('one ffmpeg runs at a time, whatever it makes', async () => {
  const [running, overlap] = [join(directory, 'running'), join(directory, 'overlap')]
  const program = join(directory, 'counting-ffmpeg')
  const script = `mkdir ${running} || touch ${overlap}\n${Bun.which('ffmpeg')} "$@"\ncode=$?\nrmdir ${running}\nexit $code`
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const { app, me } = await makeCrew({ FFMPEG_PATH: program })
  for (let n = 0; n < 3; n++) await addVideo(app, me.cookie)
  await app.runJobs()
  expect(existsSync(overlap)).toBe(false)
  expect(app.files().filter(name => name.endsWith('/h264')).length).toBe(3)
})

test('remux and poster overtake waiting renditions; aborted work never runs', async () => {
  const lock = new PriorityLock()
  const order: string[] = []
  const errors: string[] = []
  const { signal } = new AbortController()
  const gate = Promise.withResolvers<void>()
  const work = (name: string) => async () => void order.push(name)
  const stop = new AbortController()
  const all = [
    lock.run('later', signal, async () => {
      await gate.promise
      order.push('running')
    }),
    lock.run('later', signal, work('rendition')),
    lock.run('first', stop.signal, work('aborted')).catch(error => errors.push(error.message)),
    lock.run('first', signal, work('remux 1')),
    lock
      .run('first', signal, () => Promise.reject(new Error('failed')))
      .catch(error => errors.push(error.message)),
  ]
  stop.abort(new Error('stopped'))
  gate.resolve()
  await Promise.all(all)
  expect(order).toEqual(['running', 'remux 1', 'rendition'])
  expect(errors.sort()).toEqual(['failed', 'stopped'])
})
