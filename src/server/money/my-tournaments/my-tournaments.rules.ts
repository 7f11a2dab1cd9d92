import { isId, type TournamentId } from '#contract/ids.ts'
import type { TournamentStage } from '#contract/money/my-tournaments.ts'
import { chosenPots } from '#contract/tournaments/scoring/pots.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'

/** Stages in the order of the list. */
export const stages: readonly TournamentStage[] = ['live', 'results', 'payouts', 'upcoming', 'finished']

/** A tournament's place in the list. */
export interface StagePlace {
  stage: TournamentStage
  /** Milliseconds since 1970: the start of an upcoming tournament, the end of another. */
  at: number
  id: TournamentId
}

export const encodeStagePlace = ({ stage, at, id }: StagePlace): string => `${stage}_${at}_${id}`

/** Returns the place that a cursor names, or null if it isn't a cursor of this list. */
export function decodeStagePlace(cursor: string): StagePlace | null {
  const [name, at = '', id = '', ...more] = cursor.split('_')
  const stage = stages.find(each => each === name)
  if (stage === undefined || !/^\d{1,16}$/.test(at) || !isId<'tournament'>(id) || more.length > 0) return null
  return { stage, at: Number(at), id }
}

/** Keys of the pots that captains can ask for, by tournament; only those with one. */
export const chosenPotsOf = <Id extends string>(rules: ReadonlyMap<Id, Rules>): Map<Id, string[]> =>
  new Map(
    [...rules].flatMap(([id, rulesOfOne]) => {
      const keys = chosenPots(rulesOfOne).map(({ key }) => key)
      return keys.length > 0 ? [[id, keys]] : []
    }),
  )
