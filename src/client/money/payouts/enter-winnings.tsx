import { useState } from 'react'
import { byPosition } from '#client/domain/standings.ts'
import { NumberField } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { type Messages, notANumber } from '#client/ui/forms/form-rules.ts'
import { Grid, Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { inOrder } from '#client/ui/layout/use-calm-order.ts'
import { Money } from '#client/ui/marks/money.tsx'
import { fieldTexts } from '#contract/field-texts.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import { countText } from '#contract/numbers.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { FirstRoundShares, useFirstRound } from './first-round.tsx'
import { prizePoolText, typedSum } from './totals.ts'
import { hintOf, opener, rowOf, winningsField, winningsIn } from './winnings-fields.ts'

/** Number of boats by position that the form shows first: the others rarely win. */
const shownAtFirst = 12

export function EnterWinnings({ tournament }: { tournament: Tournament }) {
  // A boat keeps its field, and what is typed in it, when places change.
  const [order] = useState(() => byPosition(tournament.entries).map(({ id }) => id))
  const entries = inOrder(tournament.entries, order)
  const [all, setAll] = useState('0.00')
  const read = (data: FormData) =>
    winningsIn(
      data,
      entries.map(({ id }) => id),
    )
  const round = useFirstRound(tournament.id, data => ({ winnings: read(data) }))
  const fields = entries.map((entry, index) => (
    <NumberField
      key={entry.id}
      label={`Winnings of ${entry.boat.name}`}
      name={winningsField(index)}
      prefix="$"
      min={0}
      placeholder="0"
      hint={hintOf(entry)}
    />
  ))

  return (
    <Stack gap="sections">
      <FormCard>
        <Form
          {...round.form}
          row={rowOf(order)}
          onInput={({ currentTarget }) => {
            round.forget()
            setAll(typedSum(read(new FormData(currentTarget)).map(({ amount }) => amount)))
          }}
          messages={messagesFor(entries.length)}
        >
          <Grid columns="wideFields">{fields.slice(0, shownAtFirst)}</Grid>
          {fields.length > shownAtFirst && (
            <details>
              <summary className={opener}>
                The other {countText(fields.length - shownAtFirst, 'boat')}
              </summary>
              <Grid columns="wideFields">{fields.slice(shownAtFirst)}</Grid>
            </details>
          )}
          <Text>
            Entered so far: <Money amount={all} cents />
            {tournament.prizePool !== null && `. ${prizePoolText(all, tournament.prizePool)}.`}
          </Text>
          <FormActions>
            <SubmitButton variant={round.preview ? 'secondary' : 'action'}>Preview Shares</SubmitButton>
          </FormActions>
        </Form>
      </FormCard>
      <FirstRoundShares tournament={tournament} round={round} />
    </Stack>
  )
}

function messagesFor(count: number): Messages {
  const messages = { valueMissing: payoutTexts.amountRequired, ...notANumber(fieldTexts.amountInvalid) }
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [winningsField(index), messages]))
}
