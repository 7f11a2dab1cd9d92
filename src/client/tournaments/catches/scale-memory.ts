import { scaleKey } from '#client/lib/desk-cache.ts'

/** Place and witness of weigh-ins. Empty: not stated. */
export interface Scale {
  scale: string
  witness: string
}

/** Returns the device's last scale. */
export function readScale(): Scale {
  try {
    const last: Partial<Scale> | null = JSON.parse(localStorage.getItem(scaleKey) ?? 'null')
    return { scale: String(last?.scale ?? ''), witness: String(last?.witness ?? '') }
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
