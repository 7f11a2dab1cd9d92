import { formatMoney } from '#contract/money.ts'
import type { Awards } from '#contract/tournaments/scores.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'

type Pot = RulesJson['pots'][number]

/** `"Level B – $500"` */
export const potLabel = ({ name, fee }: Pot): string =>
  fee === null ? name : `${name} – ${formatMoney(fee)}`

export interface OwnPots {
  in: string[]
  /** Pots that the boat asks for, whether it is in or not. */
  wanted: string[]
}

/** Keys of the pots of one boat. */
export const potsOfEntry = ({ pots }: Awards, entryId: string): OwnPots => ({
  in: pots.filter(({ entries }) => entries.includes(entryId)).map(({ key }) => key),
  wanted: pots.filter(({ wanted }) => wanted.includes(entryId)).map(({ key }) => key),
})

/** `"In: Entry. Asked for, not paid yet: Level B."`; empty without either. */
export function potsSentence({ pots }: RulesJson, { in: own, wanted }: OwnPots): string {
  const names = (keys: readonly string[]) =>
    pots
      .filter(({ key }) => keys.includes(key))
      .map(({ name }) => name)
      .join(', ')
  const open = wanted.filter(key => !own.includes(key))
  return [
    ...(own.length === 0 ? [] : [`In: ${names(own)}.`]),
    ...(open.length === 0 ? [] : [`Asked for, not paid yet: ${names(open)}.`]),
  ].join(' ')
}
