import Fish from 'lucide-react/icons/fish'
import { isTied, resultText } from '#client/domain/result.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { EmptyLine } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List, Row, Stack } from '#client/ui/layout/stack.tsx'
import { IconText, Muted, Text } from '#client/ui/layout/text.tsx'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { RankingNotes } from '#client/ui/marks/correction-note.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateRange } from '#client/ui/marks/relative-time.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import type { BoatEntry } from '#contract/tournaments/boat-profiles.ts'
import { css } from '#styled/css/index.js'

export const BoatEntries = ({ list }: { list: PagedList<BoatEntry> }) => (
  <Section id="tournaments" title="Tournaments">
    {list.items.length === 0 ? (
      <EmptyLine title="No tournaments yet" description="They appear here once the boat is entered in one." />
    ) : (
      <PagedItems list={list} what="tournaments">
        <List>
          {list.items.map(item => (
            <EntryRow key={item.entry.id} item={item} />
          ))}
        </List>
      </PagedItems>
    )}
  </Section>
)

const row = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: '3',
  padding: { base: '3', sm: '4' },
})
const place = css({ minWidth: '12', display: 'flex', justifyContent: 'center' })

function EntryRow({ item: { entry, tournament, result } }: { item: BoatEntry }) {
  const { currentPosition } = entry
  const text = resultText(entry)
  return (
    <li className={row}>
      <span className={place}>
        {currentPosition !== null && <PositionBadge position={currentPosition} isTied={isTied(entry)} />}
      </span>
      <Stack gap="xs" breakable>
        <Row between gap="snug" rowGap="xs">
          <Text as="h3" look="figure">
            <TextLink href={paths.tournament(tournament.id)} standalone>
              {tournament.name}
            </TextLink>
          </Text>
          <StatusBadge status={tournament.status} />
        </Row>
        <Muted small>
          <DateRange start={tournament.startDate} end={tournament.endDate} />
          {tournament.location && ` · ${tournament.location}`}
        </Muted>
        {text !== null && (
          <IconText look="small" tabular>
            <Fish size={18} aria-hidden />
            {text}
          </IconText>
        )}
        <RankingNotes entry={entry} />
        {result ? (
          <Result result={result} entryId={entry.id} />
        ) : (
          tournament.status !== 'cancelled' && (
            <Text look="small" tabular>
              <Money amount={entry.currentFunding} /> of <Money amount={entry.fundingGoal} /> raised
            </Text>
          )
        )}
      </Stack>
    </li>
  )
}

interface ResultProps {
  result: NonNullable<BoatEntry['result']>
  entryId: string
}

const Result = ({ result: { winnings, raised, paidBack, backPer100 }, entryId }: ResultProps) => (
  <>
    <Text look="small" tabular>
      Won <Money amount={winnings} cents />
      {backPer100 !== null && (
        <>
          . Backers put in <Money amount={raised} cents /> and got <Money amount={paidBack} cents />:{' '}
          <Money amount={backPer100} cents /> back per $100.
        </>
      )}
    </Text>
    <TextLink href={paths.statement(entryId)} standalone>
      Statement
    </TextLink>
  </>
)
