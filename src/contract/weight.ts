import { formatNumber } from './numbers.ts'

/** `1412.5` → `"1,412.5 lbs"`, with two `places` `"1,412.50 lbs"`. */
export function formatWeight(pounds: number, { places = 0 }: { places?: 0 | 2 } = {}): string {
  const [whole, fraction = ''] = formatNumber(Math.round(pounds * 100) / 100).split('.')
  const decimals = fraction.padEnd(places, '0')
  return `${whole}${decimals && `.${decimals}`} lbs`
}

/** `41250` → `"412.50"`, for spreadsheets. */
export const decimalPounds = (hundredths: number): string => (hundredths / 100).toFixed(2)
