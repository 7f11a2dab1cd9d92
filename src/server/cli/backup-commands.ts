import { iso } from '#contract/iso.ts'
import type { BackupConfig } from '#server/backup-config.ts'
import { readState } from '#server/backup-state.ts'
import { BackupError } from '#server/backups/backup-format.ts'
import { proveBackup } from '#server/backups/run-backup.ts'
import type { Env } from '#server/env.ts'
import { type AdminCommand, AdminError, UsageError } from './admin-command.ts'
import { formatBytes, isSystemError } from './command-line.ts'

export const backupCommands: Record<string, AdminCommand> = {
  backups: {
    takes: '',
    does: 'say when the last backup to BACKUP_TO and the last proven restore were, and what failed',
    run: async ({ env, now, print }, args) => {
      if (args.length > 0) throw new UsageError()
      const { place } = configOf(env)
      const { lastSuccess, lastFailure, lastProven, lastProofFailure, unread } = readState(env.dataDir, place)
      const said = (time: { at: number } | null) => (time === null ? 'never' : ageOf(now() - time.at))
      print(`Backups at ${place.text}`)
      print(`Last backup: ${said(lastSuccess)}`)
      print(`Last proven restore: ${said(lastProven)}`)
      if (unread !== null) print(`It lacks ${unread.files} files of a bucket: ${unread.reason}`)
      if (lastFailure !== null) print(`Last failure: ${iso(lastFailure.at)} ${lastFailure.reason}`)
      if (lastProofFailure !== null)
        print(`Last failed proof: ${iso(lastProofFailure.at)} ${lastProofFailure.reason}`)
    },
  },
  'verify-backup': {
    takes: '',
    does: 'restore the newest backup of BACKUP_TO into a scratch directory and check files, database and ledger',
    run: async ({ env, now, print }, args) => {
      if (args.length > 0) throw new UsageError()
      const config = configOf(env)
      try {
        const { name, files, size } = await proveBackup({ env, config, now })
        print(`${name}: ${files} files (${formatBytes(size)}), database and ledger are restorable.`)
      } catch (error) {
        if (error instanceof BackupError || isSystemError(error))
          throw new AdminError(error.message, { cause: error })
        throw error
      }
    },
  },
}

/** @throws AdminError */
function configOf({ backups }: Env): BackupConfig {
  if (backups === null) throw new AdminError('BACKUP_TO is not set. See docs/self-hosting.md.')
  return backups
}

function ageOf(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / 3_600_000))
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
