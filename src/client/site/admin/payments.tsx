import { toast } from '#client/lib/toast.ts'
import { paymentsQuery, retryAnyRefund } from '#client/site/api/admin.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { exactMoney } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { AdminPayments } from '#contract/site/admin.ts'
import { ActionButton, AdminRow } from './rows.tsx'

/** Points that a person has to look at. */
export const Payments = () => (
  <Data query={paymentsQuery()} what="The payments" shape="block">
    {({ unknownCount, unknown, refunds }) => (
      <Stack gap="sections">
        <Section
          id="refunds"
          title="Failed Refunds"
          description="The payment provider refused them, and they aren’t tried again by themselves."
        >
          {refunds.length === 0 ? (
            <EmptyState title="No refund has failed" />
          ) : (
            <List>
              {refunds.map(refund => (
                <Refund key={refund.id} refund={refund} />
              ))}
            </List>
          )}
        </Section>
        <Section
          id="unknown"
          title="Unknown Payments"
          description="At the provider, but not in this database, for example after a restore. Record them with: bun run admin adopt-payments --since YYYY-MM-DD"
        >
          {unknown.length === 0 ? (
            <EmptyState title="Every payment is known" />
          ) : (
            <Stack gap="2">
              <List>
                {unknown.map(payment => (
                  <Unknown key={payment.id} payment={payment} />
                ))}
              </List>
              {unknownCount > unknown.length && (
                <Muted small>
                  The oldest {unknown.length} of {formatNumber(unknownCount)}.
                </Muted>
              )}
            </Stack>
          )}
        </Section>
      </Stack>
    )}
  </Data>
)

function Refund({ refund }: { refund: AdminPayments['refunds'][number] }) {
  const { id, amount, backer, boat, tournament, error, failedAt, canRetry } = refund
  const backerName = backer ?? 'A deleted account'
  const boatText = [boat, tournament].filter(Boolean).join(', ')
  return (
    <AdminRow
      action={
        canRetry && (
          <ActionButton
            call={retryAnyRefund}
            options={{ params: { fundingId: id } }}
            label="Try Again"
            about={`: ${exactMoney(amount)} to ${backerName}, ${boatText}`}
            onDone={() => toast({ title: 'The refund is tried again' })}
          />
        )
      }
    >
      <Text weight="semibold">
        <Money amount={amount} cents /> to {backerName}
      </Text>
      <Muted small>{boatText}</Muted>
      {failedAt !== null && (
        <Muted small>
          <DateTime iso={failedAt} />
        </Muted>
      )}
      <Text look="small">{error}</Text>
    </AdminRow>
  )
}

const Unknown = ({ payment }: { payment: AdminPayments['unknown'][number] }) => (
  <AdminRow>
    <Text weight="semibold">
      {payment.amount === null ? 'Unknown amount' : <Money amount={payment.amount} cents />}
    </Text>
    <Muted small>
      {payment.id} · {payment.mode}
    </Muted>
    <Muted small>
      <DateTime iso={payment.firstSeenAt} />
    </Muted>
    {payment.refusal !== null && <Text look="small">{payment.refusal}</Text>}
  </AdminRow>
)
