import { type } from '../arktype.ts'
import { makeCheck, missingMessages, string } from '../fields.ts'
import { count, type Infer, list, money, number, object, one, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { payoutProviders, reasonsLeftOut, reportStates } from './payout-file-texts.ts'
import { payoutTexts as texts } from './payout-texts.ts'

const payoutProvider = one(...payoutProviders)

const payoutFileLine = object({
  name: text,
  /** The address that the provider sends the money to. */
  email: text,
  amount: money,
  /** Reference of the line, which the result file repeats. */
  reference: text,
})
export type PayoutFileLine = Infer<typeof payoutFileLine>

/** One line a person. */
export const payoutFile = object({
  provider: payoutProvider,
  total: money,
  lines: list(payoutFileLine),
  leftOut: list(object({ reason: one(...reasonsLeftOut), people: count, amount: money })),
})
export type PayoutFile = Infer<typeof payoutFile>

const payoutReportRow = object({
  /** Number of the row in the file, from 1. */
  row: number,
  /** Name of the backer, or null if the row names no backer of this tournament. */
  name: orNull(text),
  amount: orNull(money),
  state: one(...reportStates),
  /** Reason that it isn't marked. */
  note: orNull(text),
})
export type PayoutReportRow = Infer<typeof payoutReportRow>

export const payoutImportPreview = object({
  provider: payoutProvider,
  /** Shares that would be marked as paid. */
  people: count,
  amount: money,
  rows: list(payoutReportRow),
})
export type PayoutImportPreview = Infer<typeof payoutImportPreview>

export const payoutImport = object({
  id: text,
  provider: payoutProvider,
  at: time,
  people: count,
  amount: money,
  undoneAt: orNull(time),
})
export type PayoutImport = Infer<typeof payoutImport>

/** A provider's result file: its text. */
export const payoutReport = type({
  file: string(texts.reportRequired).narrow(
    makeCheck({ minLength: 1, maxLength: limits.payoutReportMax }, (file: string) => {
      if (file.trim() === '') return texts.reportRequired
      return file.length <= limits.payoutReportMax ? null : texts.reportTooLarge
    }),
  ),
}).configure(...missingMessages({ file: texts.reportRequired }))
