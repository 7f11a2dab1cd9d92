import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'

interface MissingPageProps {
  title: string
  lead: string
  /** Where to go instead. */
  href?: string
  label?: string
}

/** In place of a page whose subject isn't there, or isn't for the visitor. */
export const MissingPage = ({ href = paths.home(), label = 'Back to Home', ...says }: MissingPageProps) => (
  <HeroPage
    {...says}
    actions={
      <LinkButton href={href} variant="action" size="lg">
        {label}
      </LinkButton>
    }
  />
)
