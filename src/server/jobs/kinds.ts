import type { Deps } from '#server/deps.ts'
import { videoJobKinds } from '#server/features/crew-videos/processing.ts'
import { refundEntryJobKind, refundJobKind } from '#server/features/funding/refund.ts'
import { winMailJob } from '#server/features/payouts/win-mail.ts'
import type { JobKind } from '#server/queue/queue.ts'

/** Every kind of durable work, each made by its feature. */
export const jobKinds = (deps: Deps): JobKind[] => [
  refundJobKind(deps),
  refundEntryJobKind(deps),
  winMailJob(deps),
  ...videoJobKinds(deps),
]
