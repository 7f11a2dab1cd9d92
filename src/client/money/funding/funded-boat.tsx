import CalendarDays from 'lucide-react/icons/calendar-days'
import HandCoins from 'lucide-react/icons/hand-coins'
import MapPin from 'lucide-react/icons/map-pin'
import Trophy from 'lucide-react/icons/trophy'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { isTied } from '#client/domain/result.ts'
import { payoutText } from '#client/domain/shares.ts'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Card, CardBody } from '#client/ui/layout/card.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { IconText, Text } from '#client/ui/layout/text.tsx'
import { Badge, PositionBadge } from '#client/ui/marks/badge.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { Money, PrizePool } from '#client/ui/marks/money.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { DateRange } from '#client/ui/marks/relative-time.tsx'
import { FundingPageBadge } from '#client/ui/marks/status-badge.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { countText } from '#contract/numbers.ts'
import type { EntryWithTournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { remainingOf } from './amount.ts'

const sideBySide = css({
  display: 'grid',
  gridTemplateColumns: {
    base: 'min(5.5rem, 24vw) minmax(0, 1fr)',
    sm: '7rem minmax(0, 1fr)',
    lg: 'minmax(0, 1fr)',
  },
})
const media = css({ position: 'relative', display: 'grid' })
const place = css({
  position: 'absolute',
  insetInlineStart: { base: '1.5', lg: '3' },
  top: { base: '1.5', lg: '3' },
})
const head = css({
  column: { base: '1', lg: '3' },
  justifyContent: 'center',
  padding: { base: '3', lg: '5' },
})
const name = css({ textStyle: 'title', fontSize: { base: '2xl', lg: 'clamp(2rem, 1.6rem + 1.8vw, 3rem)' } })
const captain = css({ color: 'inkMuted', fontSize: { base: 'sm', lg: 'lg' } })
const part = css({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '4',
  paddingBlock: '1.5',
  borderBlockStartWidth: '1px',
  borderColor: 'line',
  fontVariantNumeric: 'tabular-nums',
  '& dt': { minWidth: '0', overflowWrap: 'anywhere' },
  '& dd': { fontWeight: 'semibold' },
})
const facts = css({ display: 'flex', flexWrap: 'wrap', columnGap: '5', rowGap: '2' })

export function FundedBoat({ entry }: { entry: EntryWithTournament }) {
  const { boat, currentPosition } = entry
  return (
    <Card as="section" aria-label="Boat">
      <div className={sideBySide}>
        <div className={media}>
          <BoatPicture boat={boat} size="side" />
          {currentPosition !== null && (
            <span className={place}>
              <PositionBadge position={currentPosition} isTied={isTied(entry)} />
            </span>
          )}
        </div>
        <div className={head}>
          <Stack gap="0" breakable>
            <h1 className={name}>{boat.name}</h1>
            <p className={captain}>Captain: {boat.captainName}</p>
          </Stack>
          {remainingOf(entry) === 0 && (
            <Row gap="3">
              <Badge tone="completed">Fully Funded!</Badge>
            </Row>
          )}
          <FundingBar
            raised={entry.currentFunding}
            goal={entry.fundingGoal}
            label={`Funding of ${boat.name}`}
            compact
          />
        </div>
      </div>
    </Card>
  )
}

/** Description of the boat, which phones show below the form. */
export function AboutFundedBoat({ entry }: { entry: EntryWithTournament }) {
  const { boat, backerCount, goalParts } = entry
  return (
    <Card as="section" aria-label="About the boat">
      <CardBody>
        {boat.description && (
          <Text multiline breakable prose>
            {boat.description}
          </Text>
        )}
        <div className={facts}>
          <Fact icon={<HandCoins size={20} />}>{payoutText(entry)} will be distributed to backers</Fact>
          <Fact icon={<Users size={20} />}>{countText(backerCount, 'backer')}</Fact>
        </div>
        {goalParts && <GoalParts parts={goalParts} />}
      </CardBody>
    </Card>
  )
}

const GoalParts = ({ parts }: { parts: NonNullable<EntryWithTournament['goalParts']> }) => (
  <Stack as="section" gap="1.5" aria-labelledby="goal-parts">
    <Text as="h2" look="label" id="goal-parts">
      What the goal pays for
    </Text>
    <dl>
      {parts.map(({ name, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have one name
        <div key={index} className={part}>
          <dt>{name}</dt>
          <dd>
            <Money amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  </Stack>
)

export function FundedTournament({ entry: { tournament } }: { entry: EntryWithTournament }) {
  return (
    <Card as="section" aria-labelledby="tournament-title">
      <CardBody>
        <Row gap="3">
          <FundingPageBadge status={tournament.status} />
        </Row>
        <Text as="h2" look="subheading" id="tournament-title">
          <TextLink href={paths.tournament(tournament.id)} standalone>
            {tournament.name}
          </TextLink>
        </Text>
        {tournament.description && (
          <Text multiline breakable prose>
            {tournament.description}
          </Text>
        )}
        <div className={facts}>
          <Fact icon={<CalendarDays size={20} />}>
            <VisuallyHidden>Dates: </VisuallyHidden>
            <DateRange start={tournament.startDate} end={tournament.endDate} />
          </Fact>
          <Fact icon={<MapPin size={20} />}>
            <VisuallyHidden>Location: </VisuallyHidden>
            <span>{tournament.location || 'Location TBD'}</span>
          </Fact>
          <Fact icon={<Trophy size={20} />}>
            <span>
              Prize pool <PrizePool amount={tournament.prizePool} />
            </span>
          </Fact>
        </div>
      </CardBody>
    </Card>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <IconText breakable tabular>
    {icon}
    <span>{children}</span>
  </IconText>
)
