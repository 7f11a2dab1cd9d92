import { describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Check } from '#contract/site/admin.ts'
import { hour } from '#contract/time.ts'
import { backupStates, noteFailure, noteProofFailure } from '#server/backup-state.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addOwner } from '../../../../tests/support/factories.ts'
import { type BackupTask, ScheduledBackups, type TaskEnd } from './scheduled-backups.ts'

const start = Date.parse('2026-06-03T12:00:00Z')
const done: TaskEnd = { code: 0, lastLine: '' }
const reason = 's3://marina can’t be used: AccessDenied.'

async function setUp(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-scheduled-'))
  afterTest(() => rmSync(dataDir, { recursive: true }))
  mkdirSync(join(dataDir, 'db'))
  const folder = join(dataDir, 'backups')
  mkdirSync(folder)
  const testApp = await makeTestApp({
    DATA_DIR: dataDir,
    BACKUP_TO: folder,
    RESTIC_PATH: 'off',
    SUPPORT_EMAIL: 'marina@example.org',
    ...env,
  })
  testApp.setNow(start)
  const { deps } = testApp
  const states = backupStates(deps)
  const ran: BackupTask[] = []
  const place = { kind: 'folder' as const, text: folder }
  const tasks: Record<BackupTask, () => Promise<TaskEnd>> = {
    backup: async () => {
      await states.change(place, () => ({
        lastSuccess: { at: deps.now(), name: 'x' },
        failuresSinceSuccess: 0,
      }))
      return done
    },
    proof: async () => {
      await states.change(place, () => ({ lastProven: { at: deps.now(), name: 'x' } }))
      return done
    },
  }
  const backups = new ScheduledBackups(deps, task => {
    ran.push(task)
    return tasks[task]()
  })
  const metrics = async () => {
    const text = await (await testApp.page('/metrics')).text()
    return [...text.matchAll(/^reelstake_backup_(\w+) (\S+)$/gm)].map(([, name, value]) => `${name} ${value}`)
  }
  return { ...testApp, states, place, ran, tasks, backups, metrics }
}

type Site = Awaited<ReturnType<typeof setUp>>

const fail = async ({ states, place, deps }: Site) => {
  await states.change(place, noteFailure(deps.now(), reason))
  return { code: 1, lastLine: reason }
}

describe('scheduled backups', () => {
  test('run after the start and are proven, then daily, one at a time', async () => {
    const site = await setUp()
    const gate = Promise.withResolvers<void>()
    const { backup } = site.tasks
    site.tasks.backup = async () => {
      await gate.promise
      return backup()
    }
    const first = site.backups.runDue()
    await site.backups.runDue()
    expect(site.ran).toEqual(['backup'])
    gate.resolve()
    await first
    expect(site.ran).toEqual(['backup', 'proof'])
    await site.backups.runDue()
    expect(site.ran).toHaveLength(2)
    site.setNow(start + 24 * hour)
    await site.backups.runDue()
    expect(site.ran).toEqual(['backup', 'proof', 'backup'])
    expect(site.logs.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('don’t run without BACKUP_TO', async () => {
    const site = await setUp({ BACKUP_TO: '' })
    await site.backups.runDue()
    expect(site.ran).toEqual([])
    expect(await site.metrics()).toEqual([])
  })

  test('that fail are tried again hourly, logged, counted, and mailed once a day', async () => {
    const site = await setUp()
    site.tasks.backup = async () => fail(site)
    for (let minutes = 0; minutes < 26 * 60; minutes += 10) {
      site.setNow(start + minutes * 60_000)
      await site.backups.runDue()
    }
    expect(site.ran).toEqual(Array.from({ length: 26 }, () => 'backup' as const))
    await site.sendMails()
    expect(site.mails).toHaveLength(2)
    expect(site.mails[0]).toMatchObject({ to: 'marina@example.org', subject: 'The backup failed' })
    expect(site.mails[0]?.text).toContain(`\n${reason}\n\nThere is no backup yet. The server tries again`)
    expect(site.logs.find(({ level }) => level === 'error')).toMatchObject({
      message: 'backup failed',
      place: site.place.text,
      reason,
    })
    expect(await site.metrics()).toEqual(['age_seconds +Inf', 'proven_age_seconds +Inf', 'failures_total 26'])
  })

  test('that fail are mailed to the owners where there are any, and are on the checklist', async () => {
    const site = await setUp()
    await addOwner(site.db, { email: 'owner@example.org' })
    const check = async () => {
      const { cookie } = await addOwner(site.db)
      const checks: Check[] = (await (await site.page('/api/admin/checklist', { cookie })).json()).checks
      return checks.find(({ id }) => id === 'backups')
    }
    site.tasks.backup = async () => fail(site)
    await site.backups.runDue()
    await site.sendMails()
    expect(site.mails.map(({ to }) => to)).toEqual(['owner@example.org'])
    expect(await check()).toMatchObject({
      state: 'risk',
      text: `Last backup: never. Last proven restore: never. ${reason}`,
    })
    await site.states.change(site.place, () => ({
      lastSuccess: { at: start - hour, name: 'x' },
      lastProven: { at: start - 49 * hour, name: 'x' },
    }))
    expect(await check()).toMatchObject({
      state: 'note',
      text: expect.stringMatching(
        /^Last backup: today. Last proven restore: 2 days ago. They are on the same disk/,
      ),
    })
  })

  test('whose proof fails are mailed, and proven on the next day', async () => {
    const site = await setUp()
    const { proof } = site.tasks
    site.tasks.proof = async () => {
      await site.states.change(site.place, noteProofFailure(site.deps.now(), reason))
      return { code: 1, lastLine: reason }
    }
    await site.backups.runDue()
    site.setNow(start + hour)
    await site.backups.runDue()
    expect(site.ran).toEqual(['backup', 'proof'])
    await site.sendMails()
    expect(site.mails.map(({ subject }) => subject)).toEqual(['The newest backup can’t be restored'])
    expect(site.mails[0]?.text).toContain('The last backup was made on 2026-06-03 12:00 UTC.')
    site.tasks.proof = proof
    site.setNow(start + 24 * hour)
    await site.backups.runDue()
    expect(site.ran).toEqual(['backup', 'proof', 'backup', 'proof'])
    site.setNow(start + 25 * hour)
    expect(await site.metrics()).toEqual(['age_seconds 3600', 'proven_age_seconds 3600', 'failures_total 1'])
  })

  test('whose process is killed are recorded; one that finds another backup running is not', async () => {
    const site = await setUp()
    const lastFailure = async () => (await site.states.read(site.place)).lastFailure
    site.tasks.backup = async () => ({ code: 1, lastLine: 'Another backup is running.' })
    await site.backups.runDue()
    await site.backups.runDue()
    expect(site.ran).toEqual(['backup'])
    expect(await lastFailure()).toBeNull()
    site.setNow(start + hour)
    site.tasks.backup = async () => ({ code: null, lastLine: '' })
    await site.backups.runDue()
    expect(await lastFailure()).toMatchObject({ reason: expect.stringContaining('was killed') })
    await site.sendMails()
    expect(site.mails).toHaveLength(1)
  })

  test('end with the server, without a failure', async () => {
    const site = await setUp()
    const start = Promise.withResolvers<AbortSignal>()
    const backups = new ScheduledBackups(site.deps, (_, taskSignal) => {
      start.resolve(taskSignal)
      const { promise, resolve } = Promise.withResolvers<TaskEnd>()
      taskSignal.addEventListener('abort', () => resolve({ code: null, lastLine: '' }))
      return promise
    })
    const running = backups.runDue()
    const signal = await start.promise
    await backups.stop()
    await running
    expect(signal.aborted).toBe(true)
    expect((await site.states.read(site.place)).lastFailure).toBeNull()
    expect(site.logs.filter(({ level }) => level === 'error')).toEqual([])
  })
})
