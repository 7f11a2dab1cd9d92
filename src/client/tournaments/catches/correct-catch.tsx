import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { localOfInstant } from '#client/domain/dates.ts'
import { toast } from '#client/lib/toast.ts'
import { correctCatch } from '#client/tournaments/api/catches.ts'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { ReasonField } from '#client/ui/forms/reason-form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { compareBoatNames } from '#contract/names.ts'
import type { Catch, OrganiserView } from '#contract/tournaments/catches.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { CaughtAtField, catchMessages } from './catch-fields.tsx'
import { changeOf, valuesOf } from './correction.ts'
import { FishFields } from './fish-fields.tsx'
import { checkFish } from './fish-of-form.ts'
import { ScaleFields } from './scale-line.tsx'
import { weighInText } from './weigh-in-text.ts'

interface Props {
  fish: Catch
  entries: readonly Entry[]
  view: OrganiserView
  onDone(): void
}

export function CorrectCatch({ fish: latest, entries, view, onDone }: Props) {
  // What another person corrects meanwhile isn't sent back as it was.
  const [fish] = useState(latest)
  const [boat, setBoat] = useState(fish.entryId)
  const { rules = null, anglers = [] } = view
  const correction = useApiMutation(correctCatch, 'Failed to correct the catch. Please try again.')

  const correct = async (data: FormData) => {
    const answer = await correction.send({ params: { id: fish.id }, body: changeOf(data, fish, rules) })
    toast({ title: 'Catch corrected', description: weighInText(answer) })
    onDone()
  }

  return (
    <Form
      row={fish.id}
      onSubmit={correct}
      onError={correction.fail}
      messages={catchMessages}
      check={data => checkFish(data, rules)}
    >
      {rules && (
        <SelectField
          label="Boat"
          name="entryId"
          options={entries
            .toSorted((a, b) => compareBoatNames(a.boat.name, b.boat.name))
            .map(entry => ({ value: entry.id, label: entry.boat.name }))}
          value={boat}
          onChange={event => setBoat(event.currentTarget.value)}
        />
      )}
      <FishFields
        rules={rules}
        anglers={anglers.filter(({ entryId }) => entryId === boat)}
        values={valuesOf(fish, rules)}
      />
      <CaughtAtField value={localOfInstant(fish.caughtAt)} required isRuled={rules !== null} />
      {rules && (
        <>
          {fish.weighedAt && (
            <DateTimeField
              label="Weighed At"
              name="weighedAt"
              defaultValue={localOfInstant(fish.weighedAt)}
              required
            />
          )}
          <ScaleFields scale={fish.scale ?? ''} witness={fish.witness ?? ''} />
          <ReasonField />
        </>
      )}
      <DialogActions submit="Save Correction" onCancel={onDone} />
    </Form>
  )
}
