import ScrollText from 'lucide-react/icons/scroll-text'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'

export const NoLog = () => (
  <EmptyState
    as="h1"
    icon={<ScrollText size={26} aria-hidden />}
    title="No public catch log"
    description="There is no such tournament, or its organiser hasn’t made its log public."
    action={
      <LinkButton href={paths.home()} variant="secondary">
        Back to Home
      </LinkButton>
    }
  />
)
