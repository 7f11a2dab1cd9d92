import { limits } from '#contract/limits.ts'
import { refuseAmount } from '#contract/money/funding-amount.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { centsOf, dollars, formatCents, hundredthsOf } from '#contract/money.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

/** Cents. */
const quick = [2500, 5000, 10_000, 25_000, 50_000, 100_000] as const

/** Cents. */
export const remainingOf = ({ fundingGoal, currentFunding }: Pick<Entry, 'fundingGoal' | 'currentFunding'>) =>
  Math.max(0, centsOf(fundingGoal) - centsOf(currentFunding))

/** Cents: quick amounts within the remainder, and the remainder when it's small. */
export function presetsOf(remaining: number): number[] {
  const fitting: number[] = quick.filter(cents => refuseAmount(cents, remaining) === null)
  const isNear = remaining > 0 && remaining < Math.max(...quick)
  return isNear && !fitting.includes(remaining) ? [...fitting, remaining] : fitting
}

export function openAmounts(remaining: number): string {
  const isLast = remaining < limits.fundingMinCents + limits.fundingLeftMinCents
  const remainderText = `${dollars(remaining)} left`
  return isLast ? `Only ${remainderText}.` : `${dollars(limits.fundingMinCents)} minimum. ${remainderText}.`
}

/** Returns the problem of a typed amount, or null if it is valid. */
export function amountProblem(text: string, remaining: number): string | null {
  if (text.trim() === '') return texts.amountRequired
  const cents = hundredthsOf(text.trim())
  if (cents === null) return /^-\d/.test(text.trim()) ? texts.amountTooSmall : texts.amountInvalid
  return refuseAmount(cents, remaining)?.message ?? null
}

/** Cents, of examples and until another is chosen: at most what remains. */
export const exampleAmount = (remaining: number): number => Math.min(quick[0], remaining)

/** Formats cents as a person types dollars: "25", "6.40". */
export const dollarsOf = (cents: number): string => formatCents(cents).replace(/\.00$/, '')

/** Dollars: of `?amount=25`, else the example; all that remains where neither can be paid. */
export function firstAmount(search: string, remaining: number): string {
  const parameter = new URLSearchParams(search).get('amount') ?? ''
  const amounts = [parameter, dollarsOf(exampleAmount(remaining)), dollarsOf(remaining)]
  return amounts.find(amount => amountProblem(amount, remaining) === null) ?? ''
}

export function excessProblem(text: string, remaining: number): string | undefined {
  const cents = hundredthsOf(text.trim())
  const refusal = cents === null ? null : refuseAmount(cents, remaining)
  return refusal?.kind === 'taken' ? refusal.message : undefined
}

export const amountMessages = (remaining: number) => ({
  amount: {
    valueMissing: texts.amountRequired,
    badInput: texts.amountInvalid,
    stepMismatch: texts.amountInvalid,
    rangeUnderflow: refuseAmount(0, remaining)?.message ?? texts.amountTooSmall,
    rangeOverflow: refuseAmount(remaining + 1, remaining)?.message ?? texts.fullyFunded,
  },
})
