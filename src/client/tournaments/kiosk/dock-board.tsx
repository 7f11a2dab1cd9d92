import { winningsText } from '#client/domain/shares.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { passPath, qrPath } from '#client/tournaments/api/tournaments.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { Poster, type PosterOffer, Sheet } from '#client/ui/marks/poster.tsx'
import { DatesAndPlace } from '#client/ui/marks/relative-time.tsx'
import { centsOf } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const codes = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: '4',
  maxWidth: 'reading',
  color: 'inkMuted',
  overflowWrap: 'anywhere',
  '@media print': { display: 'none' },
})

export function DockBoard({ tournament }: { tournament: Tournament }) {
  const { id, name, prizePool, entries } = tournament
  const { hasGate, search } = useBoot()
  const open = entries.filter(({ fundingOpen }) => fundingOpen)
  const withPass = hasGate && new URLSearchParams(search).get('with') === 'pass'
  return (
    <Poster
      title={name}
      facts={
        <>
          <DatesAndPlace tournament={tournament} />
          {prizePool !== null && (
            <>
              <br />
              Prize pool <Money amount={prizePool} />
            </>
          )}
        </>
      }
      offer={open.length === 0 ? null : offerOf(open)}
      code={withPass ? passPath(id) : qrPath(id)}
      opensSite={withPass}
      codeAlt={`QR code of the page of ${name}`}
      call={open.length === 0 ? 'Scan to follow the boats' : 'Scan to back a boat'}
      path={paths.tournament(id)}
      place="at the dock"
      back="To the tournament"
      more={withPass && <BoatCodes tournament={tournament} />}
    />
  )
}

/** The boats' own codes, with the same pass. */
const BoatCodes = ({ tournament: { entries } }: { tournament: Tournament }) =>
  entries.length > 0 && (
    <nav aria-label="QR codes of the boats" className={codes}>
      Each boat has its own code with a pass:
      {entries.map(({ id, boat }) => (
        <TextLink key={id} href={paths.boatPoster(boat.id, id)} standalone>
          {boat.name}
        </TextLink>
      ))}
    </nav>
  )

/** @param entries at least one */
function offerOf(entries: readonly Entry[]): PosterOffer {
  const shares = entries.map(({ payoutPercentage }) => payoutPercentage)
  const isUpTo = entries.some(({ ifGoalMissed }) => ifGoalMissed === 'prorate')
  const [least, most] = [Math.min(...shares), Math.max(...shares)]
  return {
    share: `${isUpTo ? 'Up to ' : ''}${least === most ? most : `${least}–${most}`}%`,
    of: winningsText(entries.some(({ sharedPots }) => sharedPots !== undefined)),
    goal: sum(entries.map(({ fundingGoal }) => centsOf(fundingGoal))),
  }
}

export const NoDockBoard = () => (
  <Sheet title="Tournament Not Found" facts="The tournament you're looking for doesn't exist.">
    <TextLink href={paths.home()} standalone>
      Back to Home
    </TextLink>
  </Sheet>
)
