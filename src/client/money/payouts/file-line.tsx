import type { ReactNode } from 'react'
import { Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { css } from '#styled/css/index.js'

const line = css({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: '4',
  paddingBlock: '1.5',
  borderBottomWidth: '1px',
  borderColor: 'line',
})
const figure = css({ flexShrink: '0', fontVariantNumeric: 'tabular-nums' })

interface FileLineProps {
  /** A person or a reason. */
  children: ReactNode
  /** Decimal dollars, or null if the file names none. */
  amount: string | null
}

/** A line of a payout file or of its result. */
export const FileLine = ({ children, amount }: FileLineProps) => (
  <li className={line}>
    <Text as="div" breakable>
      {children}
    </Text>
    {amount !== null && (
      <span className={figure}>
        <Money amount={amount} cents />
      </span>
    )}
  </li>
)
