import Scale from 'lucide-react/icons/scale'
import { useBoot } from '#client/lib/boot.tsx'
import { statementQuery } from '#client/money/api/payouts.ts'
import { StatementView } from '#client/money/payouts/statement-view.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { MissingDocument } from '#client/ui/layout/missing-document.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'

const NoStatement = () => (
  <MissingDocument
    icon={<Scale size={26} />}
    title="No statement yet"
    description="It is here once the organiser has confirmed the tournament’s results."
  />
)

function StatementSkeleton() {
  return (
    <>
      <LoadingText />
      <Skeleton shape="heading" width="half" />
      <Skeleton shape="block" />
      <Skeleton shape="card" />
    </>
  )
}

export default function StatementPage({ params: { entryId = '' } }: PageProps) {
  const { head } = useBoot()
  return (
    <Shell width="reading">
      {head === null ? (
        <NoStatement />
      ) : (
        <Data query={statementQuery(entryId)} fallback={<StatementSkeleton />} what="The statement">
          {statement => <StatementView statement={statement} />}
        </Data>
      )}
    </Shell>
  )
}
