import { formatNumber } from './numbers.ts'

/** `1412.5` → `"1,412.5 lbs"` */
export const formatWeight = (pounds: number): string => `${formatNumber(Math.round(pounds * 100) / 100)} lbs`

/** `41250` → `"412.50"`, for spreadsheets. */
export const decimalPounds = (hundredths: number): string => (hundredths / 100).toFixed(2)
