import type { LogHead } from './log-chain.ts'

/** "7K2QD-42-9F3A": the code of the tournament, the event's `seq`, the start of its hash. */
export const slipNumber = (code: string, { seq, hash }: LogHead): string =>
  `${code}-${seq}-${hash.slice(0, 4).toUpperCase()}`

const pattern = /^([2-9A-HJKMNP-TV-Z]{5})-([1-9]\d{0,8})-([0-9A-F]{4})$/

/** Parses a number in upper or lower case; returns null if it isn't one. */
export function parseSlipNumber(number: string): { code: string; seq: number; hashStart: string } | null {
  const [, code, seq, start] = pattern.exec(number.toUpperCase()) ?? []
  if (code === undefined || seq === undefined || start === undefined) return null
  return { code, seq: Number(seq), hashStart: start.toLowerCase() }
}
