import { isAfterSignIn } from '#client/lib/after-sign-in.ts'
import { navigationEntry } from '#client/lib/page-age.ts'

export type Draft = Record<string, string | boolean>

const key = 'drafts'
const mostForms = 20
/** Characters: terms may be long. */
const longestDraft = 150_000

function readAll(): [form: string, draft: Draft][] {
  try {
    const drafts: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(drafts) ? drafts : []
  } catch {
    // Storage is blocked.
    return []
  }
}

function writeAll(drafts: [form: string, draft: Draft][]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(drafts))
  } catch {
    // Storage is full or blocked.
  }
}

export const readDraft = (form: string): Draft | null =>
  readAll().find(([name]) => name === form)?.[1] ?? null

export function writeDraft(form: string, draft: Draft): void {
  if (JSON.stringify(draft).length > longestDraft) return
  writeAll(
    [...readAll().filter(([name]) => name !== form), [form, draft] as [string, Draft]].slice(-mostForms),
  )
}

export function deleteDraft(form: string): void {
  const drafts = readAll()
  const others = drafts.filter(([name]) => name !== form)
  if (others.length < drafts.length) writeAll(others)
}

/** Reloaded, restored from history, or opened by the sign-in: the session may have ended while its form was open. */
export function isReturn(): boolean {
  const type = navigationEntry()?.type
  return type === 'back_forward' || type === 'reload' || isAfterSignIn()
}
