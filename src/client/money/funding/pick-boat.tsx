import Ship from 'lucide-react/icons/ship'
import { contains } from '#client/domain/find.ts'
import { isTied, placeText, resultText } from '#client/domain/result.ts'
import { payoutText } from '#client/domain/shares.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { findFrom } from '#client/ui/forms/list-filter.tsx'
import { SearchForm } from '#client/ui/forms/search-form.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PageHeader, Section } from '#client/ui/layout/page.tsx'
import { Panel, Row, RowText } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { FundingClock } from '#client/ui/marks/funding-clock.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { limits } from '#contract/limits.ts'
import { compareBoatNames } from '#contract/names.ts'
import { countText } from '#contract/numbers.ts'
import { codeMark, isFromCode } from '#contract/qr-code.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { AmountLinks } from './amount-links.tsx'

const boats = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
  gap: '3',
})
const card = css({ column: '1.5', padding: '3' })
/** A page of more is slow on a dock's Wi-Fi; the search finds the others. */
const mostShown = 60

/** The boats of a tournament that take fundings, by name, with amounts. Without script. */
export function PickBoat({ tournament }: { tournament: Tournament }) {
  const open = tournament.entries
    .filter(({ fundingOpen }) => fundingOpen)
    .toSorted((a, b) => compareBoatNames(a.boat.name, b.boat.name))
  const search = new URLSearchParams(useBoot().search)
  const searchText = search.get('q')?.slice(0, limits.searchMax) ?? ''
  const matches = open.filter(({ boat }) => contains(`${boat.name} ${boat.captainName}`, searchText))
  return (
    <>
      <PageHeader title={tournament.name} />
      <Section
        id="boats"
        title="Pick a boat"
        action={
          <TextLink href={paths.tournament(tournament.id)} standalone>
            See the tournament
          </TextLink>
        }
      >
        {open.length >= findFrom && (
          <SearchForm
            action={paths.pickBoat(tournament.id)}
            label="Boat or captain"
            searchText={searchText}
            {...(isFromCode(search) && { parameters: codeMark })}
          />
        )}
        {open.length === 0 ? (
          <EmptyState icon={<Ship size={26} />} title="No boat takes fundings at the moment." />
        ) : matches.length === 0 ? (
          <EmptyState title="No boat matches" description="Check the name, or search for a part of it." />
        ) : (
          <ul className={boats}>
            {matches.slice(0, mostShown).map((entry, index) => (
              <Boat
                key={entry.id}
                entry={entry}
                titleId={`b${index}`}
                hasClock={entry.closesAt !== tournament.endDate}
              />
            ))}
          </ul>
        )}
        {matches.length > mostShown && (
          <Muted>{`${mostShown} of ${countText(matches.length, 'boat')}. Search for the others by name.`}</Muted>
        )}
      </Section>
    </>
  )
}

interface BoatProps {
  entry: Entry
  titleId: string
  /** Shows when funding closes. */
  hasClock: boolean
}

function Boat({ entry, titleId, hasClock }: BoatProps) {
  const { boat, currentFunding, fundingGoal, currentPosition, closesAt } = entry
  const facts = [
    `Backers share ${payoutText(entry, 'up to')}`,
    currentPosition !== null && placeText(currentPosition, isTied(entry)),
    resultText(entry),
  ]
  return (
    <Panel as="li" className={card}>
      <Row gap="3">
        <BoatPicture boat={boat} size="thumb" />
        <RowText basis="8rem">
          <Text as="h3" look="figure" weight="bold" id={titleId}>
            {boat.name}
          </Text>
          <Muted small>{`Captain: ${boat.captainName}`}</Muted>
        </RowText>
      </Row>
      <FundingBar compact line raised={currentFunding} goal={fundingGoal} label="Funding" />
      <Text look="small">{facts.filter(Boolean).join(' · ')}</Text>
      {hasClock && <FundingClock closesAt={closesAt} />}
      <AmountLinks entry={entry} labelledBy={titleId} />
    </Panel>
  )
}
