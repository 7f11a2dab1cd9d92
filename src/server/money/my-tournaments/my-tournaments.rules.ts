import { type EntryId, isId, type TournamentId } from '#contract/ids.ts'
import type { TournamentStage } from '#contract/money/my-tournaments.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'

/** In the order of the list. */
export const stages: readonly TournamentStage[] = ['live', 'results', 'payouts', 'upcoming', 'finished']

/** A tournament's place in the list. */
export interface StagePlace {
  stage: TournamentStage
  /** Milliseconds since 1970: the start of an upcoming tournament, the end of another. */
  at: number
  id: TournamentId
}

export const encodeStagePlace = ({ stage, at, id }: StagePlace): string => `${stage}_${at}_${id}`

/** Null: not a cursor of this list. */
export function decodeStagePlace(cursor: string): StagePlace | null {
  const [name, at = '', id = '', ...more] = cursor.split('_')
  const stage = stages.find(each => each === name)
  if (stage === undefined || !/^\d{1,16}$/.test(at) || !isId<'tournament'>(id) || more.length > 0) return null
  return { stage, at: Number(at), id }
}

/** Boats that ask for a pot of the rules. */
export const boatsAsking = (rules: Rules | null, asked: readonly { entry: EntryId; pot: string }[]): number =>
  new Set(
    asked.flatMap(({ entry, pot }) =>
      rules?.pots.some(each => each.key === pot && each.entry === 'chosen') ? [entry] : [],
    ),
  ).size
