import type { Messages } from '#client/ui/forms/form-rules.ts'
import { authTexts } from '#contract/people/auth-texts.ts'

/** The server's texts, for native validation. */
export const messages: Messages = {
  email: { valueMissing: authTexts.emailRequired, typeMismatch: authTexts.emailInvalid },
  password: { valueMissing: authTexts.passwordRequired, tooShort: authTexts.passwordTooShort },
  currentPassword: { valueMissing: authTexts.currentPasswordRequired },
  firstName: { valueMissing: authTexts.firstNameRequired, tooLong: authTexts.nameTooLong },
  lastName: { valueMissing: authTexts.lastNameRequired, tooLong: authTexts.nameTooLong },
}
