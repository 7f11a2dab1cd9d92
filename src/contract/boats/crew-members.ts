import { type } from '../arktype.ts'
import { fieldTexts as texts } from '../field-texts.ts'
import { boolean, missingMessages, optionalId } from '../fields.ts'
import { flag, type Infer, object, orNull, text, time } from '../json-schema.ts'
import { boatSummary } from './boats.ts'

export const assignment = object({
  boatId: orNull(text),
  boat: orNull(boatSummary),
  approved: flag,
})
export type Assignment = Infer<typeof assignment>

/** Requests first. */
export const crewMember = object({
  userId: text,
  firstName: orNull(text),
  lastName: orNull(text),
  email: text,
  approved: flag,
  requestedAt: time,
})
export type CrewMember = Infer<typeof crewMember>

/** Null leaves the boat. */
export const newAssignment = type({ boatId: optionalId<'boat'>(texts.boatRequired) }).configure(
  ...missingMessages({ boatId: texts.boatRequired }),
)

/** False removes the member. */
export const approval = type({
  approved: boolean(texts.approvedInvalid),
}).configure(...missingMessages({ approved: texts.approvedInvalid }))
