import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { day } from '#contract/time.ts'
import type { BackupState } from '#server/backup-state.ts'
import { timesToKeep } from './retention.ts'
import { isBackupDue, isProofDue, nextBackup } from './schedule.ts'

const zone = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'America/New_York'
})
afterAll(() => {
  process.env.TZ = zone ?? 'UTC'
})

const at = { hour: 3, minute: 30 }
const time = (text: string) => Date.parse(text)

const state = (known: Partial<BackupState>): BackupState => ({
  unread: null,
  lastSuccess: null,
  lastFailure: null,
  failuresSinceSuccess: 0,
  failures: 0,
  lastProven: null,
  lastProofFailure: null,
  damaged: [],
  ...known,
})

const success = (text: string) => ({ at: time(text), name: '' })
const failure = (text: string) => ({ at: time(text), reason: '' })

describe('a backup is due', () => {
  const isDue = (known: Partial<BackupState>, now: string, startedAt = '2026-01-01T00:00:00Z') =>
    isBackupDue(state(known), at, time(startedAt), time(now))

  test('at BACKUP_AT in the zone of the process, once a day', () => {
    const lastSuccess = success('2026-06-01T07:30:05Z')
    expect(isDue({ lastSuccess }, '2026-06-01T07:31:00Z')).toBe(false)
    expect(isDue({ lastSuccess }, '2026-06-02T07:29:59Z')).toBe(false)
    expect(isDue({ lastSuccess }, '2026-06-02T07:30:00Z')).toBe(true)
  })

  test('after a start that follows a missed time, and for the first time at once', () => {
    expect(isDue({ lastSuccess: success('2026-06-01T07:30:05Z') }, '2026-06-09T12:00:00Z')).toBe(true)
    expect(isDue({ lastSuccess: success('2026-06-09T11:00:00Z') }, '2026-06-09T12:00:00Z')).toBe(false)
    expect(isDue({}, '2026-06-09T12:00:00Z')).toBe(true)
  })

  test('an hour after a failure', () => {
    const lastFailure = failure('2026-06-02T07:31:00Z')
    const lastSuccess = success('2026-06-01T07:30:00Z')
    expect(isDue({ lastSuccess, lastFailure }, '2026-06-02T08:30:59Z')).toBe(false)
    expect(isDue({ lastSuccess, lastFailure }, '2026-06-02T08:31:00Z')).toBe(true)
  })

  test('at the start that follows a failure', () => {
    const lastFailure = failure('2026-06-02T07:31:00Z')
    expect(isDue({ lastFailure }, '2026-06-02T07:33:00Z', '2026-06-02T07:32:00Z')).toBe(true)
    expect(isDue({ lastFailure }, '2026-06-02T07:33:00Z', '2026-06-02T07:31:00Z')).toBe(false)
  })

  test('also when the clock was ahead at the last backup', () => {
    expect(isDue({ lastSuccess: success('2030-01-01T00:00:00Z') }, '2026-06-02T08:00:00Z')).toBe(true)
    expect(isDue({ lastFailure: failure('2030-01-01T00:00:00Z') }, '2026-06-02T08:00:00Z')).toBe(true)
  })

  test('once on the days of a clock change', () => {
    const due: string[] = []
    let lastSuccess = success('2026-03-06T12:00:00Z')
    for (let now = time('2026-03-06T12:01:00Z'); now < time('2026-03-10T12:00:00Z'); now += 60_000)
      if (isBackupDue(state({ lastSuccess }), { hour: 2, minute: 30 }, 0, now)) {
        due.push(new Date(now).toISOString())
        lastSuccess = { at: now, name: '' }
      }
    expect(due).toEqual([
      '2026-03-07T07:30:00.000Z',
      // 02:30 doesn't exist on this day.
      '2026-03-08T07:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
      '2026-03-10T06:30:00.000Z',
    ])
  })
})

test('the next backup is at the next BACKUP_AT, an hour after a failure, or due', () => {
  const next = (known: Partial<BackupState>, now: string) =>
    new Date(nextBackup(state(known), at, time(now))).toISOString()
  const lastSuccess = success('2026-06-01T07:30:05Z')
  expect(next({ lastSuccess }, '2026-06-01T12:00:00Z')).toBe('2026-06-02T07:30:00.000Z')
  const beforeSummerTime = success('2026-03-07T09:00:00Z')
  expect(next({ lastSuccess: beforeSummerTime }, '2026-03-07T12:00:00Z')).toBe('2026-03-08T07:30:00.000Z')
  const lastFailure = failure('2026-06-02T07:31:00Z')
  expect(next({ lastSuccess, lastFailure }, '2026-06-02T07:40:00Z')).toBe('2026-06-02T08:31:00.000Z')
  expect(next({ lastSuccess }, '2026-06-02T08:00:00Z')).toBe('2026-06-02T08:00:00.000Z')
})

describe('a proof is due', () => {
  const isDue = (known: Partial<BackupState>, now: string) => isProofDue(state(known), at, time(now))
  const lastSuccess = success('2026-06-14T07:31:00Z')

  test('every Sunday at BACKUP_AT, also later, and after the first backup', () => {
    expect(isDue({}, '2026-06-14T08:00:00Z')).toBe(false)
    expect(isDue({ lastSuccess }, '2026-06-14T08:00:00Z')).toBe(true)
    const lastProven = success('2026-06-07T07:40:00Z')
    expect(isDue({ lastSuccess, lastProven }, '2026-06-14T07:29:00Z')).toBe(false)
    expect(isDue({ lastSuccess, lastProven }, '2026-06-14T07:30:00Z')).toBe(true)
    expect(isDue({ lastSuccess, lastProven }, '2026-06-17T12:00:00Z')).toBe(true)
  })

  test('again on the day after a failed one', () => {
    const lastProofFailure = failure('2026-06-14T07:45:00Z')
    expect(isDue({ lastSuccess, lastProofFailure }, '2026-06-14T23:00:00Z')).toBe(false)
    expect(isDue({ lastSuccess, lastProofFailure }, '2026-06-15T07:30:00Z')).toBe(true)
  })
})

describe('timesToKeep', () => {
  const days = (times: Iterable<number>) =>
    [...times].map(kept => new Date(kept).toISOString().slice(0, 10)).sort()

  test('keeps 7 days, 4 weeks and 12 months over three years of daily backups', () => {
    let kept = new Set<number>()
    const first = time('2026-01-01T03:30:00Z')
    for (let now = first; now <= first + 3 * 365 * day; now += day) {
      kept = timesToKeep([...kept, now])
      expect(kept.has(now)).toBe(true)
      expect(kept.size).toBeLessThanOrEqual(21)
      if (now - first < 365 * day) continue
      expect(kept.size).toBeGreaterThanOrEqual(19)
      const ages = [...kept].map(time => (now - time) / day).sort((a, b) => a - b)
      expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
      expect(ages.at(-1)).toBeGreaterThan(300)
      expect(ages.filter(age => age < 29).length).toBeGreaterThanOrEqual(9)
    }
    expect(days(kept)).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
      '2028-06-30',
      '2028-07-31',
      '2028-08-31',
      '2028-09-30',
      '2028-10-31',
      '2028-11-30',
      '2028-12-10',
      '2028-12-17',
      '2028-12-24',
      '2028-12-25',
      '2028-12-26',
      '2028-12-27',
      '2028-12-28',
      '2028-12-29',
      '2028-12-30',
      '2028-12-31',
    ])
  })

  test('keeps the newest of a day, and old backups after a pause of years', () => {
    const morning = time('2026-06-01T03:30:00Z')
    expect([...timesToKeep([morning, morning + 1000])]).toEqual([morning + 1000])
    const old = Array.from({ length: 7 }, (_, n) => morning - n * day)
    expect(timesToKeep([...old, morning + 3 * 365 * day]).size).toBe(7)
    expect([...timesToKeep([])]).toEqual([])
  })
})
