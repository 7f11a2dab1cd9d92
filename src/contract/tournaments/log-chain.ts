/**
 * A tournament's log: events that are chained by their hashes, so that no one can change, remove or insert one without
 * changing all that follow. Plain functions: server, command line and browsers check it with the same code.
 *
 * To add a kind: name it here; name it as `chain` of an event in `contract/record.ts`; add how it is written to
 * `server/tournaments/log/log-writers.ts` and how it reads to `client/tournaments/log/event-texts.ts`. Types name what
 * is missing.
 */
export const logKinds = [
  'opened',
  'weighed',
  'confirmed',
  'corrected',
  'undone',
  'deleted',
  'disqualified',
  'reinstated',
  'allowed',
  'allowance-lifted',
  'penalty',
  'penalty-lifted',
  'pot-entered',
  'pot-left',
  'rules-changed',
  'tie-decided',
  'withdrawn',
  'protest',
  'protest-answer',
  'protest-decided',
  'protest-withdrawn',
  'protest-reopened',
  'hold',
  'hold-lifted',
  'round',
] as const
export type LogKind = (typeof logKinds)[number]

/** Role of the acting person at that time. */
export const logRoles = ['organiser', 'co-organiser', 'weigh-master', 'captain', 'crew', 'owner'] as const
export type LogRole = (typeof logRoles)[number]

/** Replaces an erased text that can't be empty. Triggers take no other change of most of these texts. */
export const erasedText = '(erased)'

export type LogValue = string | number | boolean | null
/** Data of an event; a correction has the changed fields, before and after. */
export type LogData = Readonly<Record<string, LogValue | readonly [before: LogValue, after: LogValue]>>

/** Fields that are hashed. Names and texts of people are commitments, see {@link commitmentText}. */
export interface LogEnvelope {
  /** ISO 8601 in UTC. */
  at: string
  /** Commitment to the acting person, or null for the program. */
  by: string | null
  data: LogData
  kind: LogKind
  /** The event that it changes. */
  of: number | null
  /** The hash of the event before; {@link noHash} at first. */
  prev: string
  /** A commitment. */
  reason: string | null
  role: LogRole | null
  /** 1, 2, 3… */
  seq: number
  tournament: string
}

export interface LogEvent extends LogEnvelope {
  /** SHA-256, hex, of {@link canonical} of the envelope. */
  hash: string
}

export interface LogHead {
  seq: number
  hash: string
}

/** Texts by their hash. */
export type LogTexts = Readonly<Record<string, { salt: string; text: string }>>

export const noHash = '0'.repeat(64)

/** RFC 8785: sorted members, no white space. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** The chain holds a text's hash, so that salt and text can be erased without breaking it. */
export const commitmentText = (salt: string, text: string): string => `${salt}\n${text}`

/** SHA-256 of a text as UTF-8, in hex. */
export type Sha256 = (text: string) => string | Promise<string>

/** A fault that {@link checkLog} found in the event at this place. */
export interface LogFault {
  seq: number
  what: 'missing' | 'changed' | 'detached' | 'elsewhere' | 'not as published'
}

const faultTexts: Record<LogFault['what'], string> = {
  missing: 'is missing',
  changed: 'was changed: its hash is another',
  detached: 'doesn’t follow the event before it',
  elsewhere: 'belongs to another tournament',
  'not as published': 'isn’t the one that was published',
}

/** "Event 42 is missing" */
export const logFaultText = ({ seq, what }: LogFault): string => `Event ${seq} ${faultTexts[what]}`

interface Expected {
  tournament: string
  sha256: Sha256
  /** Copies of heads, such as from slips. */
  published?: readonly LogHead[]
}

export interface LogCheck {
  /** The first ones. */
  faults: LogFault[]
  /** Null if the log is empty. */
  head: LogHead | null
}

const mostFaults = 100

/** Recomputes the chain. @param events the whole log, ascending */
export async function checkLog(
  events: Iterable<LogEvent> | AsyncIterable<LogEvent>,
  { tournament, sha256, published = [] }: Expected,
): Promise<LogCheck> {
  const faults: LogFault[] = []
  const add = (seq: number, what: LogFault['what']) => {
    if (faults.length < mostFaults) faults.push({ seq, what })
  }
  const copies = new Map(published.map(({ seq, hash }) => [seq, hash]))
  let head: LogHead | null = null
  for await (const { hash, ...envelope } of events) {
    const seq: number = (head?.seq ?? 0) + 1
    if (envelope.seq !== seq) add(seq, 'missing')
    if (envelope.tournament !== tournament) add(envelope.seq, 'elsewhere')
    if (envelope.prev !== (head?.hash ?? noHash)) add(envelope.seq, 'detached')
    if ((await sha256(canonical(envelope))) !== hash) add(envelope.seq, 'changed')
    const copy = copies.get(envelope.seq)
    if (copy !== undefined && copy !== hash) add(envelope.seq, 'not as published')
    copies.delete(envelope.seq)
    head = { seq: envelope.seq, hash }
  }
  for (const seq of copies.keys()) add(seq, 'missing')
  return { faults, head }
}

/** Returns the hashes of texts that don't match their commitment. */
export async function wrongTexts(texts: LogTexts, sha256: Sha256): Promise<string[]> {
  const wrong: string[] = []
  for (const [hash, { salt, text }] of Object.entries(texts))
    if ((await sha256(commitmentText(salt, text))) !== hash) wrong.push(hash)
  return wrong
}
