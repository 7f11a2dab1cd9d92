/** Milliseconds between `beat` events; silence means a lost stream. */
export const heartbeatMs = 15_000

export interface ChangeEvent {
  /** Prefixes of query keys, such as `/api/leaderboard`; `:id` matches any part. */
  lists: string[]
  tournaments: string[]
  /** The missed changes are unknown: refetch all. */
  everything?: true
}
