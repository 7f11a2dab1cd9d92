import type { ReactNode } from 'react'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { EmailText } from '#client/ui/marks/email-text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import type { Payout } from '#contract/money/payouts.ts'
import { css } from '#styled/css/index.js'

const item = css({
  display: { base: 'flex', md: 'grid' },
  flexWrap: 'wrap',
  gridTemplateColumns: { md: 'minmax(0, 1fr) auto 9rem' },
  alignItems: { base: 'baseline', md: 'center' },
  columnGap: '4',
  rowGap: '2',
  paddingInline: '4',
  paddingBlock: '3',
})
const person = css({ flex: '1 1 9rem' })
// Last, so that amounts stand below each other whether or not their rows have actions.
const figure = css({ textStyle: 'figure', textAlign: 'end', gridColumn: { md: '3' }, gridRow: { md: '1' } })
const actions = css({
  display: 'flex',
  justifyContent: { base: 'flex-start', md: 'flex-end' },
  width: { base: 'full', md: 'auto' },
  gridColumn: { md: '2' },
})

interface PayoutRowProps {
  name: ReactNode
  /** Null for a deleted account. */
  email: Payout['backer']['email']
  /** Content below name and address. */
  children: ReactNode
  /** Decimal dollars. */
  amount: string
  action: ReactNode
}

/** A line of the payouts: a person, an amount, and what can be done. */
export const PayoutRow = ({ name, email, children, amount, action }: PayoutRowProps) => (
  <li className={item}>
    <Text as="div" breakable className={person}>
      {name}
      <Muted small>
        {email !== null && (
          <>
            <TextLink href={`mailto:${email}`}>
              <EmailText text={email} />
            </TextLink>
            <br />
          </>
        )}
        {children}
      </Muted>
    </Text>
    <p className={figure}>
      <Money amount={amount} cents />
    </p>
    <div className={actions}>{action}</div>
  </li>
)
