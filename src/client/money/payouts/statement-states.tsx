import Scale from 'lucide-react/icons/scale'
import { MissingDocument } from '#client/ui/layout/missing-document.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'

export const NoStatement = () => (
  <MissingDocument
    icon={<Scale size={26} aria-hidden />}
    title="No statement yet"
    description="It is here once the organiser has confirmed the tournament’s results."
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
