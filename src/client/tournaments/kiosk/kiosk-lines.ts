import type { BoardChoice } from '#client/domain/boards.ts'
import { amountOf, isTied, resultOf } from '#client/domain/result.ts'
import { difference } from '#contract/tournaments/race-places.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import type { BoardLine } from '#contract/tournaments/scores.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

/** Texts of a row of the screen. */
export interface KioskLine {
  /** Name of the boat or the angler. */
  name: string
  /** Text below the name. */
  about: string
  /** Figure such as "412.5 lbs" or "980 points", or null if no fish counts. */
  figure: string | null
  /** It has fish, none of which counts. */
  isUncounted?: boolean
  /** Species or "11 fish", or null for neither. */
  detail: string | null
  /** Gap such as "12 lbs", or null if there is nothing to show. */
  behind: string | null
  isTied: boolean
}

/** Returns the line of an entry on the main board. @param behind see `behindLeader` */
export function lineOfEntry(entry: Entry, behind: string | null, isUncounted: boolean): KioskLine {
  const result = resultOf(entry)
  return {
    name: entry.boat.name,
    about: `Captain ${entry.boat.captainName}`,
    figure: result?.figure ?? null,
    detail: result?.detail ?? null,
    isUncounted,
    behind,
    isTied: isTied(entry),
  }
}

/** Returns the line of a contestant on another board. @param first its first contestant */
export function lineOfBoard(line: BoardLine, entry: Entry, choice: BoardChoice, first: BoardLine): KioskLine {
  const { category, unit } = choice
  const { name, captainName } = entry.boat
  const [fish] = line.fish
  const isOfOne = category.rank === 'fish' || line.taken === 1
  const count = unit === 'fish' ? null : amountText(line.taken, 'fish')
  const gap = difference(first.total, line.total)
  return {
    name: category.rank === 'anglers' ? (line.angler?.name ?? name) : name,
    about: category.rank === 'anglers' ? name : `Captain ${captainName}`,
    figure: amountText(line.total, unit),
    detail: isOfOne && fish ? fish.species : count,
    behind: gap > 0 ? amountText(gap, unit) : null,
    isTied: line.tied,
  }
}

/** Returns "13.2 lbs" that its catch or score is behind the first place's, or null if it isn't behind. */
export function behindLeader(entries: readonly Entry[], entry: Entry): string | null {
  const [first, own] = [entries.find(({ currentPosition }) => currentPosition === 1), entry].map(amountOf)
  if (!first || !own || own.amount >= first.amount) return null
  const gap = difference(first.amount, own.amount)
  return amountText(gap, own.unit)
}
