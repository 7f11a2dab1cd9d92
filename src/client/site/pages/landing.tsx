import { StaticData } from '#client/lib/static-data.tsx'
import { paths } from '#client/paths.ts'
import { LandingFooter } from '#client/shell/landing-footer.tsx'
import { LandingHeader } from '#client/shell/landing-header.tsx'
import { Facts } from '#client/site/landing/facts.tsx'
import { HowItWorks } from '#client/site/landing/how-it-works.tsx'
import { boardsQuery } from '#client/tournaments/api/leaderboard.ts'
import { showcaseQueries } from '#client/tournaments/api/tournaments.ts'
import { Showcase, ShowcaseSkeleton } from '#client/tournaments/tournaments/showcase-cards.tsx'
import { StandingsSkeleton, StandingsTeaser } from '#client/tournaments/tournaments/standings-teaser.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { SectionLink, TextLink } from '#client/ui/controls/link.tsx'
import { Hero } from '#client/ui/layout/hero.tsx'
import { Container, Page, Section } from '#client/ui/layout/page.tsx'
import { SkipLink } from '#client/ui/layout/skip-link.tsx'
import { css } from '#styled/css/index.js'

// One sentence per line.
const twoLines = css({ '& h1': { maxWidth: '18ch' } })
const plain = css({ paddingBlock: { base: '10', md: '16' } })
const dark = css({
  paddingBlock: { base: '10', md: '16' },
  // Dark in both themes.
  colorScheme: 'dark',
  backgroundColor: 'hull',
  color: 'onHull',
  borderBlockWidth: '3px',
  borderColor: 'seaSolid',
})
const surface = css({
  paddingBlock: { base: '10', md: '16' },
  backgroundColor: 'surface',
})

export default function LandingPage() {
  return (
    <>
      <SkipLink />
      <LandingHeader />
      <Page bleed>
        <div className={twoLines}>
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
        </div>
        <Facts />
        <div className={plain}>
          <Container>
            <Section
              id="tournaments"
              title="Active Tournaments"
              action={<SectionLink href={paths.tournaments()}>See all tournaments</SectionLink>}
            >
              <StaticData query={showcaseQueries.active} fallback={<ShowcaseSkeleton />}>
                {active => (
                  <StaticData query={showcaseQueries.upcoming} fallback={<ShowcaseSkeleton />}>
                    {upcoming => <Showcase cards={[...(active?.items ?? []), ...(upcoming?.items ?? [])]} />}
                  </StaticData>
                )}
              </StaticData>
            </Section>
          </Container>
        </div>
        <div className={dark}>
          <Container>
            <Section
              id="leaderboard"
              title="Leaderboard"
              action={
                <SectionLink href={`${paths.tournaments()}#leaderboard`}>
                  See the whole leaderboard
                </SectionLink>
              }
            >
              <StaticData query={boardsQuery()} fallback={<StandingsSkeleton />}>
                {page => <StandingsTeaser boards={page?.items ?? []} />}
              </StaticData>
            </Section>
          </Container>
        </div>
        <div className={surface}>
          <Container>
            <Section id="how-it-works" title="How it works">
              <HowItWorks />
              <p>
                Do you run a tournament?{' '}
                <TextLink href={paths.signUp(paths.createTournament())}>Set it up in a minute</TextLink>, and
                captains enter their boats.
              </p>
            </Section>
          </Container>
        </div>
      </Page>
      <LandingFooter />
    </>
  )
}
