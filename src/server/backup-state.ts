import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { BackupPlace } from '#server/backup-config.ts'
import { inTransaction, type RootDb } from './db/connection.ts'
import { replaceFile } from './durable-files.ts'
import type { Env } from './env.ts'

/** Times in milliseconds since 1970. */
export interface BackupState {
  lastSuccess: { at: number; name: string } | null
  lastFailure: { at: number; reason: string } | null
  failuresSinceSuccess: number
  /** Number of failed backups and proofs. */
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

type Change = (state: BackupState) => Partial<BackupState>

/** State of backups. It isn't part of a backup: a restored database must not say that it was backed up. */
export interface BackupStates {
  /** Returns the state of backups at this place; empty when it was never stored or can't be read. */
  read(place: BackupPlace): Promise<BackupState>
  /** Requires the lock of backups, or that no backup runs. */
  change(place: BackupPlace, change: Change): Promise<void>
}

/** Stores the states of a site on SQLite in a file. */
export function statesInFile(dataDir: string): BackupStates {
  const path = join(dataDir, 'db', 'backups.json')
  const read = async (place: BackupPlace): Promise<BackupState> => {
    try {
      const { place: of, ...state } = JSON.parse(readFileSync(path, 'utf8'))
      return of === place.text ? { ...none, ...state } : none
    } catch {
      return none
    }
  }
  return {
    read,
    async change(place, change) {
      const state = await read(place)
      const text = JSON.stringify({ place: place.text, ...state, ...change(state) })
      replaceFile(path, text)
    },
  }
}

/** Stores the states of a site on PostgreSQL in a table that all of its processes share. */
export function statesInTable(db: RootDb): BackupStates {
  const read = async (on: Pick<RootDb, 'getExecutor'>, { text }: BackupPlace): Promise<BackupState> => {
    const { rows } = await sql<{
      state: string
    }>`select state from backup_state where place = ${text}`.execute(on)
    return rows[0] ? { ...none, ...JSON.parse(rows[0].state) } : none
  }
  return {
    read: place => read(db, place),
    change: (place, change) =>
      inTransaction(db, async trx => {
        const state = await read(trx, place)
        const text = JSON.stringify({ ...state, ...change(state) })
        await sql`insert into backup_state (place, state) values (${place.text}, ${text})
          on conflict (place) do update set state = excluded.state`.execute(trx)
      }),
  }
}

export const backupStates = ({ db, env }: { db: RootDb; env: Pick<Env, 'dataDir'> }): BackupStates =>
  db.engine === 'postgres' ? statesInTable(db) : statesInFile(env.dataDir)

export const noteFailure =
  (at: number, reason: string): Change =>
  state => ({
    lastFailure: { at, reason },
    failuresSinceSuccess: state.failuresSinceSuccess + 1,
    failures: state.failures + 1,
  })

export const noteProofFailure =
  (at: number, reason: string): Change =>
  state => ({
    lastProofFailure: { at, reason },
    failures: state.failures + 1,
  })
