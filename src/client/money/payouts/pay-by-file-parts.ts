import { formatNumber } from '#contract/numbers.ts'
import { css } from '#styled/css/index.js'

/** A person or a reason, and an amount. */
export const fileLine = css({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: '4',
  paddingBlock: '1.5',
  borderBottomWidth: '1px',
  borderColor: 'line',
})
export const fileLineAmount = css({ flexShrink: '0', fontVariantNumeric: 'tabular-nums' })

/** "1 person", "1,200 people" */
export const people = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'person' : 'people'}`
