import { css } from '#styled/css/index.js'

export const backdropClass = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  backgroundColor: 'shade',
  '&[data-state=open]': { animation: 'fadeIn' },
  '&[data-state=closed]': { animation: 'fadeOut' },
})

export const overlayTitleClass = css({ textStyle: 'heading', paddingInlineEnd: '10' })
export const overlayTextClass = css({ color: 'inkMuted' })
export const closeClass = css({ position: 'absolute', top: '2', insetInlineEnd: '2' })
