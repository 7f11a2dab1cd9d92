import type { Part } from '#contract/tournaments/scoring/rules.ts'

/** `60/25/15`, as the pattern of a field. */
export const splitPattern = '\\s*\\d{1,3}(\\.\\d{1,2})?(\\s*[\\/\\-]\\s*\\d{1,3}(\\.\\d{1,2})?)*\\s*'
export const splitTitle = 'Enter the percentages by place, such as 60/25/15'

export const splitText = (percents: readonly number[]): string => percents.join('/')

/** `60/25/15` → `[60, 25, 15]`; what isn't a number is left out. */
export const splitIn = (text: string): number[] =>
  text
    .split(/[/-]/)
    .map(part => Number.parseFloat(part.trim()))
    .filter(Number.isFinite)

/** The row for the most boats: rules name them in any order. */
export const indexOfLongest = (rows: readonly (readonly number[])[]): number =>
  rows.findIndex(({ length }) => length === Math.max(...rows.map(row => row.length)))

/** Rows for fewer boats, by commas: `60/40, 100`. */
export const rowsPattern = `(${splitPattern}(,${splitPattern})*)?`
export const rowsText = (rows: readonly (readonly number[])[]): string => rows.map(splitText).join(', ')
export const rowsIn = (text: string): number[][] =>
  text
    .split(',')
    .map(splitIn)
    .filter(row => row.length > 0)

/** `1/3` or `2`, as the pattern of a field. */
export const partPattern = '\\s*\\d{1,4}(\\s*\\/\\s*\\d{1,4})?\\s*'
export const partTitle = 'Enter a whole number or a part, such as 1/3'

export const partText = (part: Part | null): string =>
  part === null ? '' : part[1] === 1 ? `${part[0]}` : `${part[0]}/${part[1]}`

/** Parses a part; returns null if empty or not a part. */
export function partIn(text: string): Part | null {
  const match = /^\s*(\d{1,4})(?:\s*\/\s*(\d{1,4}))?\s*$/.exec(text)
  return match ? [Number(match[1]), Number(match[2] ?? 1)] : null
}
