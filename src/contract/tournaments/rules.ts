import { type } from '../arktype.ts'
import { textRules } from '../field-texts.ts'
import { missingMessages, optionalLines } from '../fields.ts'
import { count, type Infer, object, orNull, text, time } from '../json-schema.ts'
import { rulesJson } from './scoring/rules-json.ts'
import { rulesField } from './scoring/rules-schema.ts'
import { scoringTexts } from './scoring/scoring-texts.ts'

/** `number` 0: never had rules. `rules` null: the heaviest fish, as without rules. */
export const tournamentRules = object({
  number: count,
  setAt: orNull(time),
  reason: orNull(text),
  rules: orNull(rulesJson),
})
export type TournamentRules = Infer<typeof tournamentRules>

/** `rules`: rules without days, in UTC, or null for `as-now`. */
export const rulesPreset = object({ key: text, name: text, summary: text, rules: orNull(rulesJson) })
export type RulesPreset = Infer<typeof rulesPreset>

/** `reason`: required once a backer has paid, and after the start. */
export const newRules = type({ rules: rulesField, 'reason?': optionalLines(textRules.reason) }).configure(
  ...missingMessages({ rules: scoringTexts.rulesInvalid }),
)
