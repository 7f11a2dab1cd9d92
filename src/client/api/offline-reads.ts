/** Patterns that the crew app's service worker answers offline. */
export const offlineReads = ['/api/crew/posts', '/api/crew/posts/:id', '/api/crew/assignment', '/api/boats']
