/** Milliseconds between `beat` events; silence means a lost stream. */
export const heartbeatMs = 15_000

/** Data by event name. A page that reconnects gets the changes it missed, not other events. */
export interface StreamEvents {
  ready: ServerTime
  beat: ServerTime
  change: ChangeEvent
  /** This person's notifications changed. */
  notification: Record<never, never>
}

interface ServerTime {
  /** Milliseconds since 1970 by the server's clock. */
  now: number
}

export interface ChangeEvent {
  /** Paths of the API whose answers changed. `:id` matches any segment, a final `*` all the rest. */
  lists: string[]
}

/** Anything may have changed: refetch all. */
export const everything = '*'

/** Header of a mutation's answer: the paths that it made stale, as the event stream names them, separated by spaces. */
export const staleHeader = 'X-Stale'
