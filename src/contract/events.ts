/** Milliseconds between `beat` events; silence means a lost stream. */
export const heartbeatMs = 15_000

/** Data by event name. A page that reconnects gets the changes it missed, not other events. */
export interface StreamEvents {
  ready: Record<never, never>
  beat: Record<never, never>
  change: ChangeEvent
}

export interface ChangeEvent {
  /** Prefixes of query keys, such as `/api/leaderboard`; `:id` matches any part. */
  lists: string[]
  tournaments: string[]
  /** The missed changes are unknown: refetch all. */
  everything?: true
}
