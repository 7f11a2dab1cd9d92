import { type } from '../arktype.ts'
import { fieldTexts as texts } from '../field-texts.ts'
import { saysMissing } from '../fields.ts'
import { email } from '../people/auth.ts'
import { authTexts } from '../people/auth-texts.ts'

export const siteRoleGrant = type({
  role: type("'owner' | 'organiser'").configure({ message: () => texts.siteRoleInvalid }, 'self'),
}).configure(...saysMissing({ role: texts.siteRoleInvalid }))

/** Of the account. */
export const newOrganiser = type({ email }).configure(...saysMissing({ email: authTexts.emailRequired }))
