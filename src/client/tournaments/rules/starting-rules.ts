import { ownTimeZone } from '#client/lib/time-zones.ts'
import { type PresetKey, presetKeys } from '#contract/tournaments/scoring/preset-texts.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'
import { tournamentDays } from './tournament-days.ts'

export const isPreset = (key: string): key is PresetKey => presetKeys.some(each => each === key)

/**
 * Returns rules to begin with, with the days of the tournament, or null
 * as without rules. @param choice a preset or `own`
 */
export function startingRules(
  choice: string,
  dates: Pick<TournamentSummary, 'startDate' | 'endDate'>,
): RulesJson | null {
  const setting = { days: tournamentDays(dates), timeZone: ownTimeZone() }
  const own = preset('heaviest', setting)
  if (choice === 'own') return own && { ...own, preset: null }
  return isPreset(choice) ? preset(choice, setting) : null
}
