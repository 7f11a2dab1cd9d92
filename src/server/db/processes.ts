import type { SecretStore } from '#server/secret-store.ts'
import type { RootDb } from './connection.ts'

/** What must be alike in all processes of a site: name, as an operator knows it → value. */
export type SharedSettings = Readonly<Record<string, string>>

export interface LiveProcess {
  id: string
  /** Milliseconds since 1970. */
  startedAt: number
  runsScheduledWork: boolean
}

/** The processes that serve a site together; on SQLite it is one. */
export interface Processes {
  /** Of this one. */
  readonly id: string
  /** At most one process does, another one 4 seconds after it stopped answering. */
  runsScheduledWork(): boolean
  /** Oldest first. */
  list(): Promise<LiveProcess[]>
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
export function onlyProcess(): Processes {
  const id = Bun.randomUUIDv7()
  const startedAt = Date.now()
  return {
    id,
    runsScheduledWork: () => true,
    list: async () => [{ id, startedAt, runsScheduledWork: true }],
    leave: async () => {},
  }
}
