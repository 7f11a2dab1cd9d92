import { useQuery } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useRef } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { refundsQuery, retryRefund } from '#client/money/api/refunds.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Stat } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Items } from '#client/ui/layout/show-more.tsx'
import { Grid, Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { Progress } from '#client/ui/marks/progress.tsx'
import type { OrganiserFunding, RefundProgress } from '#contract/money/funding.ts'
import { exactMoney, formatMoney } from '#contract/money.ts'
import { css } from '#styled/css/index.js'

const list = css({
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'danger',
  borderRadius: 'lg',
  overflow: 'hidden',
})
const item = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
  alignItems: 'center',
  gap: '3',
  paddingInline: '4',
  paddingBlock: '3',
  borderBottomWidth: '1px',
  borderColor: 'line',
  '&:last-child': { borderBottomWidth: '0' },
})

export function Refunds({ tournamentId }: { tournamentId: string }) {
  const { data } = useQuery(refundsQuery(tournamentId))
  if (!data || data.total === 0) return null
  return (
    <Section id="refunds" title="Refunds" description={summaryOf(data)}>
      <Stack>
        <Panel padding="md" lifted gap="4">
          <Grid as="dl" columns="stats" tight>
            <Stat label="Refunded">{data.refunded}</Stat>
            <Stat label="On the way">{data.pending}</Stat>
            {data.failed > 0 && <Stat label="Failed">{data.failed}</Stat>}
          </Grid>
          <Progress
            value={data.refunded}
            max={data.total}
            tone={data.failed > 0 ? 'danger' : 'kelp'}
            size="md"
            label={`${data.refunded} of ${data.total} refunded`}
          />
        </Panel>
        {data.failures.length > 0 && <Failures tournamentId={tournamentId} failures={data.failures} />}
      </Stack>
    </Section>
  )
}

function summaryOf({ pending, failed, refunded_amount: done, total_amount: all }: RefundProgress): string {
  const money = `${formatMoney(done)} of ${formatMoney(all)} went back to backers.`
  if (failed > 0) return `${money} Check why each refund failed, then try again.`
  return pending > 0 ? `${money} The rest follows by itself; you may close this page.` : money
}

interface FailuresProps {
  tournamentId: string
  failures: readonly OrganiserFunding[]
}

function Failures({ tournamentId, failures }: FailuresProps) {
  const { pending, sendAll, fail } = useApiMutation(
    retryRefund,
    'Failed to try the refund again. Please try again.',
  )
  const listRef = useRef<HTMLDivElement>(null)

  const retry = async (some: readonly OrganiserFunding[]) => {
    try {
      await sendAll(some.map(({ id }) => ({ params: { id: tournamentId, fundingId: id } })))
      toast({
        title: some.length === 1 ? 'Refund is tried again' : `${some.length} refunds are tried again`,
      })
    } catch (error) {
      fail(error)
    } finally {
      listRef.current?.focus({ preventScroll: true })
    }
  }

  return (
    <Items what="refunds" listRef={listRef}>
      <Stack gap="2">
        <ul className={list}>
          {failures.map(failure => (
            <li key={failure.id} className={item}>
              <Text as="div" breakable>
                <Text weight="semibold">
                  <Money amount={failure.amount} cents /> to {failure.backer}
                </Text>
                <Text look="small" danger>
                  {failure.entry.boat}: {failure.refund?.error ?? 'The payment provider gave no reason.'}
                </Text>
              </Text>
              <Button
                variant="secondary"
                disabled={pending}
                aria-label={`Try Again: ${exactMoney(failure.amount)} to ${failure.backer}`}
                onClick={() => void retry([failure])}
              >
                <RotateCw size={18} />
                Try Again
              </Button>
            </li>
          ))}
        </ul>
        {failures.length > 1 && (
          <div>
            <Button variant="primary" pending={pending} onClick={() => void retry(failures)}>
              Try All Again ({failures.length})
            </Button>
          </div>
        )}
      </Stack>
    </Items>
  )
}
