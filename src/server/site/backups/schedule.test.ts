import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BackupState } from '#server/backup-state.ts'
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

const state = (fields: Partial<BackupState>): BackupState => ({
  lastSuccess: null,
  lastFailure: null,
  failuresSinceSuccess: 0,
  failures: 0,
  lastProven: null,
  lastProofFailure: null,
  ...fields,
})

const success = (text: string) => ({ at: time(text), name: '' })
const failure = (text: string) => ({ at: time(text), reason: '' })

describe('a backup is due', () => {
  const isDue = (fields: Partial<BackupState>, now: string, startedAt = '2026-01-01T00:00:00Z') =>
    isBackupDue(state(fields), at, time(startedAt), time(now))

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
  const next = (fields: Partial<BackupState>, now: string) =>
    new Date(nextBackup(state(fields), at, time(now))).toISOString()
  const lastSuccess = success('2026-06-01T07:30:05Z')
  expect(next({ lastSuccess }, '2026-06-01T12:00:00Z')).toBe('2026-06-02T07:30:00.000Z')
  const beforeSummerTime = success('2026-03-07T09:00:00Z')
  expect(next({ lastSuccess: beforeSummerTime }, '2026-03-07T12:00:00Z')).toBe('2026-03-08T07:30:00.000Z')
  const lastFailure = failure('2026-06-02T07:31:00Z')
  expect(next({ lastSuccess, lastFailure }, '2026-06-02T07:40:00Z')).toBe('2026-06-02T08:31:00.000Z')
  expect(next({ lastSuccess }, '2026-06-02T08:00:00Z')).toBe('2026-06-02T08:00:00.000Z')
})

describe('a proof is due', () => {
  const isDue = (fields: Partial<BackupState>, now: string) => isProofDue(state(fields), at, time(now))
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
