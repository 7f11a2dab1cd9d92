import { isAfterSignIn } from '#client/lib/after-sign-in.ts'
import { navigationEntry } from '#client/lib/page-age.ts'
import { jsonStorage } from '#client/lib/store.ts'

export type Draft = Record<string, string | boolean>

const storage = jsonStorage('drafts', () => sessionStorage)
const mostForms = 20
/** Characters: terms may be long. */
const longestDraft = 150_000

function readAll(): [form: string, draft: Draft][] {
  const drafts = storage.read()
  return Array.isArray(drafts) ? drafts : []
}

export const readDraft = (form: string): Draft | null =>
  readAll().find(([name]) => name === form)?.[1] ?? null

export function writeDraft(form: string, draft: Draft): void {
  if (JSON.stringify(draft).length > longestDraft) return
  storage.write(
    [...readAll().filter(([name]) => name !== form), [form, draft] as [string, Draft]].slice(-mostForms),
  )
}

export function deleteDraft(form: string): void {
  const drafts = readAll()
  const others = drafts.filter(([name]) => name !== form)
  if (others.length < drafts.length) storage.write(others)
}

/** Reloaded, restored from history, or opened by the sign-in: the session may have ended while its form was open. */
export function isReturn(): boolean {
  const type = navigationEntry()?.type
  return type === 'back_forward' || type === 'reload' || isAfterSignIn()
}
