import { expect, test } from 'bun:test'
import { join } from 'node:path'

const videos = join(import.meta.dir, '../../videos')

/** Suites that run with files in a bucket. They also run by themselves, with files on the disk. */
const inBucket = [
  'crew-videos/crew-videos.system.test.ts',
  'crew-videos/playback/media.system.test.ts',
  'crew-videos/processing/metadata.system.test.ts',
  'crew-videos/processing/video-jobs.system.test.ts',
  'crew-videos/storage/sweep.system.test.ts',
  'crew-videos/upload/tus-protocol.system.test.ts',
  'crew-posts/crew-posts.test.ts',
]

/** Pictures by ffmpeg: the same wherever the files are. */
const ofPictures = [
  'scales the short side',
  'rotated HEVC',
  'in Matroska',
  'dynamic range',
  'colours',
  'too tall',
]

/** Suites that run with uploads in the bucket. */
const sharedSuites = [
  'crew-videos/crew-videos.system.test.ts',
  'crew-videos/upload/tus-protocol.system.test.ts',
]

test.each([
  ['s3', inBucket],
  ['shared', sharedSuites],
])(
  'the suites of videos pass with files in a bucket (%s)',
  async (storage, suites) => {
    const files = suites.map(suite => join(videos, suite))
    const names = ['-t', `^(?!.*(${ofPictures.join('|')}))`]
    const run = Bun.spawn([process.execPath, 'test', '--timeout', '120000', ...names, ...files], {
      cwd: join(videos, '../../..'),
      env: { ...process.env, TEST_STORAGE: storage },
      stdout: 'ignore',
      stderr: 'pipe',
    })
    const output = await new Response(run.stderr).text()
    const failures = output.split('\n').filter(line => line.includes('(fail)') || line.startsWith('error:'))
    expect([await run.exited, failures]).toEqual([0, []])
  },
  900_000,
)
