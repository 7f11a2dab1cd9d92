import { RequestError } from '#client/lib/request.ts'

/** What an upload that did not succeed means for its item. */
export type UploadFailure =
  /** The network, or a server that is away: it goes on by itself, for ever. */
  | { kind: 'later'; message: string }
  /** The session is gone: it goes on once the person has signed in. */
  | { kind: 'signIn'; message: string }
  /** The site's own gate is closed: it goes on once the person has entered the site password. */
  | { kind: 'locked'; message: string }
  /** The slot is no more; the next attempt gets another. */
  | { kind: 'slotLost'; message: string }
  /** The server could not; tried again, and shown as failed when that goes on. */
  | { kind: 'trouble'; message: string; retryAfterMs: number | null }
  /** The server will never take this file. */
  | { kind: 'refused'; message: string }

/** An answer of the upload's own requests, which carry no JSON client's error. */
export class UploadError extends Error {
  /** @param status null: there was no answer */
  constructor(
    readonly status: number | null,
    readonly body: string = '',
    readonly retryAfterMs: number | null = null,
  ) {
    super(status === null ? 'no answer' : `${status}`)
  }
}

export const queueTexts = {
  offline: 'You are offline. It uploads by itself when the network is back.',
  noAnswer: 'No connection to the server. It goes on by itself.',
  signIn: 'You are signed out. Sign in and it goes on where it was.',
  slotLost: 'The upload had expired. It starts anew by itself.',
  failed: 'Upload failed',
  siteLocked: 'The site is locked. Enter the site password and it goes on.',
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

/** Gateways answer these while the server behind them is away. */
const away = new Set([502, 503, 504])
/** Right requests that came at a wrong time: locked by an earlier attempt, an offset that moved, too many. */
const untimely = new Set([408, 409, 423, 425, 429])

/** @param error of a request; anything that is no answer counts as the network's */
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
