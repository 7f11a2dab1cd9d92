import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { css, cx } from '#styled/css/index.js'

const id = 'menu'

const button = css({
  display: { base: 'inline-flex', xl: 'none' },
  alignItems: 'center',
  justifyContent: 'center',
  boxSize: 'touch',
  borderRadius: 'md',
  color: 'inherit',
  cursor: 'pointer',
  '&:hover': { color: 'sea' },
})

const sheet = css({
  position: 'fixed',
  inset: '0 0 0 auto',
  flexDirection: 'column',
  gap: '2',
  width: 'min(20rem, calc(100vw - 3.5rem))',
  maxWidth: 'none',
  height: '100dvh',
  maxHeight: 'none',
  margin: '0',
  borderWidth: '0',
  borderInlineStartWidth: '1px',
  borderColor: 'line',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: '4',
  paddingTop: 'max(0.75rem, env(safe-area-inset-top))',
  paddingRight: 'max(1rem, env(safe-area-inset-right))',
  paddingBottom: 'max(1.25rem, env(safe-area-inset-bottom))',
  backgroundColor: 'raised',
  color: 'ink',
  boxShadow: 'overlay',
  transform: 'translateX(100%)',
  transition: 'transform 200ms, overlay 200ms allow-discrete, display 200ms allow-discrete',
  // `display` without `:popover-open` would always show it.
  '&:popover-open': {
    display: 'flex',
    transform: 'none',
    '@starting-style': { transform: 'translateX(100%)' },
  },
  _backdrop: { backgroundColor: 'shade', animation: 'fadeIn' },
  '&:focus': { outline: 'none' },
})

const head = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' })
const title = css({ textStyle: 'heading', textTransform: 'uppercase' })
const close = css({ display: 'inline-flex', marginInlineEnd: '-2' })

export function MenuButton() {
  return (
    <button type="button" popoverTarget={id} aria-label="Menu" title="Menu" className={button}>
      <Menu size={24} />
    </button>
  )
}

/** A `popover` works without React; `dialog` moves the focus inside. */
export function MenuSheet({ children }: { children: ReactNode }) {
  return (
    <dialog id={id} popover="auto" aria-label="Menu" data-menu className={sheet}>
      <div className={head}>
        <p className={title}>Menu</p>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close menu"
          className={cx(button, close)}
        >
          <X size={24} />
        </button>
      </div>
      {children}
    </dialog>
  )
}

export const sheetLink = css({
  row: '3',
  minHeight: 'wet',
  paddingInline: '2',
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: '2xl',
  color: 'ink',
  textDecoration: 'none',
  borderBottomWidth: '1px',
  borderColor: 'line',
  '&:is(a):hover': { color: 'sea' },
  '&[aria-current=page]': {
    color: 'sea',
    boxShadow: 'inset 4px 0 0 token(colors.sea)',
    paddingInlineStart: '4',
  },
})
export const sheetActions = css({ column: '3', marginTop: 'auto', paddingTop: '5' })

export const VisitorActions = () => (
  <>
    <LinkButton href={paths.login()} variant="secondary" block>
      Sign In
    </LinkButton>
    <LinkButton href={paths.signUp()} block>
      Join Now
    </LinkButton>
  </>
)
