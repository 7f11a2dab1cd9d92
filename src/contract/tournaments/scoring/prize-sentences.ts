import { dollars } from '../../money.ts'
import { countText } from '../../numbers.ts'
import { capital, categoryNames, countWords, listWords, numberWords, partWords } from './rule-words.ts'
import type { Award, Pot, Rules, Unclaimed } from './rules.ts'

/** Returns a sentence about the money and the boats of a pot. */
export function potSentence({ name, entry, fee, payback, added }: Pot): string {
  const parts = [
    ...(fee === null ? [] : [`${dollars(fee)} a boat`]),
    ...(fee === null || payback === 10_000 ? [] : [`of which ${numberWords(payback)}% is paid out`]),
    ...(added === null ? [] : [`${fee === null ? '' : 'plus '}${dollars(added)}`]),
  ]
  const money = parts.length === 0 ? '' : ` ${capital(parts.join(', '))}.`
  return `${name}:${money} ${entry === 'all' ? 'All boats are in it.' : 'Boats choose to be in it.'}`
}

/** Sentences about an award's amount, and about an award that isn't won. */
export function awardSentences(rules: Rules, award: Award): string[] {
  const { name, pot, percent, split, category, unclaimed } = award
  const potName = rules.pots.find(({ key }) => key === pot)?.name ?? pot
  const isDaily = rules.categories.find(({ key }) => key === category)?.days === 'each'
  const subject = `${name} (${categoryNames(rules, [category])}) pays`
  if ('amounts' in split) {
    const prizes = listWords(
      split.amounts.map((amount, index) => `${dollars(amount)} for place ${index + 1}`),
    )
    return [
      `${subject} ${prizes}${isDaily ? ', each day' : ''}.`,
      ...proportionSentences(split.basedOn, potName),
      ...unclaimedSentences(rules, unclaimed),
    ]
  }
  const part = typeof percent === 'number' ? `${numberWords(percent)}%` : partWords(percent)
  const isWholePot = percent === 10_000 && name === potName
  const payment = isWholePot
    ? `All of ${potName} is paid for ${categoryNames(rules, [category])}`
    : `${subject} ${part} of ${potName}`
  return [
    `${payment}${isDaily ? ', divided equally among the days' : ''}.`,
    ...rowSentences(split.percents),
    ...unclaimedSentences(rules, unclaimed),
  ]
}

const proportionSentences = (basedOn: number | null, pot: string): string[] =>
  basedOn === null
    ? []
    : [`With fewer than ${countText(basedOn, 'boat')} in ${pot}, the prizes are smaller in proportion.`]

function rowSentences(rows: readonly number[][]): string[] {
  const sentences = rows
    .toSorted((a, b) => b.length - a.length)
    .map((row, index) => {
      const prizes =
        row.length === 1 && row[0] === 10_000
          ? 'the winner takes it all'
          : `it is split ${row.map(numberWords).join('/')}`
      if (index === 0) return `${capital(prizes)}.`
      return `If only ${countWords(row.length)} ${row.length === 1 ? 'boat is' : 'boats are'} ranked, ${prizes}.`
    })
  return [...sentences, ...scalingSentences(rows)]
}

/** Says what holds for fewer boats than the longest row has places, if a number of boats has no row of its own. */
function scalingSentences(rows: readonly number[][]): string[] {
  const longest = Math.max(...rows.map(({ length }) => length))
  // Rows have different lengths.
  if (rows.length === longest) return []
  return rows.length === 1
    ? ['If fewer boats are ranked, the percentages of their places are scaled to 100%.']
    : [
        `With another number of boats below ${countWords(longest)}, the first percentages of the next longer split are scaled to 100%.`,
      ]
}

function unclaimedSentences({ awards }: Rules, unclaimed: Unclaimed): string[] {
  switch (unclaimed) {
    case 'kept':
      return ['If no boat is ranked, it isn’t paid.']
    case 'next-day':
      return ['If no boat is ranked on a day, its money goes to the next day.']
    case 'remaining-days':
      return ['If no boat is ranked on a day, its money is divided among the days that are left.']
    default: {
      const names = unclaimed.to.map(key => awards.find(award => award.key === key)?.name ?? key)
      return [`If no boat is ranked, the money goes in equal parts to ${listWords(names)}.`]
    }
  }
}
