import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { limits } from '#contract/limits.ts'

export const NewPasswordField = () => (
  <PasswordField
    label="New password"
    name="password"
    autoComplete="new-password"
    minLength={limits.passwordMin}
    hint={`At least ${limits.passwordMin} characters.`}
    required
  />
)
