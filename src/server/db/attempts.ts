import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** All in milliseconds. */
export interface AttemptRule {
  /** Name that is the same in all processes and differs from that of other rules. */
  name: string
  /** Number of attempts without a pause. */
  free: number
  /** Pause after the first attempt beyond them. It doubles with each further attempt. */
  firstPause: number
  longestPause: number
  /** Time after which a key's attempts are forgotten. */
  window: number
  /** Start of the window: the key's first attempt or its last. */
  since: 'first' | 'last'
}

/** Counts one rule's attempts by key. Outside of transactions, except where it takes one. */
export interface AttemptCounter {
  /** Checks and counts at once, so that parallel attempts gain nothing. @returns milliseconds to wait; 0: it counted */
  take(key: string, trx?: Transaction<Tables>): Promise<number>
  /** Returns the wait in milliseconds without counting an attempt. */
  wait(key: string): Promise<number>
  forget(key: string): Promise<void>
}

/** Store of attempts: in memory, or in PostgreSQL for all processes. */
export interface AttemptStore {
  /** @param now monotonic milliseconds; PostgreSQL has its own clock */
  counter(rule: AttemptRule, now: () => number): AttemptCounter
  /** Deletes forgotten attempts. */
  sweep(): Promise<void>
}

/** @param until when they are forgotten @returns milliseconds */
export function pauseAfter(
  { free, firstPause, longestPause, window }: AttemptRule,
  { count, until }: { count: number; until: number },
  now: number,
): number {
  if (count < free) return 0
  const pause = Math.min(longestPause, firstPause * 2 ** (count - free))
  // The limit holds even if the clock was set back.
  return Math.min(pause, Math.max(0, until - window + pause - now))
}
