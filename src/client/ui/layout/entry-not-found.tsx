import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'

export const EntryNotFound = () => (
  <HeroPage
    title="Tournament Entry Not Found"
    lead="The boat may have withdrawn, or the link is not complete."
    actions={
      <LinkButton href={paths.home()} variant="action" size="lg">
        Back to Home
      </LinkButton>
    }
  />
)
