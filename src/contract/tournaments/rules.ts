import { type } from '../arktype.ts'
import { textRules } from '../field-texts.ts'
import { optionalLines } from '../fields.ts'
import { count, type Infer, list, object, orNull, text, time } from '../json-schema.ts'
import { rulesJson } from './scoring/rules-json.ts'
import { sentRules } from './scoring/rules-schema.ts'

/** `number` 0: never had rules. `rules` null: the heaviest fish, as without rules. */
export const tournamentRules = object({
  number: count,
  setAt: orNull(time),
  reason: orNull(text),
  rules: orNull(rulesJson),
})
export type TournamentRules = Infer<typeof tournamentRules>

/** `rules` null: `as-now`. */
export const rulesPreset = object({ key: text, name: text, summary: text, rules: orNull(rulesJson) })
export type RulesPreset = Infer<typeof rulesPreset>

/** `reason`: required once a backer has paid, or after the start. */
export const newRules = type({ rules: sentRules, 'reason?': optionalLines(textRules.reason) })
