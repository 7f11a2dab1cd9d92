import { iso } from '#contract/iso.ts'
import { type BackupConfig, dailyAt } from '#server/backup-config.ts'
import { backupStates } from '#server/backup-state.ts'
import type { Env } from '#server/env.ts'
import { OperatorError } from '#server/operator-error.ts'
import { proveBackup } from '#server/site/backups/run-backup.ts'
import { nextBackup } from '#server/site/backups/schedule.ts'
import type { AdminCommand } from './admin-command.ts'

export const backupCommands: Record<string, AdminCommand> = {
  backups: {
    takes: '',
    does: 'say when the last backup to BACKUP_TO and the last proven restore were, when the next backup is, and what failed',
    run: async ({ db, env, now, print }) => {
      const { place, at } = configOf(env)
      const state = await backupStates({ db, env }).read(place)
      const { lastSuccess, lastFailure, lastProven, lastProofFailure } = state
      const timeOf = (last: { at: number } | null) => (last === null ? 'never' : iso(last.at))
      const time = now()
      const next = nextBackup(state, at, time)
      print(`Backups at ${place.text}, ${dailyAt(at)}`)
      print(`Last backup: ${timeOf(lastSuccess)}`)
      print(`Next backup: ${next === time ? 'due now; the server makes it while it runs' : iso(next)}`)
      print(`Last proven restore: ${timeOf(lastProven)}`)
      if (lastFailure !== null) {
        const since = state.failuresSinceSuccess === 0 ? ' Since then: succeeded.' : ''
        print(`Last failure: ${iso(lastFailure.at)} ${lastFailure.reason}${since}`)
      }
      if (lastProofFailure !== null)
        print(`Last failed proof: ${iso(lastProofFailure.at)} ${lastProofFailure.reason}`)
    },
  },
  'verify-backup': {
    takes: '',
    does: 'restore the newest backup of BACKUP_TO into a scratch directory and check files, database and ledger',
    run: async ({ env, now, print }) => {
      const config = configOf(env)
      const name = await proveBackup({ env, config, now })
      print(`${name}: every file can be read; database and ledger are restorable.`)
    },
  },
}

/** @throws OperatorError */
function configOf({ backups }: Env): BackupConfig {
  if (backups === null) throw new OperatorError('BACKUP_TO is not set. See docs/self-hosting/backups.md.')
  return backups
}
