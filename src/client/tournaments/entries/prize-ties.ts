import type { Awards, BoardRowAnswer, ScoreBoard } from '#contract/tournaments/scores.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'

/** Contestants of a board that share a place with a prize, or one of the first three of the tournament. */
export interface PrizeTie {
  category: string
  categoryName: string
  day: string | null
  place: number
  contestants: { id: string; entryId: string; angler: string | null }[]
}

/** Places of the main category whose ties are decided even without a prize. */
const podium = 3

export function prizeTies(rules: RulesJson, boards: readonly ScoreBoard[], awards: Awards): PrizeTie[] {
  const [main] = rules.categories
  return boards.flatMap(({ category: key, day, rows }) => {
    const category = rules.categories.find(one => one.key === key)
    if (category === undefined) return []
    const ties = Map.groupBy(
      rows.filter(({ tied }) => tied),
      ({ place }) => place,
    )
    const winners = tiedWinners(rules, awards, key, day)
    return [...ties].flatMap(([place, tie]) => {
      if (place === null) return []
      const isOnPodium = category === main && place <= podium
      if (!isOnPodium && !tie.some(({ entryId }) => winners.has(entryId))) return []
      const contestants = tie.map(row => ({
        id: contestantOf(category.rank, row),
        entryId: row.entryId,
        angler: row.angler?.name ?? null,
      }))
      return [{ category: key, categoryName: category.name, day, place, contestants }]
    })
  })
}

/** Returns the ids of entries that share a prize. */
function tiedWinners(
  { awards: rules }: RulesJson,
  { awards }: Awards,
  category: string,
  day: string | null,
): Set<string> {
  const keys = new Set(rules.filter(award => award.category === category).map(({ key }) => key))
  const own = awards.filter(award => keys.has(award.key) && award.day === day)
  return new Set(own.flatMap(({ places }) => places.filter(({ tied }) => tied).map(({ entryId }) => entryId)))
}

/** Returns the contestant's id as a tie decision has it. */
function contestantOf(rank: RulesJson['categories'][number]['rank'], row: BoardRowAnswer): string {
  switch (rank) {
    case 'boats':
      return row.entryId
    case 'anglers':
      return row.angler?.id ?? `${row.entryId}/`
    case 'fish':
      return row.fish[0]?.catchId ?? row.entryId
  }
}
