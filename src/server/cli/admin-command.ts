import type { RootDb } from '#server/db/connection.ts'
import type { Env } from '#server/env.ts'

export interface AdminContext {
  env: Env
  db: RootDb
  now: () => number
  print: (line: string) => void
  /** Null on a terminal. */
  readInput: () => Promise<string | null>
}

export interface AdminCommand {
  /** Argument usage. */
  takes: string
  does: string
  /** @throws AdminError */
  run(context: AdminContext, args: readonly string[]): Promise<void>
}

export class AdminError extends Error {}

export class UsageError extends AdminError {}
