import { type } from '../arktype.ts'
import { fieldTexts as texts } from '../field-texts.ts'
import { missingMessages, oneOf } from '../fields.ts'
import { email } from '../people/auth.ts'
import { authTexts } from '../people/auth-texts.ts'

export const siteRoleGrant = type({
  role: oneOf(['owner', 'organiser'], texts.siteRoleInvalid),
}).configure(...missingMessages({ role: texts.siteRoleInvalid }))

/** Account that becomes an organiser, by its e-mail address. */
export const newOrganiser = type({ email }).configure(...missingMessages({ email: authTexts.emailRequired }))
