import { reviewResults } from './money/payouts/index.ts'
import { queueNotifications } from './notifications/notifications/index.ts'
import { queueWebhooks } from './notifications/webhooks/index.ts'
import type { Consumer } from './record/index.ts'
import { appendLog } from './tournaments/log/index.ts'
import { followEnd } from './tournaments/protests/index.ts'

/** Consumers of an event, in this order. */
export const consumers: readonly Consumer[] = [
  appendLog,
  queueNotifications,
  queueWebhooks,
  reviewResults,
  followEnd,
]
