import { qrPath } from '#client/api/tournaments.ts'
import { formatDateRange } from '#client/domain/dates.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Logo } from '#client/ui/marks/logo.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import type { Tournament } from '#contract/tournaments.ts'
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
})
const title = css({ textStyle: 'hero', overflowWrap: 'anywhere' })
const facts = css({ fontFamily: 'heading', fontSize: '2xl', lineHeight: 'snug' })
const code = css({ width: 'min(100%, 28rem)', height: 'auto', aspectRatio: '1' })
const address = css({ fontFamily: 'heading', fontSize: 'xl', overflowWrap: 'anywhere' })
const hint = css({ color: 'inkMuted', '@media print': { display: 'none' } })

export function DockBoard({ tournament }: { tournament: Tournament }) {
  const { id, name, location, startDate, endDate, prizePool } = tournament
  const { canonical, hasGate } = useBoot()
  return (
    <main id="main" tabIndex={-1} className={sheet}>
      <Logo />
      <h1 className={title}>{name}</h1>
      <p className={facts}>
        {[formatDateRange(startDate, endDate), location].filter(Boolean).join(' · ')}
        {prizePool !== null && (
          <>
            <br />
            Prize pool <Money amount={prizePool} />
          </>
        )}
      </p>
      <img
        src={qrPath(id)}
        width={448}
        height={448}
        alt={`QR code of the page of ${name}`}
        className={code}
      />
      <Text look="title">Scan to back a boat</Text>
      <p className={address}>{new URL(paths.tournament(id), canonical).href.replace(/^https?:\/\//, '')}</p>
      {hasGate && <p>Visitors need the site password.</p>}
      <p className={hint}>
        Print this page and put it up at the dock.{' '}
        <TextLink href={paths.tournament(id)}>To the tournament</TextLink>
      </p>
    </main>
  )
}

export const NoDockBoard = () => (
  <main id="main" tabIndex={-1} className={sheet}>
    <h1 className={title}>Tournament Not Found</h1>
    <p className={facts}>The tournament you're looking for doesn't exist.</p>
    <TextLink href={paths.home()} standalone>
      Back to Home
    </TextLink>
  </main>
)
