import { formatNumber } from '../../numbers.ts'
import type { Category, Measure, Part, Rules } from './rules.ts'

/** `7000` → `"70"`, `412550` → `"4,125.5"`. @param hundredths of a unit */
export const numberWords = (hundredths: number): string => formatNumber(hundredths / 100)

const smallNumbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
export const countWords = (count: number): string => smallNumbers[count] ?? formatNumber(count)

/** `"Tuna, Dolphin and Wahoo"` */
export function listWords(names: readonly string[], last = 'and'): string {
  const head = names.slice(0, -1).join(', ')
  return head === '' ? (names[0] ?? '') : `${head} ${last} ${names.at(-1)}`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const units = { lb: ['lb', 'lbs'], oz: ['oz', 'oz'] } as const

/** `"70 lbs"`, `"16 oz"` */
export function weightWords({ unit }: Rules, weight: number): string {
  const [one, many] = units[unit]
  const value = unit === 'oz' ? weight * 100 : weight
  return `${numberWords(value)} ${value === 100 ? one : many}`
}

export const lengthWords = (length: number): string =>
  `${numberWords(length)} ${length === 100 ? 'inch' : 'inches'}`
export const pointsWords = (points: number): string =>
  `${numberWords(points)} ${points === 100 ? 'point' : 'points'}`

/** Formats a total or a sum with its unit. */
export function amountWords(rules: Rules, measure: Measure, amount: number): string {
  switch (measure) {
    case 'weight':
      return weightWords(rules, amount)
    case 'length':
      return lengthWords(amount)
    case 'points':
      return pointsWords(amount)
    case 'count':
      return `${formatNumber(amount)} fish`
  }
}

/** `"2"`, `"1/3"` */
export const partWords = ([n, d]: Part): string => (d === 1 ? `${n}` : `${n}/${d}`)

/** Names of categories in their order. */
export const categoryNames = (rules: Rules, keys: readonly string[]): string =>
  listWords(rules.categories.filter(({ key }) => keys.includes(key)).map(({ name }) => name))

/** `"In Big Bass, each fish …"` @param keys null: all */
export const inCategories = (rules: Rules, keys: readonly string[] | null, sentence: string): string =>
  keys === null ? capital(sentence) : `In ${categoryNames(rules, keys)}, ${sentence}`

export const contestantWords: Record<Category['rank'], string> = {
  boats: 'boat',
  anglers: 'angler',
  fish: 'fish',
}

/** Without days, the whole tournament counts as one. */
export const aDay = ({ days }: Rules): string => (days.length === 0 ? '' : ' a day')
