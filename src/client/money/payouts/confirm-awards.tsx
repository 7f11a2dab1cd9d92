import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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
import { css } from '#styled/css/index.js'
import { AdjustmentFields, adjustmentsIn, type TypedAdjustment } from './adjustment-fields.tsx'
import { AwardResults, settledOf } from './award-results.tsx'
import { PreviewShares } from './preview-shares.tsx'
import { consequences } from './totals.ts'

const below = css({ scrollMarginTop: '20', '&:focus': { outline: 'none' } })

interface Looked {
  adjustments: readonly TypedAdjustment[]
  preview: ResultsPreview
}

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
  const [looked, setLooked] = useState<Looked | null>(null)
  const preview = useRef<HTMLDivElement>(null)
  const forget = () => setLooked(null)

  useEffect(() => {
    if (looked === null) return
    preview.current?.focus({ preventScroll: true })
    preview.current?.scrollIntoView({ block: 'start' })
  }, [looked])

  const look = async (data: FormData) => {
    const adjustments = adjustmentsIn(data)
    setLooked({ adjustments, preview: await previewing.send({ params, body: { adjustments } }) })
    announce('Every share is shown below.')
  }

  const confirm = async () => {
    if (looked === null) return
    const { adjustments, preview: seen } = looked
    await confirming.send({ params, body: { adjustments, preview: seen.preview } })
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
              <SubmitButton variant={looked ? 'secondary' : 'action'}>Preview Shares</SubmitButton>
            </FormActions>
          </Form>
        </Stack>
      </FormCard>
      {looked && (
        <div ref={preview} tabIndex={-1} className={below}>
          <PreviewShares
            preview={looked.preview}
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
                  description={consequences(looked.preview, true)}
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

/** @param until ISO 8601; null: captains can't protest */
function AfterProtests({ until, children }: { until: string | null; children: ReactNode }) {
  const now = useNow()
  if (until === null || Date.parse(until) <= now) return children
  return (
    <Text>
      Captains can protest until <DateTime iso={until} withTime />. Confirm the results after that.
    </Text>
  )
}
