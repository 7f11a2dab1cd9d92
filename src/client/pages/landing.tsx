import { Facts } from '#client/features/landing/facts.tsx'
import { HowItWorks } from '#client/features/landing/how-it-works.tsx'
import { LandingFooter } from '#client/features/shell/landing-footer.tsx'
import { LandingHeader } from '#client/features/shell/landing-header.tsx'
import { Showcase, ShowcaseSkeleton } from '#client/features/tournaments/showcase-cards.tsx'
import { StandingsSkeleton, StandingsTeaser } from '#client/features/tournaments/standings-teaser.tsx'
import { StaticData } from '#client/lib/static-data.tsx'
import { paths } from '#client/paths.ts'
import { Hero } from '#client/ui/art.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Container, Page, Section } from '#client/ui/layout.tsx'
import { SkipLink } from '#client/ui/skip-link.tsx'
import type { Tournament } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'

const tournaments = ['/api/tournaments'] as const

const plain = css({ paddingBlock: { base: '10', md: '16' } })
const raised = css({
  paddingBlock: { base: '10', md: '16' },
  backgroundColor: 'surface',
  borderBlockWidth: '1px',
  borderColor: 'line',
})

export default function LandingPage() {
  return (
    <>
      <SkipLink />
      <LandingHeader />
      <Page bleed>
        <Hero
          title="Fund the Catch. Share the Victory."
          lead="Back a tournament boat, follow it live and share in what it wins."
          actions={
            <>
              <LinkButton href={paths.signUp()} variant="action" size="lg">
                Fund a Tournament
              </LinkButton>
              <LinkButton href={paths.signUp()} variant="secondary" size="lg">
                List Your Boat
              </LinkButton>
            </>
          }
        />
        <Facts />
        <div className={plain}>
          <Container>
            <Section id="tournaments" title="Active Tournaments">
              <StaticData<Tournament[]> queryKey={tournaments} fallback={<ShowcaseSkeleton />}>
                {found => <Showcase tournaments={found ?? []} />}
              </StaticData>
            </Section>
          </Container>
        </div>
        <div className={raised}>
          <Container>
            <Section id="how-it-works" title="How it works">
              <HowItWorks />
            </Section>
          </Container>
        </div>
        <div className={plain}>
          <Container width="reading">
            <Section id="leaderboard" title="Leaderboard">
              <StaticData<Tournament[]> queryKey={tournaments} fallback={<StandingsSkeleton />}>
                {found => <StandingsTeaser tournaments={found ?? []} />}
              </StaticData>
            </Section>
          </Container>
        </div>
      </Page>
      <LandingFooter />
    </>
  )
}
