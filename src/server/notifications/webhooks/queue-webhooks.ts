import type { EntryId, ProtestId, TournamentId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { formatCents } from '#contract/money.ts'
import { type CatchFacts, eventKinds, type KindWith, type RecordedEvent } from '#contract/record.ts'
import type { Trx } from '#server/db/connection.ts'
import { isTied } from '#server/tournaments/entries/index.ts'
import { readPublicHead } from '#server/tournaments/log/index.ts'
import { readProtest } from '#server/tournaments/protests/index.ts'
import { getTournament } from '#server/tournaments/tournaments/index.ts'
import { eraseFromDeliveries, listReceivers, queueDeliveries } from './deliveries.queries.ts'
import {
  findSubjectAnnouncement,
  findSubjectEntry,
  findSubjectUpdate,
  listWinners,
} from './subjects.queries.ts'

type WebhookKind = KindWith<{ webhook: unknown }>
type EventOf<K extends WebhookKind> = Extract<RecordedEvent, { kind: K }>

/** For each kind, a function that returns the event's data as docs/webhooks.md describes it. */
type Presenters = { [K in WebhookKind]: (trx: Trx, event: EventOf<K>) => Promise<object> }

const presentCatch = ({ id, weightHundredths, lengthHundredths, caughtAt, ...facts }: CatchFacts) => ({
  id,
  weight: weightHundredths === null ? null : weightHundredths / 100,
  ...(lengthHundredths !== undefined && { length: lengthHundredths / 100 }),
  ...facts,
  caughtAt: iso(caughtAt),
})

async function presentEntry(trx: Trx, id: EntryId) {
  const entry = await findSubjectEntry(trx, id)
  const boat = { id: entry.boat_id, name: entry.boat_name, captainName: entry.captain_name }
  return { entry, data: { entryId: id, boat } }
}

async function presentWeighIn(
  trx: Trx,
  event: EventOf<'catch-recorded' | 'catch-corrected' | 'catch-deleted'>,
) {
  const { entry, data } = await presentEntry(trx, event.entry)
  const { position } = entry
  const log = await readPublicHead(trx, event.tournament)
  return {
    ...data,
    catch: presentCatch(event.catch),
    ...(event.kind === 'catch-corrected' && { before: presentCatch(event.before) }),
    position,
    ...(position !== null && isTied(entry) && { tied: true as const }),
    // A copy that proves a later rewrite.
    ...(log && { log }),
  }
}

async function presentUpdate(trx: Trx, { update: id }: EventOf<'update-posted' | 'update-deleted'>) {
  const { entry_id, content, location, created_at } = await findSubjectUpdate(trx, id)
  const update = { id, content, location, createdAt: iso(created_at) }
  return { ...(await presentEntry(trx, entry_id)).data, update }
}

/** Returns the funding without its backer: webhooks carry public data only. */
async function presentFunding(
  trx: Trx,
  event: EventOf<'funding-received' | 'funding-reinstated' | 'funding-refunded'>,
) {
  const { entry, data } = await presentEntry(trx, event.entry)
  return {
    ...data,
    funding: { id: event.funding, amount: formatCents(event.cents), mode: event.mode },
    raised: formatCents(entry.raised),
    goal: formatCents(entry.goal),
  }
}

const presentWinners = async (trx: Trx, { tournament }: { tournament?: TournamentId | undefined }) => ({
  winners: (tournament ? await listWinners(trx, tournament) : []).map(row => ({
    entryId: row.entry_id,
    boat: { id: row.boat_id, name: row.boat_name, captainName: row.captain_name },
    winnings: formatCents(row.winnings_cents),
    raised: formatCents(row.raised_cents),
    pool: formatCents(row.pool_cents),
  })),
})

/** Returns the protest as the public reads it at that time. */
const presentProtest = async (trx: Trx, { protest }: { protest: ProtestId }) => ({
  protest: await readProtest(trx, protest),
})

const presenters: Presenters = {
  'catch-recorded': presentWeighIn,
  'catch-corrected': presentWeighIn,
  'catch-deleted': presentWeighIn,
  'update-posted': presentUpdate,
  'update-deleted': presentUpdate,
  'announcement-posted': async (trx, { announcement }) => ({
    announcement: await findSubjectAnnouncement(trx, announcement),
  }),
  'funding-received': presentFunding,
  'funding-reinstated': presentFunding,
  'funding-refunded': presentFunding,
  'results-confirmed': presentWinners,
  'results-official': presentWinners,
  'round-confirmed': async (trx, event) => ({ round: event.round, ...(await presentWinners(trx, event)) }),
  'protest-filed': presentProtest,
  'protest-answered': presentProtest,
  'protest-decided': presentProtest,
  'protest-withdrawn': presentProtest,
  'protest-reopened': presentProtest,
}

const isWebhookEvent = (event: RecordedEvent): event is EventOf<WebhookKind> =>
  'webhook' in eventKinds[event.kind]

/** Consumer: queues the event for the tournament's webhooks; erases a text from what is stored. */
export async function queueWebhooks(trx: Trx, event: RecordedEvent): Promise<void> {
  if (event.kind === 'log-text-erased' && event.subject && event.reason !== null)
    await eraseFromDeliveries(trx, event.subject[1] as TournamentId, event.reason)
  if (!isWebhookEvent(event) || !event.tournament) return
  const { webhook: type } = eventKinds[event.kind]
  const topic = type.split('.')[0]
  const receivers = (await listReceivers(trx, event.tournament)).filter(({ topics }) =>
    JSON.parse(topics).includes(topic),
  )
  if (receivers.length === 0) return
  const { id, name } = await getTournament(trx, event.tournament)
  const present = presenters[event.kind] as (trx: Trx, event: RecordedEvent) => Promise<object>
  const data = { tournament: { id, name }, ...(await present(trx, event)) }
  await queueDeliveries(trx, receivers, type, data, event.at)
}
