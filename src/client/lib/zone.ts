import { useHydrated } from '#client/lib/use-hydrated.ts'

/** Zone name such as "Eastern Time"; '' when unknown. */
export function zoneName(): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longGeneric' }).formatToParts()
    const name = parts.find(part => part.type === 'timeZoneName')?.value ?? ''
    return name === 'GMT+00:00' ? 'UTC' : name
  } catch {
    return ''
  }
}

/** UTC on the server, the visitor's zone after hydration. */
export const useZoneName = (): string => (useHydrated() ? zoneName() : 'UTC')
