import type { Catch } from '#contract/tournaments/catches.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'

interface RulingOption {
  value: 'disqualify' | 'reinstate' | 'allow' | 'end-allowance'
  label: string
  hint: string
  /** Title of the toast. */
  done: string
}

const disqualify: RulingOption = {
  value: 'disqualify',
  label: 'Disqualify',
  hint: 'It counts on no board.',
  done: 'Catch disqualified',
}
const reinstate: RulingOption = {
  value: 'reinstate',
  label: 'Reinstate',
  hint: 'It counts again, as the rules say.',
  done: 'Catch reinstated',
}
const allow: RulingOption = {
  value: 'allow',
  label: 'Allow outside the times',
  hint: 'It counts although lines were out or the scale was closed.',
  done: 'Catch allowed',
}
const endAllowance: RulingOption = {
  value: 'end-allowance',
  label: 'End the allowance',
  hint: 'The times of lines and scale apply to it again.',
  done: 'Allowance ended',
}

/** Decisions that an organiser can take about a catch. Without days every time counts: no allowance. */
export const rulingsOn = (
  { disqualified, allowed }: Pick<Catch, 'disqualified' | 'allowed'>,
  { days }: Pick<RulesJson, 'days'>,
): RulingOption[] => [
  disqualified ? reinstate : disqualify,
  ...(allowed ? [endAllowance] : days.length > 0 ? [allow] : []),
]
