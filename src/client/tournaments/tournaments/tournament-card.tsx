import type { ReactNode } from 'react'
import { isTied } from '#client/domain/result.ts'
import { timeText } from '#client/domain/schedule.ts'
import { fundingOf } from '#client/domain/standings.ts'
import { isOpen } from '#client/domain/status.ts'
import { useNow } from '#client/lib/now.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Card, CardBody, CardFooter, wholeCard } from '#client/ui/layout/card.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { FundingClock } from '#client/ui/marks/funding-clock.tsx'
import { PrizePool } from '#client/ui/marks/money.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import type { TournamentCard as CardFacts } from '#contract/tournaments/tournaments.ts'
import { css, cx } from '#styled/css/index.js'
import { CardIcon, type CardIconName } from './card-icons.tsx'
import { Plate } from './plate.tsx'

const description = css({ color: 'inkMuted', lineClamp: '3', smDown: { display: 'none' } })
const reason = css({ color: 'inkMuted', textStyle: { base: 'small', sm: 'inherit' }, lineClamp: '3' })
// Styles the card's rows here: their own classes were a tenth of the home page's HTML.
// Facts are inline on phones, where the icons stand for the names.
const facts = css({
  display: 'flex',
  flexDirection: { base: 'row', sm: 'column' },
  flexWrap: { base: 'wrap', sm: 'nowrap' },
  columnGap: '4',
  rowGap: { base: '1', sm: '2' },
  marginTop: 'auto',
  paddingTop: { sm: '2' },
  '& > div': {
    display: 'flex',
    flexWrap: { sm: 'wrap' },
    alignItems: { base: 'center', sm: 'normal' },
    minWidth: '0',
    columnGap: { base: '1.5', sm: '3' },
  },
  '& dt': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    flexShrink: { base: '0', sm: '1' },
    width: { base: '1.125rem', sm: 'auto' },
    height: { base: '6', sm: 'auto' },
    whiteSpace: { base: 'nowrap', sm: 'normal' },
    minWidth: '0',
    overflow: { base: 'hidden', sm: 'visible' },
    color: 'inkMuted',
  },
  '& dt svg': { flexShrink: '0' },
  '& dd': {
    flex: { sm: '1 1 6rem' },
    minWidth: '0',
    textAlign: { sm: 'end' },
    fontWeight: 'semibold',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
})
const prize = css({
  textStyle: 'figure',
  // Shrinks and breaks at 200 % text size.
  fontSize: { base: 'md', sm: 'clamp(1rem, 30vw - 3rem, token(fontSizes.2xl))' },
  fontWeight: 'bold',
  lineHeight: 'tight',
  '& span': { whiteSpace: 'normal' },
})
// Phones show no button.
const foot = css({ smDown: { padding: '0' } })
const link = css({
  flexGrow: '1',
  smDown: {
    position: 'absolute!',
    inset: '0',
    fontSize: '0',
    backgroundColor: 'transparent',
    boxShadow: 'none',
    borderRadius: 'lg',
    _pointed: { backgroundColor: 'transparent', borderColor: 'sea' },
    '&:focus-visible': { outlineOffset: '-3px' },
  },
})

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
        {tournament.cancelReason === null ? (
          <p className={description}>{tournament.description || 'Join this exciting fishing tournament'}</p>
        ) : (
          <p className={reason}>Cancelled: {tournament.cancelReason}</p>
        )}
        <dl className={facts}>
          <Fact icon="map-pin" name="Location">
            {tournament.location || 'Location TBD'}
          </Fact>
          <Fact icon="trophy" name="Prize pool">
            <span className={prize}>
              <PrizePool amount={prizePool} />
            </span>
          </Fact>
          <Fact icon="ship" name="Boats">
            {boats}
          </Fact>
          {leader && (
            <Fact icon="medal" name={isTied(leader) ? 'Tied for the lead' : 'Leader'}>
              {leader.name}
            </Fact>
          )}
        </dl>
        {tournament.fundingClosesAt !== null && isOpen(tournament.status) && (
          <FundingClock closesAt={tournament.closesAt} />
        )}
        {funding ? (
          <FundingBar raised={funding.raised} goal={funding.goal} label={`Funding of ${name}`} compact />
        ) : (
          <Muted>No boats registered yet.</Muted>
        )}
      </CardBody>
      <CardFooter className={cx(wholeCard.footer, foot)}>
        <LinkButton
          href={paths.tournament(id)}
          aria-describedby={titleId}
          className={cx(wholeCard.button, link)}
        >
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

function CardSkeleton() {
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

export const TournamentCardsSkeleton = () => (
  <>
    <LoadingText />
    <Grid>
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </Grid>
  </>
)
