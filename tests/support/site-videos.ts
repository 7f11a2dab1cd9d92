import type { CompletedVideo, UploadSlot } from '#contract/crew-videos.ts'
import type { VideoId } from '#contract/ids.ts'
import { jobKinds } from '#server/jobs/job-kinds.ts'
import { JobQueue } from '#server/queue/queue.ts'
import type { Member, Site } from './browser.ts'

export async function uploadVideo(site: Site, member: Member, path: string): Promise<VideoId> {
  const id = await sendVideo(site, member, path)
  await new JobQueue(site.deps, jobKinds(site.deps)).drain()
  return id
}

export async function sendVideo(site: Site, { cookie }: Member, path: string): Promise<VideoId> {
  const file = Bun.file(path)
  const headers = {
    cookie: `${cookie.name}=${cookie.value}`,
    'content-type': 'application/json',
    origin: site.url,
  }
  const ask = async <T>(address: string, body: object): Promise<T> => {
    const response = await fetch(site.url + address, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const slot = await ask<UploadSlot>('/api/crew/videos/upload', {
    fileName: 'video-1.webm',
    sizeBytes: file.size,
    durationSec: 12,
  })
  const sent = await fetch(new URL(slot.uploadUrl, site.url), {
    method: 'PUT',
    headers: { 'content-type': 'video/webm' },
    body: file,
  })
  if (!sent.ok) throw new Error(`PUT: ${sent.status} ${await sent.text()}`)
  const { id } = await ask<CompletedVideo & { id: VideoId }>(`/api/crew/videos/${slot.videoId}/complete`, {})
  return id
}
