import Trophy from 'lucide-react/icons/trophy'
import { isTied, resultOf } from '#client/domain/result.ts'
import { type Row as RankedRow, rowsOf, standingsOf } from '#client/domain/standings.ts'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Row, RowText, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { offPhones } from '#client/ui/layout/visibility.ts'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { Pennant } from '#client/ui/marks/pennant.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const row = css({
  // Wraps at 200 % text size.
  display: { base: 'flex', sm: 'grid' },
  flexWrap: 'wrap',
  gridTemplateColumns: { sm: 'auto auto minmax(0, 1fr) auto' },
  alignItems: 'center',
  gap: { base: '2.5', md: '4' },
  minHeight: '14',
  paddingBlock: '2',
  paddingInline: { base: '2', md: '4' },
  backgroundColor: 'raised',
})
const weight = css({
  textStyle: 'figure',
  fontSize: '2xl',
  fontWeight: 'bold',
  whiteSpace: { sm: 'nowrap' },
  marginInlineStart: 'auto',
})
const none = css({ textStyle: 'small', color: 'inkMuted', marginInlineStart: 'auto' })

function Standing({ entry, position }: RankedRow<Entry>) {
  const entryResult = resultOf(entry)
  return (
    <li className={row}>
      <PositionBadge position={position} isTied={isTied(entry)} />
      <span className={offPhones}>
        <Pennant id={entry.boat.id} name={entry.boat.name} />
      </span>
      <RowText basis="6rem">
        <Text look="subheading" breakable>
          {entry.boat.name}
        </Text>
        <Muted small>Captain {entry.boat.captainName}</Muted>
      </RowText>
      {entryResult ? (
        <span className={weight}>{entryResult.figure}</span>
      ) : (
        <span className={none}>No catch yet</span>
      )}
    </li>
  )
}

export function StandingsTeaser({ boards }: { boards: readonly Board[] }) {
  const standings = standingsOf(boards)
  if (!standings) {
    return (
      <EmptyState
        icon={<Trophy size={26} />}
        title="No rankings yet"
        description="Tournament rankings will appear here once competitions begin"
      />
    )
  }
  return (
    <Stack>
      <Row gap="3">
        <StatusBadge status={standings.tournament.status} />
        <Text look="subheading" breakable>
          {standings.tournament.name}
        </Text>
      </Row>
      <Stack as="ol" gap="1">
        {rowsOf(standings.entries).map(row => (
          <Standing key={row.entry.id} {...row} />
        ))}
      </Stack>
    </Stack>
  )
}

export function StandingsSkeleton() {
  return (
    <Stack gap="1">
      <Loading shape="row" count={5} />
    </Stack>
  )
}
