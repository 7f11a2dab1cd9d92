import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { LoadFailed } from '#client/ui/layout/data.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'
import { Container } from '#client/ui/layout/page.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import { css } from '#styled/css/index.js'

export const TournamentNotFound = () => (
  <MissingPage title="Tournament Not Found" lead="The tournament you're looking for doesn't exist." />
)

export function NotTheOrganiser({ id }: { id: string }) {
  return (
    <HeroPage
      title="Not Yours to Manage"
      lead="Only its organiser and staff can manage this tournament."
      actions={
        <LinkButton href={paths.tournament(id)} variant="action" size="lg">
          Tournament Page
        </LinkButton>
      }
    />
  )
}

const space = css({ paddingBlock: { base: '8', md: '10' } })
const bandSize = css({ minHeight: { base: '80', md: '72' } })

export function TournamentSkeleton() {
  return (
    <>
      <LoadingText />
      <Skeleton shape="block" className={bandSize} />
      <Container className={space}>
        <Grid columns="sidebar">
          <Grid>
            <Skeleton shape="card" />
            <Skeleton shape="card" />
          </Grid>
          <Skeleton shape="card" />
        </Grid>
      </Container>
    </>
  )
}

const manageBandSize = css({ minHeight: '36' })

export function ManageSkeleton() {
  return (
    <>
      <LoadingText />
      <Skeleton shape="block" className={manageBandSize} />
      <Container className={space}>
        <Skeleton shape="card" />
      </Container>
    </>
  )
}

export const TournamentFailed = () => (
  <Container className={space}>
    <LoadFailed what="This tournament" />
  </Container>
)
