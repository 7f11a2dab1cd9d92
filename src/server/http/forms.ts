import type { Issue } from '#contract/errors.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import type { AppContext } from './context.ts'
import { ApiError } from './errors.ts'

export type ShowForm = (c: AppContext, form: PostedForm, refusal: ApiError) => Promise<Response>

/** A page of text; `button` posts to its own address. */
export interface TextPage {
  title: string
  text: string
  button?: string
}

export type ShowText = (c: AppContext, status: 200 | 404, page: TextPage) => Promise<Response>

const typeOf = (c: AppContext) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()

export const isFormPost = (c: AppContext) =>
  c.req.method === 'POST' &&
  ['application/x-www-form-urlencoded', 'multipart/form-data'].includes(typeOf(c) ?? '')

/** Text fields; the last of repeated ones. @throws ApiError 400 */
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

/** @param names fields to fill in again; never a password */
export function refusedForm(
  fields: Record<string, string>,
  names: readonly string[],
  refusal: ApiError,
): PostedForm {
  const errors: Record<string, string> = {}
  for (const { path, message } of refusal.issues ?? ([] as Issue[])) errors[path] ??= message
  return {
    values: Object.fromEntries(names.map(name => [name, (fields[name] ?? '').slice(0, 500)])),
    errors,
    message: refusal.issues === undefined ? refusal.message : null,
  }
}

/** A navigation, form posts included; without Sec-Fetch headers only `Accept: text/html` is one. */
export function wantsDocument(c: AppContext): boolean {
  const mode = c.req.header('sec-fetch-mode')
  if (mode !== undefined) return mode === 'navigate'
  return c.req.header('accept')?.toLowerCase().includes('text/html') ?? false
}
