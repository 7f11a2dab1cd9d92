import { LivePage } from '#client/event-stream/live-page.tsx'
import { YourBoats } from '#client/money/my-boats/your-boats.tsx'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Shell } from '#client/shell/shell.tsx'
import { SetUpMarina } from '#client/site/set-up/set-up-marina.tsx'
import { Leaderboard } from '#client/tournaments/leaderboard/leaderboard.tsx'
import { TournamentSections } from '#client/tournaments/tournaments/tournament-sections.tsx'
import { LiveUpdates } from '#client/tournaments/updates/live-updates.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Hero } from '#client/ui/layout/hero.tsx'
import { Container } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { css } from '#styled/css/index.js'

// One sentence per line.
const twoLines = css({ '& h1': { maxWidth: '18ch' } })
const sections = css({ paddingBlock: { base: '8', md: '12' } })
const live = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1.1fr)' },
  alignItems: 'start',
  gap: { base: '8', md: '12', lg: '10' },
})

export default function HomePage() {
  const { isAuthenticated } = useSession()
  return (
    <Shell bleed>
      <div className={twoLines}>
        <Hero
          slim
          title="Fund the Catch. Share the Victory."
          lead="Back a tournament boat, follow it live and share in what it wins."
          actions={
            <>
              <LinkButton href="#upcoming" variant="action">
                Browse Tournaments
              </LinkButton>
              {isAuthenticated && (
                <LinkButton href={paths.myTournaments()} variant="secondary">
                  My Tournaments
                </LinkButton>
              )}
            </>
          }
        />
      </div>
      <Container className={sections}>
        <Stack gap="xl">
          <YourBoats />
          <TournamentSections whenEmpty={isAuthenticated && <SetUpMarina />} />
          <div className={live}>
            <LiveUpdates />
            <Leaderboard />
          </div>
        </Stack>
      </Container>
      <LivePage />
    </Shell>
  )
}
