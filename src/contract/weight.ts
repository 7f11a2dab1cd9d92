import { formatNumber } from './numbers.ts'

/** `1412.5` → `"1,412.5 lbs"` */
export const formatWeight = (pounds: number): string => `${formatNumber(Math.round(pounds * 100) / 100)} lbs`
