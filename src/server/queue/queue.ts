import { setTimeout as sleep } from 'node:timers/promises'
import { hour } from '#contract/time.ts'
import type { Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { beginJob, finishRun, type JobChanges, waitingJobsOf } from './queue.queries.ts'
import type { JobId, JobRow } from './queue.table.ts'

export interface Job {
  subject: string
  /** Number of the attempt, from 1. */
  attempt: number
  /** Signal that a shutdown aborts. The job runs again after the start. */
  signal: AbortSignal
}

/** `run` must be idempotent: it may repeat after a crash. */
export interface JobKind {
  kind: string
  atOnce: number
  /** Its jobs run in one process at a time, because they share its memory. */
  inOneProcess?: true
  /** Returns milliseconds until the next attempt, or null to give up. */
  retryAfter(attempts: number): number | null
  run(job: Job): Promise<void>
  gaveUp?(subject: string, reason: string): Promise<void>
}

/** Ends a job when no retry can succeed. The operator reads the message. */
export class GiveUp extends Error {}

/** The settings prevent the job: the attempt doesn't count. */
export class Blocked extends Error {}

/** The job was moved to a later time, in milliseconds since 1970: the attempt doesn't count. */
export class NotDue extends Error {
  constructor(readonly dueAt: number) {
    super('It is not due yet.')
  }
}

/** Milliseconds. A blocked job waits a tenth of its age. */
const [blockedMin, blockedMax] = [10_000, hour]

/** Exponential backoff in milliseconds. */
export const doubling =
  (first: number, longest: number, tries: number) =>
  (attempts: number): number | null =>
    attempts >= tries ? null : Math.min(longest, first * 2 ** (attempts - 1))

/** Mail servers' answers name recipients, who can delete their accounts, but not the log. */
const withoutAddresses = (text: string) => text.replaceAll(/[^\s<>()"“”'‘’]+@[^\s<>()"“”'‘’]+/g, '[hidden]')

type Needs = Pick<Deps, 'db' | 'groupCommit' | 'log' | 'now' | 'processes'>

/** Timers are limited to 2^31 ms; the clock may change. */
const longestSleepMs = 60_000

const shortestPauseMs = 1000
const longestPauseMs = 30_000
const heldPauseMs = 1000

/** Runs jobs. Interrupted ones run again. */
export class JobQueue {
  readonly #kinds: readonly JobKind[]
  readonly #waiting: ReturnType<typeof waitingJobsOf>
  readonly #needs: Needs
  readonly #isHeld: () => boolean
  readonly #running = new Map<JobId, Promise<void>>()
  readonly #perKind = new Map<string, number>()
  readonly #stopping = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #unlisten: (() => void) | undefined
  #looking: Promise<void> | null = null
  #lookAgain = false
  #pausedUntil = 0
  #pauseMs = shortestPauseMs

  /** @param isHeld no job begins meanwhile; `drain` doesn't ask */
  constructor(needs: Needs, kinds: readonly JobKind[], isHeld: () => boolean = () => false) {
    this.#isHeld = isHeld
    this.#needs = needs
    this.#kinds = kinds
    this.#waiting = waitingJobsOf(kinds.map(({ kind }) => kind))
  }

  start(): void {
    this.#unlisten = this.#needs.db.changes.listen(['jobs'], () => this.#wake())
    this.#wake()
  }

  /** Aborts running jobs and waits. */
  async stop(): Promise<void> {
    this.#unlisten?.()
    clearTimeout(this.#timer)
    this.#stopping.abort()
    await this.#looking
    await Promise.allSettled(this.#running.values())
  }

  /** Runs all due jobs without {@link start}, for tests and commands. */
  async drain(): Promise<void> {
    do {
      await this.#look()
      await Promise.all(this.#running.values())
    } while (await this.#hasDue())
  }

  async #hasDue(): Promise<boolean> {
    const { db, now } = this.#needs
    const next = await this.#waiting(db, ...this.#kinds.map(() => 1))
    return next.some(({ due_at: due }) => due <= now())
  }

  #wake(): void {
    if (this.#stopping.signal.aborted || performance.now() < this.#pausedUntil) return
    if (this.#isHeld()) {
      this.#wakeIn(heldPauseMs)
      return
    }
    if (this.#looking) {
      this.#lookAgain = true
      return
    }
    this.#looking = this.#look()
      .catch(error => this.#pause(error))
      .finally(() => {
        this.#looking = null
        if (!this.#lookAgain) return
        this.#lookAgain = false
        this.#wake()
      })
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#wake(), milliseconds).unref()
  }

  #pause(error: unknown): void {
    this.#needs.log.error('jobs could not be read', { again: `in ${this.#pauseMs / 1000} s` }, error)
    this.#pausedUntil = performance.now() + this.#pauseMs
    if (!this.#stopping.signal.aborted) this.#wakeIn(this.#pauseMs + 1)
    this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2)
  }

  async #look(): Promise<void> {
    const { db, now } = this.#needs
    let next = now() + longestSleepMs
    // One extra row tells the next time.
    const most = this.#kinds.map(kind => (this.#freeSlots(kind) > 0 ? kind.atOnce + 1 : 0))
    // Jobs that begin right now aren't taken yet.
    const free = (await this.#waiting(db, ...most)).filter(row => !this.#running.has(row.id))
    for (const row of free) {
      const kind = this.#kinds.find(each => each.kind === row.kind)
      if (row.due_at > now()) next = Math.min(next, row.due_at)
      else if (kind && this.#freeSlots(kind) > 0 && !this.#stopping.signal.aborted) this.#begin(kind, row)
    }
    this.#pauseMs = shortestPauseMs
    if (this.#unlisten && !this.#stopping.signal.aborted) this.#wakeIn(Math.max(10, next - now()))
  }

  #freeSlots({ kind, atOnce }: JobKind): number {
    return atOnce - (this.#perKind.get(kind) ?? 0)
  }

  #begin(kind: JobKind, row: JobRow): void {
    this.#perKind.set(kind.kind, (this.#perKind.get(kind.kind) ?? 0) + 1)
    const running = this.#run(kind, row)
      .catch(error => {
        this.#needs.log.error('a job could not be recorded', { kind: kind.kind }, error)
        return true
      })
      .then(didBegin => {
        this.#running.delete(row.id)
        this.#perKind.set(kind.kind, (this.#perKind.get(kind.kind) ?? 1) - 1)
        if (!this.#unlisten) return
        if (didBegin) this.#wake()
        // Jobs of other processes hold it up, and their ends wake this one.
        else this.#wakeIn(heldPauseMs)
      })
    this.#running.set(row.id, running)
  }

  /** @returns false when the job may not begin now */
  async #run(kind: JobKind, row: JobRow): Promise<boolean> {
    const attempt = row.attempts + 1
    // First, so that a job that kills the process isn't retried forever.
    const { id } = this.#needs.processes
    if (!(await this.#commit(trx => beginJob(trx, row, attempt, id, kind)))) return false
    const outcome = await this.#attempt(kind, row, attempt)
    const isRecorded = await this.#commit(trx => finishRun(trx, row.id, attempt, outcome))
    const { state, last_error: reason } = outcome
    if (isRecorded && state === 'failed')
      await this.#write(async () => kind.gaveUp?.(row.subject, reason ?? ''))
    return true
  }

  /** Commits a change of a job. Concurrent jobs share a commit. */
  #commit<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.#write(() => this.#needs.groupCommit.write(work))
  }

  /** Retries, so that a finished job doesn't run again. */
  async #write<T>(write: () => Promise<T>): Promise<T> {
    const { signal } = this.#stopping
    for (let pause = shortestPauseMs; ; pause = Math.min(longestPauseMs, pause * 2))
      try {
        return await write()
      } catch (error) {
        // The caller of `drain` gets the error.
        if (signal.aborted || !this.#unlisten) throw error
        this.#needs.log.error('a job could not be recorded', { again: `in ${pause / 1000} s` }, error)
        // Ends early at shutdown.
        await sleep(pause, undefined, { signal }).catch(() => {})
      }
  }

  async #attempt(kind: JobKind, row: JobRow, attempt: number): Promise<JobChanges> {
    const { log, now } = this.#needs
    const { signal } = this.#stopping
    const isExhausted = row.attempts > 0 && kind.retryAfter(row.attempts) === null
    try {
      if (isExhausted) throw new GiveUp(row.last_error ?? 'The server stopped during each attempt.')
      await kind.run({ subject: row.subject, attempt, signal })
      return { state: 'done', last_error: null, finished_at: now() }
    } catch (error) {
      if (signal.aborted) return { attempts: row.attempts }
      if (error instanceof NotDue) return { attempts: row.attempts, due_at: error.dueAt }
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof Blocked) {
        const blockedFor = Math.min(blockedMax, Math.max(blockedMin, (now() - row.created_at) / 10))
        log.info('job waits', { kind: kind.kind, subject: row.subject, reason })
        return { attempts: row.attempts, due_at: now() + Math.round(blockedFor), last_error: reason }
      }
      const wait = error instanceof GiveUp ? null : kind.retryAfter(attempt)
      const message =
        wait === null
          ? 'job failed, and is not tried again: see "admin jobs", repeat it with "admin retry-job"'
          : 'job failed'
      const fields = { kind: kind.kind, subject: row.subject, attempt, reason: withoutAddresses(reason) }
      log.warn(message, { ...fields, again: wait !== null })
      if (wait !== null) return { due_at: now() + wait, last_error: reason }
      return { state: 'failed', last_error: reason, finished_at: now() }
    }
  }
}
