import { RequestError } from '#client/lib/request.ts'

export type UploadFailure =
  /** Network or gateway: retried forever. */
  | { kind: 'later'; message: string }
  | { kind: 'signIn'; message: string }
  | { kind: 'locked'; message: string }
  | { kind: 'slotLost'; message: string }
  /** Server error: retried, shown as failed when repeated. */
  | { kind: 'trouble'; message: string; retryAfterMs: number | null }
  /** The server rejected the file. */
  | { kind: 'refused'; message: string }

export class UploadError extends Error {
  /** @param status null: no answer */
  constructor(
    readonly status: number | null,
    readonly body: string = '',
    readonly retryAfterMs: number | null = null,
  ) {
    super(status === null ? 'no answer' : `${status}`)
  }
}

export const queueTexts = {
  offline: 'You’re offline. Uploads continue when you’re back online.',
  noAnswer: 'No connection to the server. Retrying automatically.',
  signIn: 'You’re signed out. Sign in to continue the upload.',
  slotLost: 'The upload expired. It starts again automatically.',
  failed: 'Upload failed',
  siteLocked: 'The site is locked. Enter the site password to continue.',
  noVideo: 'Video not found',
  gone: 'The recording is no longer on this device. Delete it and record again.',
} as const

interface Answer {
  status: number
  message: string | undefined
  code: string | undefined
  retryAfterMs: number | null
}

function answerOf(error: unknown): Answer | null {
  if (error instanceof RequestError)
    return { status: error.status, message: error.userMessage, code: error.code, retryAfterMs: null }
  if (error instanceof UploadError && error.status !== null) {
    const { userMessage, code } = new RequestError(error.status, error.body, '')
    return { status: error.status, message: userMessage, code, retryAfterMs: error.retryAfterMs }
  }
  return null
}

/** Gateway errors. */
const away = new Set([502, 503, 504])
/** Valid requests at the wrong time, such as during an earlier attempt's lock (tus: 423, 409). */
const untimely = new Set([408, 409, 423, 425, 429])

/** Returns whether a refused deletion leaves nothing to delete: the video is gone, or posted. */
export function isDiscarded(error: unknown): boolean {
  const status = answerOf(error)?.status
  return status === 404 || status === 409
}

/** @param error without an answer: a network error */
export function classifyFailure(error: unknown): UploadFailure {
  const answer = answerOf(error)
  if (answer === null || away.has(answer.status)) return { kind: 'later', message: queueTexts.noAnswer }
  const { status, code, retryAfterMs } = answer
  const message = answer.message ?? queueTexts.failed
  if (status === 401) return { kind: 'signIn', message: queueTexts.signIn }
  if (status === 403 && code === 'site_locked') return { kind: 'locked', message: queueTexts.siteLocked }
  if (status === 404 || status === 410) return { kind: 'slotLost', message: queueTexts.slotLost }
  if (status >= 500 || untimely.has(status)) return { kind: 'trouble', message, retryAfterMs }
  return { kind: 'refused', message }
}
