import { Text } from '#client/ui/layout/text.tsx'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'

const notes = { test: texts.testPayments, sandbox: texts.sandboxStatement, live: null } as const

/** Says that the shares of a settlement are not of real money. @param mode null without shares */
export function ModeNote({ mode }: { mode: PaymentMode | null }) {
  const note = mode === null ? null : notes[mode]
  return note === null ? null : <Text weight="bold">{note}</Text>
}
