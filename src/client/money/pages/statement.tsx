import { useBoot } from '#client/lib/boot.tsx'
import { statementQuery } from '#client/money/api/payouts.ts'
import { NoStatement, StatementSkeleton } from '#client/money/payouts/statement-states.tsx'
import { StatementView } from '#client/money/payouts/statement-view.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { Data } from '#client/ui/layout/data.tsx'

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
