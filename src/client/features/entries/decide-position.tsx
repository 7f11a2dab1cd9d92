import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeOf, invalidate } from '#client/api/invalidate.ts'
import { ordinal } from '#client/domain/numbers.ts'
import { request } from '#client/lib/request.ts'
import { tellFailure, textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { VisuallyHidden } from '#client/ui/layout/visually-hidden.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { limits } from '#contract/limits.ts'
import { marinaTexts } from '#contract/marina-texts.ts'
import type { Entry } from '#contract/tournaments.ts'
import { entryPath } from './entries.queries.ts'

interface Props {
  entry: Entry
  tournamentId: string
}

/** Sets a position against the weights: after a protest, a penalty, a jury's word. */
export function DecidePosition({ entry, tournamentId }: Props) {
  return (
    <DialogButton
      label={
        <>
          Set Position<VisuallyHidden> of {entry.boat.name}</VisuallyHidden>
        </>
      }
      variant="secondary"
      title={`Set the Position of ${entry.boat.name}`}
      description="It stands against the weights until you take it back. The others follow by weight."
    >
      {close => <PositionForm entry={entry} tournamentId={tournamentId} onDone={close} />}
    </DialogButton>
  )
}

const wrong = marinaTexts.positionInvalid
const messages: Messages = {
  position: {
    valueMissing: wrong,
    badInput: wrong,
    rangeUnderflow: wrong,
    rangeOverflow: wrong,
    stepMismatch: wrong,
  },
}

function PositionForm({ entry, tournamentId, onDone }: Props & { onDone(): void }) {
  const client = useQueryClient()

  const decide = async (data: FormData) => {
    const position = Number(textOf(data, 'position'))
    await request('PATCH', entryPath(entry.id), { currentPosition: position })
    await invalidate(client, changeOf(tournamentId))
    toast({ title: `${entry.boat.name} is ${ordinal(position)}`, description: 'By your decision.' })
    onDone()
  }

  return (
    <Form
      onSubmit={decide}
      onError={error => tellFailure(error, 'Failed to set the position. Please try again.')}
      messages={messages}
    >
      <Field
        label="Position"
        name="position"
        type="number"
        inputMode="numeric"
        min={1}
        max={limits.positionMax}
        step={1}
        hint="1 is first. A boat that you gave this position before goes back to its place by weight."
        defaultValue={entry.currentPosition ?? ''}
        autoComplete="off"
        required
      />
      <FormActions>
        <SubmitButton>Set Position</SubmitButton>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}

/** Lets the weights decide again. */
export function TakeBackPosition({ entry, tournamentId }: Props) {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)

  const takeBack = async () => {
    setPending(true)
    try {
      await request('PATCH', entryPath(entry.id), { currentPosition: null })
      await invalidate(client, changeOf(tournamentId))
      toast({ title: 'Position taken back', description: `${entry.boat.name} stands by its weight again.` })
    } catch (error) {
      tellFailure(error, 'Failed to take the position back. Please try again.')
    } finally {
      setPending(false)
    }
  }

  return (
    <Button variant="secondary" pending={pending} onClick={() => void takeBack()}>
      Take Back<VisuallyHidden> the position of {entry.boat.name}</VisuallyHidden>
    </Button>
  )
}
