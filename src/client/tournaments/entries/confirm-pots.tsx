import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { setPots } from '#client/tournaments/api/rules.ts'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { ReasonField, reasonMessages } from '#client/ui/forms/reason-form.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { chosenPots } from '#contract/tournaments/scoring/pots.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { type OwnPots, potLabel } from './pot-words.ts'
import { TickGroup, ticksIn } from './tick-group.tsx'

interface ConfirmPotsProps {
  entry: Entry
  rules: RulesJson
  pots: OwnPots
  /** True after the start. */
  needsReason: boolean
}

/** Organisers choose the jackpots that a boat is in. */
export function ConfirmPots(props: ConfirmPotsProps) {
  const { boat } = props.entry
  return (
    <DialogButton
      label="Jackpots"
      about={` of ${boat.name}`}
      variant="secondary"
      title={`Jackpots of ${boat.name}`}
      description="Tick those whose fee is paid: the boat is in."
    >
      {close => <PotsForm {...props} onDone={close} />}
    </DialogButton>
  )
}

function PotsForm({ entry, rules, pots, needsReason, onDone }: ConfirmPotsProps & { onDone(): void }) {
  const change = useApiMutation(setPots, 'Failed to save the jackpots. Please try again.')
  // Another organiser may confirm a jackpot meanwhile.
  const [before] = useState(pots.in)
  const save = async (data: FormData) => {
    const reason = textOf(data, 'reason')
    await change.send({
      params: { id: entry.id },
      body: { in: ticksIn(data, 'in'), inBefore: before, ...(reason !== '' && { reason }) },
    })
    toast({ title: 'Saved', description: `The jackpots of ${entry.boat.name} are changed.` })
    onDone()
  }
  return (
    <Form row={entry.id} onSubmit={save} onError={change.fail} messages={reasonMessages}>
      <TickGroup
        label="In"
        name="in"
        values={before}
        options={chosenPots(rules).map(pot => ({
          value: pot.key,
          label: `${potLabel(pot)}${pots.wanted.includes(pot.key) ? ' (asked for)' : ''}`,
        }))}
      />
      {needsReason && <ReasonField />}
      <DialogActions submit="Save Jackpots" onCancel={onDone} />
    </Form>
  )
}
