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

function parse(json: unknown): UnsavedRules | null {
  try {
    const rules = typeof json === 'string' ? (JSON.parse(json) as UnsavedRules) : null
    if (rules?.draft) rulesIn(rules.draft)
    return rules
  } catch {
    // Another version of the site stored it.
    return null
  }
}

/**
 * @returns the changes that the tab kept over a reload or a way back, or null if there are none; and a
 * function that keeps present ones
 */
export function useUnsavedRules(): [UnsavedRules | null, (rules: UnsavedRules | null) => void] {
  const viewerId = useViewerId()
  const [form] = useState(() => `${viewerId} ${location.pathname} rules`)
  const [initial] = useState(() => (isReturn() ? parse(readDraft(form)?.rules) : null))
  const keep = useCallback(
    (rules: UnsavedRules | null) =>
      rules === null ? deleteDraft(form) : writeDraft(form, { rules: JSON.stringify(rules) }),
    [form],
  )
  return [initial, keep]
}
