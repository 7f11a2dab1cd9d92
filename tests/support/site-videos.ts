import type { VideoId } from '#contract/ids.ts'
import type { CompletedVideo, UploadSlot } from '#contract/videos/crew-videos.ts'
import type { Member, Site } from './browser.ts'

export async function uploadVideo(site: Site, member: Member, path: string): Promise<VideoId> {
  const id = await sendVideo(site, member, path)
  await site.runJobs()
  return id
}

export async function sendVideo(site: Site, member: Member, path: string): Promise<VideoId> {
  const file = Bun.file(path)
  const slot = await site.ask<UploadSlot>(member, 'POST', '/api/crew/videos/upload', {
    fileName: 'video-1.webm',
    sizeBytes: file.size,
    durationSec: 12,
  })
  const response = await fetch(new URL(slot.uploadUrl, site.url), {
    method: 'PUT',
    headers: { 'content-type': 'video/webm' },
    body: file,
  })
  if (!response.ok) throw new Error(`PUT: ${response.status} ${await response.text()}`)
  const complete = `/api/crew/videos/${slot.videoId}/complete`
  const { id } = await site.ask<CompletedVideo & { id: VideoId }>(member, 'POST', complete, {})
  return id
}
