import Scale from 'lucide-react/icons/scale'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'

export const NoStatement = () => (
  <EmptyState
    as="h1"
    icon={<Scale size={26} aria-hidden />}
    title="No statement yet"
    description="It is here once the organiser has confirmed the tournament’s results."
    action={
      <LinkButton href={paths.home()} variant="secondary">
        Back to Home
      </LinkButton>
    }
  />
)

export function StatementSkeleton() {
  return (
    <>
      <LoadingText />
      <Skeleton shape="heading" width="half" />
      <Skeleton shape="block" />
      <Skeleton shape="card" />
    </>
  )
}
