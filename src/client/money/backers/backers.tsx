import Users from 'lucide-react/icons/users'
import { payoutPercentText, winningsText } from '#client/domain/shares.ts'
import { backersFilePath, backersQuery } from '#client/money/api/backers.ts'
import { paths } from '#client/paths.ts'
import { entryQuery } from '#client/tournaments/api/entries.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { DownloadCsv } from '#client/ui/controls/download-csv.tsx'
import { FindField, findFrom, useSearchText } from '#client/ui/forms/list-filter.tsx'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Loading, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { List, Row, Stack } from '#client/ui/layout/stack.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { countText } from '#contract/numbers.ts'
import type { EntryWithTournament } from '#contract/tournaments/tournaments.ts'
import { BackerItem } from './backer-item.tsx'
import { ThankBackers } from './thank-backers.tsx'

/** Owner only. */
export function Backers({ entryId }: { entryId: string }) {
  const [searchText, setSearchText] = useSearchText()
  return (
    <>
      <Data query={entryQuery(entryId)} fallback={<Skeleton shape="card" />} what="The entry">
        {entry => <Head entry={entry} onSearch={setSearchText} />}
      </Data>
      <PagedData query={backersQuery(entryId, searchText)} fallback={<Waiting />} what="The backers">
        {list =>
          list.items.length > 0 ? (
            <PagedItems list={list} what="backers">
              <List aria-label="Backers">
                {list.items.map(backer => (
                  <BackerItem key={backer.id} backer={backer} entryId={entryId} />
                ))}
              </List>
            </PagedItems>
          ) : searchText === '' ? (
            <NoBackers />
          ) : (
            <EmptyState title="No backer by that name" />
          )
        }
      </PagedData>
    </>
  )
}

function sharingText(entry: EntryWithTournament): string {
  const share = entry.backerCount === 1 ? 'shares' : 'share'
  const part = `${payoutPercentText(entry, 'up to')} of the ${winningsText(entry.sharedPots !== undefined)}`
  return `${countText(entry.backerCount, 'backer')} ${share} ${part}`
}

interface HeadProps {
  entry: EntryWithTournament
  onSearch(text: string): void
}

function Head({ entry, onSearch }: HeadProps) {
  const { boat, tournament, backerCount } = entry
  return (
    <>
      <PageHeader
        title={`Who backs ${boat.name}`}
        description={`In ${tournament.name}: ${sharingText(entry)}.`}
        action={
          <LinkButton href={paths.tournament(tournament.id)} variant="secondary">
            Tournament Page
          </LinkButton>
        }
      />
      <FundingBar
        raised={entry.currentFunding}
        goal={entry.fundingGoal}
        label={`Funding of ${boat.name}`}
        size="lg"
      />
      {backerCount > 0 && (
        <Row between align="end" gap="3">
          {backerCount >= findFrom && <FindField onSearch={onSearch} placeholder="Backer" />}
          <Row>
            <ThankBackers entryId={entry.id} />
            <DownloadCsv href={backersFilePath(entry.id)} />
          </Row>
        </Row>
      )}
    </>
  )
}

const NoBackers = () => (
  <EmptyState
    icon={<Users size={26} />}
    title="No backers yet"
    description="Share your boat's funding page. Backers appear here, with their messages for you."
  />
)

const Waiting = () => (
  <Stack>
    <Loading shape="row" count={3} />
  </Stack>
)
