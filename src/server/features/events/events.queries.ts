import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { assumeEverythingChanged } from '#server/db/writes.ts'
import type { Deps } from '#server/deps.ts'
import { watchChanges } from './changes.ts'
import { EventHub } from './hub.ts'

export interface Events {
  hub: EventHub
  /** Knows from here on what has changed; before the first stream opens. */
  ready(): Promise<unknown>
  /** Looks whether the clock has moved a tournament, or another process (an operator's command) has written. */
  look(): Promise<void>
}

const made = new WeakMap<Db, Events>()

/** The one hub of a database. */
export function eventsOf({ db, now, log }: Deps): Events {
  const known = made.get(db)
  if (known) return known
  const changes = watchChanges(db, now, () => hub.changed())
  const hub = new EventHub({
    collect: () => changes.collect(),
    onError: error => log.error('events failed', {}, error),
  })
  let version: number | null = null
  const events: Events = {
    hub,
    ready: () => changes.hasTurned(),
    async look() {
      // Changes with every commit of another connection, never with our own.
      const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
      const current = rows[0]?.data_version ?? null
      if (version !== null && version !== current) assumeEverythingChanged(db)
      version = current
      if (await changes.hasTurned()) hub.changed()
    },
  }
  made.set(db, events)
  return events
}
