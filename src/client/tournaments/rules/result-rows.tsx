import { Switch } from '#client/ui/forms/switch.tsx'
import { scoringLimits } from '#contract/tournaments/scoring/scoring-limits.ts'
import { MoneyCell, NumberCell } from './cells.tsx'
import { Cells, type EditProps, RuleGroup } from './rule-rows.tsx'

interface ResultRowsProps extends EditProps {
  lockReason: string | null
}

const usualProtests = { minutes: 60, answerMinutes: 60, fee: null } as const

/** Protests, and how the results become final. */
export function ProtestRow({ draft, update, lockReason }: ResultRowsProps) {
  const { protests } = draft
  const set = (change: Partial<NonNullable<typeof protests>>) =>
    update(before => ({ ...before, protests: before.protests && { ...before.protests, ...change } }))
  const minutes = {
    whole: true,
    min: scoringLimits.protestMinutesMin,
    max: scoringLimits.protestMinutesMax,
    suffix: 'min',
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
            name="rules.protests.minutes"
            {...minutes}
            hint="After the scale closes, or the end."
            value={protests.minutes}
            onValue={value => set({ minutes: value ?? 0 })}
          />
          <NumberCell
            label="Time to Answer"
            name="rules.protests.answerMinutes"
            {...minutes}
            value={protests.answerMinutes}
            onValue={value => set({ answerMinutes: value ?? 0 })}
          />
          <MoneyCell
            label="Fee"
            name="rules.protests.fee"
            value={protests.fee}
            onValue={fee => set({ fee })}
          />
        </Cells>
      )}
    </RuleGroup>
  )
}

export const PayoutRow = ({ draft, update }: EditProps) => (
  <RuleGroup title="Payouts">
    <Cells>
      <MoneyCell
        label="Verify From"
        name="rules.verifyFrom"
        hint="Boats that win this much are checked before they are paid."
        value={draft.verifyFrom}
        onValue={verifyFrom => update(before => ({ ...before, verifyFrom }))}
      />
      <NumberCell
        label="Pay After"
        name="rules.payHoldDays"
        suffix="days"
        whole
        max={scoringLimits.payHoldDaysMax}
        hint="After the results are confirmed."
        value={draft.payHoldDays}
        onValue={payHoldDays => update(before => ({ ...before, payHoldDays: payHoldDays ?? 0 }))}
      />
    </Cells>
  </RuleGroup>
)
