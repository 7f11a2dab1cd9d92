import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupPlace } from '#server/backup-config.ts'

/** Times in milliseconds since 1970. In a file, since a restored database must not say that it was backed up. */
export interface BackupState {
  lastSuccess: { at: number; name: string } | null
  lastFailure: { at: number; reason: string } | null
  failuresSinceSuccess: number
  /** Of backups and proofs. */
  failures: number
  lastProven: { at: number; name: string } | null
  lastProofFailure: { at: number; reason: string } | null
}

const none: BackupState = {
  lastSuccess: null,
  lastFailure: null,
  failuresSinceSuccess: 0,
  failures: 0,
  lastProven: null,
  lastProofFailure: null,
}

const pathOf = (dataDir: string) => join(dataDir, 'db', 'backups.json')

/** Of backups at this place; empty when the file can't be read. */
export function readState(dataDir: string, place: BackupPlace): BackupState {
  try {
    const { place: of, ...state } = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'))
    return of === place.text ? { ...none, ...state } : none
  } catch {
    return none
  }
}

/** Requires the lock of backups, or that no backup runs. */
export function changeState(
  dataDir: string,
  place: BackupPlace,
  change: (state: BackupState) => Partial<BackupState>,
): void {
  const state = readState(dataDir, place)
  const path = pathOf(dataDir)
  const text = JSON.stringify({ place: place.text, ...state, ...change(state) })
  writeFileSync(`${path}.part`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.part`, path)
}

export const noteFailure =
  (at: number, reason: string) =>
  (state: BackupState): Partial<BackupState> => ({
    lastFailure: { at, reason },
    failuresSinceSuccess: state.failuresSinceSuccess + 1,
    failures: state.failures + 1,
  })

export const noteProofFailure =
  (at: number, reason: string) =>
  (state: BackupState): Partial<BackupState> => ({
    lastProofFailure: { at, reason },
    failures: state.failures + 1,
  })
