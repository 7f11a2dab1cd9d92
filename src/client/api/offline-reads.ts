/** Patterns of the reads that the crew app's service worker answers without a network. */
export const offlineReads = ['/api/crew/posts', '/api/crew/posts/:id', '/api/crew/assignment', '/api/boats']
