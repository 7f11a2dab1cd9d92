import Users from 'lucide-react/icons/users'
import { useRef } from 'react'
import { backersQuery } from '#client/api/backers.ts'
import { entryQuery } from '#client/api/entries.ts'
import { counted, formatNumber } from '#client/domain/numbers.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import { Loading, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import type { Backer } from '#contract/funding.ts'
import { centsOf, fundedPercent } from '#contract/money.ts'
import type { EntryWithTournament } from '#contract/tournaments.ts'
import { BackerItem } from './backer-item.tsx'

/** Owner only. */
export function Backers({ entryId }: { entryId: string }) {
  return (
    <>
      <Data<EntryWithTournament>
        query={entryQuery(entryId)}
        fallback={<Skeleton shape="card" />}
        what="The entry"
      >
        {entry => <Head entry={entry} />}
      </Data>
      <PagedData<Backer> query={backersQuery(entryId)} fallback={<Waiting />} what="The backers">
        {list => (list.items.length === 0 ? <NoBackers /> : <List list={list} entryId={entryId} />)}
      </PagedData>
    </>
  )
}

function Head({ entry }: { entry: EntryWithTournament }) {
  const { boat, tournament, backerCount } = entry
  return (
    <>
      <PageHeader
        title={`Who backs ${boat.name}`}
        description={`In ${tournament.name}: ${counted(backerCount, 'backer')}, who share ${formatNumber(entry.payoutPercentage)}% of the winnings.`}
        action={
          <LinkButton href={paths.tournament(tournament.id)} variant="secondary">
            Tournament Page
          </LinkButton>
        }
      />
      <FundingBar
        percent={fundedPercent(centsOf(entry.currentFunding), centsOf(entry.fundingGoal))}
        raised={entry.currentFunding}
        goal={entry.fundingGoal}
        label={`Funding of ${boat.name}`}
        size="lg"
      />
    </>
  )
}

function List({ list, entryId }: { list: PagedList<Backer>; entryId: string }) {
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <div ref={listRef} tabIndex={-1}>
      <Stack as="ul" aria-label="Backers">
        {list.items.map(backer => (
          <BackerItem key={backer.id} backer={backer} entryId={entryId} />
        ))}
      </Stack>
      <MorePages list={list} what="backers" listRef={listRef} />
    </div>
  )
}

const NoBackers = () => (
  <EmptyState
    icon={<Users size={26} aria-hidden />}
    title="No backers yet"
    description="Share your boat's funding page. Backers appear here, with their messages for you."
  />
)

const Waiting = () => (
  <Stack>
    <Loading shape="row" count={3} />
  </Stack>
)
