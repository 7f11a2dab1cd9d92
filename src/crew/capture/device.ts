declare global {
  // Image Capture; missing in TypeScript's DOM types.
  interface MediaTrackCapabilities {
    torch?: boolean
  }
  interface MediaTrackConstraintSet {
    torch?: boolean
  }
}

/** undefined: the browser's default. */
export function recordingType(): string | undefined {
  return ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/mp4'].find(type =>
    MediaRecorder.isTypeSupported(type),
  )
}

export const canRecord = () =>
  typeof MediaRecorder !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined

const extensions: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/3gpp': '3gp',
  'video/x-matroska': 'mkv',
}

/** @param type MIME type, may carry codecs */
export const fileNameOf = (createdAt: number, type: string) =>
  `video-${createdAt}.${extensions[type.split(';', 1)[0] ?? ''] ?? 'webm'}`

export const vibrate = (pattern: number | number[]) => {
  if ('vibrate' in navigator) navigator.vibrate(pattern)
}

export const isFullError = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/** Bytes; about a minute of video. */
const lowSpaceBytes = 200_000_000

/** Requests persistent storage. @returns free bytes when few, else null */
export async function measureLowSpace(): Promise<number | null> {
  const { storage } = navigator
  if (storage === undefined) return null
  await storage.persist?.().catch(() => false)
  const { quota, usage } = await storage.estimate()
  if (quota === undefined || usage === undefined) return null
  const free = Math.max(0, quota - usage)
  return free < lowSpaceBytes ? free : null
}
