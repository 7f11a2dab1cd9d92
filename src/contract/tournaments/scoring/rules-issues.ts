import type { Issue } from '../../errors.ts'
import { awardIssues } from './award-issues.ts'
import { categoryIssues, speciesNameIssues } from './category-issues.ts'
import { comparableName } from './fish.ts'
import { issue, referenceIssues, repeats, wholeIssues } from './issues.ts'
import type { RulesJson, Species } from './rules.ts'
import { hasUnderCosts } from './score.ts'
import { scoringLimits } from './scoring-limits.ts'
import { scoringTexts as texts } from './scoring-texts.ts'

/** Contradictions between fields of rules. @param rules whose fields are valid */
export function rulesIssues(rules: RulesJson): Issue[] {
  const bytes = new TextEncoder().encode(JSON.stringify(rules)).length
  return [
    ...(bytes > scoringLimits.rulesBytes ? [issue([], texts.rulesTooLarge)] : []),
    ...keyIssues(rules),
    ...dayIssues(rules),
    ...rules.species.flatMap((species, index) => speciesIssues(rules, species, index)),
    ...markIssues(rules),
    ...penaltyIssues(rules),
    ...categoryIssues(rules),
    ...awardIssues(rules),
  ]
}

const listsWithKeys = ['marks', 'penalties', 'divisions', 'categories', 'pots', 'awards'] as const

function keyIssues(rules: RulesJson): Issue[] {
  const keys = listsWithKeys.flatMap(list =>
    repeats(rules[list].map(({ key }) => key)).map(index => issue([list, index, 'key'], texts.keyTwice)),
  )
  const days = repeats(rules.days.map(({ name }) => name))
  const species = repeats(rules.species.map(({ name }) => comparableName(name)))
  return [
    ...keys,
    ...days.map(index => issue(['days', index, 'name'], texts.nameTwice)),
    ...species.map(index => issue(['species', index, 'name'], texts.nameTwice)),
  ]
}

/** Times are ISO 8601 in UTC, so that they compare as text. */
const dayIssues = ({ days }: RulesJson): Issue[] =>
  days.flatMap(({ linesIn, linesOut, scaleOpens, scaleCloses }, index) => {
    const before = days[index - 1]
    const closing = scaleProblem(linesIn, scaleOpens, scaleCloses)
    return [
      ...(linesOut <= linesIn ? [issue(['days', index, 'linesOut'], texts.linesOutEarly)] : []),
      ...(before && linesIn < before.linesOut ? [issue(['days', index, 'linesIn'], texts.daysOverlap)] : []),
      ...(closing === null ? [] : [issue(['days', index, 'scaleCloses'], closing)]),
    ]
  })

function scaleProblem(linesIn: string, opens: string | null, closes: string | null): string | null {
  if (closes === null) return null
  if (opens !== null && closes <= opens) return texts.scaleClosesEarly
  return closes <= linesIn ? texts.scaleClosesBeforeLines : null
}

/** Checks that a weight in ounces is whole. */
const ounceIssues = (
  { unit }: RulesJson,
  path: readonly (string | number)[],
  weight: number | null,
): Issue[] => (unit === 'oz' ? wholeIssues(path, weight, texts.ouncesWhole) : [])

function speciesIssues(rules: RulesJson, { minWeight, under }: Species, index: number): Issue[] {
  const path = ['species', index]
  return [
    ...ounceIssues(rules, [...path, 'minWeight'], minWeight),
    ...(minWeight === null && under.length > 0 ? [issue([...path, 'under'], texts.minWeightRequired)] : []),
    ...repeats(under.map(({ from }) => from)).map(at =>
      issue([...path, 'under', at, 'from'], texts.underTwice),
    ),
    ...under.flatMap(({ from, categories }, at) => [
      ...ounceIssues(rules, [...path, 'under', at, 'from'], from),
      ...referenceIssues([...path, 'under', at, 'categories'], categories, key => {
        const category = rules.categories.find(one => one.key === key)
        if (category === undefined) return texts.unknownCategory
        if (category.rank !== 'boats') return texts.boatsOnly
        return hasUnderCosts(category.measure) ? null : texts.measureWithoutCost
      }),
    ]),
  ]
}

function markIssues(rules: RulesJson): Issue[] {
  const keys = new Set(rules.categories.map(({ key }) => key))
  return rules.marks.flatMap(({ weight, species, categories }, index) => [
    ...ounceIssues(rules, ['marks', index, 'weight'], weight),
    ...speciesNameIssues(rules, ['marks', index, 'species'], species),
    ...referenceIssues(['marks', index, 'categories'], categories, key =>
      keys.has(key) ? null : texts.unknownCategory,
    ),
  ])
}

const penaltyIssues = (rules: RulesJson): Issue[] =>
  rules.penalties.flatMap(({ weight, categories }, index) => [
    ...ounceIssues(rules, ['penalties', index, 'weight'], weight),
    ...referenceIssues(['penalties', index, 'categories'], categories, key => {
      const category = rules.categories.find(one => one.key === key)
      if (category === undefined) return texts.unknownCategory
      return category.rank === 'boats' ? null : texts.boatsOnly
    }),
  ])
