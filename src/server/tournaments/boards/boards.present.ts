import type { BoardLine, LineFish } from '#contract/tournaments/scores.ts'
import type { BoardFish, BoardRow } from '#contract/tournaments/scoring/boards.ts'
import type { Category, Rules } from '#contract/tournaments/scoring/rules.ts'
import { amountOf, type ScoringRow } from '#server/tournaments/scoring/index.ts'

interface BoardContext {
  rules: Rules
  category: Category | undefined
  catches: ReadonlyMap<string, ScoringRow>
  /** Public names of the anglers, by id. */
  anglers: ReadonlyMap<string, string>
  /** Number of fish to show for each contestant. */
  fish: number
}

export function presentLine(context: BoardContext, row: BoardRow): BoardLine {
  const angler = row.anglerId === null ? undefined : context.anglers.get(row.anglerId)
  return {
    contestant: row.contestant,
    place: row.place,
    tied: row.tied,
    entryId: row.entryId,
    angler: row.anglerId === null || angler === undefined ? null : { id: row.anglerId, name: angler },
    total: amountOf(context.rules, context.category, row.total),
    taken: row.fish.filter(({ taken }) => taken).length,
    listed: row.fish.length,
    fish: row.fish.slice(0, context.fish).flatMap(fish => presentFish(context, fish)),
    ...(row.penalty !== 0 && { penalty: amountOf(context.rules, context.category, row.penalty) }),
  }
}

function presentFish(
  { rules, category, catches }: BoardContext,
  { catchId, score, taken, why }: BoardFish,
): LineFish[] {
  const row = catches.get(catchId)
  if (row === undefined) return []
  const { weight_hundredths: weight, ounces, length_hundredths: length } = row
  const marks = JSON.parse(row.marks) as string[]
  return [
    {
      catchId,
      species: row.species,
      score: score === null ? null : amountOf(rules, category, score),
      taken,
      why,
      ...(ounces === null && weight !== null && { weight: weight / 100 }),
      ...(ounces !== null && { ounces }),
      ...(length !== null && { length: length / 100 }),
      ...(row.released === 1 && { released: true as const }),
      ...(marks.length > 0 && { marks }),
      ...(row.disqualified_reason !== null && { reason: row.disqualified_reason }),
    },
  ]
}
