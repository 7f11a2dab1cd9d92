import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { PublicPost } from '#contract/videos/crew-posts.ts'
import { refusalOf } from '#server/videos/crew-videos/processing/probe.rules.ts'
import { probe } from '#server/videos/crew-videos/processing/probe.ts'
import { makeMediaApp, removeDisks } from '../tests/support/uploads.ts'
import { fillDemo } from './demo.ts'

const root = join(import.meta.dir, '..')

afterAll(removeDisks)

test('the demo marina’s videos are such as the product takes, with posters, and play without ffmpeg', async () => {
  const app = await makeMediaApp({ FFMPEG_PATH: 'off' })
  await fillDemo(app.deps, root)
  await fillDemo(app.deps, root)
  const posts: PublicPost[] = await (await app.page('/api/crew/posts/public')).json()
  expect(posts.map(({ tag, boat }) => [tag, boat?.name])).toEqual([
    ['Hookup', 'Reel Deal'],
    ['Run', 'Reel Deal'],
    ['Catch', 'Knot Today'],
    ['Run', 'Hook & Ladder'],
    ['Other', 'Bite Club'],
  ])
  for (const { video } of posts) {
    expect((await app.page(video.thumbnailUrl ?? '')).headers.get('content-type')).toBe('image/jpeg')
    expect((await app.page(video.videoUrl ?? '')).headers.get('content-type')).toBe('video/mp4')
  }
  const films = app.files().filter(name => name.endsWith('/web'))
  expect(films).toHaveLength(6)
  for (const film of films) {
    const path = join(app.deps.env.dataDir, 'uploads', 'videos', film)
    expect(refusalOf(await probe(app.deps.env, path))).toBeNull()
  }
})
