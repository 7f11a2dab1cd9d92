import type { Issue } from '../../errors.ts'
import { comparableName } from './fish.ts'
import { issue, type Path, referenceIssues, wholeIssues } from './issues.ts'
import type { Category, Limit, RulesJson } from './rules.ts'
import { scoringTexts as texts } from './scoring-texts.ts'

export const categoryIssues = (rules: RulesJson): Issue[] =>
  rules.categories.flatMap((category, index) => {
    const path = ['categories', index]
    return [
      ...(category.division !== null && !rules.divisions.some(({ key }) => key === category.division)
        ? [issue([...path, 'division'], texts.unknownDivision)]
        : []),
      ...(category.days === 'each' && rules.days.length === 0
        ? [issue([...path, 'days'], texts.daysRequired)]
        : []),
      ...speciesNameIssues(rules, [...path, 'species'], category.species),
      ...(rules.unit === 'oz'
        ? wholeIssues([...path, 'minWeight'], category.minWeight, texts.ouncesWhole)
        : []),
      ...category.limits.flatMap((limit, at) => limitIssues(rules, category, limit, [...path, 'limits', at])),
      ...sumIssues(rules, category, [...path, 'limits']),
      ...passOverIssues(rules, index),
      ...category.ties.flatMap((tie, at) =>
        typeof tie === 'string' || rules.marks.some(({ key }) => key === tie.fewest)
          ? []
          : [issue([...path, 'ties', at, 'fewest'], texts.unknownMark)],
      ),
    ]
  })

/** Checks names against the rules' list of species; without a list every species counts, so that each can be named. */
export function speciesNameIssues(rules: RulesJson, path: Path, list: readonly string[] | null): Issue[] {
  if (rules.species.length === 0) return []
  const names = new Set(rules.species.map(({ name }) => comparableName(name)))
  return referenceIssues(path, list, name => (names.has(comparableName(name)) ? null : texts.unknownSpecies))
}

function limitIssues(rules: RulesJson, { measure }: Category, limit: Limit, path: Path): Issue[] {
  const { species, sumAtMost } = limit
  const isInOunces = rules.unit === 'oz' && measure === 'weight'
  return [
    ...speciesNameIssues(rules, [...path, 'species'], species),
    ...(isInOunces ? wholeIssues([...path, 'sumAtMost'], sumAtMost, texts.ouncesWhole) : []),
    ...(measure === 'count' ? wholeIssues([...path, 'sumAtMost'], sumAtMost, texts.fishWhole) : []),
  ]
}

/** Sums of the same fish could not be cut in a definite order. */
function sumIssues({ species: rulesSpecies }: RulesJson, { limits, species }: Category, path: Path): Issue[] {
  // Null if every species can count.
  const all = species ?? (rulesSpecies.length > 0 ? rulesSpecies.map(({ name }) => name) : null)
  const namesOf = (limit: Limit) => (limit.species ?? all)?.map(comparableName)
  const share = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
    a === undefined || b === undefined || a.some(name => b.includes(name))
  const overlap = (a: Limit, b: Limit) =>
    (a.how === null || b.how === null || a.how === b.how) && share(namesOf(a), namesOf(b))
  return limits.flatMap((limit, at) =>
    limit.sumAtMost !== null &&
    limits.slice(0, at).some(other => other.sumAtMost !== null && overlap(other, limit))
      ? [issue([...path, at, 'sumAtMost'], texts.sumsOverlap)]
      : [],
  )
}

const passOverIssues = ({ categories }: RulesJson, index: number): Issue[] =>
  (categories[index]?.passOver ?? []).flatMap(({ category }, at) => {
    const path = ['categories', index, 'passOver', at, 'category']
    const place = categories.findIndex(({ key }) => key === category)
    if (place === -1) return [issue(path, texts.unknownCategory)]
    if (place >= index) return [issue(path, texts.passOverLater)]
    return categories[place]?.days === 'each' ? [issue(path, texts.passOverDaily)] : []
  })
