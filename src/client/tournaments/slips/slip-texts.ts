import { logFieldName, logFieldText } from '#contract/tournaments/log-values.ts'
import type { Slip, SlipChange, SlipState } from '#contract/tournaments/slips.ts'

export const stateTexts: Record<SlipState, string> = {
  standing: 'Stands as recorded',
  corrected: 'Corrected',
  disqualified: 'Disqualified',
  deleted: 'Deleted: this fish no longer counts',
}

/** Returns whether the captain can still confirm the weight. */
export const canBeConfirmed = ({ state, confirmations }: Pick<Slip, 'state' | 'confirmations'>): boolean =>
  (state === 'standing' || state === 'corrected') && !confirmations.some(({ role }) => role === 'captain')

/** "weight 412.5 lbs → 421.5 lbs (digits swapped)", for each field. */
export const changeTexts = ({ fields, reason }: Pick<SlipChange, 'fields' | 'reason'>): string[] =>
  fields.map(({ field, before, after }) => {
    const change = `${logFieldName(field)} ${logFieldText(field, before)} → ${logFieldText(field, after)}`
    return reason === null ? change : `${change} (${reason})`
  })
