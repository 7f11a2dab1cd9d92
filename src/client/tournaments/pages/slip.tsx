import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { slipQuery } from '#client/tournaments/api/log.ts'
import { ConfirmWeight } from '#client/tournaments/slips/confirm-weight.tsx'
import { NoSlip } from '#client/tournaments/slips/slip-states.tsx'
import { SlipView } from '#client/tournaments/slips/slip-view.tsx'
import { Data } from '#client/ui/layout/data.tsx'

export default function SlipPage({ params: { number = '' } }: PageProps) {
  const { head, viewer } = useBoot()
  return (
    <Shell width="reading">
      {head === null ? (
        <NoSlip />
      ) : (
        <Data query={slipQuery(number)} what="The slip" shape="card">
          {slip => <SlipView slip={slip} confirm={viewer && <ConfirmWeight slip={slip} />} />}
        </Data>
      )}
    </Shell>
  )
}
