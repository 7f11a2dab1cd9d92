import { countText, formatNumber } from '../numbers.ts'
import { formatWeight } from '../weight.ts'
import { formatOunces } from './catch-texts.ts'
import type { EntryScore, ScoreUnit } from './scores.ts'
import type { Measure, WeightUnit } from './scoring/rules.ts'

/** Returns the unit of a category's totals. @param unit of the rules' weights */
export function scoreUnitOf(unit: WeightUnit, measure: Measure): ScoreUnit {
  switch (measure) {
    case 'weight':
      return unit === 'oz' ? 'oz' : 'lbs'
    case 'length':
      return 'inches'
    case 'points':
      return 'points'
    case 'count':
      return 'fish'
  }
}

/** "980 points", "412.5 lbs", "16 lb 8 oz", "32.5 inches" or "5 fish"; it may be below 0. */
export function amountText(value: number, unit: ScoreUnit): string {
  switch (unit) {
    case 'points':
      return countText(value, 'point')
    case 'lbs':
      return formatWeight(value)
    case 'oz':
      return formatOunces(value)
    case 'inches':
      return value === 1 ? '1 inch' : `${formatNumber(value)} inches`
    case 'fish':
      return `${formatNumber(value)} fish`
  }
}

/** "980 points" */
export const scoreText = ({ value, unit }: Pick<EntryScore, 'value' | 'unit'>): string =>
  amountText(Number(value), unit)

/** "980 points, 11 fish", with the day where each has its board. */
export const scoreAndFish = (score: EntryScore): string =>
  [
    scoreText(score),
    ...(score.unit === 'fish' ? [] : [amountText(score.fish, 'fish')]),
    ...(score.day === undefined ? [] : [score.day]),
  ].join(', ')
