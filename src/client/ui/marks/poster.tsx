import type { ReactNode } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Logo } from '#client/ui/marks/logo.tsx'
import { css } from '#styled/css/index.js'

const sheet = css({
  // Paper is white.
  colorScheme: 'light',
  column: '5',
  alignItems: 'center',
  minHeight: '100dvh',
  padding: '6',
  backgroundColor: 'surface',
  color: 'ink',
  textAlign: 'center',
  // A site's logo is made for the dark header.
  '& > span > img': {
    height: '16',
    padding: '2',
    borderRadius: 'md',
    backgroundColor: 'hullDeep',
    printColorAdjust: 'exact',
  },
})
const heading = css({ textStyle: 'hero', maxWidth: 'full', overflowWrap: 'anywhere' })
const lines = css({ fontFamily: 'heading', fontSize: '2xl', lineHeight: 'snug', overflowWrap: 'anywhere' })
const codeSize = css({ width: 'min(100%, 28rem)', height: 'auto', aspectRatio: '1' })
const address = css({ fontFamily: 'heading', fontSize: 'xl', overflowWrap: 'anywhere' })
const hint = css({ color: 'inkMuted', '@media print': { display: 'none' } })

interface SheetProps {
  title: string
  facts: ReactNode
  children: ReactNode
}

/** A page to print. */
export const Sheet = ({ title, facts, children }: SheetProps) => (
  <main id="main" tabIndex={-1} className={sheet}>
    <Logo />
    <h1 className={heading}>{title}</h1>
    <p className={lines}>{facts}</p>
    {children}
  </main>
)

interface PosterProps extends Omit<SheetProps, 'children'> {
  picture?: ReactNode
  /** Path of the QR code's image. */
  code: string
  codeAlt: string
  /** The code holds a pass of the locked site. */
  opensSite?: boolean
  /** What the reader gets. */
  call: string
  /** Path that the code leads to. */
  path: string
  /** Where to put it up. */
  place: string
  back: string
  /** Below, on the screen only. */
  more?: ReactNode
}

/** A QR code to print, with what it leads to. */
export function Poster({
  picture,
  code,
  codeAlt,
  opensSite = false,
  call,
  path,
  place,
  back,
  more,
  ...rest
}: PosterProps) {
  const { canonical, hasGate } = useBoot()
  return (
    <Sheet {...rest}>
      {picture}
      <img src={code} width={448} height={448} alt={codeAlt} className={codeSize} />
      <Text look="title">{call}</Text>
      <p className={address}>{new URL(path, canonical).href.replace(/^https?:\/\//, '')}</p>
      {hasGate && (
        <p>
          {opensSite
            ? 'Until the tournament ends, the QR code opens this site without its password.'
            : 'Visitors need the site password.'}
        </p>
      )}
      <p className={hint}>
        Print this page and put it up {place}. <TextLink href={path}>{back}</TextLink>
      </p>
      {more}
    </Sheet>
  )
}
