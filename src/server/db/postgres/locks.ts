/** Keys of advisory locks: any numbers, alike in all processes of a site. */
export const writersLock = 7_335_001
/** Held by the process that serves. */
export const serversLock = 7_335_002
/** Seed of the keys of locks by name. */
export const namedLocks = 7_335_003
