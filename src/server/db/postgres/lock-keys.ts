/** Keys of advisory locks: any numbers, alike in all processes of a site. */
export const writersLock = 7_335_001
/** Lock of a process that starts, and of a command that needs that none runs. */
export const startLock = 7_335_003
/** Seed of the keys of locks by name. */
export const namedLocks = 7_335_004
