import ChevronDown from 'lucide-react/icons/chevron-down'
import HandCoins from 'lucide-react/icons/hand-coins'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { resultOf } from '#client/domain/result.ts'
import { payoutText } from '#client/domain/shares.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Panel, Stack } from '#client/ui/layout/stack.tsx'
import { IconText, Muted, Text } from '#client/ui/layout/text.tsx'
import { offPhones } from '#client/ui/layout/visibility.ts'
import { Badge } from '#client/ui/marks/badge.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { RankingNote } from '#client/ui/marks/correction-note.tsx'
import { EntryPlace } from '#client/ui/marks/entry-place.tsx'
import { FundingClock } from '#client/ui/marks/funding-clock.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { centsOf } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const frame = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
  overflow: 'hidden',
})
const summary = css({
  // Wraps at 200 % text size.
  display: { base: 'flex', sm: 'grid' },
  flexWrap: 'wrap',
  gridTemplateColumns: { sm: 'auto minmax(0, 1fr) auto auto' },
  alignItems: 'center',
  columnGap: { base: '2.5', md: '4' },
  rowGap: '1',
  minHeight: '24',
  paddingBlock: '2',
  paddingInline: { base: '2.5', md: '4' },
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
  '&:focus-visible': { outlineOffset: '-3px', borderRadius: 'lg' },
  _hoverable: { backgroundColor: 'seaSoft' },
})
const lead = css({ row: '3', minWidth: '0' })
// Cuts the text of a closed row.
const oneLine = css({ display: 'block', truncate: true, 'details[open] &': { whiteSpace: 'normal' } })
// The name stays whole beside a long weight on a phone.
const captain = css({ lineClamp: '2', 'details[open] &': { lineClamp: 'none' } })
const result = css({
  textAlign: 'end',
  minWidth: '0',
  // A weight of four digits is 7rem wide, for which 320 px have no room.
  maxWidth: { base: 'max(6rem, 31vw)', sm: '48' },
  marginInlineStart: 'auto',
})
const weight = css({
  textStyle: 'figure',
  // "1,041.25 lbs" fits at 320 px.
  fontSize: { base: 'clamp(1.125rem, 6vw, 1.5rem)', sm: '2xl' },
  fontWeight: 'bold',
})
const chevron = css({
  color: 'inkMuted',
  transitionProperty: 'transform',
  transitionDuration: 'fast',
  'details[open] &': { transform: 'rotate(180deg)' },
})
const bar = css({ display: 'block', flexBasis: 'full', gridColumn: '1 / -1' })
const words = css({ flex: '1 1 4.5rem', minWidth: '0' })
const more = css({ column: '3', paddingInline: { base: '3', md: '4' }, paddingBottom: '4', paddingTop: '1' })
const facts = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '4', rowGap: '1.5' })
// Phones show the action only below an open row.
const action = css({
  display: { base: 'none', md: 'flex' },
  'details[open] + &': { display: 'flex' },
  alignItems: 'center',
  justifyContent: { md: 'center' },
  height: { md: '24' },
  minWidth: { md: '11rem' },
  paddingInline: { base: '3', md: '4' },
  paddingBottom: { base: '3', md: '0' },
  '& > a': { flexGrow: '1' },
})

interface EntryRowProps {
  entry: Entry
  fundable: boolean
  startsOpen: boolean
  /** Leads an entry with the same weight. */
  isFirstOfTie: boolean
  /** Shows when funding closes. */
  clock: boolean
  /** Content below the facts of an open row. */
  children: ReactNode
}

/** A line that opens; it moves with its position. */
export function EntryRow({ entry, fundable, startsOpen, isFirstOfTie, clock, children }: EntryRowProps) {
  const { boat, backerCount } = entry
  const isFunded = centsOf(entry.currentFunding) >= centsOf(entry.fundingGoal)
  const titleId = `entry-${entry.id}`
  return (
    <Panel as="li" data-flip={entry.id} className={frame}>
      <details open={startsOpen}>
        <summary className={summary}>
          <span className={lead}>
            <EntryPlace entry={entry} />
            <span className={offPhones}>
              <BoatPicture boat={boat} size="thumb" />
            </span>
          </span>
          <hgroup role="presentation" className={words}>
            <Text as="h3" look="figure" weight="bold" breakable id={titleId}>
              {boat.name}
            </Text>
            <Muted small breakable className={captain}>
              Captain: {boat.captainName}
            </Muted>
          </hgroup>
          <Catch entry={entry} />
          <ChevronDown size={20} className={chevron} />
          <span className={bar}>
            <FundingBar
              compact
              line
              raised={entry.currentFunding}
              goal={entry.fundingGoal}
              label={`Funding of ${boat.name}`}
            />
            <Muted as="span" small breakable>
              <RankingNote entry={entry} isFirstOfTie={isFirstOfTie} />
            </Muted>
          </span>
        </summary>
        <div className={more}>
          {boat.description && (
            <Muted small multiline breakable>
              {boat.description}
            </Muted>
          )}
          <div className={facts}>
            <IconText look="small" tabular>
              <HandCoins size={18} />
              {payoutText(entry)} to backers
            </IconText>
            <IconText look="small" tabular>
              <Users size={18} />
              {countText(backerCount, 'backer')}
            </IconText>
            <TextLink href={paths.boat(boat.id)} standalone>
              About {boat.name}
            </TextLink>
          </div>
          {clock && !isFunded && <FundingClock closesAt={entry.closesAt} />}
          {children}
        </div>
      </details>
      {(isFunded || fundable) && (
        <div className={action}>
          {isFunded ? (
            <Badge tone="completed">Fully Funded</Badge>
          ) : (
            <LinkButton href={paths.funding(entry.id)} variant="secondary" aria-describedby={titleId}>
              Fund This Boat
            </LinkButton>
          )}
        </div>
      )}
    </Panel>
  )
}

function Catch({ entry }: Pick<EntryRowProps, 'entry'>) {
  const entryResult = resultOf(entry)
  if (!entryResult) return <span />
  return (
    <Stack as="span" gap="0" className={result}>
      <span className={weight}>{entryResult.figure}</span>
      {entryResult.detail !== null && (
        <Muted as="span" small breakable className={oneLine}>
          {entryResult.detail}
        </Muted>
      )}
    </Stack>
  )
}
