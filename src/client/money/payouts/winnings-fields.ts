import { hashOf } from '#client/lib/hash.ts'
import { textOf } from '#client/lib/submit.ts'
import { formatMoney } from '#contract/money.ts'
import { ordinal } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

/** The server's name, for its issues. */
export const winningsField = (index: number) => `winnings.${index}.amount`

/** Returns the winnings in decimal dollars as typed, in the order of the fields; an empty one is 0. */
export const winningsIn = (data: FormData, entryIds: readonly string[]) =>
  entryIds.map((entryId, index) => ({ entryId, amount: textOf(data, winningsField(index)).trim() || '0' }))

/** Tells drafts apart: fields are named by the order of the boats. */
export const rowOf = (entryIds: readonly string[]): string => hashOf(entryIds.join()).toString(36)

export function hintOf({ currentPosition, payoutPercentage, backerCount, currentFunding }: Entry): string {
  const place = currentPosition === null ? 'No catch' : `${ordinal(currentPosition)} place`
  const share =
    backerCount === 0
      ? 'no backers'
      : `${payoutPercentage}% to backers, who put in ${formatMoney(currentFunding)}`
  return `${place}, ${share}`
}

/** Style of the summary of fields that are seldom needed. */
export const opener = css({
  minHeight: 'touch',
  alignContent: 'center',
  color: 'sea',
  fontWeight: 'medium',
  cursor: 'pointer',
})
