import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'

interface MissingPageProps {
  title: string
  lead: string
  /** Address to go to instead. */
  href?: string
  label?: string
}

/** Shown in place of a page whose subject doesn't exist or isn't for the visitor. */
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
