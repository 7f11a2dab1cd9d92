/** What was typed into a form, by field name; of a checkbox whether it is on. */
export type Draft = Record<string, string | boolean>

const key = 'drafts'
/** The oldest go first. */
const mostForms = 20
/** Characters of one form. */
const longestDraft = 20_000

function readAll(): [form: string, draft: Draft][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    // No storage, or not ours: a form without drafts still works.
    return []
  }
}

function writeAll(drafts: [form: string, draft: Draft][]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(drafts))
  } catch {
    // Storage is full or not allowed.
  }
}

/** What was typed into this form of this tab and not sent; null: nothing. */
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

/** Whether the browser came back to this page, or loaded it again: there people expect what they had typed. */
export function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return (
    navigation instanceof PerformanceNavigationTiming &&
    (navigation.type === 'back_forward' || navigation.type === 'reload')
  )
}
