import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day } from '#contract/time.ts'
import { backupStates, noteFailure } from '#server/backup-state.ts'
import { makeTestApp } from '../../../tests/support/app.ts'
import { admin } from './test-support.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

test('bun run admin backups says exact times, the next backup, and whether the last failure is over', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-backups-'))
  mkdirSync(join(dataDir, 'db'))
  const app = await makeTestApp({ DATA_DIR: dataDir, BACKUP_TO: '/backups', BACKUP_AT: '03:30' })
  const place = { kind: 'folder' as const, text: '/backups' }
  const now = new Date('2026-06-03T12:00:00Z').setHours(12, 0, 0, 0)
  app.setNow(now)
  const states = backupStates(app.deps)
  const iso = (time: number) => new Date(time).toISOString()
  const backups = async () => (await admin(app, 'backups')).out
  const head = `Backups at /backups, daily at 3:30 (${timeZone})`
  try {
    expect(await backups()).toEqual([
      head,
      'Last backup: never',
      'Next backup: due now; the server makes it while it runs',
      'Last proven restore: never',
    ])
    await states.change(place, noteFailure(now - 60_000, 'It was away.'))
    const failure = `Last failure: ${iso(now - 60_000)} It was away.`
    expect(await backups()).toEqual([
      head,
      'Last backup: never',
      `Next backup: ${iso(now + 59 * 60_000)}`,
      'Last proven restore: never',
      failure,
    ])
    const last = { at: now - 1000, name: 'x' }
    await states.change(place, () => ({ lastSuccess: last, lastProven: last, failuresSinceSuccess: 0 }))
    expect(await backups()).toEqual([
      head,
      `Last backup: ${iso(last.at)}`,
      `Next backup: ${iso(new Date(now + day).setHours(3, 30, 0, 0))}`,
      `Last proven restore: ${iso(last.at)}`,
      `${failure} Since then: succeeded.`,
    ])
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
