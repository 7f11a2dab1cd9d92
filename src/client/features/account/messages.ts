import { messageOf } from '#client/lib/request.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'
import type { Messages } from '#client/ui/form-rules.ts'
import { toast } from '#client/ui/toast.ts'
import { authTexts } from '#contract/auth-texts.ts'

/** What a browser finds wrong is said in the server's words. */
export const messages: Messages = {
  email: { valueMissing: authTexts.emailRequired, typeMismatch: authTexts.emailInvalid },
  password: { valueMissing: authTexts.passwordRequired, tooShort: authTexts.passwordTooShort },
  currentPassword: { valueMissing: authTexts.currentPasswordRequired },
  firstName: { valueMissing: authTexts.firstNameRequired, tooLong: authTexts.nameTooLong },
  lastName: { valueMissing: authTexts.lastNameRequired, tooLong: authTexts.nameTooLong },
}

/** The specification's way to say that something did not work. */
export function tellFailure(error: unknown): void {
  if (handleUnauthorized(error)) return
  toast({ title: 'Error', description: messageOf(error, 'An error occurred'), variant: 'destructive' })
}

/** A field of a form as text. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** For what ends in another page: the form stays as it is while the browser gets there. */
export const untilTheNextPage = () => new Promise<never>(() => {})
