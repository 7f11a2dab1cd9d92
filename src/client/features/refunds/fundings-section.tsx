import { Section, Stack } from '#client/ui/layout.tsx'
import type { Tournament } from '#contract/tournaments.ts'
import { FundingList } from './funding-list.tsx'
import { Refunds } from './refunds.tsx'

/** The organiser's view of the money that came, and of what goes back. */
export function FundingsSection({ tournament }: { tournament: Tournament }) {
  return (
    <Stack gap="xl">
      <Refunds tournamentId={tournament.id} />
      <Section id="fundings" title="Fundings">
        <FundingList tournamentId={tournament.id} />
      </Section>
    </Stack>
  )
}
