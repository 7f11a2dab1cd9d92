import Fish from 'lucide-react/icons/fish'
import HandCoins from 'lucide-react/icons/hand-coins'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { parseBestCatch } from '#client/domain/best-catch.ts'
import { counted, formatNumber, formatWeight } from '#client/domain/numbers.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Card, CardBody, CardFooter } from '#client/ui/layout/card.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { IconText, Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge, PositionBadge } from '#client/ui/marks/badge.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { RankingNotes } from '#client/ui/marks/correction-note.tsx'
import { FundingClock } from '#client/ui/marks/funding-clock.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { centsOf, fundedPercent } from '#contract/money.ts'
import type { Entry } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'

const media = css({ position: 'relative' })
const place = css({ position: 'absolute', insetInlineStart: '3', top: '3' })
const description = css({ color: 'inkMuted', textStyle: 'small', lineClamp: '3', whiteSpace: 'pre-line' })
const bar = css({ marginTop: 'auto', paddingTop: '1' })
const notes = css({ display: 'flex', flexWrap: 'wrap', columnGap: '4', rowGap: '1.5' })

interface EntryCardProps {
  entry: Entry
  fundable: boolean
  /** Shows when funding closes. */
  clock?: boolean
  videos?: ReactNode
}

export function EntryCard({ entry, fundable, clock = false, videos }: EntryCardProps) {
  const { boat, currentPosition, backerCount } = entry
  const fish = parseBestCatch(entry.bestCatch)
  const [raised, goal] = [centsOf(entry.currentFunding), centsOf(entry.fundingGoal)]
  const isFunded = raised >= goal
  const titleId = `entry-${entry.id}`
  return (
    <Card as="li">
      <div className={media}>
        <BoatPicture boat={boat} />
        {currentPosition !== null && (
          <span className={place}>
            <PositionBadge position={currentPosition} />
          </span>
        )}
      </div>
      <CardBody>
        <Stack gap="xs" breakable>
          <Text as="h3" look="subheading" weight="bold" id={titleId}>
            <NameLink href={paths.boat(boat.id)}>{boat.name}</NameLink>
          </Text>
          <Muted>Captain: {boat.captainName}</Muted>
          <RankingNotes entry={entry} />
        </Stack>
        {boat.description && <p className={description}>{boat.description}</p>}
        <div className={notes}>
          {fish && (
            <IconText look="small" tabular>
              <Fish size={18} aria-hidden />
              {formatWeight(fish.weight)}
              {fish.species && ` ${fish.species}`}
            </IconText>
          )}
          <IconText look="small" tabular>
            <HandCoins size={18} aria-hidden />
            {formatNumber(entry.payoutPercentage)}% of winnings to backers
          </IconText>
          <IconText look="small" tabular>
            <Users size={18} aria-hidden />
            {counted(backerCount, 'backer')}
          </IconText>
        </div>
        <div className={bar}>
          <FundingBar
            percent={fundedPercent(raised, goal)}
            raised={entry.currentFunding}
            goal={entry.fundingGoal}
            label={`Funding of ${boat.name}`}
          />
        </div>
        {clock && !isFunded && <FundingClock closesAt={entry.closesAt} />}
        {videos}
      </CardBody>
      {(isFunded || fundable) && (
        <CardFooter>
          {isFunded ? (
            <Badge tone="completed">Fully Funded</Badge>
          ) : (
            <LinkButton href={paths.funding(entry.id)} variant="action" block aria-describedby={titleId}>
              Fund This Boat
            </LinkButton>
          )}
        </CardFooter>
      )}
    </Card>
  )
}
