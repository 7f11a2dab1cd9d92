import { join } from 'node:path'
import { consumers } from '#server/consumers.ts'
import { parseEnv } from '#server/env.ts'
import { faultText } from '#server/fault-text.ts'
import { ApiError } from '#server/http/errors.ts'
import { OperatorError } from '#server/operator-error.ts'
import { AuthError } from '#server/people/auth/index.ts'
import { registerConsumers } from '#server/record/index.ts'
import { accountCommands } from './account-commands.ts'
import {
  type AdminCommand,
  type AdminContext,
  type CommandContext,
  isComplete,
  UsageError,
} from './admin-command.ts'
import { backupCommands } from './backup-commands.ts'
import { clockCommands } from './clock-commands.ts'
import { doctorCommands } from './doctor-commands.ts'
import { jobCommands } from './job-commands.ts'
import { legalCommands } from './legal-commands.ts'
import { mailCommands } from './mail-commands.ts'
import { moneyCommands } from './money-commands.ts'
import { moveCommands } from './move-commands.ts'
import { openForCommand } from './open-for-command.ts'
import { providerCommands } from './provider-commands.ts'
import { storageCommands } from './storage-commands.ts'
import { tournamentCommands } from './tournament-commands.ts'
import { videoCommands } from './video-commands.ts'

export const commands: Record<string, AdminCommand> = {
  ...accountCommands,
  ...backupCommands,
  ...clockCommands,
  ...doctorCommands,
  ...jobCommands,
  ...mailCommands,
  ...videoCommands,
  ...storageCommands,
  ...moneyCommands,
  ...tournamentCommands,
  ...legalCommands,
  ...providerCommands,
}

export function usage(): string {
  const lines = Object.entries({ ...commands, ...moveCommands }).map(([name, { takes, does }]) => [
    `${name} ${takes}`.trim(),
    does,
  ])
  const width = Math.max(...lines.map(([command = '']) => command.length))
  return [
    'Usage: bun run admin <command>',
    '',
    ...lines.map(([command = '', does]) => `  ${command.padEnd(width)}  ${does}`),
  ].join('\n')
}

/** @returns exit code 0 done, 1 refused, 2 usage */
export async function runAdmin(
  context: AdminContext,
  [name = '', ...args]: readonly string[],
  complain: (line: string) => void,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return command ? runCommand(name, command, context, args, complain) : refuseUnknown(name, complain)
}

/** @returns exit code */
function refuseUnknown(name: string, complain: (line: string) => void): number {
  if (name !== '') complain(`Unknown command: ${name}\n`)
  complain(usage())
  return 2
}

const usageOf = (name: string, { takes }: Pick<AdminCommand, 'takes'>) =>
  `Usage: bun run admin ${name} ${takes}`.trim()

/** @returns exit code 0 done, 1 refused, 2 usage */
async function runCommand<Context>(
  name: string,
  command: AdminCommand<Context>,
  context: Context,
  args: readonly string[],
  complain: (line: string) => void,
): Promise<number> {
  try {
    if (!isComplete(command, args)) throw new UsageError()
    await command.run(context, args)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      complain(usageOf(name, command))
      return 2
    }
    if (error instanceof OperatorError || error instanceof ApiError || error instanceof AuthError) {
      complain(error.message)
      return 1
    }
    throw error
  }
}

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) {
    console.log(usage())
    return 0
  }
  const complain = (line: string) => console.error(line)
  const move = Object.hasOwn(moveCommands, name) ? moveCommands[name] : undefined
  const command = move ?? (Object.hasOwn(commands, name) ? commands[name] : undefined)
  if (!command) return refuseUnknown(name, complain)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`${usageOf(name, command)}\n\n${command.does}`)
    return 0
  }
  const env = parseEnv(process.env, join(import.meta.dir, '../../..'))
  const context: CommandContext = {
    env,
    now: Date.now,
    print: line => console.log(line),
    readInput: async () => (process.stdin.isTTY ? null : await Bun.stdin.text()),
  }
  if (move) return runCommand(name, move, context, args, complain)
  await using db = await openForCommand(env)
  registerConsumers(consumers)
  return await runAdmin({ ...context, db }, [name, ...args], complain)
}

if (import.meta.main)
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(faultText(error) ?? error)
    process.exitCode = 1
  }
