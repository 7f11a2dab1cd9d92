import { resultText } from '#client/domain/result.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { EmptyLine } from '#client/ui/layout/empty-state.tsx'
import { ListRow } from '#client/ui/layout/list-row.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List, Row } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { RankingNotes } from '#client/ui/marks/correction-note.tsx'
import { EntryPlace } from '#client/ui/marks/entry-place.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateRange } from '#client/ui/marks/relative-time.tsx'
import { Funded, Live, RowAmount } from '#client/ui/marks/row-marks.tsx'
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

// Reserves the width of a badge, so that names are aligned.
const place = css({ minWidth: '10', display: 'flex', justifyContent: 'center' })

function EntryRow({ item }: { item: BoatEntry }) {
  const { entry, tournament, result } = item
  const text = resultText(entry)
  return (
    <ListRow
      lead={
        <span className={place}>
          <EntryPlace entry={entry} />
        </span>
      }
      title={tournament.name}
      line={
        <>
          <DateRange start={tournament.startDate} end={tournament.endDate} />
          {text !== null && ` · ${text}`}
        </>
      }
      figures={<EntryFigures item={item} />}
    >
      <Row between gap="3" rowGap="1">
        <TextLink href={paths.tournament(tournament.id)} standalone>
          Tournament Page
        </TextLink>
        <StatusBadge status={tournament.status} />
      </Row>
      {tournament.location && <Muted small>{tournament.location}</Muted>}
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
    </ListRow>
  )
}

/** The backers' return on $100, else the boat's winnings; before that, how far it is funded. */
function EntryFigures({ item: { entry, tournament, result } }: { item: BoatEntry }) {
  if (tournament.status === 'cancelled') return <StatusBadge status="cancelled" />
  if (!result)
    return (
      <Funded raised={entry.currentFunding} goal={entry.fundingGoal}>
        {tournament.status === 'active' ? <Live /> : 'funded'}
      </Funded>
    )
  return (
    <>
      <RowAmount amount={result.backPer100 ?? result.winnings} />
      <Muted as="span" small>
        {result.backPer100 === null ? 'won' : 'back per $100'}
      </Muted>
    </>
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
