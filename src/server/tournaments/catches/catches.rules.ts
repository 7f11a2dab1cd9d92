import type { Issue } from '#contract/errors.ts'
import { fieldTexts as texts } from '#contract/field-texts.ts'
import { measureText } from '#contract/tournaments/catch-texts.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { statusAt, type TournamentRow } from '#server/tournaments/tournaments/index.ts'
import type { CatchRow } from './catches.table.ts'

/** Returns why catches can't be weighed in, or null. Weigh-in stays open after the end, for corrections. */
export function weighInRefusal(tournament: TournamentRow, now: number): string | null {
  switch (statusAt(tournament, now)) {
    case 'upcoming':
      return 'The tournament has not started yet.'
    case 'cancelled':
      return 'This tournament is cancelled.'
    case 'active':
    case 'completed':
      return null
  }
}

/** Milliseconds. Tolerance for phone clocks. */
export const skew = 5 * 60_000

export function caughtAtIssues(caughtAt: number, tournament: TournamentRow, now: number): Issue[] {
  if (caughtAt > now + skew) return [{ path: 'caughtAt', message: texts.caughtInFuture }]
  if (caughtAt >= tournament.starts_at && caughtAt <= tournament.ends_at) return []
  return [{ path: 'caughtAt', message: texts.caughtOutside }]
}

/**
 * Returns the default time of a catch: now, but at most the end. With rules, it is the time of weighing;
 * after lines out, when boats come to the scale, the last time with lines in.
 */
export function usualCaughtAt(
  { starts_at, ends_at }: Pick<TournamentRow, 'starts_at' | 'ends_at'>,
  now: number,
  rules: Pick<Rules, 'days'> | null = null,
  weighedAt: number | null = null,
): number {
  if (rules === null) return Math.min(now, ends_at)
  const latest = Math.min(Math.max(starts_at, Math.min(weighedAt ?? now, now)), ends_at)
  const day = rules.days.findLast(({ linesIn }) => linesIn <= latest)
  return day ? Math.min(latest, day.linesOut) : latest
}

/** Milliseconds. With weights that differ by 1 % at most, catches of a boat may be the same fish. */
export const similarWithin = 30 * 60_000

/** Hundredths of a pound. */
export const similarWeights = (weight: number): [least: number, most: number] => [
  Math.ceil((weight * 99) / 100),
  Math.floor((weight * 100) / 99),
]

/** Returns the warning that a catch may have been weighed in already. @param similar the catch like it */
export function similarText(
  boat: string,
  similar: Facts & Pick<CatchRow, 'ounces'> & { weight_hundredths: number },
  caughtAt: number,
): string {
  const minutes = Math.round(Math.abs(similar.caught_at - caughtAt) / 60_000)
  const apart =
    minutes === 0 ? 'at the same time' : minutes === 1 ? 'a minute apart' : `${minutes} minutes apart`
  const measure = measureText({ weight: similar.weight_hundredths / 100, ounces: similar.ounces })
  return `${boat} has ${similar.species} of ${measure} already, caught ${apart}. Weigh this one in only if it is another fish.`
}

/** Fields that a repeated request sends again. Leaves out times, which the server fills in. */
const sentFields = [
  'weight_hundredths',
  'ounces',
  'length_hundredths',
  'released',
  'species',
  'angler_id',
  'marks',
  'scale',
  'witness',
] as const satisfies readonly (keyof CatchRow)[]
type SentColumns = Pick<CatchRow, (typeof sentFields)[number] | 'weighed_at'>
type First = Pick<CatchRow, 'corrected_at' | 'first_weight_hundredths' | 'first_species'>

/**
 * Returns whether a repeated weigh-in of the same boat matches. A client may leave out the time of weighing in one of the requests.
 * After a correction, weight and species match the present or the first ones.
 */
export function isSameCatch(row: SentColumns & First, input: SentColumns): boolean {
  const isSameTime =
    row.weighed_at === null || input.weighed_at === null || row.weighed_at === input.weighed_at
  if (row.corrected_at === null) return isSameTime && sentFields.every(field => row[field] === input[field])
  const matches = (weight: number | null, species: string | null) =>
    weight === input.weight_hundredths && species === input.species
  return (
    matches(row.weight_hundredths, row.species) || matches(row.first_weight_hundredths, row.first_species)
  )
}

type Facts = Pick<CatchRow, 'species' | 'caught_at'>

const correctable = [...sentFields, 'entry_id', 'caught_at', 'weighed_at'] as const

export const isCorrection = (
  before: Pick<CatchRow, (typeof correctable)[number]>,
  after: Pick<CatchRow, (typeof correctable)[number]>,
): boolean => correctable.some(field => before[field] !== after[field])
