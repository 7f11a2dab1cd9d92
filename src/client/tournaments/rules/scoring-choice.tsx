import { useState } from 'react'
import { textOf } from '#client/lib/submit.ts'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { lazyPart } from '#client/ui/overlays/lazy-part.ts'
import { presetTexts } from '#contract/tournaments/scoring/preset-texts.ts'

const field = 'scoring'
const asNow = 'as-now'

const options = [
  ...([asNow, 'five-fish', 'release', 'longest', 'aggregate'] as const).map(key => ({
    value: key,
    label: presetTexts[key].name,
  })),
  { value: 'own', label: 'My own' },
]

const summary = lazyPart(async () => (await import('./preset-summary.tsx')).PresetSummary)

/** Choice of the scoring in the form that creates a tournament. */
export function ScoringChoice() {
  const [choice, setChoice] = useState<string>(asNow)
  const isRuled = choice !== asNow
  const Summary = summary.usePart(isRuled, () => setChoice(asNow))
  return (
    <>
      <RadioGroup
        label="How is it scored?"
        name={field}
        options={options}
        value={choice}
        onChange={setChoice}
      />
      {isRuled &&
        (Summary ? (
          <Summary choice={choice} />
        ) : (
          <>
            <LoadingText />
            <Skeleton shape="block" />
          </>
        ))}
    </>
  )
}

/** The form's choice of rules, for the body. */
export async function scoringIn(data: FormData, dates: { startDate: string; endDate: string }) {
  const choice = textOf(data, field)
  if (choice === asNow || choice === '') return {}
  const { startingRules } = await import('./starting-rules.ts')
  return { rules: startingRules(choice, dates) }
}

/** Returns whether the rules page comes next. */
export const changesRules = (data: FormData): boolean =>
  textOf(data, field) === 'own' || textOf(data, 'next') === 'rules'
