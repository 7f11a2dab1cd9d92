declare global {
  // Of the Image Capture specification; TypeScript's DOM has them not yet.
  interface MediaTrackCapabilities {
    torch?: boolean
  }
  interface MediaTrackConstraintSet {
    torch?: boolean
  }
}

/** iOS records better with its own camera; iPadOS calls itself a Mac, but no Mac has a touch screen. */
export const isIos = () =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** The first that the browser records; its own choice when it says that of none. */
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

/** The specification's pattern, ending as what was recorded. @param type may carry codecs */
export const fileNameOf = (createdAt: number, type: string) =>
  `video-${createdAt}.${extensions[type.split(';', 1)[0] ?? ''] ?? 'webm'}`

export const vibrate = (pattern: number | number[]) => {
  if ('vibrate' in navigator) navigator.vibrate(pattern)
}

/** Below this much room there may be none for the next minute. */
const littleRoom = 200_000_000

/** Asks to keep what is stored, and says how much room is left when that is little; else null. */
export async function littleRoomLeft(): Promise<number | null> {
  const { storage } = navigator
  if (storage === undefined) return null
  await storage.persist?.().catch(() => false)
  const { quota, usage } = await storage.estimate()
  if (quota === undefined || usage === undefined) return null
  const free = Math.max(0, quota - usage)
  return free < littleRoom ? free : null
}
