import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'

export const BoatNotFound = () => (
  <HeroPage
    title="Boat Not Found"
    lead="The boat you're looking for doesn't exist."
    actions={
      <LinkButton href={paths.home()} variant="action" size="lg">
        Back to Home
      </LinkButton>
    }
  />
)
