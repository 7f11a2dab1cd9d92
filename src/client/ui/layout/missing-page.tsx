import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'

/** In place of a page whose subject isn't there. */
export const MissingPage = (says: { title: string; lead: string }) => (
  <HeroPage
    {...says}
    actions={
      <LinkButton href={paths.home()} variant="action" size="lg">
        Back to Home
      </LinkButton>
    }
  />
)
