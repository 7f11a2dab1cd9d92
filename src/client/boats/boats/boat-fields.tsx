import { textOf } from '#client/lib/submit.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { type FieldErrors, type Messages, problemsOf, tooLong } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import { nameProblem, textRules } from '#contract/field-texts.ts'

export const boatMessages: Messages = {
  name: { valueMissing: textRules.boatName.required },
  captainName: { valueMissing: textRules.captainName.required },
}

export const checkBoat = (data: FormData): FieldErrors => ({
  ...tooLong(data, {
    name: textRules.boatName,
    captainName: textRules.captainName,
    description: textRules.description,
  }),
  ...problemsOf(data, ['name', 'captainName'], nameProblem),
})

export const boatIn = (data: FormData) => ({
  name: textOf(data, 'name'),
  captainName: textOf(data, 'captainName'),
  description: textOf(data, 'description').trim() || null,
})

/** Pixels. */
export const boatPictureSide = 1280

export function BoatFields({ boat }: { boat?: Boat }) {
  return (
    <>
      <Field label="Boat Name" name="name" autoComplete="off" defaultValue={boat?.name} required />
      <Field
        label="Captain Name"
        name="captainName"
        autoComplete="name"
        defaultValue={boat?.captain_name}
        required
      />
      <TextareaField
        label="Description"
        name="description"
        hint="Optional. What should backers know about boat and crew?"
        rows={4}
        defaultValue={boat?.description ?? ''}
      />
    </>
  )
}
