import type { CatchId, ImageId } from '#contract/ids.ts'
import { utcText } from '#contract/iso.ts'
import type { Actor, CatchFacts } from '#contract/record.ts'
import { catchText, type Measures } from '#contract/tournaments/catch-texts.ts'
import type { Trx } from '#server/db/connection.ts'
import { record } from '#server/record/index.ts'
import {
  dayOfPlace,
  type EntryInContext,
  isTied,
  rerank,
  type Standing,
} from '#server/tournaments/entries/index.ts'
import {
  correctWeighIn,
  deleteWeighIn,
  insertUpdate,
  type ToldPlace,
  weighInText,
} from '#server/tournaments/updates/index.ts'
import {
  type CatchFields,
  deleteCatch,
  insertCatch,
  type NewCatchFields,
  updateCatch,
} from './catches.queries.ts'
import type { CatchRow } from './catches.table.ts'

/** Returns measures, species and the time of the catch, which decides a tie. */
const timedText = ({ species, caught_at: at, ...measures }: CatchFields) =>
  `${catchText({ ...measuredOf(measures), species })}, caught ${utcText(at)}`

const logText = ({ boat }: EntryInContext, ...catches: CatchFields[]) =>
  `${boat.name}: ${catches.map(timedText).join('; now ')}`

const measuredOf = (
  row: Pick<CatchRow, 'weight_hundredths' | 'ounces' | 'length_hundredths' | 'released'>,
): Measures => ({
  weight: row.weight_hundredths === null ? null : row.weight_hundredths / 100,
  ounces: row.ounces,
  length: row.length_hundredths === null ? null : row.length_hundredths / 100,
  released: row.released === 1,
})

const factsOf = (row: CatchRow): CatchFacts => ({
  id: row.id,
  weightHundredths: row.weight_hundredths,
  ...(row.ounces !== null && { ounces: row.ounces }),
  ...(row.length_hundredths !== null && { lengthHundredths: row.length_hundredths }),
  ...(row.released === 1 && { released: true as const }),
  species: row.species,
  caughtAt: row.caught_at,
})

/** Returns the boat's place if it follows from this fish, among others. */
const placeBy = (fish: CatchId, standing: Standing | undefined): ToldPlace | null =>
  standing?.position != null && standing.fish.includes(fish)
    ? { position: standing.position, isTied: isTied(standing), day: dayOfPlace(standing) }
    : null

/** Stores a catch, reranks and posts an update, with the picture. */
export async function weighIn(
  trx: Trx,
  context: EntryInContext,
  actor: Actor,
  fields: NewCatchFields,
  image: ImageId | null = null,
): Promise<CatchRow> {
  const { entry, boat, tournament } = context
  const row = await insertCatch(trx, entry.id, actor, fields)
  const { standings, lead } = await rerank(trx, tournament.id)
  const after = standings.get(entry.id)
  const place = placeBy(row.id, after)
  await insertUpdate(
    trx,
    {
      entry,
      author: actor.by,
      content: weighInText(boat.name, textOf(row), place),
      location: tournament.location,
      catchId: row.id,
      image,
    },
    actor.at,
  )
  const hasMoved = after?.position !== entry.current_position
  await record(trx, {
    kind: 'catch-recorded',
    ...actor,
    tournament: tournament.id,
    entry: entry.id,
    catch: factsOf(row),
    place: place?.position ?? null,
    ...(place?.isTied && { tied: true as const }),
    moved: hasMoved,
    lead,
    text: logText(context, row),
  })
  return row
}

export interface Correction {
  fields: CatchFields
  /** The catch moves to this entry of the tournament. */
  target: EntryInContext
  reason: string | null
}

/** Corrects what differs of a catch, and its update, which names the position if it follows from the catch. */
export async function correctCatch(
  trx: Trx,
  context: EntryInContext,
  actor: Actor,
  former: CatchRow,
  { fields, target, reason }: Correction,
): Promise<CatchRow> {
  const entry = target.entry.id
  const after = await updateCatch(trx, former, { ...fields, entry_id: entry }, actor.at)
  const { standings, lead } = await rerank(trx, target.tournament.id)
  const place = placeBy(former.id, standings.get(entry))
  const content = weighInText(target.boat.name, textOf(after), place)
  await correctWeighIn(trx, former.id, entry, content)
  const origin = entry === former.entry_id ? '' : `${context.boat.name} → `
  await record(trx, {
    kind: 'catch-corrected',
    ...actor,
    tournament: target.tournament.id,
    entry,
    catch: factsOf(after),
    before: factsOf(former),
    moved: entry !== former.entry_id,
    lead,
    reason,
    text: `${origin}${logText(target, former, after)}${reasonText(reason)}`,
  })
  return after
}

/**
 * Deletes a catch.
 * A deletion within {@link undoMs} announces no new leader.
 */
export async function removeCatch(
  trx: Trx,
  context: EntryInContext,
  actor: Actor,
  row: CatchRow,
  { undone, reason }: { undone: boolean; reason: string | null },
): Promise<void> {
  await deleteWeighIn(trx, row.id)
  await deleteCatch(trx, row)
  const { lead } = await rerank(trx, context.tournament.id)
  await record(trx, {
    kind: 'catch-deleted',
    ...actor,
    tournament: context.tournament.id,
    entry: context.entry.id,
    catch: factsOf(row),
    lead: actor.at - row.created_at > undoMs ? lead : null,
    undone,
    reason,
    text: `${logText(context, row)}${reasonText(reason)}`,
  })
}

const reasonText = (reason: string | null) => (reason === null ? '' : `. ${reason}`)

/** The undo button is shown for ten seconds; the request may take a while. */
const undoMs = 30_000

const textOf = (row: CatchRow) => ({ ...measuredOf(row), species: row.species })
