import type { WebhookDelivery, WebhookEvent, WebhookTopic } from '#contract/notifications/webhooks.ts'

export const topicTexts: Record<WebhookTopic, string> = {
  weigh_in: 'Weigh-ins and their corrections',
  update: 'Updates, also your own',
  funding: 'Fundings and refunds: amounts, no names',
  results: 'Results',
  protest: 'Protests, answers and decisions',
}

/** Names of topics in a list. */
export const shortTopics: Record<WebhookTopic, string> = {
  weigh_in: 'weigh-ins',
  update: 'updates',
  funding: 'fundings',
  results: 'results',
  protest: 'protests',
}

export const eventTexts: Record<WebhookEvent, string> = {
  'weigh_in.recorded': 'Weigh-in',
  'weigh_in.corrected': 'Corrected catch',
  'weigh_in.deleted': 'Deleted catch',
  'update.posted': 'Update',
  'update.deleted': 'Deleted update',
  'update.announced': 'Announcement',
  'funding.received': 'Funding',
  'funding.refunded': 'Refund',
  'results.confirmed': 'Results',
  'results.official': 'Official results',
  'results.changed': 'Changed results',
  'protest.filed': 'Protest',
  'protest.answered': 'Answer to a protest',
  'protest.decided': 'Decided protest',
  'protest.withdrawn': 'Withdrawn protest',
  'protest.reopened': 'Reopened protest',
  test: 'Test event',
}

/** "Sent: 200 in 41 ms, attempt 2" */
export function outcomeOf({ state, status, milliseconds, attempts, problem }: WebhookDelivery): string {
  if (attempts === 0) return state === 'waiting' ? 'Waiting' : (problem ?? 'Not sent')
  const time = milliseconds === null ? '' : ` in ${milliseconds} ms`
  const answer = `${status ?? 'no answer'}${time}${attempts > 1 ? `, attempt ${attempts}` : ''}`
  switch (state) {
    case 'sent':
      return `Sent: ${answer}`
    case 'waiting':
      return `Tried: ${answer}. It is tried again.`
    case 'failed':
      return `Failed: ${answer}`
  }
}
