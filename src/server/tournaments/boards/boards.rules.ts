import type { Board, BoardRow, Why } from '#contract/tournaments/scoring/boards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'

/** Of a category without a day: the latest day's with a place, else the last. */
export function chooseBoard(
  boards: readonly Board[],
  category: string,
  day: string | undefined,
): Board | undefined {
  const own = boards.filter(board => board.category === category)
  if (day !== undefined) return own.find(board => board.day === day)
  return own.findLast(({ rows }) => rows.some(({ place }) => place !== null)) ?? own.at(-1)
}

/** The fish is for another category. */
const elsewhere: ReadonlySet<Why | null> = new Set(['species', 'how', 'division'])

/** Rows with the fish that belong to the category; the main one lists all fish. */
export function linesOf({ categories }: Rules, { category, rows }: Board): BoardRow[] {
  const isMain = categories[0]?.key === category
  const isOfBoats = categories.find(({ key }) => key === category)?.rank === 'boats'
  if (isMain) return [...rows]
  return rows
    .map(row => ({ ...row, fish: row.fish.filter(({ why }) => !elsewhere.has(why)) }))
    .filter(({ fish }) => isOfBoats || fish.length > 0)
}
