import type { Db } from '#server/db/connection.ts'
import type { Env } from '#server/env.ts'

export interface AdminContext {
  env: Env
  db: Db
  now: () => number
  print: (line: string) => void
  /** All of stdin; null on a terminal. */
  readInput: () => Promise<string | null>
}

export interface AdminCommand {
  /** The arguments, as the usage shows them. */
  takes: string
  does: string
  /** @throws AdminError */
  run(context: AdminContext, args: readonly string[]): Promise<void>
}

/** An error that the operator can fix; only its message is printed. */
export class AdminError extends Error {}

/** Wrong arguments; the usage is printed. */
export class UsageError extends AdminError {}
