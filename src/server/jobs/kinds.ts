import type { Deps } from '#server/deps.ts'
import type { JobKind } from '#server/queue/queue.ts'

/** Every kind of durable work, each made by its feature. */
export const jobKinds = (_deps: Deps): JobKind[] => []
