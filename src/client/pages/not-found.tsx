import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'

export function NotFound() {
  const { viewer } = useBoot()
  return (
    <HeroPage
      title="404 Page Not Found"
      lead="Did you forget to add the page to the router?"
      actions={
        <>
          <LinkButton href={paths.home()} variant="action" size="lg">
            Browse Tournaments
          </LinkButton>
          <LinkButton href={paths.crewVideos()} variant="secondary" size="lg">
            Crew Videos
          </LinkButton>
          {viewer === null && (
            <LinkButton href={paths.login()} variant="secondary" size="lg">
              Sign In
            </LinkButton>
          )}
        </>
      }
    />
  )
}

export default function NotFoundPage() {
  return (
    <Shell bleed>
      <NotFound />
    </Shell>
  )
}
