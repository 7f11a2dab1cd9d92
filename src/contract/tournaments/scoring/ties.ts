import type { BoardRow, TieDecision } from './boards.ts'
import type { CountableFish } from './choice.ts'
import type { Category, Tie } from './rules.ts'

/** A contestant with fish that count. */
export interface Standing {
  row: BoardRow
  selection: readonly CountableFish[]
  /** The largest total of a single day. */
  bestDay: () => number
  /** Strengths by tie, computed on demand. */
  strengths: number[][]
}

const times = ({ selection }: Standing, of: 'caughtAt' | 'weighedAt') =>
  selection.map(({ fish }) => fish.scoringCatch[of])

/** Returns the measured sizes, largest first; 0 if not measured. */
const sizes = ({ measure }: Category, { selection }: Standing): number[] =>
  selection
    .map(({ fish }) => (measure === 'length' ? fish.scoringCatch.length : fish.weight) ?? 0)
    .sort((a, b) => b - a)

/** Numbers to compare in order; the larger is better. */
function strength(category: Category, tie: Tie, standing: Standing): number[] {
  switch (tie) {
    case 'first-caught':
      return [-Math.min(...times(standing, 'caughtAt'))]
    case 'first-weighed':
      return [-Math.min(...times(standing, 'weighedAt'))]
    case 'first-to-reach':
      return [-Math.max(...times(standing, 'caughtAt'))]
    case 'most-fish':
      return [standing.selection.length]
    case 'largest':
      return sizes(category, standing).slice(0, 1)
    case 'fish-by-fish':
      return sizes(category, standing)
    case 'best-day':
      return [standing.bestDay()]
    default:
      return [-standing.selection.filter(({ fish }) => fish.scoringCatch.marks.includes(tie.fewest)).length]
  }
}

function strongerFirst(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (b[index] ?? 0) - (a[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns a comparison by total and ties; 0 if the place is shared. */
function comparison(category: Category): (a: Standing, b: Standing) => number {
  const strengthOf = (standing: Standing, index: number, tie: Tie): number[] => {
    standing.strengths[index] ??= strength(category, tie, standing)
    return standing.strengths[index]
  }
  return (a, b) => {
    const byTotal = b.row.total - a.row.total
    if (byTotal !== 0) return byTotal
    for (const [index, tie] of category.ties.entries()) {
      const byTie = strongerFirst(strengthOf(a, index, tie), strengthOf(b, index, tie))
      if (byTie !== 0) return byTie
    }
    return 0
  }
}

/** The order in which tied contestants are listed and get odd cents: `firstCaughtAt`, then entry id. */
function earlierFirst(a: BoardRow, b: BoardRow): number {
  return (
    (a.firstCaughtAt ?? 0) - (b.firstCaughtAt ?? 0) ||
    compareText(a.entryId, b.entryId) ||
    compareText(a.contestant, b.contestant)
  )
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Sets places. @returns rows by place @param decisions of this board, the latest last */
export function rankRows(
  category: Category,
  standings: readonly Standing[],
  decisions: readonly TieDecision[],
): BoardRow[] {
  const compare = comparison(category)
  const ranking = standings.toSorted((a, b) => compare(a, b) || earlierFirst(a.row, b.row))
  const groups: BoardRow[][] = []
  for (const [index, standing] of ranking.entries()) {
    const previous = ranking[index - 1]
    const group = previous && compare(previous, standing) === 0 ? groups.at(-1) : undefined
    if (group) group.push(standing.row)
    else groups.push([standing.row])
  }
  let place = 1
  return groups.flatMap(group => {
    const rows = placesFrom(place, group, decisions)
    place += group.length
    return rows
  })
}

/** A decision that leaves out one of the group, or was about a tie at another total, doesn't apply. */
function placesFrom(
  place: number,
  group: readonly BoardRow[],
  decisions: readonly TieDecision[],
): BoardRow[] {
  const decision = decisions.findLast(({ order, total }) =>
    group.every(row => order.includes(row.contestant) && (total ?? row.total) === row.total),
  )
  if (group.length === 1 || decision === undefined)
    return group.map(row => ({ ...row, place, tied: group.length > 1 }))
  const orderOf = ({ contestant }: BoardRow) => decision.order.indexOf(contestant)
  return group
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map((row, index) => ({ ...row, place: place + index, tied: false }))
}
