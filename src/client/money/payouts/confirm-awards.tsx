import { useQuery } from '@tanstack/react-query'
import { useNow } from '#client/lib/now.tsx'
import { awardsQuery } from '#client/tournaments/api/rules.ts'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Results } from '#contract/money/results.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { AdjustmentFields, adjustmentsIn } from './adjustment-fields.tsx'
import { AwardResults, settledOf } from './award-results.tsx'
import { FirstRoundShares, useFirstRound } from './first-round.tsx'
import { ResultsState } from './results-state.tsx'

interface ConfirmAwardsProps {
  tournament: Tournament
  results: Results
}

/** The first round of a tournament with rules: its awards, and adjustments. */
export function ConfirmAwards({ tournament, results }: ConfirmAwardsProps) {
  const { protestsUntil } = results
  const now = useNow()
  const { data: awards } = useQuery(awardsQuery(tournament.id))
  const round = useFirstRound(tournament.id, data => ({ adjustments: adjustmentsIn(data) }))
  const { count, all } = awards ? settledOf(awards) : { count: 0, all: 0 }
  return (
    <Stack gap="sections">
      {/* Before the awards, which can be long. */}
      <Text weight="semibold">
        <ResultsState results={results} />
      </Text>
      <FormCard gap="6">
        <AwardResults tournament={tournament} />
        <Form {...round.form}>
          <AdjustmentFields tournament={tournament} initial={[]} onChange={round.forget} />
          <FormActions>
            <SubmitButton variant={round.preview ? 'secondary' : 'action'}>Preview Shares</SubmitButton>
          </FormActions>
        </Form>
      </FormCard>
      <FirstRoundShares
        tournament={tournament}
        round={round}
        label={count === all ? 'Confirm Results' : `Confirm ${count} of ${all} Awards`}
        {...(count < all && { noWinner: 'No boat won any of the awards that aren’t held.' })}
        notYet={
          protestsUntil !== null &&
          Date.parse(protestsUntil) > now && (
            <Text>
              Captains can protest until <DateTime iso={protestsUntil} />. Confirm the results after that.
            </Text>
          )
        }
      />
    </Stack>
  )
}
