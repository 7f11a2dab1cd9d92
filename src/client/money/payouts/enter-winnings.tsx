import { useState } from 'react'
import { byPosition } from '#client/domain/standings.ts'
import { hashOf } from '#client/lib/hash.ts'
import { textOf } from '#client/lib/submit.ts'
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
import { formatMoney } from '#contract/money.ts'
import { countText, ordinal } from '#contract/numbers.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { FirstRoundShares, useFirstRound } from './first-round.tsx'
import { prizePoolText, typedSum } from './totals.ts'

/** Number of boats by position that the form shows first: the others rarely win. */
const shownAtFirst = 12

/** Style of the summary of fields that are seldom needed. */
export const opener = css({
  minHeight: 'touch',
  alignContent: 'center',
  color: 'sea',
  fontWeight: 'medium',
  cursor: 'pointer',
})

export function EnterWinnings({ tournament }: { tournament: Tournament }) {
  // A boat keeps its field, and what is typed in it, when places change.
  const [order] = useState(() => byPosition(tournament.entries).map(({ id }) => id))
  const entries = inOrder(tournament.entries, order)
  const [all, setAll] = useState('0.00')
  const round = useFirstRound(tournament.id, data => ({
    winnings: entries.map(({ id }, index) => ({ entryId: id, amount: textOf(data, fieldOf(index)) || '0' })),
  }))

  return (
    <Stack gap="sections">
      <FormCard>
        <Form
          {...round.form}
          row={rowOf(order)}
          onInput={({ currentTarget }) => {
            round.forget()
            const data = new FormData(currentTarget)
            setAll(typedSum(entries.map((_, index) => textOf(data, fieldOf(index)))))
          }}
          messages={messagesFor(entries.length)}
        >
          <Grid columns="wideFields">
            {entries.slice(0, shownAtFirst).map((entry, index) => (
              <Winnings key={entry.id} entry={entry} index={index} />
            ))}
          </Grid>
          {entries.length > shownAtFirst && (
            <details>
              <summary className={opener}>
                The other {countText(entries.length - shownAtFirst, 'boat')}
              </summary>
              <Grid columns="wideFields">
                {entries.slice(shownAtFirst).map((entry, index) => (
                  <Winnings key={entry.id} entry={entry} index={shownAtFirst + index} />
                ))}
              </Grid>
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

const Winnings = ({ entry, index }: { entry: Entry; index: number }) => (
  <NumberField
    label={`Winnings of ${entry.boat.name}`}
    name={fieldOf(index)}
    prefix="$"
    min={0}
    placeholder="0"
    hint={hintOf(entry)}
  />
)

/** Tells drafts apart: fields are named by the order of the boats. */
export const rowOf = (entryIds: readonly string[]): string => hashOf(entryIds.join()).toString(36)

/** The server's name, for its issues. */
const fieldOf = (index: number) => `winnings.${index}.amount`

export function hintOf({ currentPosition, payoutPercentage, backerCount, currentFunding }: Entry): string {
  const place = currentPosition === null ? 'No catch' : `${ordinal(currentPosition)} place`
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
