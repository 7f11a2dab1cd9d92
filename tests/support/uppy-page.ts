import Uppy from '@uppy/core'
import Tus from '@uppy/tus'

declare global {
  interface Window {
    /** Slot, Uppy, `/complete`. @returns the video's id */
    sendByUppy(file: Blob): Promise<string>
  }
}

interface Slot {
  uploadUrl: string
  videoId: string
}

async function post(path: string, body: object): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

window.sendByUppy = async file => {
  const slot: Slot = await (
    await post('/api/crew/videos/upload', { fileName: 'video-1.webm', sizeBytes: file.size })
  ).json()
  const uppy = new Uppy().use(Tus, { uploadUrl: slot.uploadUrl, chunkSize: 65_536, limit: 1 })
  uppy.addFile({ name: 'video-1.webm', type: file.type, data: file })
  const result = await uppy.upload()
  if (result?.failed?.length) throw new Error(`Uppy: ${result.failed[0]?.error}`)
  await post(`/api/crew/videos/${slot.videoId}/complete`, {})
  return slot.videoId
}
