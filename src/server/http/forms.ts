import type { Issue } from '#contract/errors.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import type { AppContext } from './context.ts'
import { ApiError } from './errors.ts'

/** Shows the page of a form again, with what was wrong. */
export type ShowForm = (c: AppContext, posted: PostedForm, refusal: ApiError) => Promise<Response>

const typeOf = (c: AppContext) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()

/** Whether a browser sent the body from an HTML form. */
export const isFormPost = (c: AppContext) =>
  c.req.method === 'POST' &&
  ['application/x-www-form-urlencoded', 'multipart/form-data'].includes(typeOf(c) ?? '')

/** The text fields of a form; a field sent twice counts with its last value. @throws ApiError 400 for a body that is no form */
export async function readForm(c: AppContext): Promise<Record<string, string>> {
  const fields = await c.req.parseBody().catch((cause: unknown) => {
    if (!(cause instanceof TypeError)) throw cause
    throw new ApiError('invalid', 'The form could not be read. Please send it again.', { cause })
  })
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}

/** @param kept the fields that are shown again; never a password */
export function refusedForm(
  sent: Record<string, string>,
  kept: readonly string[],
  refusal: ApiError,
): PostedForm {
  const errors: Record<string, string> = {}
  for (const { path, message } of refusal.issues ?? ([] as Issue[])) errors[path] ??= message
  return {
    values: Object.fromEntries(kept.map(name => [name, (sent[name] ?? '').slice(0, 500)])),
    errors,
    message: refusal.issues === undefined ? refusal.message : null,
  }
}

/**
 * Whether the answer is shown as a page: a browser that navigates, or a form that it sends. Old browsers and plain HTTP
 * outside of localhost carry no Sec-Fetch headers; there the types that are accepted decide. Programs of Supabase Auth
 * send JSON with any content type.
 */
export function wantsDocument(c: AppContext): boolean {
  const mode = c.req.header('sec-fetch-mode')
  if (mode !== undefined) return mode === 'navigate'
  const accept = c.req.header('accept')?.toLowerCase() ?? ''
  if (accept.includes('text/html')) return true
  return (
    typeOf(c) === 'application/x-www-form-urlencoded' &&
    !accept.includes('application/json') &&
    !c.req.path.startsWith('/auth/v1/')
  )
}
