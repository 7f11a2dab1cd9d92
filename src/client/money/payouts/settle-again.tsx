import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { byPosition } from '#client/domain/standings.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { textOf } from '#client/lib/submit.ts'
import { confirmRound, previewRound } from '#client/money/api/payouts.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Grid, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Body } from '#contract/endpoints.ts'
import { textRules } from '#contract/field-texts.ts'
import type { Results, RoundPreview } from '#contract/money/results.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { AdjustmentFields, adjustmentsIn } from './adjustment-fields.tsx'
import { AwardResults } from './award-results.tsx'
import { RoundChanges } from './round-changes.tsx'
import { usePreview } from './use-preview.ts'
import { hintOf, opener, rowOf, winningsField, winningsIn } from './winnings-fields.ts'

type RoundBody = Omit<Body<'POST /api/tournaments/:id/results/rounds'>, 'preview'>

interface SettleAgainProps {
  tournament: Tournament
  results: Results
}

/** Form of another round, after results changed: new totals, or with rules the awards as they are now. */
export function SettleAgain({ tournament, results }: SettleAgainProps) {
  const { sendsMail } = useBoot()
  const isRuled = tournament.ruled === true
  const boats = boatsOf(tournament, results)
  const entryIds = boats.map(({ entryId }) => entryId)
  const { preview, forget, form, panel, confirmation } = usePreview<RoundBody, RoundPreview>({
    tournamentId: tournament.id,
    bodyOf: data => ({
      ...(isRuled ? { adjustments: adjustmentsIn(data) } : { winnings: winningsIn(data, entryIds) }),
      reason: textOf(data, 'reason').trim(),
    }),
    previewing: useApiMutation(previewRound, 'Failed to work out the changes. Please try again.'),
    confirming: useApiMutation(confirmRound, 'Failed to settle the results. Please try again.'),
    announcement: 'Every change is shown below.',
    success: {
      title: 'Results settled again',
      ...(sendsMail && { description: 'Each backer whose share changed gets a mail.' }),
    },
  })

  return (
    <details open={results.state === 'under-review' || undefined}>
      <summary className={opener}>Settle the results again</summary>
      <Stack gap="sections">
        <FormCard gap="6">
          {isRuled && <AwardResults tournament={tournament} />}
          <Form {...form} row={rowOf(entryIds)}>
            {isRuled ? (
              <AdjustmentFields
                tournament={tournament}
                initial={results.rounds.at(-1)?.adjustments ?? []}
                onChange={forget}
              />
            ) : (
              <Grid columns="wideFields">
                {boats.map(({ entryId, boat, winnings, hint }, index) => (
                  <Field
                    key={entryId}
                    label={`Winnings of ${boat.name}`}
                    name={winningsField(index)}
                    inputMode="decimal"
                    prefix="$"
                    defaultValue={winnings}
                    autoComplete="off"
                    hint={hint}
                    required
                  />
                ))}
              </Grid>
            )}
            <Field
              label="Reason"
              name="reason"
              required
              maxLength={textRules.ruling.max}
              autoComplete="off"
              hint={sendsMail ? 'Everyone reads it, and backers get it by mail.' : 'Everyone reads it.'}
            />
            <FormActions>
              <SubmitButton variant={preview ? 'secondary' : 'action'}>Preview Changes</SubmitButton>
            </FormActions>
          </Form>
        </FormCard>
        {preview && (
          <div {...panel}>
            <Section id="changes" title="Every change">
              <RoundChanges preview={preview} />
              <FormActions>
                <ConfirmButton
                  label="Settle Again"
                  variant="action"
                  size="lg"
                  title="Settle the results again?"
                  description="Shares change as shown. What was paid too much is asked back, unless you waive it."
                  confirmLabel="Settle Again"
                  {...confirmation}
                />
              </FormActions>
            </Section>
          </div>
        )}
      </Stack>
    </details>
  )
}

/** Returns the boats in the order of the first settlement, with its hints. */
function boatsOf({ entries }: Tournament, results: Results) {
  const places = byPosition(entries)
  const placeOf = (id: string) => places.findIndex(entry => entry.id === id)
  return results.entries
    .toSorted((a, b) => placeOf(a.entryId) - placeOf(b.entryId))
    .map(result => {
      const entry = places.find(({ id }) => id === result.entryId)
      return { ...result, hint: entry && hintOf(entry) }
    })
}
