import { limits } from '#contract/limits.ts'

/**
 * Returns whether the server refuses a result file for its size.
 * @param file its text, sent as JSON: quotes and lines take more
 */
export const isReportTooLarge = (file: string): boolean =>
  file.length > limits.payoutReportMax ||
  new TextEncoder().encode(JSON.stringify({ file })).length > limits.jsonBody
