import type { ReactNode } from 'react'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { BoatPicture, type BoatPictureProps } from '#client/ui/marks/boat-picture.tsx'
import { EntryPlace } from '#client/ui/marks/entry-place.tsx'
import { Money, type MoneyProps } from '#client/ui/marks/money.tsx'
import { fundedPercent } from '#contract/money.ts'
import { formatPercent } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const besidePlace = css({ display: { base: 'none', sm: 'flex' } })
const percent = css({ color: 'kelpInk' })
const live = css({
  color: 'danger',
  fontWeight: 'bold',
  _before: { content: '"● " / ""' },
})

interface BoatLeadProps extends Pick<BoatPictureProps, 'boat'> {
  /** Entry with the boat's place, or null if it is in no tournament. */
  entry: Pick<Entry, 'currentPosition' | 'score'> | null
}

/** Head of a boat's row: its place, and where there is room its picture. */
export function BoatLead({ boat, entry }: BoatLeadProps) {
  const position = entry?.currentPosition ?? null
  return (
    <>
      {entry && <EntryPlace entry={entry} />}
      <span className={position === null ? undefined : besidePlace}>
        <BoatPicture boat={boat} size="tile" />
      </span>
    </>
  )
}

/** Amount with its cents among the figures of a row. */
export const RowAmount = ({ amount }: Pick<MoneyProps, 'amount'>) => (
  <Text as="span" look="figure" weight="bold">
    <Money amount={amount} cents />
  </Text>
)

interface FundedProps {
  /** Decimal dollars. */
  raised: string
  goal: string
  children?: ReactNode
}

/** Percentage of the goal among the figures of a row. */
export const Funded = ({ raised, goal, children = 'funded' }: FundedProps) => (
  <>
    <Text as="span" look="figure" weight="bold" className={percent}>
      {formatPercent(fundedPercent(raised, goal))}
    </Text>
    <Muted as="span" small>
      {children}
    </Muted>
  </>
)

/** Badge before the name of a running tournament. */
export const Live = () => <span className={live}>Live</span>
