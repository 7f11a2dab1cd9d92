import type { Board, BoardFish, BoardInput, BoardRow, TieDecision, Why } from './boards.ts'
import { type Choice, type CountableFish, chooserOf, countableFish } from './choice.ts'
import { type Candidate, candidatesIn, type PassedOver } from './counting.ts'
import { type Fish, fishByEntry } from './fish.ts'
import { type CategoryPenalties, penaltiesOf } from './penalties.ts'
import type { Category, Rules } from './rules.ts'
import { rankRows, type Standing } from './ties.ts'

interface Contestant {
  key: string
  entryId: string
  anglerId: string | null
  candidates: readonly Candidate[]
  /** Best first. */
  countable: readonly CountableFish[]
  /** Fish that cost. */
  under: readonly Candidate[]
}

interface CategoryScope {
  category: Category
  penalties: CategoryPenalties
  choose: (fish: readonly CountableFish[]) => Choice
  days: readonly string[]
}

/** A board of each category, or of each of its days, in the order of the rules. */
export function standings(rules: Rules, { entries, catches, penalties, decisions }: BoardInput): Board[] {
  const fish = fishByEntry(rules, catches)
  const boards: Board[] = []
  for (const category of rules.categories) {
    const scope: CategoryScope = {
      category,
      penalties: penaltiesOf(rules, category, penalties),
      choose: chooserOf(category),
      days: rules.days.map(({ name }) => name),
    }
    const candidateOf = candidatesIn(rules, category, scope.penalties, passedOverIn(category, boards))
    const entryCandidates = entries.map(entry => ({
      entryId: entry.id,
      candidates: (fish.get(entry.id) ?? []).map(one => candidateOf(entry, one)),
    }))
    for (const day of category.days === 'each' ? scope.days : [null]) {
      const contestants: Contestant[] = []
      for (const { entryId, candidates } of entryCandidates) {
        const own = day === null ? candidates : candidates.filter(candidate => candidate.fish.day === day)
        contestants.push(...contestantsOf(category, entryId, own))
      }
      boards.push(boardOf(scope, contestants, day, decisions))
    }
  }
  return boards
}

/** Returns rules with this category and those that it passes over, so that its boards stay the same. */
export function onlyCategory(rules: Rules, key: string): Rules {
  const keys = new Set([key])
  // A category passes over those that are listed before it.
  for (const category of rules.categories.toReversed())
    if (keys.has(category.key)) for (const { category: other } of category.passOver) keys.add(other)
  return { ...rules, categories: rules.categories.filter(category => keys.has(category.key)) }
}

/** @param boards of earlier categories */
function passedOverIn({ passOver }: Category, boards: readonly Board[]): PassedOver {
  const winners = (by: 'boat' | 'fish') =>
    passOver
      .filter(rule => rule.by === by)
      .flatMap(rule => boards.filter(({ category }) => category === rule.category))
      .flatMap(board => board.rows.filter(({ place }) => place === 1))
  return {
    entries: new Set(winners('boat').map(({ entryId }) => entryId)),
    catches: new Set(
      winners('fish').flatMap(row => row.fish.filter(({ taken }) => taken).map(({ catchId }) => catchId)),
    ),
  }
}

function contestantsOf({ rank }: Category, entryId: string, candidates: readonly Candidate[]): Contestant[] {
  const contestant = (key: string, anglerId: string | null, own: readonly Candidate[]): Contestant => ({
    key,
    entryId,
    anglerId,
    candidates: own,
    countable: countableFish(own),
    under: own.filter(({ cost }) => cost !== null),
  })
  switch (rank) {
    case 'boats':
      return [contestant(entryId, null, candidates)]
    case 'anglers':
      return [...Map.groupBy(candidates, ({ fish }) => fish.scoringCatch.anglerId)].map(([anglerId, own]) =>
        contestant(`${entryId}/${anglerId ?? ''}`, anglerId, own),
      )
    case 'fish':
      return candidates.map(candidate => {
        const { id, anglerId } = candidate.fish.scoringCatch
        return contestant(id, anglerId, [candidate])
      })
  }
}

/** @param day null: all days */
function tally(
  { choose, penalties }: CategoryScope,
  { countable, under, entryId }: Pick<Contestant, 'countable' | 'under' | 'entryId'>,
  day: string | null,
) {
  const choice = choose(countable)
  const cost = under.reduce((sum, { cost }) => sum + (cost ?? 0), 0)
  const penalty = penalties.cost(entryId, day)
  return { ...choice, penalty, total: choice.sum - penalty - cost }
}

/** @param contestants with the fish of that day */
function boardOf(
  scope: CategoryScope,
  contestants: readonly Contestant[],
  day: string | null,
  decisions: readonly TieDecision[],
): Board {
  const category = scope.category.key
  const standing: Standing[] = []
  const others: BoardRow[] = []
  for (const contestant of contestants) {
    const choice = tally(scope, contestant, day)
    const { selection, total, penalty } = choice
    const row: BoardRow = {
      place: null,
      tied: false,
      contestant: contestant.key,
      entryId: contestant.entryId,
      anglerId: contestant.anglerId,
      total,
      penalty,
      firstCaughtAt: selection.reduce<number | null>(
        (first, { fish: { scoringCatch } }) =>
          Math.min(first ?? scoringCatch.caughtAt, scoringCatch.caughtAt),
        null,
      ),
      fish: boardFish(choice, contestant.candidates),
    }
    const bestDay = () => Math.max(...bestDayTotals(scope, contestant, day, total))
    if (selection.length > 0) standing.push({ row, selection, bestDay, strengths: [] })
    else others.push(row)
  }
  const own = decisions.filter(decision => decision.category === category && decision.day === day)
  return { category, day, rows: [...rankRows(scope.category, standing, own), ...others] }
}

/** Returns the totals of every day, as `days: 'each'` gives them; for one day just its total. */
const bestDayTotals = (
  scope: CategoryScope,
  contestant: Contestant,
  day: string | null,
  total: number,
): number[] =>
  day === null && scope.days.length > 0
    ? scope.days.map(each => {
        const ofDay = <One extends { fish: Fish }>(list: readonly One[]) =>
          list.filter(({ fish }) => fish.day === each)
        const { entryId, countable, under } = contestant
        return tally(scope, { entryId, countable: ofDay(countable), under: ofDay(under) }, each).total
      })
    : [total]

/** Returns the fish that count, those that a limit leaves out, and those that don't count by time caught. */
function boardFish({ selection, surplus }: Choice, candidates: readonly Candidate[]): BoardFish[] {
  const fish: BoardFish[] = []
  const add = (of: Fish, score: number | null, why: Why | null) =>
    fish.push({ catchId: of.scoringCatch.id, score, taken: why === null, why })
  for (const one of selection) add(one.fish, one.score, null)
  for (const one of surplus) add(one.fish, one.score, 'limit')
  for (const { fish: of, why, cost } of candidates)
    if (why !== null) add(of, cost === null ? null : -cost, why)
  return fish
}
