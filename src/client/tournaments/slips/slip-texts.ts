import type { Slip, SlipState } from '#contract/tournaments/slips.ts'

export const stateTexts: Record<SlipState, string> = {
  standing: 'Stands as recorded',
  corrected: 'Corrected',
  disqualified: 'Disqualified',
  deleted: 'Deleted: this fish no longer counts',
}

/** Returns whether the captain can still confirm the weight. */
export const canBeConfirmed = ({ state, confirmations }: Pick<Slip, 'state' | 'confirmations'>): boolean =>
  (state === 'standing' || state === 'corrected') && !confirmations.some(({ role }) => role === 'captain')
