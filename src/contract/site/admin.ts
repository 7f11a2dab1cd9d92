import { type } from '../arktype.ts'
import { fieldTexts as texts } from '../field-texts.ts'
import { missingMessages } from '../fields.ts'
import { count, flag, type Infer, list, money, object, one, orNull, text, time } from '../json-schema.ts'
import { email } from '../people/auth.ts'
import { authTexts } from '../people/auth-texts.ts'
import { siteRole } from '../people/site-roles.ts'
import { ownerKinds } from '../record.ts'

/** `risk`: needs a person. `note`: worth knowing. */
export const checkState = one('ok', 'note', 'risk')
export type CheckState = Infer<typeof checkState>

/**
 * `text`: what is the case, and what to do. `href`: where on this site it is changed or shown. `doc`: the part of the
 * operator’s page that describes it.
 */
export const check = object({
  id: text,
  state: checkState,
  title: text,
  text,
  href: orNull(text),
  doc: orNull(text),
})
export type Check = Infer<typeof check>

export const checklist = object({ checks: list(check) })
export type Checklist = Infer<typeof checklist>

/** `sent` false: written to a file. `answer`: the mail server's, or the file. */
export const testMail = object({ to: text, sent: flag, answer: text })
export type TestMail = Infer<typeof testMail>

export const personState = one('active', 'unconfirmed', 'banned')

export const adminPerson = object({
  id: text,
  name: orNull(text),
  email: text,
  state: personState,
  role: orNull(siteRole),
  createdAt: time,
  lastSignInAt: orNull(time),
  /** That the person runs, neither cancelled nor settled. */
  openTournaments: count,
})
export type AdminPerson = Infer<typeof adminPerson>

export const siteRoleGrant = type({
  role: type("'owner' | 'organiser'").configure({ message: () => texts.siteRoleInvalid }, 'self'),
}).configure(...missingMessages({ role: texts.siteRoleInvalid }))

export const adminTournament = object({
  id: text,
  name: text,
  startDate: time,
  endDate: time,
  status: one('upcoming', 'active', 'completed', 'cancelled'),
  organiser: object({ id: text, name: orNull(text), banned: flag }),
})
export type AdminTournament = Infer<typeof adminTournament>

/** Of the account. */
export const newOrganiser = type({ email }).configure(...missingMessages({ email: authTexts.emailRequired }))

export const adminReport = object({
  id: text,
  caption: orNull(text),
  tag: text,
  createdAt: time,
  hidden: flag,
  boat: orNull(text),
  author: object({ id: text, name: orNull(text) }),
  reports: count,
  reasons: list(text),
})
export type AdminReport = Infer<typeof adminReport>

/** `mail`: what would be sent; null for other jobs and when it can't be said. */
export const adminJob = object({
  id: text,
  kind: text,
  subject: text,
  attempts: count,
  failedAt: orNull(time),
  error: orNull(text),
  mail: orNull(object({ to: text, subject: text })),
})
export type AdminJob = Infer<typeof adminJob>

/** At most 100 of each. `refusal`: why it can't be recorded. */
export const adminPayments = object({
  unknownCount: count,
  unknown: list(
    object({
      id: text,
      mode: text,
      amount: orNull(money),
      firstSeenAt: time,
      refusal: orNull(text),
    }),
  ),
  refunds: list(
    object({
      id: text,
      amount: money,
      backer: orNull(text),
      boat: orNull(text),
      tournament: orNull(text),
      error: text,
      failedAt: orNull(time),
    }),
  ),
})
export type AdminPayments = Infer<typeof adminPayments>

export const adminStorage = object({
  kinds: list(object({ id: text, name: text, files: orNull(count), bytes: count })),
  freeBytes: count,
})
export type AdminStorage = Infer<typeof adminStorage>

export const auditKind = one(...ownerKinds)
export type AuditKind = Infer<typeof auditKind>

/** `by` null: the command line. `name` null: a deleted account, or nothing that has a name. */
export const auditEntry = object({
  id: text,
  kind: auditKind,
  by: orNull(object({ id: text, name: orNull(text) })),
  subject: object({ kind: text, id: text, name: orNull(text) }),
  detail: text,
  address: text,
  createdAt: time,
})
export type AuditEntry = Infer<typeof auditEntry>

/** `value`: hidden for secrets. */
export const adminSetting = object({ name: text, value: text, source: one('environment', 'default') })
export const adminSettings = object({ settings: list(adminSetting) })
export type AdminSettings = Infer<typeof adminSettings>
