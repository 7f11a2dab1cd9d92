import type { Issue } from '#contract/errors.ts'
import { newId, type TournamentId, type WebhookId } from '#contract/ids.ts'
import { iso, isoOrNull } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import type { Webhook, WebhookDelivery, WebhookWithSecret } from '#contract/notifications/webhooks.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, invalid, nullIfRefused } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { AddressRefused } from '#server/http/public-fetch.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { getOwnTournament, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import {
  getDelivery,
  listDeliveries,
  queueDeliveries,
  repeatDelivery,
  sendNow,
} from './deliveries.queries.ts'
import {
  countWebhooksOf,
  deleteWebhook,
  getWebhook,
  insertWebhook,
  listWebhooks,
  noWebhook,
  turnOff,
  turnOn,
  updateWebhook,
} from './webhooks.queries.ts'
import { secretText } from './webhooks.rules.ts'
import type { WebhookDeliveryRow, WebhookRow } from './webhooks.table.ts'

const isOff = () => conflict('The webhook is off. Turn it on first.')

const present = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  topics: JSON.parse(row.topics),
  state: row.disabled_at !== null ? 'off' : row.problem !== null ? 'failing' : 'on',
  problem: row.problem,
  failingSince: isoOrNull(row.failing_since),
  waiting: row.waiting,
  createdAt: iso(row.created_at),
})

const presentDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  createdAt: iso(row.created_at),
  attemptedAt: isoOrNull(row.attempted_at),
  status: row.status,
  milliseconds: row.duration_ms,
  answer: row.answer,
  problem: row.problem,
})

/** Returns the host that the log shows. */
const hostOf = (url: string) => new URL(url).host

export function webhookRoutes(deps: Deps) {
  const { db, keys, now, limitWrites: limit, publicFetch } = deps

  /** @throws ApiError 403, 404 */
  const ownTournament = (trx: Db, id: string | undefined, person: Person) =>
    getOwnTournament(trx, tournamentIdOf(id), person, 'Only the organiser can see and change webhooks.')

  const organiser = (tournament: TournamentId, { id: by }: Person) =>
    ({ at: now(), by, tournament, role: 'organiser' }) as const

  /** @throws ApiError 403, 404 */
  async function ownWebhook(trx: Db, id: WebhookId, person: Person) {
    const webhook = await getWebhook(trx, id)
    const tournament = await ownTournament(trx, webhook.tournament_id, person)
    return {
      webhook,
      tournament,
      actor: organiser(tournament.id, person),
    }
  }

  const idOf = (id: string | undefined): WebhookId => paramId<'webhook'>(id, noWebhook().message)
  const withSecret = (row: WebhookRow): WebhookWithSecret => ({
    ...present(row),
    secret: secretText(keys, row),
  })

  async function addressIssues(url: unknown): Promise<Issue[]> {
    if (typeof url !== 'string' || url.length > limits.webhookAddressMax) return []
    try {
      await publicFetch.check(url.trim())
      return []
    } catch (error) {
      if (error instanceof AddressRefused) return [{ path: 'url', message: error.message }]
      throw error
    }
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/webhooks', async c => {
      const { id } = await ownTournament(db, c.req.param('id'), c.var.person)
      return jsonWithEtag(c, (await listWebhooks(db, id)).map(present))
    })
    .endpoint(
      'POST /api/tournaments/:id/webhooks',
      {
        limit,
        findIssues: async (c, { url }) => {
          const { person } = c.var
          const own = person && (await ownTournament(db, c.req.param('id'), person).catch(nullIfRefused))
          return own === null ? [] : addressIssues(url)
        },
      },
      async c => {
        const { url, topics } = c.req.valid('json')
        const { person } = c.var
        await ownTournament(db, c.req.param('id'), person)
        const issues = await addressIssues(url)
        if (issues.length > 0) throw invalid(issues)
        const row = await inTransaction(db, async trx => {
          const { id: tournament } = await ownTournament(trx, c.req.param('id'), person)
          if ((await listWebhooks(trx, tournament)).length >= limits.webhooks)
            throw conflict(`A tournament has at most ${limits.webhooks} webhooks. Delete one first.`)
          if ((await countWebhooksOf(trx, person.id)) >= limits.webhooksPerPerson)
            throw conflict(
              `You have ${limits.webhooksPerPerson} webhooks in your tournaments, which is the most. Delete one first.`,
            )
          await countCreated(trx, deps, { person: person.id }, 'webhooks')
          await record(trx, { kind: 'webhook-added', ...organiser(tournament, person), text: hostOf(url) })
          return insertWebhook(trx, { id: newId<'webhook'>(), tournament, by: person.id, url, topics }, now())
        })
        return c.json(withSecret(row), 201, { Location: `/api/webhooks/${row.id}` })
      },
    )
    .endpoint('PATCH /api/webhooks/:id', { limit }, async c => {
      const { enabled } = c.req.valid('json')
      const row = await inTransaction(db, async trx => {
        const { webhook, actor } = await ownWebhook(trx, idOf(c.req.param('id')), c.var.person)
        if (enabled === (webhook.disabled_at === null)) return webhook
        await countCreated(trx, deps, { person: c.var.person.id }, 'changes')
        const text = `${hostOf(webhook.url)}: ${enabled ? 'on' : 'off'}`
        await record(trx, { kind: 'webhook-changed', ...actor, text })
        return enabled ? turnOn(trx, webhook.id) : turnOff(trx, webhook.id, 'You turned it off.', now())
      })
      return c.json(present(row))
    })
    .endpoint('DELETE /api/webhooks/:id', { limit }, async c => {
      await inTransaction(db, async trx => {
        const { webhook, actor } = await ownWebhook(trx, idOf(c.req.param('id')), c.var.person)
        await deleteWebhook(trx, webhook.id)
        await record(trx, { kind: 'webhook-deleted', ...actor, text: hostOf(webhook.url) })
      })
      return c.body(null, 204)
    })
    .endpoint('POST /api/webhooks/:id/secret', { limit }, async c => {
      const { person } = c.var
      const row = await inTransaction(db, async trx => {
        const { webhook, actor } = await ownWebhook(trx, idOf(c.req.param('id')), person)
        await countCreated(trx, deps, { person: person.id }, 'webhooks')
        const text = `${hostOf(webhook.url)}: new secret`
        await record(trx, { kind: 'webhook-changed', ...actor, text })
        const secret_version = webhook.secret_version + 1
        return updateWebhook(trx, webhook.id, { secret_version, secret_changed_at: now() })
      })
      return c.json(withSecret(row))
    })
    .endpoint('POST /api/webhooks/:id/test', { limit }, async c => {
      const { person } = c.var
      const id = await inTransaction(db, async trx => {
        const { webhook, tournament } = await ownWebhook(trx, idOf(c.req.param('id')), person)
        if (webhook.disabled_at !== null) throw isOff()
        await countCreated(trx, deps, { person: person.id }, 'webhookTests')
        const data = { tournament: { id: tournament.id, name: tournament.name } }
        const [delivery] = await queueDeliveries(trx, [webhook], 'test', data, now())
        if (!delivery) throw conflict(`${limits.webhookWaiting} events wait. Try again when they are sent.`)
        await sendNow(trx, webhook.id, now())
        return delivery
      })
      return c.json(presentDelivery(await getDelivery(db, id)), 201)
    })
    .endpoint('GET /api/webhooks/:id/deliveries', async c => {
      const { webhook } = await ownWebhook(db, idOf(c.req.param('id')), c.var.person)
      return jsonWithEtag(c, (await listDeliveries(db, webhook.id)).map(presentDelivery))
    })
    .endpoint('POST /api/webhook-deliveries/:id/again', { limit }, async c => {
      const { person } = c.var
      const id = paramId<'webhook-delivery'>(c.req.param('id'), 'There is no such delivery.')
      await inTransaction(db, async trx => {
        const delivery = await getDelivery(trx, id)
        const { webhook } = await ownWebhook(trx, delivery.webhook_id, person)
        if (webhook.disabled_at !== null) throw isOff()
        await countCreated(trx, deps, { person: person.id }, 'webhookTests')
        await repeatDelivery(trx, delivery, webhook, now())
      })
      return c.json(presentDelivery(await getDelivery(db, id)))
    })
}
