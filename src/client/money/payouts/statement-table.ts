import { css } from '#styled/css/index.js'

/** The first column at the start, the others at the end. */
export const table = css({
  width: 'full',
  fontVariantNumeric: 'tabular-nums',
  // The card would cut amounts off.
  '& tr': { _largeText: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between' } },
  '& :is(th, td)': {
    paddingBlock: '2.5',
    paddingInline: { base: '1.5', sm: '3' },
    borderBottomWidth: '1px',
    borderColor: 'line',
    textAlign: 'end',
  },
  '& :is(th, td):first-child': { textAlign: 'start' },
  '& thead th': {
    textStyle: 'small',
    fontWeight: 'semibold',
    color: 'inkMuted',
    verticalAlign: 'bottom',
  },
  '& p': { fontWeight: 'normal' },
})
