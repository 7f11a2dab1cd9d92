import { useCallback, useState } from 'react'
import { useViewerId } from '#client/lib/boot.tsx'
import { deleteDraft, isReturn, readDraft, writeDraft } from '#client/ui/forms/drafts.ts'
import { type RulesDraft, rulesIn } from './rules-draft.ts'

/** Unsaved changes of an organiser, with rows that were added or removed. */
export interface UnsavedRules {
  /** Number of the rules that the draft changes. */
  number: number
  /** Null to rank as without rules. */
  draft: RulesDraft | null
  reason: string
}

function parse(stored: unknown): UnsavedRules | null {
  try {
    const unsaved = typeof stored === 'string' ? (JSON.parse(stored) as UnsavedRules) : null
    if (unsaved?.draft) rulesIn(unsaved.draft)
    return unsaved
  } catch {
    // Another version of the site stored it.
    return null
  }
}

/**
 * @returns the changes that the tab kept over a reload or a way back, or null if there are none; and a
 * function that keeps present ones
 */
export function useUnsavedRules(): [UnsavedRules | null, (unsaved: UnsavedRules | null) => void] {
  const viewerId = useViewerId()
  const [form] = useState(() => `${viewerId} ${location.pathname} rules`)
  const [stored] = useState(() => (isReturn() ? parse(readDraft(form)?.rules) : null))
  const keep = useCallback(
    (unsaved: UnsavedRules | null) =>
      unsaved === null ? deleteDraft(form) : writeDraft(form, { rules: JSON.stringify(unsaved) }),
    [form],
  )
  return [stored, keep]
}
