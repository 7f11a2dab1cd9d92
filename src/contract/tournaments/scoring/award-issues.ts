import type { Issue } from '../../errors.ts'
import { issue, type Path, referenceIssues, repeats } from './issues.ts'
import type { Award, RulesJson } from './rules.ts'
import { scoringTexts as texts } from './scoring-texts.ts'

export const awardIssues = (rules: RulesJson): Issue[] => [
  ...rules.awards.flatMap((award, index) => {
    const path = ['awards', index]
    return [
      ...(rules.pots.some(({ key }) => key === award.pot) ? [] : [issue([...path, 'pot'], texts.unknownPot)]),
      ...(rules.categories.some(({ key }) => key === award.category)
        ? []
        : [issue([...path, 'category'], texts.unknownCategory)]),
      ...rowIssues(award, [...path, 'split', 'percents']),
      ...unclaimedIssues(rules, award, [...path, 'unclaimed']),
    ]
  }),
  ...percentIssues(rules),
]

/** Returns the hundredths of a decimal with at most two places. */
const hundredths = (value: number): number => Math.round(value * 100)

function rowIssues({ split }: Award<string>, path: Path): Issue[] {
  if (!('percents' in split)) return []
  const tooLarge = split.percents.flatMap((row, at) =>
    row.reduce((sum, percent) => sum + hundredths(percent), 0) > 10_000
      ? [issue([...path, at], texts.rowTooLarge)]
      : [],
  )
  const lengths = repeats(split.percents.map(({ length }) => length))
  return [...tooLarge, ...lengths.map(at => issue([...path, at], texts.rowTwice))]
}

function unclaimedIssues(rules: RulesJson, award: Award<string>, path: Path): Issue[] {
  const { split, unclaimed } = award
  if (unclaimed === 'kept') return []
  if ('amounts' in split) return [issue(path, texts.amountsKept)]
  const isDaily = (key: string) => rules.categories.find(one => one.key === key)?.days === 'each'
  if (typeof unclaimed === 'string') return isDaily(award.category) ? [] : [issue(path, texts.dailyOnly)]
  const heirs = referenceIssues([...path, 'to'], unclaimed.to, key => {
    const heir = rules.awards.find(one => one.key === key)
    if (heir === undefined) return texts.unknownAward
    if (heir.key === award.key) return texts.toItself
    if ('amounts' in heir.split) return texts.toAmounts
    return isDaily(heir.category) ? texts.toDaily : null
  })
  return [...heirs, ...repeats(unclaimed.to).map(at => issue([...path, 'to', at], texts.toTwice))]
}

/** Checks each pot's percents in the order of the awards; the issue names the award that goes beyond 100. */
function percentIssues({ awards }: RulesJson): Issue[] {
  const sums = new Map<string, readonly [bigint, bigint]>()
  return awards.flatMap(({ pot, percent, split }, index) => {
    // Fixed amounts take no part of the pot.
    if ('amounts' in split) return []
    const [n, d] =
      typeof percent === 'number'
        ? [BigInt(hundredths(percent)), 10_000n]
        : [BigInt(percent[0]), BigInt(percent[1])]
    const [dividend, divisor] = sums.get(pot) ?? [0n, 1n]
    const sum = [dividend * d + n * divisor, divisor * d] as const
    sums.set(pot, sum)
    const isBeyond = sum[0] > sum[1] && dividend <= divisor
    return isBeyond ? [issue(['awards', index, 'percent'], texts.percentsTooLarge)] : []
  })
}
