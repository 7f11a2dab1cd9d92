import type { Check } from '#contract/site/admin.ts'
import { day } from '#contract/time.ts'
import type { BackupConfig } from '#server/backup-config.ts'
import { backupFault, isOnDataDisk, onlyArchivesText, resticPath } from '#server/backup-faults.ts'
import { backupStates } from '#server/backup-state.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import { check, formatAge } from './fixes.rules.ts'

const backupTooOldDays = 2
/** A proof is due every Sunday. */
const proofTooOldDays = 9

export async function checkBackups({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): Promise<Check> {
  if (env.backups === null) return check('note', 'backups', 'The server makes no backups. Set BACKUP_TO.')
  const state = await backupStates({ db, env }).read(env.backups.place)
  const { lastSuccess, lastFailure, lastProven, lastProofFailure } = state
  const daysSince = (last: { at: number } | null) =>
    last === null ? Infinity : Math.floor((now() - last.at) / day)
  const ageOf = (last: { at: number } | null) => (last === null ? 'never' : formatAge(now() - last.at))
  const [backupDays, proofDays] = [daysSince(lastSuccess), daysSince(lastProven)]
  const text = `Last backup: ${ageOf(lastSuccess)}. Last proven restore: ${ageOf(lastProven)}.`
  const fault = backupFault(env)
  if (fault !== null) return check('risk', 'backups', `No backup is made. ${fault} ${text}`)
  const isTooOld = backupDays >= backupTooOldDays
  if (!isTooOld && proofDays < proofTooOldDays) {
    const advice = backupAdvice(env, env.backups)
    return advice.length === 0
      ? check('ok', 'backups', text)
      : check('note', 'backups', `${text} ${advice.join(' ')}`)
  }
  const reason = (isTooOld ? lastFailure : lastProofFailure)?.reason
  return check('risk', 'backups', reason === undefined ? text : `${text} ${reason}`)
}

function backupAdvice({ dataDir, storage }: Env, backups: BackupConfig): string[] {
  const hasRestic = resticPath(backups) !== null
  return [
    ...(isOnDataDisk(backups.place, dataDir)
      ? [
          'They are on the same disk as the data, and lost with it. Name a folder on another disk or a bucket in BACKUP_TO.',
        ]
      : []),
    ...(hasRestic ? [] : [onlyArchivesText(backups)]),
    ...(hasRestic && storage !== null
      ? [`They don’t hold the files in ${storage.text}. Turn on versions there, or copy the bucket.`]
      : []),
  ]
}
