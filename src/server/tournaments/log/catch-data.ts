import type { Selectable } from 'kysely'
import type { CatchId, EntryId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { formatHundredths } from '#contract/numbers.ts'
import type { LogData, LogEvent, LogValue } from '#contract/tournaments/log-chain.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Commitments } from './commitments.ts'

/** A catch with its boat. */
export const findCatchRow = compileFirst((db, id: CatchId) =>
  db
    .selectFrom('catches')
    .innerJoin('entries', 'entries.id', 'catches.entry_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .selectAll('catches')
    .select('boats.name as boat')
    .where('catches.id', '=', id),
)

const boatById = compileFirst((db, entry: EntryId) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select('boats.name')
    .where('entries.id', '=', entry),
)

/** Returns the boat's name, even of a withdrawn entry. */
export const findBoatName = async (db: Db, entry: EntryId): Promise<string> =>
  (await boatById(db, entry))?.name ?? ''

type CatchColumns = Selectable<Tables['catches']> & { boat: string }
type Measures = Pick<CatchColumns, 'weight_hundredths' | 'ounces' | 'length_hundredths' | 'released'>

/** "412.50 lb", "74 oz" and "32.50 in", exact. */
function measuresOf({ weight_hundredths: weight, ounces, length_hundredths: length, released }: Measures) {
  const weightText =
    ounces !== null ? `${ounces} oz` : weight === null ? null : `${formatHundredths(weight)} lb`
  return {
    ...(weightText !== null && { weight: weightText }),
    ...(length !== null && { length: `${formatHundredths(length)} in` }),
    ...(released === 1 && { released: true }),
  }
}

/** Returns the logged facts of a catch, without names of people. */
export function factsOfRow(row: CatchColumns): LogData {
  const marks = (JSON.parse(row.marks) as string[]).join(', ')
  return {
    boat: row.boat,
    catchId: row.id,
    caughtAt: iso(row.caught_at),
    entryId: row.entry_id,
    species: row.species,
    ...measuresOf(row),
    ...(row.angler_id !== null && { anglerId: row.angler_id }),
    ...(marks !== '' && { marks }),
    ...(row.weighed_at !== null && { weighedAt: iso(row.weighed_at) }),
    ...(row.scale !== null && { scale: row.scale }),
  }
}

export async function dataOfRow(commit: Commitments, row: CatchColumns): Promise<LogData> {
  return {
    ...factsOfRow(row),
    ...(row.angler_id !== null && { angler: await commit.angler(row.angler_id) }),
    ...(row.witness !== null && { witness: await commit.witness(row.witness) }),
  }
}

export type CatchState = Readonly<Record<string, LogValue>>

/** Returns the state of a catch by all events about it, or null if it was deleted. */
export function stateOf(events: readonly LogEvent[]): CatchState | null {
  const state: Record<string, LogValue> = {}
  for (const { kind, data } of events) {
    if (kind === 'undone' || kind === 'deleted') return null
    if (kind === 'opened' || kind === 'weighed')
      for (const [field, value] of Object.entries(data)) if (!isChange(value)) state[field] = value
    if (kind === 'corrected')
      for (const [field, value] of Object.entries(data)) if (isChange(value)) state[field] = value[1]
    if (kind === 'disqualified' || kind === 'reinstated') state.disqualified = kind === 'disqualified'
    if (kind === 'allowed' || kind === 'allowance-lifted') state.allowed = kind === 'allowed'
  }
  return state
}

const isChange = (value: LogData[string]): value is readonly [LogValue, LogValue] => Array.isArray(value)

/** Fields of a catch that a correction can change. `boat` follows from `entryId`. */
const correctable = [
  'angler',
  'anglerId',
  'caughtAt',
  'length',
  'marks',
  'released',
  'scale',
  'species',
  'weighedAt',
  'weight',
  'witness',
]

/** The changed fields as `[before, after]`; a missing one is null. A new name of the same angler is no change. */
export function changedFields(before: CatchState, after: LogData): LogData {
  const moves = before.entryId !== undefined && before.entryId !== after.entryId
  const fields = moves ? [...correctable, 'boat', 'entryId'] : correctable
  const isSameAngler = before.anglerId === after.anglerId
  return Object.fromEntries(
    fields.flatMap(field => {
      if (field === 'angler' && isSameAngler) return []
      const [old = null, now = null] = [before[field], after[field]]
      return old === now || isChange(now) ? [] : [[field, [old, now] as const]]
    }),
  )
}
