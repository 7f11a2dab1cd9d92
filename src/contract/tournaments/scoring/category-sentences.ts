import {
  aDay,
  amountWords,
  capital,
  contestantWords,
  countWords,
  lengthWords,
  listWords,
  weightWords,
} from './rule-words.ts'
import type { Category, Limit, Measure, PassOver, Rules, Tie } from './rules.ts'

/** Sentences about what counts in a category, and how ties are decided. */
export const categorySentences = (rules: Rules, category: Category): string[] => [
  ...whatCounts(rules, category),
  ...fishThatCount(rules, category),
  ...category.limits
    .filter(limit => !isMain(category, limit))
    .flatMap(limit => limitSentences(rules, category, limit)),
  ...category.passOver.map(rule => passOverSentence(rules, rule)),
  tieSentence(rules, category),
]

const best: Record<Measure, string> = {
  weight: 'heaviest',
  length: 'longest',
  points: 'best',
  count: 'first',
}
const wins: Record<Measure, string> = {
  weight: 'The highest total weight wins.',
  length: 'The highest total length wins.',
  points: 'The most points win.',
  count: 'The most fish win.',
}
const winsAlone: Record<Measure, string> = {
  weight: 'The heaviest wins.',
  length: 'The longest wins.',
  points: 'The one with the most points wins.',
  count: 'All are equal.',
}

/** Returns the index of the first limit for all fish, or -1 if there is none. */
export const mainLimit = ({ limits }: Category): number =>
  limits.findIndex(({ species, how }) => species === null && how === null)

/** Returns whether the limit says how many of all fish count. */
const isMain = (category: Category, limit: Limit): boolean =>
  category.rank !== 'fish' &&
  limit === category.limits[mainLimit(category)] &&
  limit.sumAtMost === null &&
  (limit.most === null) !== (limit.mostPerDay === null)

function whatCounts(rules: Rules, category: Category): string[] {
  const { rank, measure, days } = category
  const daily = days === 'each' ? ['Each day has its own board.'] : []
  if (rank === 'fish') return [`Each fish counts by itself. ${winsAlone[measure]}`, ...daily]
  const owner = `each ${contestantWords[rank]}’s`
  const main = category.limits.find(limit => isMain(category, limit))
  const most = main?.most ?? main?.mostPerDay ?? null
  if (most === null) return [`All of ${owner} fish count. ${wins[measure]}`, ...daily]
  const perDay = main?.mostPerDay === most && days === 'all' ? aDay(rules) : ''
  if (most > 1)
    return [
      `${capital(owner)} ${countWords(most)} ${best[measure]} fish${perDay} count. ${wins[measure]}`,
      ...daily,
    ]
  return [`${capital(owner)} ${best[measure]} fish${perDay} counts.`, ...daily]
}

function fishThatCount(rules: Rules, { species, how, division, minWeight, minLength }: Category): string[] {
  const least = [
    ...(minWeight === null ? [] : [`weigh at least ${weightWords(rules, minWeight)}`]),
    ...(minLength === null ? [] : [`measure at least ${lengthWords(minLength)}`]),
  ]
  const name = rules.divisions.find(({ key }) => key === division)?.name
  return [
    ...(species === null ? [] : [`Only ${listWords(species)} ${species.length === 1 ? 'counts' : 'count'}.`]),
    how === 'both' ? 'Weighed and released fish count.' : `Only ${how} fish count.`,
    ...(name === undefined ? [] : [`Only fish caught by anglers in ${name} count.`]),
    ...(least.length === 0 ? [] : [`A fish must ${listWords(least)}.`]),
  ]
}

function limitSentences(rules: Rules, { measure }: Category, limit: Limit): string[] {
  const { species, how, most, mostPerDay, sumAtMost } = limit
  const kind = [how ?? '', species === null ? 'fish' : listWords(species)].filter(Boolean).join(' ')
  const counts = (count: number) => (count === 1 ? 'counts' : 'count')
  return [
    ...(most === null ? [] : [`At most ${countWords(most)} ${kind} ${counts(most)}.`]),
    ...(mostPerDay === null
      ? []
      : [`At most ${countWords(mostPerDay)} ${kind} ${counts(mostPerDay)}${aDay(rules)}.`]),
    ...(sumAtMost === null
      ? []
      : [`${capital(kind)} can add at most ${amountWords(rules, measure, sumAtMost)}.`]),
  ]
}

function passOverSentence({ categories }: Rules, { category, by }: PassOver): string {
  const name = categories.find(({ key }) => key === category)?.name ?? category
  return by === 'boat'
    ? `The boat in first place of ${name} doesn’t count here.`
    : `The fish that win ${name} don’t count here.`
}

const tieWords: Record<Extract<Tie, string>, string> = {
  'first-caught': 'the earliest catch',
  'first-weighed': 'the earliest weigh-in',
  'first-to-reach': 'the total that was reached first',
  'most-fish': 'the larger number of fish',
  largest: 'the largest fish',
  'fish-by-fish': 'the larger fish, compared one by one',
  'best-day': 'the best single day',
}

function tieSentence({ days, marks }: Rules, { ties }: Category): string {
  const deciding = ties.filter(tie => tie !== 'best-day' || days.length > 0)
  const words = deciding.map(tie =>
    typeof tie === 'string'
      ? tieWords[tie]
      : `the smaller number of fish marked ${marks.find(({ key }) => key === tie.fewest)?.name ?? tie.fewest}`,
  )
  return words.length === 0
    ? 'If there is a tie, the place is shared.'
    : `Ties are decided by ${words.join(', then ')}; after that the place is shared.`
}
