import type { RootDb } from '#server/db/connection.ts'
import type { Env } from '#server/env.ts'
import { OperatorError } from '#server/operator-error.ts'

export interface AdminContext {
  env: Env
  db: RootDb
  now: () => number
  print: (line: string) => void
  /** Returns standard input, or null on a terminal. */
  readInput: () => Promise<string | null>
}

/** Context of commands that run without the site's database. */
export type CommandContext = Omit<AdminContext, 'db'>

export interface AdminCommand<Context = AdminContext> {
  /** The arguments, one a word; those in brackets may be left out, and those with `--` are flags. */
  takes: string
  does: string
  /** @param args as many as {@link takes} says @throws OperatorError */
  run(context: Context, args: readonly string[]): Promise<void>
}

export class UsageError extends OperatorError {}

/** Returns whether there are as many arguments as a command takes, with its flags at their places. */
export function isComplete({ takes }: Pick<AdminCommand, 'takes'>, args: readonly string[]): boolean {
  const words = takes.split(' ').filter(word => word !== '')
  const required = words.filter(word => !word.startsWith('['))
  const names = words.map(word => word.replace(/^\[|\]$/g, ''))
  return (
    args.length >= required.length &&
    args.length <= words.length &&
    args.every((arg, n) => arg === names[n] || !names[n]?.startsWith('--'))
  )
}
