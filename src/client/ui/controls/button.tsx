import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { ComponentProps } from 'react'
import type { VariantsOf } from '#client/ui/variants.ts'
import { css, cva, cx } from '#styled/css/index.js'

const button = cva({
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    maxWidth: 'full',
    fontFamily: 'heading',
    fontWeight: 'bold',
    letterSpacing: 'wide',
    lineHeight: 'tight',
    textAlign: 'center',
    textDecoration: 'none',
    fontVariantNumeric: 'tabular-nums',
    borderRadius: 'md',
    borderWidth: '2px',
    borderColor: 'transparent',
    cursor: 'pointer',
    userSelect: 'none',
    transitionProperty: 'background-color, border-color, color, transform, box-shadow',
    transitionDuration: 'fast',
    transitionTimingFunction: 'out',
    _down: { transform: 'translateY(1px)' },
    _inactive: { cursor: 'not-allowed', boxShadow: 'none' },
    '&:disabled:not([aria-busy=true])': {
      backgroundColor: 'track',
      color: 'inkMuted',
      borderColor: 'transparent',
    },
    _icons: { flexShrink: '0' },
    _forced: { borderColor: 'ButtonBorder' },
    _print: { display: 'none' },
  },
  variants: {
    variant: {
      action: {
        backgroundColor: 'action',
        color: 'onAction',
        boxShadow: 'inset 0 -2px 0 #07121F2E',
        _pointed: { backgroundColor: 'actionHover' },
      },
      primary: {
        backgroundColor: 'seaSolid',
        color: 'onSea',
        boxShadow: 'inset 0 -2px 0 #07121F2E',
        _pointed: { backgroundColor: 'seaSolidHover' },
      },
      secondary: {
        backgroundColor: 'surface',
        color: 'ink',
        borderColor: 'edge',
        _pointed: { borderColor: 'sea', color: 'sea' },
      },
      ghost: {
        backgroundColor: 'transparent',
        color: 'sea',
        _pointed: { backgroundColor: 'seaSoft', color: 'onSeaSoft' },
      },
      destructive: {
        backgroundColor: 'live',
        color: 'onLive',
        boxShadow: 'inset 0 -2px 0 #07121F2E',
        _pointed: { backgroundColor: 'liveHover' },
      },
    },
    size: {
      // `::after` keeps the touch target at 44 px.
      sm: {
        minHeight: '9',
        paddingInline: '3',
        fontSize: 'md',
        _after: { content: '""', position: 'absolute', insetInline: '-2px', insetBlock: '-6px' },
      },
      // Paddings shrink at 200 % text size.
      md: {
        minHeight: 'touch',
        paddingInline: 'clamp(0.5rem, 50vw - 6rem, token(spacing.5))',
        fontSize: 'lg',
        _crew: { minHeight: 'wet' },
      },
      lg: {
        minHeight: '14',
        paddingInline: 'clamp(0.5rem, 50vw - 6rem, token(spacing.7))',
        fontSize: 'xl',
      },
      wet: { minHeight: 'wet', paddingInline: '6', fontSize: 'xl' },
    },
    block: { true: { display: 'flex', width: 'full' } },
    square: { true: { paddingInline: '0', aspectRatio: '1' } },
  },
  compoundVariants: [
    { square: true, size: 'sm', css: { width: '9' } },
    { square: true, size: 'md', css: { width: 'touch', _crew: { width: 'wet' } } },
    { square: true, size: 'lg', css: { width: '14' } },
    { square: true, size: 'wet', css: { width: 'wet' } },
  ],
  defaultVariants: { variant: 'primary', size: 'md' },
})

const spinner = css({ animation: 'spin' })

type Looks = Omit<VariantsOf<typeof button>, 'square'>

export interface ButtonProps extends ComponentProps<'button'>, Looks {
  pending?: boolean | undefined
  pendingLabel?: string | undefined
}

export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} className={spinner} />
}

export function Button({
  variant = 'primary',
  size = 'md',
  block = false,
  pending = false,
  pendingLabel,
  type = 'button',
  disabled = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={cx(button({ variant, size, block }), className)}
    >
      {pending && <Spinner />}
      {pending && pendingLabel !== undefined ? pendingLabel : children}
    </button>
  )
}

export interface LinkButtonProps extends ComponentProps<'a'>, Looks {
  href: string
}

export function LinkButton({
  variant = 'primary',
  size = 'md',
  block = false,
  className,
  ...rest
}: LinkButtonProps) {
  return <a {...rest} className={cx(button({ variant, size, block }), className)} />
}

export interface IconButtonProps extends ComponentProps<'button'>, Omit<Looks, 'block'> {
  /** Accessible name and tooltip. */
  label: string
}

export function IconButton({
  label,
  variant = 'ghost',
  size = 'md',
  type = 'button',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={cx(button({ variant, size, square: true }), className)}
    />
  )
}
