/** `GET /api/events`, server-sent events. Types only. */

/** Data of an event `change`: what an open page should ask for again. */
export interface ChangeEvent {
  /** Paths of lists, as in `/api/leaderboard`: the first part of a query's key. */
  lists: string[]
  /** Ids of tournaments whose own page has changed. */
  tournaments: string[]
  /** Nobody knows any more what was missed: everything may have changed. */
  everything?: true
}
