import { Section } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { Tournament } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'
import { FundingList } from './funding-list.tsx'
import { Refunds } from './refunds.tsx'

// As high as a screen, however many there are: how many is known late, and the footer must not jump.
const room = css({ minHeight: '100vh' })

/** The organiser's view of the money that came, and of what goes back. */
export function FundingsSection({ tournament }: { tournament: Tournament }) {
  return (
    <Stack gap="xl">
      <Refunds tournamentId={tournament.id} />
      <Section id="fundings" title="Fundings">
        <div className={room}>
          <FundingList tournamentId={tournament.id} />
        </div>
      </Section>
    </Stack>
  )
}
