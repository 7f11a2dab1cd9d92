import Wallet from 'lucide-react/icons/wallet'
import { useRef } from 'react'
import { usePages } from '#client/lib/query.tsx'
import { type FundingFilter, fundingsQuery } from '#client/money/api/refunds.ts'
import { insiderNames } from '#client/money/insiders.ts'
import { ListFilter, useListFilter } from '#client/ui/forms/list-filter.tsx'
import { LoadFailed } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { List, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { OrganiserFunding } from '#contract/money/funding.ts'
import { css } from '#styled/css/index.js'
import { statusWords } from './status-words.ts'

const item = css({ paddingInline: '4', paddingBlock: '3' })
const words = css({ flex: '1 1 8rem', minWidth: '0', overflowWrap: 'anywhere' })
const figures = css({ column: '1', alignItems: 'flex-end', marginInlineStart: 'auto' })

const filterNames: readonly (readonly [FundingFilter, string])[] = [
  ['any', 'All'],
  ['completed', 'Completed'],
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
  const { filter, setFilter, setTyped, loadedFilter, search } = useListFilter<FundingFilter>('any')
  const { list, error } = usePages(fundingsQuery(tournamentId, loadedFilter, search))
  const listRef = useRef<HTMLDivElement>(null)
  const isFiltered = loadedFilter !== 'any' || search !== ''
  if (!list && !isFiltered)
    return error ? <LoadFailed what="The fundings" /> : <Loading className={hasMoney ? waiting : undefined} />
  if (list?.items.length === 0 && !isFiltered)
    return (
      <EmptyState
        icon={<Wallet size={26} aria-hidden />}
        title="No fundings yet"
        description="They appear here after the first funding."
      />
    )

  return (
    <Stack gap="md">
      <ListFilter<FundingFilter>
        label="Which fundings"
        options={filterNames}
        filter={filter}
        setFilter={setFilter}
        setTyped={setTyped}
        placeholder="Backer or boat"
      />
      <div ref={listRef} tabIndex={-1}>
        {list ? (
          <Stack gap="md">
            {list.items.length === 0 ? (
              <EmptyState title="No funding matches" />
            ) : (
              <List>
                {list.items.map(funding => (
                  <FundingItem key={funding.id} funding={funding} />
                ))}
              </List>
            )}
            <MorePages list={list} what="fundings" listRef={listRef} />
          </Stack>
        ) : (
          <Loading />
        )}
      </div>
    </Stack>
  )
}

function FundingItem({ funding }: { funding: OrganiserFunding }) {
  const { backer, amount, created_at: at, entry } = funding
  const { tone, text } = statusWords(funding)
  return (
    <Row as="li" align="start" gap="md" rowGap="xs" className={item}>
      <div className={words}>
        <Text weight="semibold">{backer}</Text>
        <Muted small>
          {entry.boat}, <DateTime iso={at} withTime />
          {funding.insider !== null && `. ${insiderNames[funding.insider]}`}
          {funding.given_back !== null && (
            <>
              {'. Given back in part: '}
              <Money amount={funding.given_back} cents />
            </>
          )}
          {funding.refund && `. ${funding.refund.reason}`}
          {funding.not_counted !== null && `. ${funding.not_counted}`}
        </Muted>
      </div>
      <div className={figures}>
        <Text as="span" look="figure">
          <Money amount={amount} cents />
        </Text>
        <Badge tone={tone satisfies BadgeTone}>{text}</Badge>
      </div>
    </Row>
  )
}

const waiting = css({ height: '100vh' })
