import Fish from 'lucide-react/icons/fish'
import Users from 'lucide-react/icons/users'
import { useNow } from '#client/lib/now.tsx'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { Card, CardBody, CardFooter, wholeCard } from '#client/ui/layout/card.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Grid, Row } from '#client/ui/layout/stack.tsx'
import { IconText, Muted } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { FundingClock } from '#client/ui/marks/funding-clock.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import { countText } from '#contract/numbers.ts'
import type { TournamentCard } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { Plate } from './plate.tsx'
import { type Showcased, samples, showcaseOf } from './showcase.ts'

const description = css({ color: 'inkMuted', lineClamp: '3', flexGrow: '1' })
const notes = css({ column: '2', paddingTop: '1' })

function ShowcaseCard({ item }: { item: Showcased }) {
  const titleId = `card-${item.id}`
  return (
    <Card as="article" aria-labelledby={titleId}>
      <Plate
        badge={
          <Row as="span">
            <StatusBadge status={item.status} />
            {item.isExample && <Badge tone="info">Example</Badge>}
          </Row>
        }
        time={item.time}
        title={item.name}
        titleId={titleId}
      />
      <CardBody>
        <p className={description}>{item.description}</p>
        {item.funding ? (
          <FundingBar
            raised={item.funding.raised}
            goal={item.funding.goal}
            label={`Funding of ${item.name}`}
            size="lg"
          />
        ) : (
          <p>No boats registered yet.</p>
        )}
        {item.closesAt !== null && !item.funding?.complete && <FundingClock closesAt={item.closesAt} />}
        <div className={notes}>
          <IconText look="small" weight="semibold" tabular>
            <Users size={18} />
            {countText(item.backers, 'backer')}
          </IconText>
          <IconText look="small" weight="semibold" tabular breakable>
            <Fish size={18} />
            {item.note}
          </IconText>
        </div>
      </CardBody>
      {item.funding?.complete ? (
        <CardFooter>
          <Button disabled block aria-describedby={titleId}>
            Fully Funded
          </Button>
        </CardFooter>
      ) : (
        <CardFooter className={wholeCard.footer}>
          <LinkButton
            href={item.href}
            variant={item.isFundable ? 'primary' : 'secondary'}
            block
            className={wholeCard.button}
            aria-describedby={titleId}
          >
            {item.isFundable ? 'Fund This Boat' : 'View Tournament'}
          </LinkButton>
        </CardFooter>
      )}
    </Card>
  )
}

export function Showcase({ cards }: { cards: readonly TournamentCard[] }) {
  const live = showcaseOf(cards, useNow())
  const items = live.length > 0 ? live : samples
  return (
    <>
      <Grid>
        {items.map(item => (
          <ShowcaseCard key={item.id} item={item} />
        ))}
      </Grid>
      {live.length === 0 && (
        <Muted small>Examples of what you can fund. Live tournaments take their place when they open.</Muted>
      )}
    </>
  )
}

const plateSize = css({ minHeight: '28' })
const barSize = css({ minHeight: '14' })
const buttonSize = css({ minHeight: 'touch' })

function CardSkeleton() {
  return (
    <Card>
      <Skeleton shape="block" className={plateSize} />
      <CardBody>
        <Skeleton />
        <Skeleton width="most" />
        <Skeleton shape="heading" className={barSize} />
        <Skeleton width="third" />
        <Skeleton width="half" />
      </CardBody>
      <CardFooter>
        <Skeleton className={buttonSize} />
      </CardFooter>
    </Card>
  )
}

export function ShowcaseSkeleton() {
  return (
    <>
      <LoadingText />
      <Grid>
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
      </Grid>
    </>
  )
}
