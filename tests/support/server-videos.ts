import type { CrewVideo, UploadSlot } from '#contract/videos/crew-videos.ts'
import { joinAs } from './server.ts'

/** The video calls of a new member of a running server. */
export async function joinCrew(origin: string) {
  const headers = await joinAs(origin)
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    fetch(origin + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  return {
    headers,
    async slot(sizeBytes: number, more: Record<string, string> = {}): Promise<UploadSlot> {
      const response = await post('/api/crew/videos/upload', { fileName: 'video-1.mp4', sizeBytes }, more)
      if (response.status !== 201) throw new Error(`no slot: ${response.status} ${await response.text()}`)
      return response.json()
    },
    complete: (id: string): Promise<Response> => post(`/api/crew/videos/${id}/complete`, {}),
    async read(id: string): Promise<CrewVideo> {
      return (await fetch(`${origin}/api/crew/videos/${id}`, { headers })).json()
    },
  }
}

export type Crew = Awaited<ReturnType<typeof joinCrew>>

/** One tus request with bytes. */
export const patch = (
  url: string,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
  init: RequestInit = {},
): Promise<Response> =>
  fetch(url, {
    method: 'PATCH',
    body,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    ...init,
  })

export async function offsetOf({ uploadUrl }: UploadSlot): Promise<number> {
  const head = await fetch(uploadUrl, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
  if (head.status !== 200) throw new Error(`no offset: ${head.status}`)
  return Number(head.headers.get('upload-offset'))
}
