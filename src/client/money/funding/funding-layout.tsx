import { useEffect, useRef } from 'react'
import { announce } from '#client/lib/announce.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { offPaper } from '#client/ui/layout/visibility.ts'
import { dollars } from '#contract/money.ts'
import type { EntryWithTournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { remainingOf } from './amount.ts'
import { AboutFundedBoat, FundedBoat, FundedTournament } from './funded-boat.tsx'
import { FundingPanel, type FundingPanelProps } from './funding-panel.tsx'

const layout = css({
  display: 'grid',
  gap: { base: '4', lg: '8' },
  rowGap: { lg: '5' },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 26rem' },
  gridTemplateRows: { lg: 'auto 1fr' },
  alignItems: 'start',
  '@media print': { display: 'block' },
})
const panel = css({ gridRow: { lg: '1 / span 2' }, gridColumn: { lg: '2' } })

export function FundingLayout({ entry, pushOffer }: FundingPanelProps) {
  useRemainder(entry)
  return (
    <div className={layout}>
      <div className={offPaper}>
        <FundedBoat entry={entry} />
      </div>
      <div className={panel}>
        <FundingPanel entry={entry} pushOffer={pushOffer} />
      </div>
      <div className={offPaper}>
        <Stack gap="5">
          <AboutFundedBoat entry={entry} />
          <FundedTournament entry={entry} />
        </Stack>
      </div>
    </div>
  )
}

function useRemainder(entry: EntryWithTournament): void {
  const remaining = remainingOf(entry)
  const before = useRef(remaining)
  useEffect(() => {
    if (before.current === remaining) return
    before.current = remaining
    announce(
      remaining === 0 ? `${entry.boat.name} is fully funded now.` : `${dollars(remaining)} is left now.`,
    )
  }, [remaining, entry.boat.name])
}
