import { mutation } from '#client/api/mutation.ts'
import { type Query, query } from '#client/api/query.ts'
import type { WebhookDelivery } from '#contract/notifications/webhooks.ts'

const sendingMs = 3000

/** Organiser only, as are all of these. */
export const webhooksQuery = (id: string) => query('GET /api/tournaments/:id/webhooks', { params: { id } })
export const deliveriesQuery = (id: string): Query<WebhookDelivery[]> => ({
  ...query('GET /api/webhooks/:id/deliveries', { params: { id } }),
  refetchInterval: ({ state }) =>
    state.data?.some(delivery => delivery.state === 'waiting') === true ? sendingMs : false,
})

export const addWebhook = mutation('POST /api/tournaments/:id/webhooks')
export const switchWebhook = mutation('PATCH /api/webhooks/:id')
export const deleteWebhook = mutation('DELETE /api/webhooks/:id')
export const changeSecret = mutation('POST /api/webhooks/:id/secret')
export const testWebhook = mutation('POST /api/webhooks/:id/test')
export const sendAgain = mutation('POST /api/webhook-deliveries/:id/again')
