import type { ScoreBoard } from '#contract/tournaments/scores.ts'
import type { Why } from '#contract/tournaments/scoring/boards.ts'
import { mainReason } from '#contract/tournaments/why-texts.ts'

/** Catch → why no board counts it. */
export function reasonsOn(boards: readonly ScoreBoard[]): Map<string, Why | null> {
  const places = boards.flatMap(({ rows }) =>
    rows.flatMap(({ place, fish }) =>
      fish.map(({ catchId, taken, why }) => ({ catchId, place: taken ? place : null, why })),
    ),
  )
  const byCatch = Map.groupBy(places, ({ catchId }) => catchId)
  return new Map([...byCatch].map(([id, each]) => [id, mainReason(each)]))
}
