import type { ReactNode } from 'react'
import { timeText } from '#client/domain/schedule.ts'
import { fundingOf } from '#client/domain/standings.ts'
import { useNow } from '#client/lib/now.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Card, CardBody, CardFooter } from '#client/ui/layout/card.tsx'
import { Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { FundingClock } from '#client/ui/marks/funding-clock.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import type { TournamentCard as CardFacts } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'
import { CardIcon, type CardIconName } from './card-icons.tsx'
import { Plate } from './plate.tsx'

const description = css({ color: 'inkMuted', lineClamp: '3' })
// Written once a card: classes on each of its rows were a tenth of the home page's HTML.
const facts = css({
  column: '2',
  marginTop: 'auto',
  paddingTop: '2',
  '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: '3' },
  '& dt': { display: 'inline-flex', alignItems: 'center', gap: '2', minWidth: '0', color: 'inkMuted' },
  '& dt svg': { flexShrink: '0' },
  '& dd': {
    flex: '1 1 6rem',
    minWidth: '0',
    textAlign: 'end',
    fontWeight: 'semibold',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
})
const prize = css({
  textStyle: 'figure',
  // Shrinks and breaks at 200 % text size.
  fontSize: 'clamp(1rem, 30vw - 3rem, token(fontSizes.2xl))',
  fontWeight: 'bold',
  lineHeight: 'tight',
  '& span': { whiteSpace: 'normal' },
})
const wide = css({ flexGrow: '1' })

interface FactProps {
  icon: CardIconName
  name: string
  children: ReactNode
}

const Fact = ({ icon, name, children }: FactProps) => (
  <div>
    <dt>
      <CardIcon name={icon} />
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
)

const isRunning = ({ status }: CardFacts) => status === 'upcoming' || status === 'active'

/** Needs {@link CardIcons} on the page. */
export function TournamentCard({ tournament }: { tournament: CardFacts }) {
  const now = useNow()
  const { id, name, boats, leader, prizePool } = tournament
  const funding = fundingOf(tournament)
  const titleId = `tournament-${id}`
  return (
    <Card as="article" aria-labelledby={titleId}>
      <Plate
        badge={<StatusBadge status={tournament.status} />}
        time={timeText(tournament, now)}
        title={name}
        titleId={titleId}
      />
      <CardBody>
        <p className={description}>{tournament.description || 'Join this exciting fishing tournament'}</p>
        <dl className={facts}>
          <Fact icon="map-pin" name="Location">
            {tournament.location || 'Location TBD'}
          </Fact>
          <Fact icon="trophy" name="Prize pool">
            <span className={prize}>{prizePool === null ? 'TBD' : <Money amount={prizePool} />}</span>
          </Fact>
          <Fact icon="ship" name="Boats">
            {boats}
          </Fact>
          {leader && (
            <Fact icon="medal" name="Leader">
              {leader.name}
            </Fact>
          )}
        </dl>
        {tournament.fundingClosesAt !== null && isRunning(tournament) && (
          <FundingClock closesAt={tournament.closesAt} />
        )}
        {funding ? (
          <FundingBar
            percent={funding.percent}
            raised={funding.raised}
            goal={funding.goal}
            label={`Funding of ${name}`}
          />
        ) : (
          <Muted>No boats registered yet.</Muted>
        )}
      </CardBody>
      <CardFooter>
        <LinkButton href={paths.tournament(id)} aria-describedby={titleId} className={wide}>
          View Tournament
        </LinkButton>
      </CardFooter>
    </Card>
  )
}

const plateSize = css({ minHeight: '28' })
const factsSize = css({ minHeight: '32' })
const barSize = css({ minHeight: '12' })
const buttonSize = css({ minHeight: 'touch' })

export function TournamentCardSkeleton() {
  return (
    <Card>
      <Skeleton shape="block" className={plateSize} />
      <CardBody>
        <Skeleton />
        <Skeleton width="most" />
        <Skeleton shape="block" className={factsSize} />
        <Skeleton shape="heading" className={barSize} />
      </CardBody>
      <CardFooter>
        <Skeleton className={buttonSize} />
      </CardFooter>
    </Card>
  )
}
