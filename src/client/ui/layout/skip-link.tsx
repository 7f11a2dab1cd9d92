import { css } from '#styled/css/index.js'

const link = css({
  position: 'fixed',
  top: '2',
  insetInlineStart: '2',
  zIndex: 'skip',
  minHeight: 'touch',
  display: 'inline-flex',
  alignItems: 'center',
  paddingInline: '5',
  borderRadius: 'md',
  backgroundColor: 'surface',
  color: 'ink',
  fontWeight: 'semibold',
  '&:focus': { boxShadow: 'overlay' },
  '&:not(:focus)': { transform: 'translateY(-200%)' },
  _print: { display: 'none' },
})

export function SkipLink() {
  return (
    <a href="#main" className={link}>
      Skip to content
    </a>
  )
}
