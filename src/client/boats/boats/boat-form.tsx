import type { ReactNode } from 'react'
import { textOf, toastFailure } from '#client/lib/submit.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions } from '#client/ui/forms/form.tsx'
import { type FieldErrors, type Messages, problemsOf, tooLong } from '#client/ui/forms/form-rules.ts'
import { PictureField, type PictureFieldProps } from '#client/ui/forms/picture-field.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import { nameProblem, textRules } from '#contract/field-texts.ts'

const messages: Messages = {
  name: { valueMissing: textRules.boatName.required },
  captainName: { valueMissing: textRules.captainName.required },
}

const check = (data: FormData): FieldErrors => ({
  ...tooLong(data, {
    name: textRules.boatName,
    captainName: textRules.captainName,
    description: textRules.description,
  }),
  ...problemsOf(data, ['name', 'captainName'], nameProblem),
})

const fieldsOf = (data: FormData) => ({
  name: textOf(data, 'name'),
  captainName: textOf(data, 'captainName'),
  description: textOf(data, 'description').trim() || null,
})

/** Pixels. */
export const boatPictureSide = 1280

/** The owner's fields of a boat. */
export type BoatTexts = Omit<Boat, 'owner_id'>

interface BoatFormProps {
  /** Absent for a new boat. */
  boat?: BoatTexts
  picture: PictureFieldProps['picture']
  /** Message for errors without a text of their own. */
  failure: string
  onSubmit(fields: ReturnType<typeof fieldsOf>): Promise<void>
  /** Buttons. */
  children: ReactNode
}

export const BoatForm = ({ boat, picture, failure, onSubmit, children }: BoatFormProps) => (
  <Form
    row={boat?.id}
    onSubmit={data => onSubmit(fieldsOf(data))}
    onError={error => toastFailure(error, failure)}
    messages={messages}
    check={check}
  >
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
    <PictureField label="Picture (optional)" picture={picture} />
    <FormActions>{children}</FormActions>
  </Form>
)
