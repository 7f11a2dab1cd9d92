import { css } from '#styled/css/index.js'

export const backdropClass = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  backgroundColor: 'shade',
  '&[data-state=open]': { animation: 'fadeIn' },
  '&[data-state=closed]': { animation: 'fadeOut' },
})
