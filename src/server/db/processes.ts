import type { SecretStore } from '#server/secret-store.ts'
import type { RootDb } from './connection.ts'

/** What must be alike in all processes of a site: name, as an operator knows it → value. */
export type SharedSettings = Readonly<Record<string, string>>

/** How long a process waits for others, in milliseconds. */
export interface Waits {
  /** The longest that one of its writers waited for the lock, in this minute or the last. */
  lockMs: number
  /** Since it heard of the changes of others. */
  feedMs: number
}

export interface LiveProcess extends Waits {
  id: string
  /** Milliseconds since 1970. */
  startedAt: number
  runsScheduledWork: boolean
}

/** This process among those that serve a site together; on SQLite it is alone. */
export interface Processes {
  readonly id: string
  /** At most one process does, another one 5 seconds after it stopped answering. */
  runsScheduledWork(): boolean
  /** After the last request: others needn't wait until this one counts as dead. */
  leave(): Promise<void>
}

/** A site's data, opened by a process that will serve it. */
export interface OpenSite {
  db: RootDb
  secrets: SecretStore
  /** @param onDead others took this process for dead, and its jobs: it must end @throws EnvError beside other settings */
  join(settings: SharedSettings, onDead: () => void): Promise<Processes>
  /** Once it serves: the next process may start. */
  started(): Promise<void>
}

/** On SQLite, whose file one process holds. */
export const onlyProcess = (): Processes => ({
  id: Bun.randomUUIDv7(),
  runsScheduledWork: () => true,
  leave: async () => {},
})
