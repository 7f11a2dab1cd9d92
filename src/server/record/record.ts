import { newId, type TournamentId, type UserId } from '#contract/ids.ts'
import type { ActorRole, RecordedEvent } from '#contract/record.ts'
import { shortText } from '#contract/text.ts'
import type { Trx } from '#server/db/connection.ts'
import type { Log } from '#server/log.ts'
import { insertEvents } from './events.queries.ts'

/** The acting person and their address. */
export interface Actor {
  /** Null for the command line. */
  by: UserId | null
  address: string
}

export const commandLine: Actor = { by: null, address: 'command line' }

/** Runs in the event's transaction. Queues a job for work that takes longer or needs a service. */
export type Consumer = (trx: Trx, event: RecordedEvent) => Promise<void> | void

let consumers: readonly Consumer[] = []

/** Sets the consumers of the process, in the order in which they run. */
export function registerConsumers(all: readonly Consumer[]): void {
  consumers = all
}

const textMax = 200

/** The columns of an event of any kind. */
interface Columns extends Pick<RecordedEvent, 'kind' | 'at' | 'by' | 'subject'> {
  tournament?: TournamentId
  role?: ActorRole | null
  text?: string
  address?: string | null
  detail?: string
  reason?: string | null
}

/** Stores an event and passes it to the consumers. Call it in the transaction that makes it happen, after the change. */
export async function record(trx: Trx, event: RecordedEvent): Promise<void> {
  const {
    kind,
    at,
    by,
    tournament,
    subject,
    role = null,
    text,
    address = null,
    detail = '',
    // A person's words: only the tournament's log stores them.
    reason: _,
    ...data
  }: Columns = event
  await insertEvents(trx, [
    {
      id: newId<'event'>(),
      kind,
      tournament_id: tournament ?? null,
      actor_id: by,
      role,
      address,
      subject_kind: subject?.[0] ?? null,
      subject_id: subject ? shortText(subject[1], textMax) : null,
      // No log shows those of a captain or of a visitor.
      text: role === null || text === undefined ? null : shortText(text, textMax),
      detail: address === null ? null : shortText(detail, textMax),
      data: JSON.stringify(data),
      created_at: at,
    },
  ])
  for (const consume of consumers) await consume(trx, event)
}

/** Consumer: a line of the server's log for what is done in a tournament's name. */
export const logActions =
  (log: Log): Consumer =>
  (_, event) => {
    const { kind, tournament, by, role, address }: Columns = event
    if (role && address !== commandLine.address)
      log.info('tournament action', { kind, tournament, by: role === 'owner' ? null : by, role })
  }
