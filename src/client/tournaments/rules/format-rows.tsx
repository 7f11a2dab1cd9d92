import { timeZoneOptions } from '#client/lib/time-zones.ts'
import { Switch } from '#client/ui/forms/switch.tsx'
import { presetKeys, presetTexts } from '#contract/tournaments/scoring/preset-texts.ts'
import { ChoiceCell } from './cells.tsx'
import { Cells, type EditProps, More, RuleGroup } from './rule-rows.tsx'
import type { RulesDraft } from './rules-draft.ts'

interface FormatRowsProps {
  draft: RulesDraft | null
  /** @param format a preset; `as-now`: without rules; `own`: of no preset */
  onFormat(format: string): void
  /** Reason that it can't go back to no rules, or null if it can. */
  asNowLocked: string | null
  update: EditProps['update']
  onUnit(unit: RulesDraft['unit']): void
}

const units = [
  { value: 'lb', label: 'Pounds' },
  { value: 'oz', label: 'Ounces' },
] as const

/** Choice of a preset and a unit. */
export function FormatRows({ draft, onFormat, asNowLocked, update, onUnit }: FormatRowsProps) {
  const keys = presetKeys.filter(key => key !== 'as-now' || draft === null || asNowLocked === null)
  const options = [
    ...keys.map(key => ({ value: key as string, label: presetTexts[key].name })),
    { value: 'own', label: 'My own' },
  ]
  return (
    <RuleGroup title="Format" description={draft !== null && asNowLocked}>
      <Cells wide>
        <ChoiceCell
          label="How is it scored?"
          name="rules.preset"
          value={formatOf(draft)}
          onValue={onFormat}
          options={options}
        />
        {draft !== null && (
          <ChoiceCell
            label="Weights In"
            name="rules.unit"
            value={draft.unit}
            onValue={onUnit}
            options={units}
          />
        )}
      </Cells>
      {draft !== null && (
        <More>
          <Cells wide>
            <ChoiceCell
              label="Time Zone"
              name="rules.timeZone"
              hint="Of the days in the rules as people read them."
              value={draft.timeZone}
              onValue={timeZone => update(before => ({ ...before, timeZone }))}
              options={timeZoneOptions(draft.timeZone)}
            />
          </Cells>
          <Switch
            label="Round points down to whole points"
            name="rules.wholePoints"
            checked={draft.wholePoints}
            onChange={wholePoints => update(before => ({ ...before, wholePoints }))}
          />
        </More>
      )}
    </RuleGroup>
  )
}

/** Rules from elsewhere can name a preset of their own. */
function formatOf(draft: RulesDraft | null): string {
  if (draft === null) return 'as-now'
  return presetKeys.find(key => key === draft.preset) ?? 'own'
}
