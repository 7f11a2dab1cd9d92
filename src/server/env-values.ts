import { type Network, parseNetwork, privateNetworks } from './ip-network.ts'
import { OperatorError } from './operator-error.ts'

export type Source = Record<string, string | undefined>

const secretName = /(KEY|SECRET|PASSWORD|PASSPHRASE|TOKEN)$/
/** Stripe keys, JSON Web Tokens, PEM keys, secrets in queries, long alphanumeric runs. */
const secretValue =
  /(^|[^a-z])(sk|rk|whsec)_|eyJ|PRIVATE KEY|(pass|secret|token|key)\w*=|(?=[a-z+=]*\d)(?=[\d+=]*[a-z])[a-z\d+=]{24,}/i

/** Hides secret values and the credentials in URLs. */
export function printable(name: string, value: string): string {
  if (secretName.test(name) || secretValue.test(value)) return '(hidden)'
  return value
    .replace(/([a-z][a-z\d+.-]*:\/\/).*@/gis, '$1…@')
    .replace(/[^\s:]*:(?![\s/]).*@/gs, '…@')
    .replace(cutOff, '$1…')
}

/** Credentials without the rest: `#` begins a comment in `.env`. */
const cutOff = /^([a-z][a-z\d+.-]*:\/\/[^\s/:@]*:)(?!\d+$)[^\s/@]+$/i

export function refusal(name: string, value: string, takes: string, cause?: unknown): OperatorError {
  return new OperatorError(`${name} is ${JSON.stringify(printable(name, value))}, but takes ${takes}.`, {
    cause,
  })
}

export function refuse(name: string, value: string, takes: string): never {
  throw refusal(name, value, takes)
}

/** Returns a source that notes the variables that are read through it, with printable values. */
export function recordReads(target: Source): { source: Source; variables: Record<string, string | null> } {
  const variables: Record<string, string | null> = {}
  const source = new Proxy(target, {
    get(_, name: string) {
      const value = target[name]
      variables[name] = value === undefined || value.trim() === '' ? null : printable(name, value)
      return value
    },
  })
  return { source, variables }
}

export interface Misspelt {
  name: string
  suggestion: string
}

/** Shorter names are too close to those of other programs, such as HOME. */
const comparedFrom = 6

export const misspeltIn = (source: Source, names: readonly string[]): Misspelt[] =>
  Object.keys(source)
    .filter(name => name.length >= comparedFrom && !names.includes(name))
    .flatMap(name => {
      const most = name.length >= 10 ? 2 : 1
      const suggestion = names.find(
        each => each.length >= comparedFrom && editDistance(name.toUpperCase(), each) <= most,
      )
      return suggestion === undefined ? [] : [{ name, suggestion: suggestion }]
    })

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    rows.push(next)
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(a.length, b.length)
}

export function read(source: Source, name: string): string | null {
  const value = source[name]?.trim()
  return value === undefined || value === '' ? null : value
}

/** Returns the password as it is, with spaces around it. */
export function password(source: Source, name: string): string | null {
  return read(source, name) === null ? null : (source[name] ?? null)
}

/** The runtime takes UTC for it, in silence. A leading colon is POSIX. */
export function unknownTimeZone(source: Source, name: string): string | null {
  const value = read(source, name)
  if (value === null) return null
  try {
    Intl.DateTimeFormat(undefined, { timeZone: value.replace(/^:/, '') })
    return null
  } catch {
    return value
  }
}

export function flag(source: Source, name: string, fallback: boolean): boolean {
  const value = read(source, name)
  return value === null ? fallback : switchOf(name, value, 'on or off')
}

function switchOf(name: string, value: string, takes: string): boolean {
  if (['on', 'true', '1', 'yes'].includes(value.toLowerCase())) return true
  if (['off', 'false', '0', 'no'].includes(value.toLowerCase())) return false
  return refuse(name, value, takes)
}

export function trustedNetworks(source: Source, name: string): readonly Network[] {
  const value = read(source, name)
  if (value === null) return []
  const takes = 'on, off or a comma-separated list of networks such as 10.0.0.0/8, fd00::/8'
  if (/^[a-z\d]+$/i.test(value)) return switchOf(name, value, takes) ? privateNetworks : []
  return value.split(',').map(part => parseNetwork(part.trim()) ?? refuse(name, value, takes))
}

export function integer(source: Source, name: string, fallback: number, min: number, max: number): number {
  const value = read(source, name)
  if (value === null) return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    refuse(name, value, `a whole number from ${min} to ${max}`)
  return number
}

export function url(source: Source, name: string, protocols: readonly string[]): URL | null {
  const value = read(source, name)
  if (value === null) return null
  const asPercent23 = 'in a password, write # as %23'
  if (value.includes('#')) refuse(name, value, `a URL without #; ${asPercent23}`)
  const starts = `a URL starting with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`
  const takes = cutOff.test(value) ? `${starts}; ${asPercent23}: # begins a comment in .env` : starts
  const candidate = URL.canParse(value) ? new URL(value) : refuse(name, value, takes)
  if (!protocols.includes(candidate.protocol)) refuse(name, value, takes)
  if (!canDecode(candidate.username + candidate.password))
    refuse(name, value, 'a URL in whose user and password % is written as %25')
  return candidate
}

/** Mail and database clients decode user and password. */
function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** @param otherwise accepted besides a path or name */
export function program(source: Source, name: string, otherwise?: 'off'): string | null {
  const value = read(source, name)
  if (value === null || value === otherwise || Bun.which(value) !== null) return value
  return refuse(
    name,
    value,
    `a program of this machine that may be run${otherwise ? `, or ${otherwise}` : ''}`,
  )
}

export function origins(source: Source, name: string): string[] {
  const value = read(source, name)
  if (value === null) return []
  return value.split(',').map(part => {
    const origin = part.trim()
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      refuse(name, value, 'a comma-separated list of origins such as https://app.example.org')
    return origin
  })
}

const mailbox = /^[^\s<>@,;]+@[^\s<>@,;]+$/

export function address(source: Source, name: string): string | null {
  const value = read(source, name)
  if (value === null || mailbox.test(value)) return value
  return refuse(name, value, 'an address such as help@example.org')
}

/** `Name <address>` or an address. */
export function sender(source: Source, name: string, fallback: string): string {
  const value = read(source, name)
  if (value === null) return fallback
  const address = /^[^<>\r\n]*<([^<>]*)>$/.exec(value)?.[1] ?? value
  if (!mailbox.test(address)) refuse(name, value, 'an address such as Reelstake <marina@example.org>')
  return value
}
