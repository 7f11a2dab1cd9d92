import { expect, test } from 'bun:test'
import { limits } from '#contract/limits.ts'
import { isReportTooLarge } from './report-size.ts'

test('counts a result file as it is sent, with each quotation mark escaped', () => {
  expect(isReportTooLarge('a'.repeat(limits.payoutReportMax))).toBe(false)
  expect(isReportTooLarge('a'.repeat(limits.payoutReportMax + 1))).toBe(true)
  // `{"file":""}`
  const quotes = Math.floor((limits.jsonBody - 11) / 2)
  expect(isReportTooLarge('"'.repeat(quotes))).toBe(false)
  expect(isReportTooLarge('"'.repeat(quotes + 1))).toBe(true)
  expect(isReportTooLarge('é'.repeat(quotes + 1))).toBe(true)
})
