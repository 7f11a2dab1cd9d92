import { useEffect, useRef, useState } from 'react'

/** The focus in a list of rows with fields; the list needs `tabIndex={-1}`. */
export function useRowFocus() {
  const list = useRef<HTMLUListElement>(null)
  const [additions, setAdditions] = useState(0)
  useEffect(() => {
    if (additions > 0) list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus()
  }, [additions])
  return {
    list,
    /** Call when a row is added: its first field gets the focus. */
    focusAdded: () => setAdditions(additions + 1),
    /** Call before a row is removed. */
    focusList: () => list.current?.focus({ preventScroll: true }),
  }
}
