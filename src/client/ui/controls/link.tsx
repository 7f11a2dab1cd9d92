import type { ComponentProps } from 'react'
import { css, cx } from '#styled/css/index.js'

const link = css({
  color: 'sea',
  fontWeight: 'medium',
  textDecoration: 'underline',
  textDecorationThickness: '1px',
  textUnderlineOffset: '3px',
  borderRadius: 'xs',
  overflowWrap: 'anywhere',
  '&:hover': { textDecorationThickness: '2px' },
})

const alone = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minHeight: 'touch',
  minWidth: 'touch',
  // Long names would squeeze the icon.
  '& > svg': { flexShrink: '0' },
})

export interface TextLinkProps extends ComponentProps<'a'> {
  href: string
  standalone?: boolean | undefined
}

export function TextLink({ standalone = false, className, ...rest }: TextLinkProps) {
  return <a {...rest} className={cx(link, standalone && alone, className)} />
}

const name = css({
  // A touch target that doesn't move its neighbours.
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  minWidth: 'touch',
  paddingBlock: '2.5',
  marginBlock: '-2.5',
  color: 'inherit',
  textDecoration: 'underline',
  textDecorationColor: 'edge',
  textDecorationThickness: '1px',
  textUnderlineOffset: '4px',
  borderRadius: 'xs',
  overflowWrap: 'anywhere',
  '&:hover': { color: 'sea', textDecorationColor: 'currentcolor' },
})

/** A name that leads to its page, as in a card's title. */
export const NameLink = (props: Pick<TextLinkProps, 'href' | 'children'>) => <a {...props} className={name} />

const besideHeading = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  justifyContent: 'end',
  minHeight: 'touch',
  minWidth: 'touch',
  color: 'sea',
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: 'lg',
  letterSpacing: 'wide',
  textDecoration: 'none',
  borderRadius: 'xs',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '4px' },
  _print: { display: 'none' },
})

/** Flush with the section whose heading it stands beside. */
export const SectionLink = (props: Pick<TextLinkProps, 'href' | 'children'>) => (
  <a {...props} className={besideHeading} />
)

const button = css({ cursor: 'pointer', textAlign: 'start' })

export function TextButton({ type = 'button', className, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={cx(link, alone, button, className)} />
}
