import { useHydrated } from '#client/lib/use-hydrated.ts'

/** "Eastern Time"; '' when unknown. */
export function zoneName(): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longGeneric' }).formatToParts()
    const name = parts.find(part => part.type === 'timeZoneName')?.value ?? ''
    return name === 'GMT+00:00' ? 'UTC' : name
  } catch {
    return ''
  }
}

/** UTC until hydrated. */
export const useZoneName = (): string => (useHydrated() ? zoneName() : 'UTC')
