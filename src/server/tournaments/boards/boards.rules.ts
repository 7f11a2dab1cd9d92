import type { Board, BoardFish, BoardRow, Why } from '#contract/tournaments/scoring/boards.ts'
import { comparableName, nameSet } from '#contract/tournaments/scoring/fish.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'

/** The fish is for another category. */
const elsewhere: ReadonlySet<Why | null> = new Set(['species', 'how', 'division'])

/** Rows with the fish that belong to the category; the main one lists all fish. @param speciesOf of a catch */
export function linesOf(
  { categories }: Rules,
  { category: key, rows }: Board,
  speciesOf: (catchId: string) => string | undefined,
): BoardRow[] {
  const category = categories.find(each => each.key === key)
  if (category === undefined || category === categories[0]) return [...rows]
  const names = nameSet(category.species)
  const isOwn = ({ catchId, why }: BoardFish) =>
    !elsewhere.has(why) && (names === null || names.has(comparableName(speciesOf(catchId) ?? '')))
  return rows
    .map(row => ({ ...row, fish: row.fish.filter(isOwn) }))
    .filter(({ fish }) => category.rank === 'boats' || fish.length > 0)
}
