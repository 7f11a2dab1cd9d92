import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { announce } from '#client/lib/announce.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { useNow } from '#client/lib/now.tsx'
import { toast } from '#client/lib/toast.ts'
import { confirmResults, previewResults } from '#client/money/api/payouts.ts'
import { awardsQuery } from '#client/tournaments/api/rules.ts'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Results, ResultsPreview } from '#contract/money/results.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { AdjustmentFields, adjustmentsIn, type TypedAdjustment } from './adjustment-fields.tsx'
import { AwardResults, settledOf } from './award-results.tsx'
import { PreviewShares } from './preview-shares.tsx'
import { consequences } from './totals.ts'
import { usePreview } from './use-preview.ts'

interface ConfirmAwardsProps {
  tournament: Tournament
  results: Results
}

/** The first round of a tournament with rules: its awards, and adjustments. */
export function ConfirmAwards({ tournament, results }: ConfirmAwardsProps) {
  const { sendsMail } = useBoot()
  const previewing = useApiMutation(previewResults, 'Failed to work out the shares. Please try again.')
  const confirming = useApiMutation(confirmResults, 'Failed to confirm the results. Please try again.')
  const { data: awards } = useQuery(awardsQuery(tournament.id))
  const params = { id: tournament.id }
  const { preview, setPreview, forget, panel } = usePreview<
    { adjustments: readonly TypedAdjustment[] },
    ResultsPreview
  >()

  const look = async (data: FormData) => {
    const body = { adjustments: adjustmentsIn(data) }
    setPreview({ body, answer: await previewing.send({ params, body }) })
    announce('Every share is shown below.')
  }

  const confirm = async () => {
    if (preview === null) return
    const { body, answer } = preview
    await confirming.send({ params, body: { ...body, preview: answer.preview } })
    toast({
      title: 'Results confirmed',
      ...(sendsMail && { description: 'Every backer of a boat that won gets a mail.' }),
    })
  }

  const label = awards && settledOf(awards)
  return (
    <Stack gap="xl">
      <FormCard>
        <Stack gap="lg">
          <AwardResults tournament={tournament} />
          <Form onSubmit={look} onError={previewing.fail} onInput={forget}>
            <AdjustmentFields tournament={tournament} initial={[]} onChange={forget} />
            <FormActions>
              <SubmitButton variant={preview ? 'secondary' : 'action'}>Preview Shares</SubmitButton>
            </FormActions>
          </Form>
        </Stack>
      </FormCard>
      {preview && (
        <div {...panel}>
          <PreviewShares
            preview={preview.answer}
            prizePool={tournament.prizePool}
            action={
              <AfterProtests until={results.protestsUntil}>
                <ConfirmButton
                  label={
                    label === undefined || label.count === label.all
                      ? 'Confirm Results'
                      : `Confirm ${label.count} of ${label.all} Awards`
                  }
                  variant="action"
                  size="lg"
                  title="Confirm these results?"
                  description={consequences(preview.answer, true)}
                  confirmLabel="Confirm Results"
                  onConfirm={confirm}
                  onError={error => {
                    confirming.fail(error)
                    // The shares may have changed.
                    forget()
                  }}
                />
              </AfterProtests>
            }
          />
        </div>
      )}
    </Stack>
  )
}

/** @param until ISO 8601, or null if captains can't protest */
function AfterProtests({ until, children }: { until: string | null; children: ReactNode }) {
  const now = useNow()
  if (until === null || Date.parse(until) <= now) return children
  return (
    <Text>
      Captains can protest until <DateTime iso={until} withTime />. Confirm the results after that.
    </Text>
  )
}
