/** Settings that must be the same in all processes of a site: name, as an operator knows it → value. */
export type SharedSettings = Readonly<Record<string, string>>

/** Waits of a process for others, in milliseconds. */
export interface Waits {
  /** The longest wait of one of its writers for the lock, in this minute or the last. */
  lockMs: number
  /** Time since it received the changes of other processes. */
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

/** This process among those that serve a site; on SQLite it is alone. */
export interface Processes {
  readonly id: string
  /**
   * Returns true in at most one process. Another one takes over within 5 seconds after it stops answering.
   */
  runsScheduledWork(): boolean
  /**
   * Ends the membership after the last request,
   * so that others needn't wait until this process counts as dead.
   */
  leave(): Promise<void>
}

/** The only process: on SQLite, one process holds the file. */
export const onlyProcess = (): Processes => ({
  id: Bun.randomUUIDv7(),
  runsScheduledWork: () => true,
  leave: async () => {},
})
