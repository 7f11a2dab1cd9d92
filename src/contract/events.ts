/** Milliseconds between `beat` events; silence means a lost stream. */
export const heartbeatMs = 15_000

/** Data by event name. A page that reconnects gets the changes it missed, not other events. */
export interface StreamEvents {
  ready: Record<never, never>
  beat: Record<never, never>
  change: ChangeEvent
  /** This person's notices changed. */
  notice: Record<never, never>
}

export interface ChangeEvent {
  /** Patterns of API paths whose answers changed, such as `/api/leaderboard`; `:id` matches any segment. */
  lists: string[]
  /** Ids of changed tournaments, at most 50: all paths under them, their cards, boards and entries changed. */
  tournaments: string[]
  /** The missed changes are unknown: refetch all. */
  everything?: true
}
