import { fstatSync, writeSync } from 'node:fs'
import type { LogLevel } from './env.ts'
import { mendableText } from './fault-text.ts'

/** Fields of a line. Never tokens, passwords or cookies. */
export type LogFields = Record<string, string | number | boolean | null | undefined>

export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  /** @param error one line where the operator can mend its cause, else its stack */
  error(message: string, fields?: LogFields & { cause?: never }, error?: unknown): void
  /** Adds fields to every line. */
  with(fields: LogFields): Log
}

/** Parts of addresses that open something. */
const secretPaths =
  /\/(invitation|staff-invitations|owner|owner-link|unsubscribe)\/[^/?#\s"']+(?=[/?#\s"']|$)/g
const secretParams =
  /([?&](?:token|token_hash|code|pass|key|signature|sig|access_token|refresh_token)=)[^&#\s"']+/g

/** Hides the secrets in links. */
const withoutSecrets = (text: string) =>
  text.replace(secretPaths, '/$1/[hidden]').replace(secretParams, '$1[hidden]')

const order: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 }

/** `process.stderr` costs a start 4 ms. */
function writeToStderr(line: string): void {
  writeSync(2, line)
}

function isTerminal(): boolean {
  try {
    return fstatSync(2).isCharacterDevice()
  } catch {
    // Standard error is closed.
    return false
  }
}

/** Most equal lines of a level and message in a window. */
const equalAtMost = 100
const windowMs = 60_000
/** Distinct messages tracked. */
const countedAtMost = 1000

/** Prevents repeated failures from filling the disk. */
class Repeats {
  readonly #counts = new Map<string, number>()

  /** @param report receives the omitted count */
  isTooMany(key: string, report: (more: number) => void): boolean {
    const count = (this.#counts.get(key) ?? 0) + 1
    if (count === 1) {
      if (this.#counts.size >= countedAtMost) return false
      setTimeout(() => {
        const more = (this.#counts.get(key) ?? 0) - equalAtMost
        this.#counts.delete(key)
        if (more > 0) report(more)
      }, windowMs).unref()
    }
    this.#counts.set(key, count)
    return count > equalAtMost
  }
}

function readable(time: string, level: string, message: string, fields: LogFields): string {
  const rest = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${value}`)
    .join('')
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${message}${rest}\n`
}

/**
 * JSON lines, or readable ones on a terminal. Never throws; writes 100 equal warnings or errors a minute, then their
 * count. pino costs a start 13 ms (decision 0081).
 */
export function makeLog(
  level: LogLevel,
  write: (line: string) => void = writeToStderr,
  pretty: boolean | null = null,
  base: LogFields = {},
  repeats = new Repeats(),
): Log {
  const emit = (at: Exclude<LogLevel, 'silent'>, message: string, fields?: LogFields, error?: unknown) => {
    if (order[at] < order[level]) return
    const report = (more: number) =>
      writeLine(at, `… and ${more.toLocaleString('en-US')} more: ${message}`, {})
    if (order[at] >= order.warn && repeats.isTooMany(`${at} ${message}`, report)) return
    writeLine(at, message, { ...base, ...fields }, error)
  }
  const writeLine = (
    at: Exclude<LogLevel, 'silent'>,
    message: string,
    fields: LogFields,
    error?: unknown,
  ) => {
    const time = new Date().toISOString()
    const failure =
      error instanceof Error
        ? { error: mendableText(error) ?? error.stack ?? error.message }
        : error === undefined
          ? {}
          : { error: String(error) }
    const all = Object.fromEntries(
      Object.entries({ ...fields, ...failure }).map(([name, value]) => [
        name,
        typeof value === 'string' ? withoutSecrets(value) : value,
      ]),
    )
    pretty ??= isTerminal()
    try {
      write(
        pretty
          ? readable(time, at, message, all)
          : `${JSON.stringify({ time, level: at, message, ...all })}\n`,
      )
    } catch {
      // Drops the line on a closed pipe or full disk.
    }
  }
  return {
    debug: (message, fields) => emit('debug', message, fields),
    info: (message, fields) => emit('info', message, fields),
    warn: (message, fields) => emit('warn', message, fields),
    error: (message, fields, error) => emit('error', message, fields, error),
    with: fields => makeLog(level, write, pretty, { ...base, ...fields }, repeats),
  }
}
