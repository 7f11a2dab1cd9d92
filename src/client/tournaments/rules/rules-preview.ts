import { dollars } from '#contract/money.ts'
import { formatNumber, ordinal, sum } from '#contract/numbers.ts'
import { formatOunces } from '#contract/tournaments/catch-texts.ts'
import { type AwardResult, awardsOf } from '#contract/tournaments/scoring/awards.ts'
import type { Board, BoardFish, ScoringEntry } from '#contract/tournaments/scoring/boards.ts'
import { amountWords, numberWords } from '#contract/tournaments/scoring/rule-words.ts'
import type { Measure, Rules, RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { rulesOf } from '#contract/tournaments/scoring/rules-conversion.ts'
import { rulesIssues } from '#contract/tournaments/scoring/rules-issues.ts'
import { standings } from '#contract/tournaments/scoring/standings.ts'
import { sampleBoats, sampleCatches } from './sample-catches.ts'

/** Places of a board, or of an award. */
export interface PreviewPlaces {
  key: string
  title: string
  places: {
    key: string
    place: string
    boat: string
    figure: string
    /** The boat's fish on a board. */
    fish?: string
  }[]
  /** Amount of an award that isn't won, or null if all is. */
  notWon: string | null
}

export type Preview =
  | { problem: string }
  | { problem: null; rules: Rules; boards: PreviewPlaces[]; awards: PreviewPlaces[] }

const entries: ScoringEntry[] = sampleBoats.map(id => ({ id, disqualified: false }))

/** Ranks three sample boats that are in all pots, or returns what is still missing. */
export function previewOf(json: RulesJson): Preview {
  const [issue] = rulesIssues(json)
  if (issue) return { problem: issue.message }
  const hasTimes = json.days.every(day => !Number.isNaN(Date.parse(day.linesIn)) && day.linesOut !== '')
  if (!hasTimes) return { problem: 'Enter when lines go in and out on each day' }
  if (json.categories.length === 0) return { problem: 'Add a category: what boats are ranked by' }
  const rules = rulesOf(json)
  const boards = standings(rules, { entries, catches: sampleCatches(rules), penalties: [], decisions: [] })
  const potEntries = rules.pots.flatMap(({ key }) => sampleBoats.map(entryId => ({ pot: key, entryId })))
  return {
    problem: null,
    rules,
    boards: boards.map(board => boardOf(rules, board)),
    awards: awardsOf(rules, boards, entries, potEntries).map(award => awardOf(rules, award)),
  }
}

const withDay = (name: string, day: string | null) => (day === null ? name : `${name}, ${day}`)

/** Places of a board that are shown. */
const placesMax = 3

function boardOf(rules: Rules, { category: key, day, rows }: Board): PreviewPlaces {
  const measure = rules.categories.find(one => one.key === key)?.measure ?? 'weight'
  return {
    key: withDay(key, day),
    title: withDay(rules.categories.find(one => one.key === key)?.name ?? key, day),
    places: rows.slice(0, placesMax).map(({ contestant, place, tied, entryId, total, fish }) => ({
      key: contestant,
      place: place === null ? '–' : `${ordinal(place)}${tied ? ', shared' : ''}`,
      boat: entryId,
      figure: isInOunces(rules, measure) ? formatOunces(total) : amountWords(rules, measure, total),
      fish: fishWords(rules, measure, fish),
    })),
    notWon: null,
  }
}

const isInOunces = ({ unit }: Rules, measure: Measure) => measure === 'weight' && unit === 'oz'

const fishShown = 5

/** `72 + 68 + 66 = 206 oz (3 of 6 fish count)`, the sum for ounces; `68 oz (1 of 6 fish counts)` */
function fishWords(rules: Rules, measure: Measure, fish: readonly BoardFish[]): string {
  const countingFish = fish.filter(one => one.taken)
  const isWhole = measure === 'count' || isInOunces(rules, measure)
  const scores = countingFish.slice(0, fishShown).map(({ score }) => {
    const amount = score ?? 0
    return isWhole ? formatNumber(amount) : numberWords(amount)
  })
  const more = countingFish.length > fishShown ? ' + …' : ''
  const all = sum(countingFish.map(({ score }) => score ?? 0))
  const isSum = countingFish.length > 1
  const total =
    isInOunces(rules, measure) && countingFish.length > 0
      ? `${isSum ? ` = ${formatNumber(all)}` : ''} oz`
      : ''
  return `${scores.join(' + ')}${more}${total} (${countingFish.length} of ${fish.length} fish ${countingFish.length === 1 ? 'counts' : 'count'})`.trim()
}

function awardOf(rules: Rules, { key, day, amount, notWon, places }: AwardResult): PreviewPlaces {
  const name = rules.awards.find(award => award.key === key)?.name ?? key
  return {
    key: withDay(key, day),
    title: `${withDay(name, day)}: ${dollars(amount)}`,
    places: places.map(({ place, entryId, anglerId, amount: prize }, index) => ({
      key: `${index} ${entryId} ${anglerId ?? ''}`,
      place: ordinal(place),
      boat: entryId,
      figure: dollars(prize),
    })),
    notWon: notWon === 0 ? null : dollars(notWon),
  }
}
