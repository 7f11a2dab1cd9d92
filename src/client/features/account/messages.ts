import type { Messages } from '#client/ui/forms/form-rules.ts'
import { authTexts } from '#contract/auth-texts.ts'

/** The browser's validation shows the server's texts. */
export const messages: Messages = {
  email: { valueMissing: authTexts.emailRequired, typeMismatch: authTexts.emailInvalid },
  password: { valueMissing: authTexts.passwordRequired, tooShort: authTexts.passwordTooShort },
  currentPassword: { valueMissing: authTexts.currentPasswordRequired },
  firstName: { valueMissing: authTexts.firstNameRequired, tooLong: authTexts.nameTooLong },
  lastName: { valueMissing: authTexts.lastNameRequired, tooLong: authTexts.nameTooLong },
}
