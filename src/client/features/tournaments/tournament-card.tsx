import MapPin from 'lucide-react/icons/map-pin'
import Medal from 'lucide-react/icons/medal'
import Ship from 'lucide-react/icons/ship'
import Trophy from 'lucide-react/icons/trophy'
import type { ReactNode } from 'react'
import { timeText } from '#client/domain/schedule.ts'
import { fundingOf } from '#client/domain/standings.ts'
import { useNow } from '#client/lib/now.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Card, CardBody, CardFooter } from '#client/ui/layout/card.tsx'
import { Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { IconText, Muted } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import type { TournamentCard as CardFacts } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'
import { Plate } from './plate.tsx'

const description = css({ color: 'inkMuted', lineClamp: '3' })
const facts = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  marginTop: 'auto',
  paddingTop: '2',
})
const factValue = css({
  flex: '1 1 6rem',
  minWidth: '0',
  textAlign: 'end',
  fontWeight: 'semibold',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
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

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <Row align="stretch" gap="snug" rowGap="none">
      <IconText as="dt" muted>
        {icon}
        {name}
      </IconText>
      <dd className={factValue}>{children}</dd>
    </Row>
  )
}

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
          <Fact icon={<MapPin size={18} aria-hidden />} name="Location">
            {tournament.location || 'Location TBD'}
          </Fact>
          <Fact icon={<Trophy size={18} aria-hidden />} name="Prize pool">
            <span className={prize}>{prizePool === null ? 'TBD' : <Money amount={prizePool} />}</span>
          </Fact>
          <Fact icon={<Ship size={18} aria-hidden />} name="Boats">
            {boats}
          </Fact>
          {leader && (
            <Fact icon={<Medal size={18} aria-hidden />} name="Leader">
              {leader.name}
            </Fact>
          )}
        </dl>
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
