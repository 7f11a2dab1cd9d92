import { useState } from 'react'

interface Opening<T> {
  subject: T
  open: boolean
}

export interface DialogSubject<T> {
  /** Null before the first opening. */
  opening: Opening<T> | null
  open(subject: T): void
  close(): void
}

/** State of one dialog beside a list: it stays, with what is typed in it, when the row that opened it goes. */
export function useDialogSubject<T>(): DialogSubject<T> {
  const [opening, setOpening] = useState<Opening<T> | null>(null)
  return {
    opening,
    open: subject => setOpening({ subject, open: true }),
    // A late answer doesn't close what was opened since.
    close: () => setOpening(last => last && { ...last, open: last !== opening && last.open }),
  }
}
