import { matchesAny } from './invalidate.ts'

const offlineReads = ['/api/crew/posts', '/api/crew/posts/:id', '/api/crew/assignment', '/api/boats']

/**
 * Returns whether the crew app's service worker stores the answer. It
 * stores no searches: each typed text would be stored.
 */
export const isOfflineRead = ({ pathname, searchParams }: URL): boolean =>
  matchesAny(pathname, offlineReads) && !searchParams.has('q')
