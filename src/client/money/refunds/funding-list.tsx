import Wallet from 'lucide-react/icons/wallet'
import { usePages } from '#client/lib/query.tsx'
import { type FundingFilter, fundingsQuery } from '#client/money/api/refunds.ts'
import { FundingStatusBadge } from '#client/money/funding-status.tsx'
import { insiderNames } from '#client/money/insiders.ts'
import { ListFilter, useListFilter } from '#client/ui/forms/list-filter.tsx'
import { LoadFailed } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { ListRow } from '#client/ui/layout/list-row.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { List, Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateOnly, DateTime } from '#client/ui/marks/relative-time.tsx'
import { RowAmount } from '#client/ui/marks/row-marks.tsx'
import type { OrganiserFunding } from '#contract/money/funding.ts'
import { css } from '#styled/css/index.js'

const filterNames: readonly (readonly [FundingFilter, string])[] = [
  ['any', 'All'],
  ['completed', 'Funded'],
  ['pending', 'Being checked'],
  ['refunded', 'Refunded'],
  ['failed', 'Failed'],
]

interface Props {
  tournamentId: string
  /** Otherwise only the space of an empty list is reserved. */
  hasMoney: boolean
}

export function FundingList({ tournamentId, hasMoney }: Props) {
  const { field, filter, searchText } = useListFilter<FundingFilter>('any')
  const { list, error } = usePages(fundingsQuery(tournamentId, filter, searchText))
  const isFiltered = filter !== 'any' || searchText !== ''
  const failed = error && <LoadFailed what="The fundings" />
  if (!list && !isFiltered) return failed || <Loading className={hasMoney ? waiting : undefined} />
  if (list?.items.length === 0 && !isFiltered)
    return (
      <EmptyState
        icon={<Wallet size={26} />}
        title="No fundings yet"
        description="They appear here after the first funding."
      />
    )

  return (
    <Stack>
      <ListFilter<FundingFilter>
        {...field}
        label="Which fundings"
        options={filterNames}
        placeholder="Backer or boat"
      />
      {list ? (
        <PagedItems list={list} what="fundings" gap="4">
          {list.items.length === 0 ? (
            <EmptyState title="No funding matches" />
          ) : (
            <List>
              {list.items.map(funding => (
                <FundingItem key={funding.id} funding={funding} />
              ))}
            </List>
          )}
        </PagedItems>
      ) : (
        failed || <Loading />
      )}
    </Stack>
  )
}

function FundingItem({ funding }: { funding: OrganiserFunding }) {
  const { backer, amount, created_at: at, entry, insider, given_back: givenBack, refund } = funding
  return (
    <ListRow
      flat
      title={backer}
      line={
        <>
          {entry.boat}, <DateOnly iso={at} />
        </>
      }
      figures={
        <>
          <RowAmount amount={amount} />
          <FundingStatusBadge funding={funding} />
        </>
      }
    >
      <Stack gap="1" breakable>
        <Text look="small">
          Funded <DateTime iso={at} />
        </Text>
        {insider !== null && <Text look="small">{insiderNames[insider]}</Text>}
        {givenBack !== null && (
          <Text look="small">
            Given back in part: <Money amount={givenBack} cents />
          </Text>
        )}
        {refund && <Text look="small">{refund.reason}</Text>}
        {funding.not_counted !== null && <Text look="small">{funding.not_counted}</Text>}
      </Stack>
    </ListRow>
  )
}

const waiting = css({ height: '100vh' })
