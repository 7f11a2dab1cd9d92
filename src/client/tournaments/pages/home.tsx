import { LivePage } from '#client/event-stream/live-page.tsx'
import { BoatsYouBack, MyBoats } from '#client/money/my-boats/boats-now.tsx'
import { MyTournamentsNow } from '#client/money/my-tournaments/tournaments-now.tsx'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Shell } from '#client/shell/shell.tsx'
import { SetUpMarina } from '#client/site/set-up/set-up-marina.tsx'
import { Leaderboard } from '#client/tournaments/leaderboard/leaderboard.tsx'
import { TournamentSections } from '#client/tournaments/tournaments/tournament-sections.tsx'
import { LiveUpdates } from '#client/tournaments/updates/live-updates.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Hero } from '#client/ui/layout/hero.tsx'
import { HeroBar } from '#client/ui/layout/hero-bar.tsx'
import { Container } from '#client/ui/layout/page.tsx'
import { css } from '#styled/css/index.js'

// One sentence per line.
const twoLines = css({ '& h1': { maxWidth: '18ch' } })
const sections = css({ column: { base: '6', md: '12' }, paddingBlock: { base: '5', md: '10' } })
const live = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1.1fr)' },
  alignItems: 'start',
  gap: { base: '6', md: '12', lg: '10' },
})

const texts = {
  title: 'Fund the Catch. Share the Victory.',
  lead: 'Back a tournament boat, follow it live and share in what it wins.',
}
const browse = (
  <LinkButton href="#active" variant="action">
    Browse Tournaments
  </LinkButton>
)

const StrangersHero = () => (
  <div className={twoLines}>
    <Hero slim {...texts} actions={browse} />
  </div>
)

const MembersHero = () => (
  <HeroBar
    {...texts}
    actions={
      <>
        {browse}
        <LinkButton href={paths.myTournaments()} variant="secondary">
          My Tournaments
        </LinkButton>
      </>
    }
  />
)

/** Tournaments that a member runs, fishes and backs. */
const Own = () => (
  <>
    <MyTournamentsNow />
    <MyBoats />
    <BoatsYouBack />
  </>
)

export default function HomePage() {
  const { isAuthenticated } = useSession()
  return (
    <Shell bleed>
      {isAuthenticated ? <MembersHero /> : <StrangersHero />}
      <Container className={sections}>
        {isAuthenticated && <Own />}
        <TournamentSections whenEmpty={isAuthenticated && <SetUpMarina />} />
        <div className={live}>
          <LiveUpdates />
          <Leaderboard />
        </div>
      </Container>
      <LivePage />
    </Shell>
  )
}
