import type { ErrorBody, Issue } from '#contract/errors.ts'

/** Milliseconds after which a request without a file fails: a connection that broke may stay silent. */
export const answerMs = 30_000

/** The same for a request with a file, such as a picture, which a slow link takes longer to send. */
export const fileAnswerMs = 120_000

/** Users see the message. */
export class UserError extends Error {}

/** `message` is "status: body"; users see `userMessage`. */
export class RequestError extends Error {
  readonly issues: Issue[] | undefined
  readonly userMessage: string | undefined
  readonly code: string | undefined

  constructor(
    readonly status: number,
    body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`)
    const errorBody = parseErrorBody(body)
    this.issues = errorBody?.issues
    this.userMessage = errorBody?.message
    this.code = errorBody?.error
  }
}

function parseErrorBody(body: string): Partial<ErrorBody> | undefined {
  try {
    const value: Partial<ErrorBody> | null = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns whether the server refused a field of this name. */
export const hasIssue = (error: unknown, path: string): boolean =>
  error instanceof RequestError && error.issues?.some(issue => issue.path === path) === true

export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('401: ') && error.message.includes('Unauthorized')
}

/** Falls back to `otherwise`. */
export function messageOf(error: unknown, otherwise: string): string {
  if (error instanceof UserError) return error.message
  return error instanceof RequestError ? (error.userMessage ?? otherwise) : otherwise
}

/** Marks a query key whose data is a {@link PageOf}, or a list of them. */
export const onePage = 'page'

export interface PageOf<T> {
  items: T[]
  /** Path, or null on the last page. */
  next: string | null
}

export const nextOf = ({ next }: PageOf<unknown>): string | null => next

/** @returns a {@link PageOf} with the next path of `Link`, or else the answer @throws RequestError for non-2xx */
export async function readData(response: Response, isPage: boolean): Promise<unknown> {
  if (!isPage) return readAnswer(response)
  const [, next = null] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? []
  return { items: await readAnswer(response), next }
}

/** Null when empty. @throws RequestError for non-2xx */
export async function readAnswer<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new RequestError(response.status, text, response.statusText)
  return JSON.parse(text || 'null')
}
