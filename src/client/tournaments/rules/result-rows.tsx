import { Switch } from '#client/ui/forms/switch.tsx'
import type { Protests } from '#contract/tournaments/scoring/rules.ts'
import { scoringLimits } from '#contract/tournaments/scoring/scoring-limits.ts'
import { MoneyCell, NumberCell } from './cells.tsx'
import { Cells, type EditProps, RuleGroup } from './rule-rows.tsx'
import { cellsOf } from './rules-draft.ts'

interface ResultRowsProps extends EditProps {
  lockReason: string | null
}

const usualProtests: Protests<string> = { minutes: 60, answerMinutes: 60, fee: null }

/** Protests, and how the results become final. */
export function ProtestRow({ draft, update, lockReason }: ResultRowsProps) {
  const { protests } = draft
  const cell = cellsOf('rules.protests', protests ?? usualProtests, change =>
    update(before => ({ ...before, protests: before.protests && { ...before.protests, ...change } })),
  )
  const minutes = {
    whole: true,
    min: scoringLimits.protestMinutesMin,
    max: scoringLimits.protestMinutesMax,
    suffix: 'min',
    empty: 0,
    required: true,
  } as const
  return (
    <RuleGroup title="Protests" lockReason={lockReason}>
      <Switch
        label="Captains can protest"
        name="protests"
        disabled={lockReason !== null}
        checked={protests !== null}
        onChange={isOn =>
          update(before => ({
            ...before,
            protests: isOn ? usualProtests : null,
          }))
        }
      />
      {protests !== null && (
        <Cells>
          <NumberCell
            label="After the End"
            {...cell('minutes')}
            {...minutes}
            hint="After the scale closes, or the end."
          />
          <NumberCell label="Time to Answer" {...cell('answerMinutes')} {...minutes} />
          <MoneyCell label="Fee" {...cell('fee')} />
        </Cells>
      )}
    </RuleGroup>
  )
}

export function PayoutRow({ draft, update }: EditProps) {
  const cell = cellsOf('rules', draft, change => update(before => ({ ...before, ...change })))
  return (
    <RuleGroup title="Payouts">
      <Cells>
        <MoneyCell
          label="Verify From"
          {...cell('verifyFrom')}
          hint="Boats that win this much are checked before they are paid."
        />
        <NumberCell
          label="Pay After"
          {...cell('payHoldDays')}
          empty={0}
          suffix="days"
          whole
          max={scoringLimits.payHoldDaysMax}
          hint="After the results are confirmed."
        />
      </Cells>
    </RuleGroup>
  )
}
