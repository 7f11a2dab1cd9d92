import { Shell } from '#client/features/shell/shell.tsx'
import {
  TournamentSections,
  TournamentSectionsFailed,
  TournamentSectionsSkeleton,
} from '#client/features/tournaments/tournament-sections.tsx'
import { Data } from '#client/lib/query.tsx'
import { Hero } from '#client/ui/art.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Container, Stack } from '#client/ui/layout.tsx'
import type { Tournament } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'

const tournaments = { queryKey: ['/api/tournaments'] } as const

// One sentence a line, where there is room.
const twoLines = css({ '& h1': { maxWidth: '18ch' } })
const sections = css({ paddingBlock: { base: '8', md: '12' } })

export default function HomePage() {
  return (
    <Shell bleed>
      <div className={twoLines}>
        <Hero
          title="Fund the Catch. Share the Victory."
          lead="Back a tournament boat, follow it live and share in what it wins."
          actions={
            <LinkButton href="#upcoming" variant="action" size="lg">
              Browse Tournaments
            </LinkButton>
          }
        />
      </div>
      <Container className={sections}>
        <Stack gap="xl">
          <Data<Tournament[]>
            query={tournaments}
            fallback={<TournamentSectionsSkeleton />}
            failed={<TournamentSectionsFailed />}
          >
            {found => <TournamentSections tournaments={found} />}
          </Data>
        </Stack>
      </Container>
    </Shell>
  )
}
