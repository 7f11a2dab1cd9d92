import { boatQrPath } from '#client/boats/api/boats.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { boatPassPath } from '#client/tournaments/api/entries.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { Poster, Sheet } from '#client/ui/marks/poster.tsx'
import type { BoatProfile } from '#contract/tournaments/boat-profiles.ts'
import { css } from '#styled/css/index.js'

// Paper prints no backgrounds without being asked.
const picture = css({ width: 'min(100%, 24rem)', printColorAdjust: 'exact' })

export function BoatPoster({ boat }: { boat: BoatProfile }) {
  const { hasGate, search } = useBoot()
  const entry = hasGate ? new URLSearchParams(search).get('with') : null
  return (
    <Poster
      title={boat.name}
      facts={`Captain: ${boat.captainName}`}
      picture={
        <div className={picture}>
          <BoatPicture boat={boat} />
        </div>
      }
      code={entry === null ? boatQrPath(boat.id) : boatPassPath(entry)}
      opensSite={entry !== null}
      codeAlt={`QR code of the page of ${boat.name}`}
      call="Scan to back us"
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
