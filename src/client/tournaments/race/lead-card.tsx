import Download from 'lucide-react/icons/download'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import type { Race } from '#contract/tournaments/race.ts'
import { leadChangesOf } from '#contract/tournaments/race-places.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const card = css({ column: '3', alignItems: 'flex-start', maxWidth: 'reading' })
const picture = css({
  display: 'block',
  width: 'full',
  height: 'auto',
  aspectRatio: '1200/630',
  borderRadius: 'md',
  backgroundColor: 'hull',
})

interface LeadCardProps {
  tournament: Tournament
  race: Race
  entry: Entry
}

/** The picture of a boat that took the lead; nothing if it never did, or was corrected since. */
export function LeadCard({ tournament, race, entry }: LeadCardProps) {
  const lead = leadChangesOf(race).findLast(({ entryId }) => entryId === entry.id)
  if (!lead) return null
  const path = paths.leadPicture(tournament.id, entry.id)
  return (
    <figure className={card}>
      <img
        src={path}
        width={1200}
        height={630}
        alt={`New leader of ${tournament.name}: ${entry.boat.name} with ${amountText(lead.amount, race.unit)}`}
        className={picture}
      />
      <figcaption>
        <LinkButton href={path} variant="secondary" download={`${entry.boat.name}.png`}>
          <Download size={20} />
          Save Picture
        </LinkButton>
      </figcaption>
    </figure>
  )
}
