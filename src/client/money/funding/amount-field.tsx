import { useLayoutEffect, useRef, useState } from 'react'
import { NumberField } from '#client/ui/forms/field.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { dollars, hundredthsOf } from '#contract/money.ts'
import { css, cx } from '#styled/css/index.js'
import { dollarsOf, excessProblem, openAmounts, presetsOf } from './amount.ts'
import { amountChips } from './amount-chips.ts'

const grid = css({ gridTemplateColumns: 'repeat(auto-fill, minmax(max(30%, 4.75rem), 1fr))' })

export interface AmountFieldProps {
  /** Cents. */
  remaining: number
  text: string
  onType(text: string): void
}

export function AmountField({ remaining, text, onType }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [first] = useState(text)
  const amount = hundredthsOf(text.trim())

  // The field may hold text from before hydration.
  useLayoutEffect(() => {
    if (input.current) onType(input.current.value)
  }, [onType])

  const choose = (cents: number) => {
    if (!input.current) return
    input.current.value = dollarsOf(cents)
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <Stack gap="3">
      <Text as="span" look="label" id="quick-amounts">
        Choose an amount
      </Text>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out */}
      <div role="group" aria-labelledby="quick-amounts" className={cx(amountChips, grid)}>
        {presetsOf(remaining).map(cents => (
          <button key={cents} type="button" aria-pressed={amount === cents} onClick={() => choose(cents)}>
            {dollars(cents)}
          </button>
        ))}
      </div>
      <NumberField
        ref={input}
        label="Custom amount"
        name="amount"
        prefix="$"
        min={Math.min(10, remaining / 100)}
        max={remaining / 100}
        defaultValue={first}
        autoComplete="transaction-amount"
        hint={openAmounts(remaining)}
        error={excessProblem(text, remaining)}
        onInput={event => onType(event.currentTarget.value)}
        required
      />
    </Stack>
  )
}
