import { paths } from '#client/paths.ts'
import { LoadFailed } from '#client/ui/layout/data.tsx'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'
import { Container } from '#client/ui/layout/page.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import { css } from '#styled/css/index.js'

export const TournamentNotFound = () => (
  <MissingPage title="Tournament Not Found" lead="The tournament you're looking for doesn't exist." />
)

export const NotTheOrganiser = ({ id }: { id: string }) => (
  <MissingPage
    title="Not Yours to Manage"
    lead="Only its organiser and staff can manage this tournament."
    href={paths.tournament(id)}
    label="Tournament Page"
  />
)

const space = css({ paddingBlock: { base: '8', md: '10' } })
const bandSize = css({ minHeight: { base: '20rem', md: '18rem' } })

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

const manageBandSize = css({ minHeight: '9rem' })

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
