import type { SecretStore } from '#server/secret-store.ts'
import type { RootDb } from './connection.ts'
import type { Processes, SharedSettings } from './processes.ts'

/** A site's data, opened by a process that will serve it. */
export interface OpenSite {
  db: RootDb
  secrets: SecretStore
  /** @param onDead others took this process for dead, and its jobs: it must end @throws OperatorError beside other settings */
  join(settings: SharedSettings, onDead: () => void): Promise<Processes>
  /** Lets the next process start, once this one serves. */
  letNextStart(): Promise<void>
}
