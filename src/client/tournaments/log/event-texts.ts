import type { LogEvent, LogKind, LogTexts, LogValue } from '#contract/tournaments/log-chain.ts'
import { logFieldText, logMeasureText, logValueText } from '#contract/tournaments/log-values.ts'

/** A line of the page. */
export interface LogLine {
  seq: number
  at: string
  hash: string
  /** Empty: of no boat, or of an event on another page. */
  boat: string
  what: string
  /** By whom, and why. */
  note: string
  /** The event that it changes, with its number. */
  of: number | null
  /** The weigh-in that a slip is about. */
  hasSlip: boolean
}

const erased = '(erased)'
const said = (texts: LogTexts, hash: string | null) => (hash === null ? null : (texts[hash]?.text ?? erased))

const fish = ({ data }: LogEvent) =>
  [logValueText(data.species), logMeasureText(data)].filter(Boolean).join(' ')

/** Names in the data of a correction are hashes. */
const isName = (field: string) => field === 'angler' || field === 'witness'

/** Fields that readers aren't shown: ids. */
const hidden = new Set(['anglerId', 'entryId'])

function changesOf({ data }: LogEvent, texts: LogTexts): string {
  const shown = (field: string, value: LogValue) =>
    isName(field)
      ? (said(texts, value === null ? null : String(value)) ?? 'none')
      : logFieldText(field, value)
  return Object.entries(data)
    .flatMap(([field, value]) => {
      if (!Array.isArray(value) || hidden.has(field)) return []
      const [before, after] = value as readonly [LogValue, LogValue]
      return [`${fieldNames[field] ?? field} ${shown(field, before)} → ${shown(field, after)}`]
    })
    .join(', ')
}

const fieldNames: Record<string, string> = { caughtAt: 'caught', weighedAt: 'weighed' }

const penalty = ({ data: { key, count, day } }: LogEvent) =>
  `${logValueText(key)} × ${logValueText(count)}${day ? `, ${logValueText(day)}` : ''}`

/** A text in the data. */
const quote = (texts: LogTexts, hash: LogEvent['data'][string] | undefined) =>
  said(texts, typeof hash === 'string' ? hash : null) ?? ''

const ofFish = ({ data }: LogEvent) => (data.catchId === undefined ? 'boat' : 'fish')

/** What happened, and what its actor did, as in "weighed by Ana". */
const kinds: Record<LogKind, (event: LogEvent, texts: LogTexts) => [what: string, done: string]> = {
  opened: event => [fish(event), 'weighed in before the log began'],
  weighed: event => [fish(event), 'weighed'],
  confirmed: ({ role }) => ['weight confirmed', role === 'crew' ? 'by the crew,' : 'by the captain,'],
  corrected: (event, texts) => [changesOf(event, texts), 'corrected'],
  undone: () => ['weigh-in undone', ''],
  deleted: () => ['fish deleted', ''],
  disqualified: event => [`${ofFish(event)} disqualified`, ''],
  reinstated: event => [`${ofFish(event)} reinstated`, ''],
  allowed: () => ['fish allowed outside the hours', ''],
  'allowance-lifted': () => ['fish no longer allowed outside the hours', ''],
  penalty: event => [`penalty: ${penalty(event)}`, ''],
  'penalty-lifted': event => [`penalty lifted: ${penalty(event)}`, ''],
  'pot-entered': ({ data }) => [`in the jackpot ${logValueText(data.pot)}`, ''],
  'pot-left': ({ data }) => [`out of the jackpot ${logValueText(data.pot)}`, ''],
  'rules-changed': ({ data }) => [`rules changed: version ${logValueText(data.number)}`, ''],
  'tie-decided': ({ data }) => [
    `tie decided: ${[data.category, data.day].filter(Boolean).map(String).join(', ')}`,
    '',
  ],
  withdrawn: () => ['withdraws', ''],
  protest: ({ data, of }, texts) => [
    `protests${of === null ? '' : ` ${of}`}${data.late === true ? ' late' : ''}: “${quote(texts, data.text)}”`,
    'filed',
  ],
  'protest-answer': ({ data }, texts) => [`answers: “${quote(texts, data.text)}”`, ''],
  'protest-decided': ({ data }, texts) => [
    `protest ${logValueText(data.outcome)}: “${quote(texts, data.text)}”`,
    data.interested === true ? 'decided, with a boat in the tournament,' : 'decided',
  ],
  'protest-withdrawn': () => ['protest withdrawn', ''],
  'protest-reopened': ({ data }, texts) => [`protest reopened: “${quote(texts, data.text)}”`, ''],
  hold: () => ['held: its awards wait', ''],
  'hold-lifted': ({ data }, texts) => [`hold lifted: “${quote(texts, data.note)}”`, ''],
  round: ({ data }) => [`results settled: round ${logValueText(data.round)}`, 'confirmed'],
}

function lineOf(event: LogEvent, texts: LogTexts, boat: string): LogLine {
  const [what, done] = kinds[event.kind](event, texts)
  const [by, reason] = [said(texts, event.by), said(texts, event.reason)]
  const who = by === null ? done : `${done}${done.endsWith(',') ? '' : ' by'} ${by}`.trim()
  return {
    seq: event.seq,
    at: event.at,
    hash: event.hash,
    boat,
    what,
    note: reason === null ? who : `${who}: ${reason}`,
    of: event.of,
    hasSlip: event.kind === 'weighed' || event.kind === 'opened',
  }
}

/** Ascending. An undo and what it takes back are one line, if both are there. */
export function logLines(events: readonly LogEvent[], texts: LogTexts): LogLine[] {
  const bySeq = new Map(events.map(event => [event.seq, event]))
  const boats = new Map<number, string>()
  for (const { seq, of, data } of events) {
    const own = typeof data.boat === 'string' ? data.boat : undefined
    boats.set(seq, own ?? (of === null ? '' : (boats.get(of) ?? '')))
  }
  const undone = new Map(
    events.flatMap(({ kind, of }) => {
      const before = kind === 'undone' && of !== null ? bySeq.get(of) : undefined
      return before?.kind === 'weighed' ? [[before.seq, before] as const] : []
    }),
  )
  return events.flatMap(event => {
    if (undone.has(event.seq)) return []
    const line = lineOf(event, texts, boats.get(event.seq) ?? '')
    const taken = event.kind === 'undone' && event.of !== null ? undone.get(event.of) : undefined
    return [taken ? { ...line, what: `${fish(taken)}, weighed and undone`, of: null } : line]
  })
}
