import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { VideoId } from '#contract/ids.ts'
import { minute } from '#contract/time.ts'
import { expectClean, type Member, serveSite } from '../support/browser.ts'
import { clip } from '../support/media.ts'
import { addPost } from '../support/posts.ts'
import { changeRows } from '../support/rows.ts'
import { failure } from '../support/s3-double.ts'
import { uploadVideo } from '../support/site-videos.ts'
import { filesBelow, makeBucket, removeDisks } from '../support/uploads.ts'

const bucket = makeBucket()
afterAll(removeDisks)
const site = serveSite({ env: { STORAGE: bucket.storage, ...bucket.env } })
let crew: Member
let video: VideoId

/** Runs the jobs that are due an hour after the upload, when the original is deleted. */
async function runJobs() {
  await changeRows(site.db, 'jobs', { due_at: 0 }, { state: 'waiting' })
  await site.runJobs()
}

beforeAll(async () => {
  crew = await site.addMember()
  video = await uploadVideo(site, crew, clip({ seconds: 12, size: '320x180', kind: 'mp4' }))
  await addPost(site.db, { author_id: crew.userId, video_id: video, caption: 'Double hookup!' })
  await runJobs()
})

test('a video in a bucket has its poster, plays, and can be sought', async () => {
  expect(filesBelow(`${site.env.dataDir}/uploads`)).toEqual([])
  const page = await site.open('/crew-videos')
  await page.waitForFunction(() => (document.querySelector('li img') as HTMLImageElement)?.naturalWidth > 0)
  await page.getByRole('list', { name: 'Crew videos' }).getByRole('listitem').first().click()
  await page.waitForFunction(
    () => (document.querySelector('dialog video, [role=dialog] video') as HTMLVideoElement)?.readyState >= 2,
  )
  await page.locator('[role=dialog] video').evaluate((element: HTMLVideoElement) => {
    element.currentTime = 9
    return new Promise(resolve => element.addEventListener('seeked', resolve, { once: true }))
  })
})

test('while the bucket is away, a video can be retried', async () => {
  bucket.intercept = () => failure(503, 'ServiceUnavailable')
  // Links are signed anew: the browser keeps what it read by those of the same second.
  site.setNow(Date.now() + minute)
  const { id } = await site.db.selectFrom('crew_posts').select('id').executeTakeFirstOrThrow()
  const page = await site.open(`/crew-videos/${id}`)
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  bucket.intercept = null
  await retry.click()
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  expectClean(page, /503|can't be used/)
})
