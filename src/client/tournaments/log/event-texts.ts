import {
  erasedText,
  type LogData,
  type LogEvent,
  type LogKind,
  type LogTexts,
  type LogValue,
} from '#contract/tournaments/log-chain.ts'
import { logFieldName, logFieldText, logMeasureText, logValueText } from '#contract/tournaments/log-values.ts'

/** A line of the page. */
export interface LogLine {
  seq: number
  at: string
  hash: string
  /** Empty for an event of no boat, or of one on another page. */
  boat: string
  what: string
  /** Acting person and reason. */
  note: string
  /** Number of the event that this one changes. */
  of: number | null
  /** The weigh-in that it undoes, if that is part of this line. */
  undoes: number | null
  /** The weigh-in that a slip is about. */
  hasSlip: boolean
}

const textByHash = (texts: LogTexts, hash: string | null) =>
  hash === null ? null : (texts[hash]?.text ?? erasedText)

const fishText = (data: LogData) =>
  [logValueText(data.species), logMeasureText(data)].filter(Boolean).join(' ')
const fish = ({ data }: LogEvent) => fishText(data)

/** Facts about an event from earlier events of the page. */
interface EventFacts {
  boat?: string | undefined
  /** The fish as it was then. */
  fish?: LogData | undefined
}

const ownBoat = ({ data }: LogEvent) => (typeof data.boat === 'string' ? data.boat : undefined)

function fishAfter({ kind, data }: LogEvent, before: LogData | undefined): LogData | undefined {
  if (kind === 'weighed' || kind === 'opened') return data
  if (kind !== 'corrected' || before === undefined) return before
  const after = Object.entries(data).flatMap(([field, value]) =>
    Array.isArray(value) ? [[field, value[1] as LogValue]] : [],
  )
  return { ...before, ...Object.fromEntries(after) }
}

/** Names in the data of a correction are hashes. */
const isName = (field: string) => field === 'angler' || field === 'witness'

/** Fields with ids, which readers don't see. */
const idFields = new Set(['anglerId', 'entryId'])

function changesOf({ data }: LogEvent, texts: LogTexts): string {
  const valueText = (field: string, value: LogValue) =>
    isName(field)
      ? (textByHash(texts, value === null ? null : String(value)) ?? 'none')
      : logFieldText(field, value)
  return Object.entries(data)
    .flatMap(([field, value]) => {
      if (!Array.isArray(value) || idFields.has(field)) return []
      const [before, after] = value as readonly [LogValue, LogValue]
      return [`${logFieldName(field)} ${valueText(field, before)} → ${valueText(field, after)}`]
    })
    .join(', ')
}

const penalty = ({ data: { name, key, count, day } }: LogEvent) =>
  `${logValueText(name ?? key)} × ${logValueText(count)}${day ? `, ${logValueText(day)}` : ''}`

/** A text in the data. */
const quote = (texts: LogTexts, hash: LogEvent['data'][string] | undefined) =>
  textByHash(texts, typeof hash === 'string' ? hash : null) ?? ''

/** Returns the fish and a space, or '' for a boat, which its line names. */
const fishPrefix = ({ data }: LogEvent, { fish: before }: EventFacts) =>
  data.catchId === undefined ? '' : `${before ? fishText(before) : 'fish'} `

/** "Reel Deal’s Dolphin 25 lbs", or '' without a subject. */
function subjectText(event: LogEvent, { boat: earlier = '', fish: before }: EventFacts): string {
  const { of, data } = event
  const boat = logValueText(data.against) || earlier
  if (!boat) return of === null ? '' : `event ${of}`
  const whose = boat === ownBoat(event) ? 'its' : `${boat}’s`
  if (data.catchId) return `${whose} ${before ? fishText(before) : 'fish'}`
  return data.penaltyId ? `${whose} penalty` : boat
}

/** Returns the text of a protest. The line begins with the boat that protests, or the organiser filed it. */
function protestText(event: LogEvent, before: EventFacts): string {
  const about = subjectText(event, before)
  const against = about && ` against ${about}`
  if (event.data.late === true) return `${ownBoat(event) ? 'files a late' : 'late'} protest${against}`
  return ownBoat(event) ? `protests ${about}`.trimEnd() : `protest${against}`
}

/** Text of an event, and its actor's deed, as in "weighed by Ana". */
const kinds: Record<
  LogKind,
  (event: LogEvent, texts: LogTexts, before: EventFacts) => [what: string, done: string]
> = {
  opened: event => [fish(event), 'weighed in before the log began'],
  weighed: event => [fish(event), 'weighed'],
  confirmed: ({ role }) => ['weight confirmed', role === 'crew' ? 'by the crew,' : 'by the captain,'],
  corrected: (event, texts) => [changesOf(event, texts), 'corrected'],
  undone: () => ['weigh-in undone', ''],
  deleted: (event, _, before) => [`${fishPrefix(event, before)}deleted`, ''],
  disqualified: (event, _, before) => [`${fishPrefix(event, before)}disqualified`, ''],
  reinstated: (event, _, before) => [`${fishPrefix(event, before)}reinstated`, ''],
  allowed: (event, _, before) => [`${fishPrefix(event, before)}allowed outside the hours`, ''],
  'allowance-lifted': (event, _, before) => [
    `${fishPrefix(event, before)}no longer allowed outside the hours`,
    '',
  ],
  penalty: event => [`penalty: ${penalty(event)}`, ''],
  'penalty-lifted': event => [`penalty lifted: ${penalty(event)}`, ''],
  'pot-entered': ({ data }) => [`enters the jackpot ${logValueText(data.name ?? data.pot)}`, ''],
  'pot-left': ({ data }) => [`leaves the jackpot ${logValueText(data.name ?? data.pot)}`, ''],
  'rules-changed': ({ data }) => [
    `rules ${data.number === 1 ? 'set' : 'changed'}: version ${logValueText(data.number)}`,
    '',
  ],
  'tie-decided': ({ data }) => [
    `tie decided: ${[data.name ?? data.category, data.day].filter(Boolean).map(String).join(', ')}`,
    '',
  ],
  withdrawn: () => ['withdrawn', ''],
  protest: (event, texts, before) => [
    `${protestText(event, before)}: “${quote(texts, event.data.text)}”`,
    'filed',
  ],
  'protest-answer': (event, texts) => [
    `${ownBoat(event) ? 'answers' : 'answer'}: “${quote(texts, event.data.text)}”`,
    '',
  ],
  'protest-decided': ({ data }, texts) => [
    `protest ${logValueText(data.outcome)}: “${quote(texts, data.text)}”`,
    data.interested === true ? 'decided by a person with a boat in the tournament,' : 'decided',
  ],
  'protest-withdrawn': () => ['protest withdrawn', ''],
  'protest-reopened': ({ data }, texts) => [`protest reopened: “${quote(texts, data.text)}”`, ''],
  hold: () => ['on hold: its awards wait', ''],
  'hold-lifted': ({ data }, texts) => [`hold lifted: “${quote(texts, data.note)}”`, ''],
  round: ({ data }) => [
    data.round === 1 ? 'results confirmed' : `results settled again: round ${logValueText(data.round)}`,
    '',
  ],
}

function lineOf(event: LogEvent, texts: LogTexts, before: EventFacts): LogLine {
  const [what, done] = kinds[event.kind](event, texts, before)
  const [by, reason] = [textByHash(texts, event.by), textByHash(texts, event.reason)]
  const who = by === null ? done : `${done}${done.endsWith(',') ? '' : ' by'} ${by}`.trim()
  return {
    seq: event.seq,
    at: event.at,
    hash: event.hash,
    boat: ownBoat(event) ?? (isOfAnother(event) ? '' : (before.boat ?? '')),
    what,
    note: reason === null ? who : `${who}: ${reason}`,
    of: event.of,
    undoes: null,
    hasSlip: event.kind === 'weighed' || event.kind === 'opened',
  }
}

/** The event that it changes is another boat's: the one that is protested, or that protests. */
const isOfAnother = ({ kind }: LogEvent) => kind === 'protest' || kind === 'protest-answer'

/** Ascending. An undo and what it takes back are one line, if both are there. */
export function logLines(events: readonly LogEvent[], texts: LogTexts): LogLine[] {
  const bySeq = new Map(events.map(event => [event.seq, event]))
  const factsBySeq = new Map<number, EventFacts>()
  const before = ({ of }: LogEvent): EventFacts => (of === null ? undefined : factsBySeq.get(of)) ?? {}
  for (const event of events) {
    const { boat, fish } = before(event)
    factsBySeq.set(event.seq, {
      boat:
        event.kind === 'protest-answer' ? boat : (ownBoat(event) ?? (event.kind === 'protest' ? '' : boat)),
      fish: fishAfter(event, fish),
    })
  }
  const undoneBySeq = new Map(
    events.flatMap(({ kind, of }) => {
      const before = kind === 'undone' && of !== null ? bySeq.get(of) : undefined
      return before?.kind === 'weighed' ? [[before.seq, before] as const] : []
    }),
  )
  return events.flatMap(event => {
    if (undoneBySeq.has(event.seq)) return []
    const line = lineOf(event, texts, before(event))
    const weighIn = event.kind === 'undone' && event.of !== null ? undoneBySeq.get(event.of) : undefined
    if (weighIn === undefined) return [line]
    return [{ ...line, what: `${fish(weighIn)}, weighed and undone`, of: null, undoes: weighIn.seq }]
  })
}
