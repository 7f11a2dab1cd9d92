import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'

export const NotTheOwner = ({ entryId }: { entryId: string }) => (
  <HeroPage
    title="Not Your Boat"
    lead="Only the owner of a boat sees who backs it."
    actions={
      <LinkButton href={paths.funding(entryId)} variant="action" size="lg">
        See the Boat
      </LinkButton>
    }
  />
)
