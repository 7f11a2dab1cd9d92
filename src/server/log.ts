import { fstatSync, writeSync } from 'node:fs'
import type { LogLevel } from './env.ts'

/** What a log line may say besides its message. Never a token, a password or a cookie. */
export type LogFields = Record<string, string | number | boolean | null | undefined>

export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields & { cause?: never }, error?: unknown): void
  /** The same log, with these fields on every line. */
  with(fields: LogFields): Log
}

const order: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 }

/** Not `process.stderr`: to touch it costs 4 ms of a start. */
function writeToStderr(line: string): void {
  writeSync(2, line)
}

function isTerminal(): boolean {
  try {
    return fstatSync(2).isCharacterDevice()
  } catch {
    // The process was started without a standard error.
    return false
  }
}

/** Equal lines that are written in a window: the same level and message of a warning or an error. */
const equalAtMost = 100
const windowMs = 60_000
/** Messages that are counted at once; they are few, since what varies is in the fields. */
const countedAtMost = 1000

/** Counts equal lines, so that a failure that repeats does not fill the disk with its log. */
class Repeats {
  readonly #counts = new Map<string, number>()

  /** @param report writes how many lines were left out, when the window ends */
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
 * A log of JSON lines, or of short readable ones on a terminal. Writing a line never throws; of equal warnings and
 * errors 100 a minute are written, then one line says how many more there were.
 *
 * Our own and not pino: pino alone costs 13 ms of a cold start that may take 24 (docs/decisions/0004).
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
    const report = (more: number) => say(at, `… and ${more.toLocaleString('en-US')} more: ${message}`, {})
    if (order[at] >= order.warn && repeats.isTooMany(`${at} ${message}`, report)) return
    say(at, message, { ...base, ...fields }, error)
  }
  const say = (at: Exclude<LogLevel, 'silent'>, message: string, fields: LogFields, error?: unknown) => {
    const time = new Date().toISOString()
    const failure =
      error instanceof Error
        ? { error: error.stack ?? error.message }
        : error === undefined
          ? {}
          : { error: String(error) }
    const all = { ...fields, ...failure }
    pretty ??= isTerminal()
    try {
      write(
        pretty
          ? readable(time, at, message, all)
          : `${JSON.stringify({ time, level: at, message, ...all })}\n`,
      )
    } catch {
      // A closed pipe or a full disk: the line is lost, and nothing else.
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
