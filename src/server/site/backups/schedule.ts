import { hour } from '#contract/time.ts'
import type { TimeOfDay } from '#server/backup-config.ts'
import type { BackupState } from '#server/backup-state.ts'

/** The latest such time, in the zone of the process. */
function latest({ hour, minute }: TimeOfDay, now: number): Date {
  const time = new Date(now)
  time.setHours(hour, minute, 0, 0)
  if (time.getTime() > now) {
    time.setDate(time.getDate() - 1)
    time.setHours(hour, minute, 0, 0)
  }
  return time
}

function latestOnSunday(at: TimeOfDay, now: number): Date {
  const time = latest(at, now)
  time.setDate(time.getDate() - time.getDay())
  time.setHours(at.hour, at.minute, 0, 0)
  return time
}

/** False also for a time in the future: the clock was wrong. */
const isBetween = (time: number | undefined, from: number, now: number) =>
  time !== undefined && time >= from && time <= now

/**
 * A missed time is due until a backup succeeds; a failed one is tried again after an hour, and after a start of the
 * server, which the operator may have corrected. @param startedAt of the server
 */
export function isBackupDue(
  { lastSuccess, lastFailure }: BackupState,
  at: TimeOfDay,
  startedAt: number,
  now: number,
): boolean {
  if (isBetween(lastSuccess?.at, latest(at, now).getTime(), now)) return false
  return !isBetween(lastFailure?.at, Math.max(startedAt, now - hour + 1), now)
}

/** Returns when a running server makes the next backup; `now` if it is due. */
export function nextBackup(state: BackupState, at: TimeOfDay, now: number): number {
  if (isBackupDue(state, at, 0, now)) return now
  const last = latest(at, now)
  if (!isBetween(state.lastSuccess?.at, last.getTime(), now)) return (state.lastFailure?.at ?? now) + hour
  last.setDate(last.getDate() + 1)
  last.setHours(at.hour, at.minute, 0, 0)
  return last.getTime()
}

/**
 * Returns whether the newest backup must be proven: on Sundays and after the first one;
 * again a day after a failure.
 */
export function isProofDue(
  { lastSuccess, lastProven, lastProofFailure }: BackupState,
  at: TimeOfDay,
  now: number,
): boolean {
  if (lastSuccess === null || isBetween(lastProven?.at, latestOnSunday(at, now).getTime(), now)) return false
  return !isBetween(lastProofFailure?.at, latest(at, now).getTime(), now)
}
