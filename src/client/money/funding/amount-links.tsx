import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { dollars } from '#contract/money.ts'
import { isFromCode } from '#contract/qr-code.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css, cx } from '#styled/css/index.js'
import { dollarsOf, presetsOf, remainingOf } from './amount.ts'
import { amountChips } from './amount-chips.ts'

const row = css({ gridTemplateColumns: 'repeat(auto-fit, minmax(3.5rem, 1fr))' })

const mostPresets = 4

interface AmountLinksProps {
  entry: Entry
  /** Id of its name. */
  labelledBy: string
}

/** Amounts to choose before signing in. */
export function AmountLinks({ entry, labelledBy }: AmountLinksProps) {
  const fromCode = isFromCode(new URLSearchParams(useBoot().search))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out
    <div role="group" aria-labelledby={labelledBy} className={cx(amountChips, row)}>
      {presetsOf(remainingOf(entry))
        .slice(0, mostPresets)
        .map(cents => (
          <a key={cents} href={paths.funding(entry.id, { amount: dollarsOf(cents), fromCode })}>
            {dollars(cents)}
          </a>
        ))}
    </div>
  )
}
