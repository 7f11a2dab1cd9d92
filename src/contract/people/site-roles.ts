import { type } from '../arktype.ts'
import { textRules } from '../field-texts.ts'
import { lines, missingMessages } from '../fields.ts'
import { flag, type Infer, object, one, orNull, text, time } from '../json-schema.ts'
import { siteRole } from './site-role.ts'

/** `request`: the latest, while one may not organise. */
export const ownSiteRole = object({
  role: orNull(siteRole),
  mayOrganise: flag,
  request: orNull(one('open', 'declined')),
})
export type OwnSiteRole = Infer<typeof ownSiteRole>

export const newOrganiserRequest = type({ content: lines(textRules.organiserRequest) }).configure(
  ...missingMessages({ content: textRules.organiserRequest.required }),
)

export const ownerLink = object({ expiresAt: time })
export type OwnerLink = Infer<typeof ownerLink>

export const organiserRequest = object({
  id: text,
  content: text,
  createdAt: time,
  person: object({ id: text, name: orNull(text), email: text }),
})
export type OrganiserRequest = Infer<typeof organiserRequest>
