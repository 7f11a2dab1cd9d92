import { Field, type FieldProps } from '#client/ui/forms/field.tsx'
import { limits } from '#contract/limits.ts'

/** Address of an account. */
export const EmailField = (props: Omit<FieldProps, 'name'>) => (
  <Field
    name="email"
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={limits.emailMax}
    required
    {...props}
  />
)
