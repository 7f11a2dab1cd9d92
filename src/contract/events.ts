/** Milliseconds between `beat` events; a longer silence means the stream is lost. */
export const heartbeatMs = 15_000

export interface ChangeEvent {
  /**
   * First parts of query keys, such as `/api/leaderboard`. `:id` matches any one part and hides
   * which.
   */
  lists: string[]
  /** Ids. */
  tournaments: string[]
  /** Missed changes are unknown: refetch all. */
  everything?: true
}
