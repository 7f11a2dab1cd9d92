import type { CatchId, EntryId, TournamentId } from '#contract/ids.ts'
import type { EventKind, KindWith, RecordedEvent } from '#contract/record.ts'
import { eventKinds } from '#contract/record.ts'
import { canonical, type LogData, type LogKind, type LogRole } from '#contract/tournaments/log-chain.ts'
import type { Trx } from '#server/db/connection.ts'
import { sha256 } from '#server/sha256.ts'
import { findRules, findRulesVersion } from '#server/tournaments/scoring/index.ts'
import { changedFields, dataOfRow, findBoatName, findCatchRow, stateOf } from './catch-data.ts'
import type { Commitments } from './commitments.ts'
import { findPenalty, listEventsAbout, readEnds, readTexts } from './log.queries.ts'
import { findHoldNote, findProtest, findProtestStep, findRound } from './logged-texts.queries.ts'

export type ChainedKind = KindWith<{ chain: LogKind }>
export type ChainedEvent<K extends ChainedKind = ChainedKind> = Extract<RecordedEvent, { kind: K }>

export const isChained = (event: RecordedEvent): event is ChainedEvent => 'chain' in eventKinds[event.kind]

/** Fields that an event adds to the envelope. */
export interface LogFields {
  /** Default: the event's `chain`. */
  kind?: LogKind
  /** Id of the event's subject, such as a catch or a protest. */
  subject: string
  /** The event that it changes; default the latest one about the subject. */
  of?: number | null
  /** Facts, and commitments of names and texts. */
  data: LogData
  /** Default: the event's role. */
  role?: LogRole
}

/** Needs of a writer, which runs in the event's transaction after its change. */
export interface Writing {
  trx: Trx
  commit: Commitments
}

type Writer<K extends ChainedKind> = (writing: Writing, event: ChainedEvent<K>) => Promise<LogFields>

const boatOf = async ({ trx }: Writing, entry: EntryId) => ({
  boat: await findBoatName(trx, entry),
  entryId: entry,
})

/** Writes an event about a catch that stays as it is. */
const aboutCatch = async (
  writing: Writing,
  { entry, catch: id }: { entry: EntryId; catch: CatchId },
): Promise<LogFields> => ({
  subject: id,
  data: { ...(await boatOf(writing, entry)), catchId: id },
})

const aboutEntry = async (writing: Writing, { entry }: { entry: EntryId }): Promise<LogFields> => ({
  subject: entry,
  data: await boatOf(writing, entry),
})

async function catchOf({ trx, commit }: Writing, id: CatchId): Promise<LogData> {
  const row = await findCatchRow(trx, id)
  if (!row) throw new Error(`the catch ${id} is logged before it is stored`)
  return dataOfRow(commit, row)
}

/**
 * Returns the name of a key in the present rules, because readers can't read keys.
 * Empty if the rules dropped the key.
 */
async function nameIn(
  { trx }: Writing,
  tournament: TournamentId,
  list: 'categories' | 'penalties' | 'pots',
  key: string,
): Promise<LogData> {
  const item = (await findRules(trx, tournament))?.[list].find(each => each.key === key)
  return item ? { name: item.name } : {}
}

async function aboutPenalty(
  writing: Writing,
  { tournament, entry, penalty }: ChainedEvent<'penalty-recorded' | 'penalty-lifted'>,
): Promise<LogFields> {
  const { key, day, count } = await findPenalty(writing.trx, penalty)
  const boat = await boatOf(writing, entry)
  const name = await nameIn(writing, tournament, 'penalties', key)
  return { subject: penalty, data: { ...boat, penaltyId: penalty, key, ...name, day, count } }
}

const aboutPot = async (
  writing: Writing,
  { tournament, entry, pot }: ChainedEvent<'pot-entered' | 'pot-left'>,
): Promise<LogFields> => ({
  subject: `${entry} ${pot}`,
  data: { ...(await boatOf(writing, entry)), pot, ...(await nameIn(writing, tournament, 'pots', pot)) },
})

/**
 * Writes the protest, with its text and rule as commitments. `of` is the latest event about its subject, or
 * null if the log doesn't know the subject yet: then the facts hold the boat's name.
 */
async function protest(
  { trx, commit }: Writing,
  {
    tournament,
    protest: id,
    from,
    entry,
    catch: catchId,
    penalty,
    late,
    role,
  }: ChainedEvent<'protest-filed'>,
): Promise<LogFields> {
  const { content, rule } = await findProtest(trx, id)
  const subjectId = catchId ?? penalty ?? entry
  return {
    subject: id,
    role: role ?? 'captain',
    of: subjectId === null ? null : (await readEnds(trx, tournament, subjectId)).last,
    data: {
      ...(from !== null && { boat: await findBoatName(trx, from) }),
      protestId: id,
      fromEntryId: from,
      entryId: entry,
      ...(entry !== null && { against: await findBoatName(trx, entry) }),
      catchId,
      penaltyId: penalty,
      late,
      rule: await commit.text(rule),
      text: await commit.text(content),
    },
  }
}

/** Writes a step of a protest. The record's `role` is null for a captain. */
async function protestStep(
  { trx, commit }: Writing,
  {
    protest: id,
    step,
    role,
  }: ChainedEvent<'protest-answered' | 'protest-withdrawn' | 'protest-reopened' | 'protest-decided'>,
  data: LogData = {},
): Promise<LogFields> {
  const { content } = await findProtestStep(trx, step)
  return {
    subject: id,
    role: role ?? 'captain',
    data: { protestId: id, ...data, text: await commit.text(content) },
  }
}

/** Boards and awards of the round as hashes of what `rounds` holds. Without rules both are null. */
async function round({ trx }: Writing, tournament: TournamentId, number: number): Promise<LogFields> {
  const { boards, awards } = await findRound(trx, tournament, number)
  return {
    subject: 'results',
    data: { round: number, boards, awards: awards === null ? null : sha256(awards) },
  }
}

/** Writers of the kinds of events. See `contract/tournaments/log-chain.ts` for how to add one. */
const writers: { [K in ChainedKind]: Writer<K> } = {
  'catch-recorded': async (writing, { catch: { id } }) => ({
    subject: id,
    data: await catchOf(writing, id),
  }),
  'catch-corrected': async (writing, { tournament, catch: { id } }) => {
    const events = await listEventsAbout(writing.trx, tournament, id)
    const data = changedFields(stateOf(events) ?? {}, await catchOf(writing, id))
    const { witness, ...others } = data
    // Erasing a witness's name removes it from the row, which is no correction.
    const isErased =
      Array.isArray(witness) &&
      witness[1] === null &&
      !(String(witness[0]) in (await readTexts(writing.trx, tournament, events)))
    return { subject: id, data: isErased ? others : data }
  },
  'catch-deleted': async (writing, { entry, catch: { id }, undone }) => ({
    ...(await aboutCatch(writing, { entry, catch: id })),
    ...(undone && { kind: 'undone' }),
  }),
  'catch-confirmed': async (writing, event) => ({
    ...(await aboutCatch(writing, event)),
    role: event.as,
  }),
  'catch-disqualified': aboutCatch,
  'catch-reinstated': aboutCatch,
  'catch-allowed': aboutCatch,
  'allowance-lifted': aboutCatch,
  'entry-disqualified': aboutEntry,
  'entry-reinstated': aboutEntry,
  'entry-withdrawn': async (writing, event) => ({
    ...(await aboutEntry(writing, event)),
    role: event.role ?? 'captain',
  }),
  'penalty-recorded': aboutPenalty,
  'penalty-lifted': aboutPenalty,
  'pot-entered': aboutPot,
  'pot-left': aboutPot,
  'rules-changed': async ({ trx }, { tournament, number }) => {
    const version = await findRulesVersion(trx, tournament)
    const rules = version?.rules ? sha256(canonical(version.rules)) : null
    return { subject: 'rules', data: { number, rules } }
  },
  'protest-filed': protest,
  'protest-answered': async (writing, event) =>
    protestStep(writing, event, event.entry === null ? {} : await boatOf(writing, event.entry)),
  'protest-decided': (writing, event) =>
    protestStep(writing, event, { outcome: event.outcome, interested: event.interested }),
  'protest-withdrawn': protestStep,
  'protest-reopened': protestStep,
  'hold-placed': async (writing, { hold, entry }) => ({
    subject: hold,
    data: { ...(await boatOf(writing, entry)), holdId: hold },
  }),
  'hold-lifted': async (writing, { hold, entry }) => ({
    subject: hold,
    data: {
      ...(await boatOf(writing, entry)),
      holdId: hold,
      note: await writing.commit.text(await findHoldNote(writing.trx, hold)),
    },
  }),
  'results-confirmed': (writing, { tournament }) => round(writing, tournament, 1),
  'round-confirmed': (writing, { tournament, round: number }) => round(writing, tournament, number),
  'tie-decided': async (writing, { tournament, category, day, order }) => ({
    subject: `tie ${category} ${day ?? ''}`,
    data: {
      category,
      ...(await nameIn(writing, tournament, 'categories', category)),
      day,
      order: order.join(', '),
    },
  }),
}

/** Returns the fields of the event in the log. */
export const write = (writing: Writing, event: ChainedEvent): Promise<LogFields> =>
  (writers[event.kind] as Writer<EventKind & ChainedKind>)(writing, event as never)
