import { useHydrated } from '#client/lib/use-hydrated.ts'

/** The reader's zone; UTC on the server and while hydrating. */
export const useZone = () => (useHydrated() ? 'local' : 'utc')
