import { Field } from '#client/ui/forms/field.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import { limits } from '#contract/limits.ts'

interface NameFieldsProps {
  firstName: string
  lastName: string
  autoFocus?: boolean
}

export const NameFields = ({ firstName, lastName, autoFocus }: NameFieldsProps) => (
  <Grid columns="stats">
    <Field
      label="First name"
      name="firstName"
      autoComplete="given-name"
      defaultValue={firstName}
      maxLength={limits.personNameMax}
      autoFocus={autoFocus}
      required
    />
    <Field
      label="Last name"
      name="lastName"
      autoComplete="family-name"
      defaultValue={lastName}
      maxLength={limits.personNameMax}
      required
    />
  </Grid>
)
