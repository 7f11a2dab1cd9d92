import { matchesAny } from './invalidate.ts'

const offlineReads = ['/api/crew/posts', '/api/crew/posts/:id', '/api/crew/assignment', '/api/boats']

/** Whether the crew app's service worker stores the answer. Not of searches: each typed text would be stored. */
export const isOfflineRead = ({ pathname, searchParams }: URL): boolean =>
  matchesAny(pathname, offlineReads) && !searchParams.has('q')
