/** Settings that must be the same in all processes of a site: name, as an operator knows it → value. */
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
  /** `web-1, process 4711` */
  place: string
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

/** On SQLite, whose file one process holds. */
export const onlyProcess = (): Processes => ({
  id: Bun.randomUUIDv7(),
  runsScheduledWork: () => true,
  leave: async () => {},
})
