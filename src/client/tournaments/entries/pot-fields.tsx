import { textOf } from '#client/lib/submit.ts'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import type { FieldErrors } from '#client/ui/forms/form-rules.ts'
import { chosenPots } from '#contract/tournaments/scoring/pots.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { css } from '#styled/css/index.js'
import { checkGoalParts, GoalPartsFields, goalPartsIn } from './goal-parts.tsx'
import { potLabel } from './pot-words.ts'
import { TickGroup, ticksIn } from './tick-group.tsx'

interface PotsWantedProps {
  rules: RulesJson
  pots: readonly string[]
}

/** Jackpots that a captain asks for. */
export const PotsWanted = ({ rules, pots }: PotsWantedProps) => (
  <TickGroup
    label="Jackpots"
    name="potsWanted"
    hint="You are in once the organiser has your fee, until the start."
    options={chosenPots(rules).map(pot => ({ value: pot.key, label: potLabel(pot) }))}
    values={pots}
  />
)

// CSS hides the list, so that a choice before hydration shows it too.
const sharing = css({
  column: '3',
  '&:not(:has([value=some]:checked)) > :last-child': { display: 'none' },
})

interface SharedPotsProps {
  rules: RulesJson
  pots: 'all' | readonly string[]
}

/** Winnings of the boat of which its backers get their percentage. */
export const SharedPots = ({ rules, pots }: SharedPotsProps) => (
  <div className={sharing}>
    <RadioGroup
      label="Backers share"
      name="sharing"
      defaultValue={pots === 'all' ? 'all' : 'some'}
      options={[
        { value: 'all', label: 'Everything the boat wins', hint: 'Jackpots included.' },
        { value: 'some', label: 'Only what it wins in some jackpots' },
      ]}
    />
    <TickGroup
      label="Shared with backers"
      name="sharedPots"
      options={rules.pots.map(({ key, name }) => ({ value: key, label: name }))}
      values={pots === 'all' ? [] : pots}
    />
  </div>
)

export const sharedPotsIn = (data: FormData): 'all' | string[] =>
  textOf(data, 'sharing') === 'some' ? ticksIn(data, 'sharedPots') : 'all'

export function checkSharing(data: FormData): FieldErrors {
  const pots = sharedPotsIn(data)
  return pots !== 'all' && pots.length === 0 ? { sharing: 'Tick at least one, or share everything' } : {}
}

/** Returns whether captains state more about jackpots. */
export const havePots = (rules: RulesJson | null): rules is RulesJson =>
  rules !== null && rules.pots.length > 0

/** Fields of a boat that enters. */
export const PotTermsFields = ({ rules }: { rules: RulesJson }) => (
  <>
    {chosenPots(rules).length > 0 && <PotsWanted rules={rules} pots={[]} />}
    <SharedPots rules={rules} pots="all" />
    <GoalPartsFields parts={undefined} />
  </>
)

export function potTermsIn(data: FormData) {
  const goalParts = goalPartsIn(data)
  return {
    potsWanted: ticksIn(data, 'potsWanted'),
    sharedPots: sharedPotsIn(data),
    ...(goalParts.length > 0 && { goalParts }),
  }
}

export const checkPotTerms = (data: FormData): FieldErrors => ({
  ...checkSharing(data),
  ...checkGoalParts(data),
})
