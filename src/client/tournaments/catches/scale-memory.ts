import { scaleStorage } from '#client/lib/desk-cache.ts'

/** Place and witness of weigh-ins. Empty: not stated. */
export interface Scale {
  scale: string
  witness: string
}

/** Returns the device's last scale. */
export function readScale(): Scale {
  const last = scaleStorage.read() as Partial<Scale> | null
  return { scale: String(last?.scale ?? ''), witness: String(last?.witness ?? '') }
}

export const storeScale = ({ scale, witness }: Scale): void => scaleStorage.write({ scale, witness })
