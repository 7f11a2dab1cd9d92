import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseName, refuseInterruptedRestore, refuseLostDatabase } from '#server/data-dir.ts'
import type { RootDb } from '#server/db/connection.ts'
import { openBesideServer } from '#server/db/engine.ts'
import type { Env } from '#server/env.ts'
import { OperatorError } from '#server/operator-error.ts'

/** @throws OperatorError without a database, or when the running server has another schema */
export async function openForCommand(env: Pick<Env, 'dataDir' | 'databaseUrl'>): Promise<RootDb> {
  const { dataDir, databaseUrl } = env
  refuseInterruptedRestore(dataDir)
  if (databaseUrl === null) refuseLostDatabase(dataDir)
  const path = join(dataDir, databaseName)
  if (databaseUrl === null && !existsSync(path))
    throw new OperatorError(`There is no database at ${path}. Start the server once, or set DATA_DIR.`)
  return openBesideServer(env)
}
