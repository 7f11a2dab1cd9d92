import { mutation } from '#client/api/mutation.ts'
import { type Query, query } from '#client/api/query.ts'
import type { WebhookDelivery } from '#contract/notifications/webhooks.ts'

const stale = [
  '/api/tournaments/:id/webhooks',
  '/api/tournaments/:id/actions',
  '/api/webhooks/:id/deliveries',
]

const sendingMs = 3000

/** Organiser only, as are all of these. */
export const webhooksQuery = (id: string) => query('GET /api/tournaments/:id/webhooks', { params: { id } })
export const deliveriesQuery = (id: string): Query<WebhookDelivery[]> => ({
  ...query('GET /api/webhooks/:id/deliveries', { params: { id } }),
  refetchInterval: ({ state }) =>
    state.data?.some(delivery => delivery.state === 'waiting') === true ? sendingMs : false,
})

export const addWebhook = mutation('POST /api/tournaments/:id/webhooks', { stale })
export const switchWebhook = mutation('PATCH /api/webhooks/:id', { stale })
export const deleteWebhook = mutation('DELETE /api/webhooks/:id', { stale: stale.slice(0, 2) })
export const changeSecret = mutation('POST /api/webhooks/:id/secret', { stale })
export const testWebhook = mutation('POST /api/webhooks/:id/test', { stale })
export const sendAgain = mutation('POST /api/webhook-deliveries/:id/again', { stale })
