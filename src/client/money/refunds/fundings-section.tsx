import { Section } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { FundingList } from './funding-list.tsx'
import { Refunds } from './refunds.tsx'

const listSpace = css({ minHeight: '100vh' })

interface Props {
  tournament: Tournament
  /** Otherwise no space is reserved for the list. */
  hasMoney: boolean
}

export function FundingsSection({ tournament, hasMoney }: Props) {
  return (
    <Stack gap="xl">
      <Refunds tournamentId={tournament.id} />
      <Section id="fundings" title="Fundings">
        <div className={hasMoney ? listSpace : undefined}>
          <FundingList tournamentId={tournament.id} hasMoney={hasMoney} />
        </div>
      </Section>
    </Stack>
  )
}
