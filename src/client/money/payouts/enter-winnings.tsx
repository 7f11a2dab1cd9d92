import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { byPosition } from '#client/domain/standings.ts'
import { announce } from '#client/lib/announce.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { confirmResults, previewResults } from '#client/money/api/payouts.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { type Messages, notANumber } from '#client/ui/forms/form-rules.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { fieldTexts } from '#contract/field-texts.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import type { ResultsPreview } from '#contract/money/results.ts'
import { formatMoney } from '#contract/money.ts'
import { countText, ordinal } from '#contract/numbers.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { PreviewShares } from './preview-shares.tsx'
import { consequences, prizePoolText, typedSum } from './totals.ts'
import { usePreview } from './use-preview.ts'

const boats = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17rem), 1fr))',
  alignItems: 'start',
  gap: '5',
})

/** Number of boats by position that the form shows first: the others rarely win. */
const shownAtFirst = 12

const others = css({
  minHeight: 'touch',
  alignContent: 'center',
  color: 'sea',
  fontWeight: 'medium',
  cursor: 'pointer',
})

interface Winning {
  entryId: string
  amount: string
}

export function EnterWinnings({ tournament }: { tournament: Tournament }) {
  const { sendsMail } = useBoot()
  const previewing = useApiMutation(previewResults, 'Failed to work out the shares. Please try again.')
  const confirming = useApiMutation(confirmResults, 'Failed to confirm the results. Please try again.')
  const params = { id: tournament.id }
  const entries = byPosition(tournament.entries)
  const { preview, setPreview, forget, panel } = usePreview<
    { winnings: readonly Winning[] },
    ResultsPreview
  >()
  const [all, setAll] = useState('0.00')

  const look = async (data: FormData) => {
    const winnings = entries.map(({ id }, index) => ({
      entryId: id,
      amount: textOf(data, fieldOf(index)) || '0',
    }))
    const body = { winnings }
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

  return (
    <Stack gap="xl">
      <FormCard>
        <Form
          onSubmit={look}
          onInput={({ currentTarget }) => {
            forget()
            const data = new FormData(currentTarget)
            setAll(typedSum(entries.map((_, index) => textOf(data, fieldOf(index)))))
          }}
          onError={previewing.fail}
          messages={messagesFor(entries.length)}
        >
          <div className={boats}>
            {entries.slice(0, shownAtFirst).map((entry, index) => (
              <Winnings key={entry.id} entry={entry} index={index} />
            ))}
          </div>
          {entries.length > shownAtFirst && (
            <details>
              <summary className={others}>
                The other {countText(entries.length - shownAtFirst, 'boat')}
              </summary>
              <div className={boats}>
                {entries.slice(shownAtFirst).map((entry, index) => (
                  <Winnings key={entry.id} entry={entry} index={shownAtFirst + index} />
                ))}
              </div>
            </details>
          )}
          <Text>
            Entered so far: <Money amount={all} cents />
            {tournament.prizePool !== null && `. ${prizePoolText(all, tournament.prizePool)}.`}
          </Text>
          <FormActions>
            <SubmitButton variant={preview ? 'secondary' : 'action'}>Preview Shares</SubmitButton>
          </FormActions>
        </Form>
      </FormCard>
      {preview && (
        <div {...panel}>
          <PreviewShares
            preview={preview.answer}
            prizePool={tournament.prizePool}
            action={
              <ConfirmButton
                label="Confirm Results"
                variant="action"
                size="lg"
                title="Confirm these results?"
                description={consequences(preview.answer)}
                confirmLabel="Confirm Results"
                onConfirm={confirm}
                onError={error => {
                  confirming.fail(error)
                  // The shares may have changed.
                  forget()
                }}
              />
            }
          />
        </div>
      )}
    </Stack>
  )
}

const Winnings = ({ entry, index }: { entry: Entry; index: number }) => (
  <Field
    label={`Winnings of ${entry.boat.name}`}
    name={fieldOf(index)}
    type="number"
    inputMode="decimal"
    prefix="$"
    min={0}
    step={0.01}
    placeholder="0"
    autoComplete="off"
    hint={hintOf(entry)}
  />
)

/** The server's name, for its issues. */
const fieldOf = (index: number) => `winnings.${index}.amount`

export function hintOf({ currentPosition, payoutPercentage, backerCount, currentFunding }: Entry): string {
  const place = currentPosition === null ? 'No catch yet' : `${ordinal(currentPosition)} place`
  const share =
    backerCount === 0
      ? 'no backers'
      : `${payoutPercentage}% to backers, who put in ${formatMoney(currentFunding)}`
  return `${place}, ${share}`
}

function messagesFor(count: number): Messages {
  const messages = { valueMissing: payoutTexts.amountRequired, ...notANumber(fieldTexts.amountInvalid) }
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [fieldOf(index), messages]))
}
