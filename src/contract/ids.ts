import { withLimits } from './json-limits.ts'

declare const brand: unique symbol

/** Branded UUID. */
export type Id<Name extends string> = string & { readonly [brand]: Name }

export type UserId = Id<'user'>
export type SessionId = Id<'session'>
export type BoatId = Id<'boat'>
export type TournamentId = Id<'tournament'>
export type EntryId = Id<'entry'>
export type ImageId = Id<'image'>
export type CatchId = Id<'catch'>
export type AnglerId = Id<'angler'>
export type PenaltyId = Id<'penalty'>
export type ProtestId = Id<'protest'>
export type ProtestStepId = Id<'protest-step'>
export type HoldId = Id<'hold'>
export type UpdateId = Id<'update'>
export type AnnouncementId = Id<'announcement'>
export type StaffInvitationId = Id<'staff-invitation'>
export type OrganiserRequestId = Id<'organiser-request'>
export type VideoId = Id<'video'>
export type PostId = Id<'post'>
export type FundingId = Id<'funding'>
export type PayoutId = Id<'payout'>
export type PayoutImportId = Id<'payout-import'>
export type HandoverId = Id<'handover'>
export type NotificationId = Id<'notification'>
export type PushSubscriptionId = Id<'push-subscription'>
export type DataExportId = Id<'data-export'>
export type WebhookId = Id<'webhook'>
export type WebhookDeliveryId = Id<'webhook-delivery'>

/** UUID version 7: ordered by time. */
export function newId<Name extends string>(): Id<Name> {
  return Bun.randomUUIDv7() as Id<Name>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isId = withLimits(
  { pattern: uuid.source },
  <Name extends string>(value: unknown): value is Id<Name> => typeof value === 'string' && uuid.test(value),
)

/** A payment intent's id, safe in the provider's URLs. */
export const intentIdPattern = /^pi_[A-Za-z0-9_]{1,200}$/
export const isIntentId = (value: unknown): value is string =>
  typeof value === 'string' && intentIdPattern.test(value)
