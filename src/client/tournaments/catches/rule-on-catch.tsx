import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { allowCatch, disqualifyCatch, endAllowance, reinstateCatch } from '#client/tournaments/api/catches.ts'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { ReasonField } from '#client/ui/forms/reason-form.tsx'
import type { Catch } from '#contract/tournaments/catches.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { catchMessages } from './catch-fields.tsx'
import { rulingsOn } from './rulings.ts'

interface Props {
  fish: Catch
  rules: RulesJson
  /** "Reel Deal, 412.5 lbs Blue Marlin" */
  what: string
  onDone(): void
}

/** Disqualifies or allows a catch, or ends either. */
export function RuleOnCatch({ fish, rules, what, onDone }: Props) {
  const calls = {
    disqualify: useApiMutation(disqualifyCatch),
    reinstate: useApiMutation(reinstateCatch),
    allow: useApiMutation(allowCatch),
    'end-allowance': useApiMutation(endAllowance),
  }
  // Another organiser may decide meanwhile, which would turn "Disqualify" into "Reinstate".
  const [rulings] = useState(() => rulingsOn(fish, rules))
  const decide = async (data: FormData) => {
    const ruling = rulings.find(({ value }) => value === textOf(data, 'ruling')) ?? rulings[0]
    if (!ruling) return
    await calls[ruling.value].send({ params: { id: fish.id }, body: { reason: textOf(data, 'reason') } })
    toast({ title: ruling.done, description: `${what}. Positions are up to date.` })
    onDone()
  }
  return (
    <Form row={fish.id} onSubmit={decide} onError={calls.disqualify.fail} messages={catchMessages}>
      <RadioGroup
        label="Decision"
        name="ruling"
        options={rulings}
        defaultValue={rulings.length === 1 ? rulings[0]?.value : undefined}
        required
      />
      <ReasonField />
      <DialogActions submit="Decide" onCancel={onDone} />
    </Form>
  )
}
