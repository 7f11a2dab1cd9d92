import type { BoardLine, LineFish } from '#contract/tournaments/scores.ts'
import type { BoardFish, BoardRow } from '#contract/tournaments/scoring/boards.ts'
import {
  amountOf,
  type BoardContext,
  presentRow,
  type ScoringRow,
} from '#server/tournaments/scoring/index.ts'

interface LineContext extends BoardContext {
  catches: ReadonlyMap<string, ScoringRow>
  /** Number of fish to show for each contestant. */
  fish: number
}

export const presentLine = (context: LineContext, row: BoardRow): BoardLine => ({
  contestant: row.contestant,
  ...presentRow(context, row),
  taken: row.fish.filter(({ taken }) => taken).length,
  listed: row.fish.length,
  fish: row.fish.slice(0, context.fish).flatMap(fish => presentFish(context, fish)),
  ...(row.penalty !== 0 && { penalty: amountOf(context.rules, context.category, row.penalty) }),
})

function presentFish(
  { rules, category, catches }: LineContext,
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
