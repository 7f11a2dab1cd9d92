import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Logo } from '#client/ui/marks/logo.tsx'
import { limits } from '#contract/limits.ts'
import { dollars } from '#contract/money.ts'
import { css } from '#styled/css/index.js'

const sheet = css({
  // Paper is white.
  colorScheme: 'light',
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100dvh',
  backgroundColor: 'surface',
  color: 'ink',
  textAlign: 'center',
  // One sheet of any size: the code takes the remaining space.
  _print: { height: '100vh', minHeight: '0', overflow: 'hidden', printColorAdjust: 'exact' },
})
const band = css({
  colorScheme: 'dark',
  column: { base: '3', _print: '2' },
  alignItems: 'center',
  paddingInline: '6',
  paddingBlock: { base: '6', _print: '4' },
  // `hull` is white on paper, and `onHull` black.
  backgroundColor: { base: 'hull', _print: 'ink' },
  color: { base: 'onHull', _print: 'onSea' },
  borderBottomWidth: '6px',
  borderColor: 'action',
})
const heading = css({
  textStyle: 'hero',
  maxWidth: 'full',
  overflowWrap: 'anywhere',
  _print: { fontSize: '5xl', lineClamp: '3' },
})
const lines = css({ fontFamily: 'heading', fontSize: '2xl', lineHeight: 'snug', overflowWrap: 'anywhere' })
const content = css({
  column: { base: '5', _print: '3' },
  flex: { base: '1 0 auto', _print: '1 1 0' },
  alignItems: 'center',
  minHeight: { _print: '0' },
  padding: { base: '6', _print: '4' },
})
const codeSize = css({
  width: 'min(100%, 28rem)',
  height: 'auto',
  aspectRatio: '1',
  _print: { flex: '1 1 0', minHeight: '0', aspectRatio: 'auto', objectFit: 'contain' },
})
const address = css({ fontFamily: 'heading', fontSize: 'xl', overflowWrap: 'anywhere' })
const figures = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: '10',
  rowGap: '3',
})
const figure = css({ display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' })
const figureValue = css({ textStyle: 'title', color: 'sea', fontVariantNumeric: 'tabular-nums' })
const screenOnly = css({ _print: { display: 'none' } })
// Hides a button that needs a script.
const needsScript = css({ 'html:not([data-ready]) &': { display: 'none' } })

interface SheetProps {
  title: string
  facts: ReactNode
  children: ReactNode
}

/** A page to print. */
export const Sheet = ({ title, facts, children }: SheetProps) => (
  <main id="main" tabIndex={-1} className={sheet}>
    <header className={band}>
      <Logo />
      <h1 className={heading}>{title}</h1>
      <p className={lines}>{facts}</p>
    </header>
    <div className={content}>{children}</div>
  </main>
)

/** Goal and share of backers, such as `{ share: '40%', of: 'winnings', goal: 1000000 }`. */
export interface PosterOffer {
  share: string
  of: string
  /** Cents. */
  goal: number
}

interface PosterProps extends Omit<SheetProps, 'children'> {
  picture?: ReactNode
  /** Null if it takes no fundings. */
  offer: PosterOffer | null
  /** Path of the QR code's image. */
  code: string
  codeAlt: string
  /** The code holds a pass of the locked site. */
  opensSite?: boolean
  /** The reader's gain. */
  call: string
  /** Path that the code leads to. */
  path: string
  /** Place to put the poster up. */
  place: string
  back: string
  /** Content below, on the screen only. */
  more?: ReactNode
}

/** A QR code to print, with what it leads to. */
export function Poster({
  picture,
  offer,
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
      {offer && (
        <dl className={figures}>
          <Figure label="to take part">From {dollars(limits.fundingMinCents)}</Figure>
          <Figure label={`of the ${offer.of} to backers`}>{offer.share}</Figure>
          <Figure label="goal">{dollars(offer.goal)}</Figure>
        </dl>
      )}
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
      <Stack gap="3" align="center" className={screenOnly}>
        <Button data-print className={needsScript}>
          <Printer size={20} />
          Print
        </Button>
        <Muted>
          Print this page and put it up {place}. <TextLink href={path}>{back}</TextLink>
        </Muted>
      </Stack>
      {more}
    </Sheet>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={figure}>
    <Muted as="dt">{label}</Muted>
    <dd className={figureValue}>{children}</dd>
  </div>
)
