import type { Db } from '#server/db/connection.ts'
import type { Env } from '#server/env.ts'

/** What a command works with. */
export interface AdminContext {
  env: Env
  db: Db
  now: () => number
  print: (line: string) => void
  /** Everything on stdin, when something is piped in; null on a terminal. */
  readInput: () => Promise<string | null>
}

export interface AdminCommand {
  /** The arguments, as the usage shows them. */
  takes: string
  does: string
  /** @throws AdminError with what the operator should know */
  run(context: AdminContext, args: readonly string[]): Promise<void>
}

/** Something an operator can put right; the message is all there is to say. */
export class AdminError extends Error {}

/** The arguments do not fit the command. */
export class UsageError extends AdminError {}
