import { SubmitButton } from '#client/ui/forms/form.tsx'
import { Panel } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import { rulesOf } from '#contract/tournaments/scoring/rules-conversion.ts'
import { RulesInShort } from './rules-in-short.tsx'
import { isPreset } from './starting-rules.ts'
import { tournamentDays } from './tournament-days.ts'

/** Stands for the days that the tournament will have, which aren't shown, so that sentences say "a day". */
const exampleDays = tournamentDays({ startDate: '2026-06-05T12:00:00Z', endDate: '2026-06-05T20:00:00Z' })

/** Summary of a format, before the tournament has days. */
export function PresetSummary({ choice }: { choice: string }) {
  const json = isPreset(choice) ? preset(choice, { days: exampleDays, timeZone: 'UTC' }) : null
  return (
    <Panel padding="md" role="status" gap="3">
      {json === null ? (
        <p>Begin with the heaviest fish of each boat, and change what you need.</p>
      ) : (
        <RulesInShort rules={rulesOf(json)} without={['Days']} />
      )}
      <Muted small>
        Lines are in and out at the hours of the dates above. Change creates the tournament and opens its
        rules, with days, jackpots and protests.
      </Muted>
      <div>
        <SubmitButton name="next" value="rules" variant="secondary">
          Change
        </SubmitButton>
      </div>
    </Panel>
  )
}
