import { useHydrated } from '#client/lib/use-hydrated.ts'

/** What people call the zone of this machine: "Eastern Time"; '' when it does not tell. */
export function zoneName(): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longGeneric' }).formatToParts()
    const name = parts.find(part => part.type === 'timeZoneName')?.value ?? ''
    return name === 'GMT+00:00' ? 'UTC' : name
  } catch {
    return ''
  }
}

/** The zone that dates on this page are in: UTC from the server, the visitor's once hydrated. */
export const useZoneName = (): string => (useHydrated() ? zoneName() : 'UTC')
