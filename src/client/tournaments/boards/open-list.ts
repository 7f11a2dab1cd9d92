import { css } from '#styled/css/index.js'

/** A list whose items open: `details` without a class of their own, which each row would repeat. */
export const openList = css({
  position: 'relative',
  column: '2',
  '& > li': {
    backgroundColor: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'lg',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  '& summary': { cursor: 'pointer', listStyle: 'none' },
  '& summary::-webkit-details-marker': { display: 'none' },
  '& summary:focus-visible': { outlineOffset: '-3px', borderRadius: 'lg' },
  '& summary::after': {
    content: '""',
    width: '2.5',
    height: '2.5',
    borderInlineEndWidth: '2px',
    borderBlockEndWidth: '2px',
    borderColor: 'inkMuted',
    transform: 'translateY(-3px) rotate(45deg)',
    justifySelf: 'center',
  },
  '& [open] > summary::after': { transform: 'translateY(3px) rotate(225deg)' },
  '@media (hover: hover)': { '& summary:hover': { backgroundColor: 'seaSoft' } },
  '& h3': { textStyle: 'figure', fontWeight: 'bold' },
})
