import { dollars } from '../../money.ts'
import { countText } from '../../numbers.ts'
import { zoneNameByIntl } from '../../zone-name.ts'
import { categorySentences } from './category-sentences.ts'
import { awardSentences, potSentence } from './prize-sentences.ts'
import {
  aDay,
  capital,
  inCategories,
  lengthWords,
  listWords,
  numberWords,
  partWords,
  pointsWords,
  weightWords,
} from './rule-words.ts'
import type { Day, Mark, Part, Penalty, Points, Rules, Species, Under } from './rules.ts'

export interface RulesSection {
  title: string
  sentences: string[]
}

/** The rules as everyone reads them. */
export function sectionsOf(rules: Rules): RulesSection[] {
  const sections = [
    { title: 'Days', sentences: daySentences(rules) },
    { title: 'Species', sentences: rules.species.flatMap(species => speciesSentences(rules, species)) },
    ...rules.categories.map(category => ({
      title: category.name,
      sentences: categorySentences(rules, category),
    })),
    {
      title: 'Marks and Penalties',
      sentences: [
        ...rules.marks.flatMap(mark => markSentences(rules, mark)),
        ...rules.penalties.map(penalty => penaltySentence(rules, penalty)),
      ],
    },
    {
      title: 'Prizes',
      sentences: [
        ...rules.pots.map(potSentence),
        // Together: "It is split" needs the award before it.
        ...rules.awards.map(award => awardSentences(rules, award).join(' ')),
      ],
    },
    { title: 'Results', sentences: resultSentences(rules) },
  ]
  return sections.filter(({ sentences }) => sentences.length > 0)
}

function daySentences({ days, timeZone }: Rules): string[] {
  if (days.length === 0) return ['Fish count from the start to the end of the tournament.']
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    // ICU puts a narrow no-break space before AM and PM.
    return (time: number) => formatter.format(time).replaceAll('\u202f', ' ')
  }
  const date = format({ weekday: 'short', month: 'short', day: 'numeric' })
  const hour = format({ hour: 'numeric', minute: '2-digit' })
  const both = (time: number) => `${date(time)}, ${hour(time)}`
  /** Formats the end, without its date if that is the start's. */
  const until = (start: number, end: number) => (date(start) === date(end) ? hour(end) : both(end))
  const at = (start: number, end: number) => `${date(start) === date(end) ? 'at ' : ''}${until(start, end)}`
  const scaleOf = ({ linesIn, scaleOpens, scaleCloses }: Day): string[] => {
    if (scaleOpens === null && scaleCloses === null) return []
    const opens = scaleOpens === null ? '' : ` opens ${at(linesIn, scaleOpens)}`
    const closes = scaleCloses === null ? '' : ` closes ${at(scaleOpens ?? linesIn, scaleCloses)}`
    return [`The scale${[opens, closes].filter(Boolean).join(' and')}.`]
  }
  return [
    ...days.flatMap(day => [
      `${day.name}: lines in ${both(day.linesIn)}, lines out ${until(day.linesIn, day.linesOut)}.`,
      ...scaleOf(day),
    ]),
    `Times are in ${zoneNameByIntl(timeZone) || timeZone}.`,
  ]
}

function speciesSentences(rules: Rules, species: Species): string[] {
  const { name, minWeight, minLength, weighed, released, under } = species
  const least = [
    ...(minWeight === null ? [] : [weightWords(rules, minWeight)]),
    ...(minLength === null ? [] : [lengthWords(minLength)]),
  ]
  const worth = [
    ...(weighed === null ? [] : [`${worthWords(weighed)} weighed`]),
    ...(released === null ? [] : [`${worthWords(released)} released`]),
  ]
  return [
    `${[name, ...(least.length === 0 ? [] : [`at least ${listWords(least)}`])].join(', ')}${worth.length === 0 ? '' : `: ${worth.join('; ')}`}.`,
    ...under.toSorted((a, b) => b.from - a.from).flatMap(cost => underSentences(rules, species, cost)),
  ]
}

function worthWords({ flat, perPound, atLeast }: Points): string {
  const perPoundWords = perPound && `${partWords(perPound)} ${perPound[0] === 1 ? 'point' : 'points'} a pound`
  const parts = [
    ...(flat === 0 && perPoundWords ? [] : [pointsWords(flat)]),
    ...(perPoundWords ? [perPoundWords] : []),
  ]
  return `${parts.join(' plus ')}${atLeast === null ? '' : `, at least ${pointsWords(atLeast)},`}`
}

/** The units of the categories in which a fish under the minimum costs: `"points"`, `"lb or point"`. */
function costUnit({ unit, categories }: Rules, keys: readonly string[] | null, isOne: boolean): string {
  const measures = categories
    .filter(({ key, rank }) => keys?.includes(key) ?? rank === 'boats')
    .map(({ measure }) => measure)
  const weight = unit === 'oz' ? 'oz' : isOne ? 'lb' : 'lbs'
  const units = [
    ...(measures.includes('weight') ? [weight] : []),
    ...(measures.includes('points') ? [isOne ? 'point' : 'points'] : []),
  ]
  return listWords(units, 'or')
}

/** None if no category has such costs. */
function underSentences(rules: Rules, { name }: Species, under: Under): string[] {
  const { from, flat, perPound, perPoundShort, categories } = under
  if (costUnit(rules, categories, true) === '') return []
  const perPoundWords = (part: Part) => `${partWords(part)} ${costUnit(rules, categories, part[0] === 1)}`
  const parts = [
    ...(flat === 0 ? [] : [`${numberWords(flat)} ${costUnit(rules, categories, flat === 100)}`]),
    ...(perPound === null ? [] : [`${perPoundWords(perPound)} for each pound that it weighs`]),
    ...(perPoundShort === null ? [] : [`${perPoundWords(perPoundShort)} for each pound that is missing`]),
  ]
  const which = from === 0 ? 'under the minimum' : `from ${weightWords(rules, from)} up to the minimum`
  const costs = parts.length === 0 ? 'nothing' : parts.join(', plus ')
  return [inCategories(rules, categories, `each ${name} ${which} costs ${costs}.`)]
}

const amountsOf = (rules: Rules, { weight, points }: { weight: number; points: number }): string[] => [
  ...(weight === 0 ? [] : [weightWords(rules, Math.abs(weight))]),
  ...(points === 0 ? [] : [pointsWords(Math.abs(points))]),
]

function markSentences(rules: Rules, { name, weight, points, species, categories }: Mark): string[] {
  const of = `each ${species === null ? 'fish' : listWords(species, 'or')} marked ${name}`
  const costs = amountsOf(rules, { weight: Math.min(weight, 0), points: Math.min(points, 0) })
  const gains = amountsOf(rules, { weight: Math.max(weight, 0), points: Math.max(points, 0) })
  return [
    ...(costs.length === 0
      ? []
      : [inCategories(rules, categories, `${of} costs ${listWords(costs, 'or')}.`)]),
    ...(gains.length === 0 ? [] : [inCategories(rules, categories, `${of} adds ${listWords(gains, 'or')}.`)]),
  ]
}

const each = { once: '', minute: ' a minute', fish: ' a fish' } as const

function fromWords(rules: Rules, { per, outFrom }: Penalty): string {
  if (outFrom === null || (per === 'once' && outFrom === 1)) return ''
  if (per === 'once') return `from ${outFrom} times${aDay(rules)} on, `
  return `from ${per === 'fish' ? `${outFrom} fish` : countText(outFrom, per)} on, `
}

function penaltySentence(rules: Rules, penalty: Penalty): string {
  const { name, per, categories, outFrom } = penalty
  const amounts = amountsOf(rules, penalty)
  const cost = amounts.length === 0 ? '' : `${name} costs ${listWords(amounts, 'or')}${each[per]}.`
  const ofDay = rules.days.length === 0 ? '' : ' of that day'
  const out = outFrom === null ? '' : `${fromWords(rules, penalty)}the boat’s fish${ofDay} don’t count.`
  if (out === '') return inCategories(rules, categories, cost === '' ? `${name} is recorded.` : cost)
  return inCategories(rules, categories, cost === '' ? `${name}: ${out}` : `${cost} ${capital(out)}`)
}

function resultSentences({ days, protests, verifyFrom, payHoldDays, wholePoints }: Rules): string[] {
  // The server's `protestsUntil` decides the same way.
  const from = (days.at(-1)?.scaleCloses ?? null) !== null ? 'the scale closes for the last time' : 'the end'
  return [
    ...(wholePoints ? ['Points are rounded down to whole points.'] : []),
    ...(protests === null
      ? []
      : [
          `Protests can be filed until ${countText(protests.minutes, 'minute')} after ${from}.`,
          `A boat that is named in a protest has ${countText(protests.answerMinutes, 'minute')} to answer.`,
          ...(protests.fee === null ? [] : [`A protest costs ${dollars(protests.fee)}.`]),
        ]),
    ...(verifyFrom === null
      ? []
      : [`Boats that win ${dollars(verifyFrom)} or more are checked before they are paid.`]),
    ...(payHoldDays === 0
      ? []
      : [
          `Winnings are paid ${countText(payHoldDays, 'day')} after the results are confirmed, at the earliest.`,
        ]),
  ]
}
