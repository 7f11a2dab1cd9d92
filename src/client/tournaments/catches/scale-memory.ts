import { scaleKey } from '#client/lib/desk-cache.ts'

/** Place and witness of weigh-ins. Empty: not stated. */
export interface Scale {
  scale: string
  witness: string
}

/** The device's last. */
export function readScale(): Scale {
  try {
    const stored: Partial<Scale> | null = JSON.parse(localStorage.getItem(scaleKey) ?? 'null')
    return { scale: String(stored?.scale ?? ''), witness: String(stored?.witness ?? '') }
  } catch {
    return { scale: '', witness: '' }
  }
}

export function storeScale({ scale, witness }: Scale): void {
  try {
    localStorage.setItem(scaleKey, JSON.stringify({ scale, witness }))
  } catch {
    // Blocked or full: it is typed again.
  }
}
