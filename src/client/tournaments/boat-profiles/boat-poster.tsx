import { boatQrPath } from '#client/boats/api/boats.ts'
import { payoutPercentText, winningsText } from '#client/domain/shares.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { boatPassPath } from '#client/tournaments/api/entries.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { Poster, Sheet } from '#client/ui/marks/poster.tsx'
import { DateRange } from '#client/ui/marks/relative-time.tsx'
import { centsOf } from '#contract/money.ts'
import type { BoatEntry, BoatProfile } from '#contract/tournaments/boat-profiles.ts'
import { css } from '#styled/css/index.js'

// Paper prints no backgrounds without being asked.
const picture = css({ width: { base: 'min(100%, 24rem)', _print: '14rem' }, printColorAdjust: 'exact' })

interface BoatPosterProps {
  boat: BoatProfile
  /** Entries, the latest first. */
  entries: readonly BoatEntry[]
}

export function BoatPoster({ boat, entries }: BoatPosterProps) {
  const { hasGate, search } = useBoot()
  const withPassOf = hasGate ? new URLSearchParams(search).get('with') : null
  const open = entries.filter(({ entry }) => entry.fundingOpen)
  // That of the pass, else the next one that takes fundings.
  const next = open.find(({ entry }) => entry.id === withPassOf) ?? open.at(-1)
  return (
    <Poster
      title={boat.name}
      facts={
        <>
          Captain: {boat.captainName}
          {next && (
            <>
              <br />
              {next.tournament.name} ·{' '}
              <DateRange start={next.tournament.startDate} end={next.tournament.endDate} />
            </>
          )}
        </>
      }
      offer={
        next
          ? {
              share: payoutPercentText(next.entry),
              of: winningsText(next.entry.sharedPots !== undefined),
              goal: centsOf(next.entry.fundingGoal),
            }
          : null
      }
      picture={
        <div className={picture}>
          <BoatPicture boat={boat} />
        </div>
      }
      code={withPassOf === null ? boatQrPath(boat.id) : boatPassPath(withPassOf)}
      opensSite={withPassOf !== null}
      codeAlt={`QR code of the page of ${boat.name}`}
      call={next ? 'Scan to back us' : 'Scan to follow us'}
      path={paths.boat(boat.id)}
      place="on the boat or at the dock"
      back="To the boat"
    />
  )
}

export const NoBoatPoster = () => (
  <Sheet title="Boat Not Found" facts="The boat you're looking for doesn't exist.">
    <TextLink href={paths.home()} standalone>
      Back to Home
    </TextLink>
  </Sheet>
)
