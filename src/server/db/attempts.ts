import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export interface AttemptRule {
  /** Name that is the same in all processes and differs from that of other rules. */
  name: string
  /** Attempts in a window. */
  points: number
  /** After it, a key's attempts are forgotten. */
  windowSeconds: number
  /** Attempts beyond them wait for a pause, which doubles with each; the window begins anew with each attempt. */
  pauses?: { firstSeconds: number; longestSeconds: number }
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
  { points, windowSeconds, pauses }: AttemptRule,
  { count, until }: { count: number; until: number },
  now: number,
): number {
  if (count < points) return 0
  const seconds = pauses
    ? Math.min(pauses.longestSeconds, pauses.firstSeconds * 2 ** (count - points))
    : windowSeconds
  const last = until - windowSeconds * 1000
  // The limit holds even if the clock was set back.
  return Math.min(seconds * 1000, Math.max(0, last + seconds * 1000 - now))
}
