import { css } from '#styled/css/index.js'

/** A grid whose children are amounts to choose. Their look is in it, which keeps the markup of long lists small. */
export const amountChips = css({
  display: 'grid',
  gap: '2',
  '& > *': {
    display: 'grid',
    placeItems: 'center',
    minHeight: 'touch',
    paddingInline: '1',
    textStyle: 'figure',
    color: 'ink',
    backgroundColor: 'surface',
    borderWidth: '1px',
    borderColor: 'edge',
    borderRadius: 'md',
    textDecoration: 'none',
    cursor: 'pointer',
    transitionProperty: 'border-color, background-color',
    transitionDuration: 'fast',
    overflowWrap: 'anywhere',
    '&:hover': { borderColor: 'sea' },
    '&[aria-pressed=true]': {
      borderColor: 'sea',
      backgroundColor: 'seaSoft',
      color: 'onSeaSoft',
      boxShadow: 'inset 0 0 0 1px token(colors.sea)',
    },
  },
})
