import {
  erasedText,
  type LogData,
  type LogEvent,
  type LogKind,
  type LogTexts,
  type LogValue,
} from '#contract/tournaments/log-chain.ts'
import type { Slip, SlipChange, SlipState } from '#contract/tournaments/slips.ts'
import { type CatchState, stateOf } from '#server/tournaments/log/index.ts'

type Measures = Pick<Slip, 'weight' | 'ounces' | 'length' | 'released'>

const textOf = (value: LogValue | undefined): string | null => (value == null ? null : String(value))

/** Returns a hash's text, or null if there is none or it was erased. */
const readText = (texts: LogTexts, hash: LogValue | undefined): string | null =>
  typeof hash === 'string' ? (texts[hash]?.text ?? null) : null

/** Parses measures such as "412.50 lb", "74 oz" and "32.50 in". */
function measuresOf({ weight, length, released }: CatchState): Measures {
  const [amount = '', unit] = String(weight ?? '').split(' ')
  const ounces = unit === 'oz' ? Number(amount) : undefined
  const pounds = unit === 'lb' ? Number(amount) : null
  return {
    weight: ounces === undefined ? pounds : Math.round((ounces * 100) / 16) / 100,
    ...(ounces !== undefined && { ounces }),
    ...(typeof length === 'string' && { length: Number.parseFloat(length) }),
    ...(released === true && { released: true as const }),
  }
}

/** Names of people, by which the slip shows commitments. */
const names = new Set(['angler', 'witness'])

/** Ids, which readers don't get. */
const hiddenFields = new Set(['anglerId', 'entryId'])

const fieldsOf = (data: LogData, texts: LogTexts): SlipChange['fields'] =>
  Object.entries(data).flatMap(([field, value]) => {
    if (!Array.isArray(value) || hiddenFields.has(field)) return []
    const show = (part: LogValue) =>
      names.has(field) && part !== null ? (readText(texts, part) ?? erasedText) : textOf(part)
    const [before, after] = value as readonly [LogValue, LogValue]
    return [{ field, before: show(before), after: show(after) }]
  })

function standingOf(events: readonly LogEvent[], isBoatOut: boolean): SlipState {
  const state = stateOf(events)
  if (state === null) return 'deleted'
  if (state.disqualified === true || isBoatOut) return 'disqualified'
  return events.some(({ kind }) => kind === 'corrected') ? 'corrected' : 'standing'
}

/**
 * Returns why the catch was deleted or disqualified itself;
 * null if another rule decided or the text is erased.
 */
function reasonOf(state: SlipState, events: readonly LogEvent[], texts: LogTexts): string | null {
  const kinds = state === 'deleted' ? ['deleted', 'undone'] : ['disqualified', 'reinstated']
  const last = events.findLast(({ kind }) => kinds.includes(kind))
  return last === undefined || last.kind === 'reinstated' ? null : readText(texts, last.reason)
}

/** Events that say what was weighed, or take it back. A ruling or a protest leaves that as it is. */
const factKinds: ReadonlySet<LogKind> = new Set(['opened', 'weighed', 'corrected', 'undone', 'deleted'])

/** The confirmations of the catch's present facts: a correction makes earlier ones void. */
function confirming(events: readonly LogEvent[]): LogEvent[] {
  const since = events.findLastIndex(({ kind }) => factKinds.has(kind))
  return events.slice(since + 1).filter(({ kind }) => kind === 'confirmed')
}

const confirmationsOf = (events: readonly LogEvent[], texts: LogTexts): Slip['confirmations'] =>
  confirming(events).map(({ at, role, by }) => ({ at, role: role ?? '', name: readText(texts, by) }))

/** The catch by the log, or by the log before it was taken back. */
export const lastState = (events: readonly LogEvent[]): CatchState =>
  stateOf(events.filter(({ kind }) => kind !== 'undone' && kind !== 'deleted')) ?? {}

interface Parts extends Pick<Slip, 'tournament' | 'captain' | 'photo' | 'boards'> {
  number: string
  first: LogEvent
  /** All events about the catch, the first one first. */
  events: readonly LogEvent[]
  /** See {@link lastState}. */
  last: CatchState
  texts: LogTexts
  isWithdrawn: boolean
  /** Reason for which the boat is disqualified, or null. */
  boatOut: string | null
  /** Name of a mark by its key. */
  markName: (key: string) => string
}

export function presentSlip({
  number,
  first,
  events,
  last,
  texts,
  isWithdrawn,
  boatOut,
  markName,
  ...parts
}: Parts): Slip {
  const marks = textOf(last.marks)?.split(', ') ?? []
  const state = standingOf(events, boatOut !== null)
  const reason = reasonOf(state, events, texts) ?? (state === 'disqualified' ? boatOut : null)
  return {
    number,
    seq: first.seq,
    hash: first.hash,
    state,
    ...(reason && { reason }),
    ...(isWithdrawn && { withdrawn: true as const }),
    tournament: parts.tournament,
    entryId: textOf(last.entryId) ?? '',
    catchId: textOf(last.catchId) ?? '',
    boat: textOf(last.boat) ?? '',
    captain: parts.captain,
    angler: readText(texts, last.angler),
    species: textOf(last.species) ?? '',
    ...measuresOf(last),
    caughtAt: textOf(last.caughtAt) ?? '',
    weighedAt: textOf(last.weighedAt) ?? textOf(last.recordedAt) ?? first.at,
    weighMaster: readText(texts, first.by),
    witness: readText(texts, last.witness),
    scale: textOf(last.scale),
    marks,
    markNames: marks.map(markName),
    photo: parts.photo,
    boards: parts.boards,
    corrections: events
      .filter(({ kind }) => kind === 'corrected')
      .map(({ seq, at, reason: why, data }) => ({
        seq,
        at,
        reason: readText(texts, why),
        fields: fieldsOf(data, texts),
      })),
    confirmations: confirmationsOf(events, texts),
  }
}

/**
 * Returns whether the same person has confirmed the catch's present facts.
 * @param by hashes of the person's names
 */
export const isConfirmed = (events: readonly LogEvent[], by: ReadonlySet<string>): boolean =>
  confirming(events).some(event => event.by !== null && by.has(event.by))
