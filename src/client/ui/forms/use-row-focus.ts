import { useEffect, useRef, useState } from 'react'

/** The focus in a list of rows with fields; the list needs `tabIndex={-1}`. */
export function useRowFocus() {
  const list = useRef<HTMLUListElement>(null)
  const [added, setAdded] = useState(0)
  useEffect(() => {
    if (added > 0) list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus()
  }, [added])
  return {
    list,
    /** Call when a row is added: its first field gets the focus. */
    focusAdded: () => setAdded(added + 1),
    /** Call before a row is removed. */
    focusList: () => list.current?.focus({ preventScroll: true }),
  }
}
