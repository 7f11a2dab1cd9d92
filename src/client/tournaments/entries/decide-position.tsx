import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { changeEntry } from '#client/tournaments/api/entries.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { NumberField } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { type Messages, notANumber } from '#client/ui/forms/form-rules.ts'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { ordinal } from '#contract/numbers.ts'
import type { EntryPosition } from '#contract/tournaments/catches.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

/** Returns the text of an override, or null without one. */
export function decisionText({ override, byWeight }: EntryPosition): string | null {
  if (override === null) return null
  return byWeight === null
    ? 'Overridden; by weight it would have no position'
    : `Overridden; by weight it would be ${ordinal(byWeight)}`
}

interface Props {
  entry: Entry
}

/** Overrides the position by weight, as after a protest or a penalty. */
export function DecidePosition({ entry }: Props) {
  return (
    <DialogButton
      label="Set Position"
      about={` of ${entry.boat.name}`}
      variant="secondary"
      title={`Set the Position of ${entry.boat.name}`}
      description="It overrides the weights until you take it back. The others are placed by weight."
    >
      {close => <PositionForm entry={entry} onDone={close} />}
    </DialogButton>
  )
}

const messages: Messages = {
  position: { valueMissing: fieldTexts.positionInvalid, ...notANumber(fieldTexts.positionInvalid) },
}

function PositionForm({ entry, onDone }: Props & { onDone(): void }) {
  const change = useApiMutation(changeEntry, 'Failed to set the position. Please try again.')

  const decide = async (data: FormData) => {
    const position = Number(textOf(data, 'position'))
    await change.send({ params: { id: entry.id }, body: { currentPosition: position } })
    toast({ title: `${entry.boat.name} is ${ordinal(position)}`, description: 'By your decision.' })
    onDone()
  }

  return (
    <Form row={entry.id} onSubmit={decide} onError={change.fail} messages={messages}>
      <NumberField
        label="Position"
        name="position"
        whole
        min={1}
        max={limits.positionMax}
        hint="1 is first. A boat that you gave this position before goes back to its place by weight."
        defaultValue={entry.currentPosition ?? ''}
        required
      />
      <DialogActions submit="Set Position" onCancel={onDone} />
    </Form>
  )
}

export function TakeBackPosition({ entry }: Props) {
  const { pending, run } = useApiMutation(changeEntry, 'Failed to take the position back. Please try again.')

  const takeBack = () =>
    run({ params: { id: entry.id }, body: { currentPosition: null } }, () =>
      toast({ title: 'Position taken back', description: `${entry.boat.name} stands by its weight again.` }),
    )

  return (
    <Button variant="secondary" pending={pending} onClick={() => void takeBack()}>
      Take Back<VisuallyHidden> the position of {entry.boat.name}</VisuallyHidden>
    </Button>
  )
}
