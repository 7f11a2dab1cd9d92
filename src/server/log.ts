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

const isTerminal = () => fstatSync(2).isCharacterDevice()

/**
 * A log of JSON lines, or of short readable ones on a terminal.
 *
 * Our own and not pino: pino alone costs 13 ms of a cold start that may take 24 (docs/decisions/0004).
 */
export function makeLog(
  level: LogLevel,
  write: (line: string) => void = writeToStderr,
  pretty: boolean | null = null,
  base: LogFields = {},
): Log {
  const emit = (at: Exclude<LogLevel, 'silent'>, message: string, fields?: LogFields, error?: unknown) => {
    if (order[at] < order[level]) return
    const time = new Date().toISOString()
    const failure =
      error instanceof Error
        ? { error: error.stack ?? error.message }
        : error === undefined
          ? {}
          : { error: String(error) }
    const all = { ...base, ...fields, ...failure }
    pretty ??= isTerminal()
    if (pretty) {
      const rest = Object.entries(all)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => ` ${key}=${value}`)
        .join('')
      write(`${time.slice(11, 19)} ${at.padEnd(5)} ${message}${rest}\n`)
    } else write(`${JSON.stringify({ time, level: at, message, ...all })}\n`)
  }
  return {
    debug: (message, fields) => emit('debug', message, fields),
    info: (message, fields) => emit('info', message, fields),
    warn: (message, fields) => emit('warn', message, fields),
    error: (message, fields, error) => emit('error', message, fields, error),
    with: fields => makeLog(level, write, pretty, { ...base, ...fields }),
  }
}
