import { isTied, resultOf, type Scored } from '#client/domain/result.ts'
import { ordinal } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

type Placed = Pick<Entry, 'id' | 'currentPosition'>

type MovedUp<T extends Placed> = T & { currentPosition: number }

/** Returns the entries with a better position than before, or their first one. New entries are left out. */
export function movedUp<T extends Placed>(before: readonly Placed[], after: readonly T[]): MovedUp<T>[] {
  const old = new Map(before.map(({ id, currentPosition }) => [id, currentPosition]))
  return after.flatMap(entry => {
    const { currentPosition } = entry
    const was = old.get(entry.id)
    if (was === undefined || currentPosition === null || (was !== null && was <= currentPosition)) return []
    return [{ ...entry, currentPosition }]
  })
}

type Moving = Placed & Scored & { boat: Pick<Entry['boat'], 'name'> }

export interface Standings {
  entries: readonly Moving[]
  /** Named where there are several. */
  tournament?: { name: string }
}

/** "Shark leads with 412.5 lbs.", or with the tournament's name "Shark is now 1st in Live Open." */
export const moveTexts = (before: readonly Placed[], standings: readonly Standings[]): string[] =>
  standings.flatMap(({ entries, tournament }) =>
    movedUp(before, entries).map(entry => moveText(entry, tournament ? ` in ${tournament.name}` : '')),
  )

function moveText(entry: MovedUp<Moving>, inTournament: string): string {
  const { boat, currentPosition } = entry
  const result = resultOf(entry)
  if (isTied(entry)) return `${boat.name} is now tied for ${ordinal(currentPosition)}${inTournament}.`
  if (inTournament || currentPosition > 1 || !result)
    return `${boat.name} is now ${ordinal(currentPosition)}${inTournament}.`
  return `${boat.name} leads with ${result.figure}.`
}
