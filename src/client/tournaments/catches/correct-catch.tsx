import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { instantOfLocal, localOfInstant } from '#client/domain/dates.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { correctCatch } from '#client/tournaments/api/catches.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { limits } from '#contract/limits.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
import { CaughtAtField, catchMessages, checkCatch } from './catch-fields.tsx'
import { SpeciesField } from './species-field.tsx'
import { weighInText } from './weigh-in-text.ts'

interface Props {
  caught: Catch
  onDone(): void
}

export function CorrectCatch({ caught, onDone }: Props) {
  const correction = useApiMutation(correctCatch, 'Failed to correct the catch. Please try again.')
  const was = localOfInstant(caught.caughtAt)

  const correct = async (data: FormData) => {
    const at = textOf(data, 'caughtAt')
    const answer = await correction.send({
      params: { id: caught.id },
      body: {
        weight: textOf(data, 'weight'),
        species: textOf(data, 'species'),
        // The field drops the seconds, which decide ties.
        ...(at !== was && { caughtAt: instantOfLocal(at) }),
      },
    })
    toast({ title: 'Catch corrected', description: weighInText(answer) })
    onDone()
  }

  return (
    <Form onSubmit={correct} onError={correction.fail} messages={catchMessages} check={checkCatch}>
      <Field
        label="Weight"
        name="weight"
        type="number"
        inputMode="decimal"
        min={0.01}
        max={limits.weightMax}
        step={0.01}
        suffix="lbs"
        autoComplete="off"
        defaultValue={caught.weight ?? undefined}
        required
      />
      <SpeciesField value={caught.species} />
      <CaughtAtField value={was} required />
      <FormActions>
        <SubmitButton>Save Correction</SubmitButton>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}
