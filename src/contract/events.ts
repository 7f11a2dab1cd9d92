/** `GET /api/events?since=`, server-sent events. Plain values and types only, so that the browser may import them. */

/** Milliseconds from one event `beat` to the next. A page that hears nothing for longer has lost its stream. */
export const heartbeatMs = 15_000

/** Data of an event `change`: what an open page should ask for again. */
export interface ChangeEvent {
  /**
   * Paths of the API, as in `/api/leaderboard`: the first part of a query's key. A part `:id` stands for any one part,
   * where which one it is would be nobody else's business.
   */
  lists: string[]
  /** Ids of tournaments whose own page has changed. */
  tournaments: string[]
  /** Nobody knows any more what was missed: everything may have changed. */
  everything?: true
}
