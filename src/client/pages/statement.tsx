import { statementQuery } from '#client/api/payouts.ts'
import { NoStatement, StatementSkeleton } from '#client/features/payouts/statement-states.tsx'
import { StatementView } from '#client/features/payouts/statement-view.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page-files.ts'
import { Data } from '#client/ui/layout/data.tsx'
import type { Statement } from '#contract/payouts.ts'

export default function StatementPage({ params: { entryId = '' } }: PageProps) {
  const { head } = useBoot()
  return (
    <Shell width="reading">
      {head === null ? (
        <NoStatement />
      ) : (
        <Data<Statement>
          query={statementQuery(entryId)}
          fallback={<StatementSkeleton />}
          what="The statement"
        >
          {statement => <StatementView statement={statement} />}
        </Data>
      )}
    </Shell>
  )
}
