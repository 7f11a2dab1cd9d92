declare const brand: unique symbol

/** An opaque id: a UUID, told apart by what it names so that two kinds cannot be mixed up. */
export type Id<Name extends string> = string & { readonly [brand]: Name }

export type UserId = Id<'user'>
export type SessionId = Id<'session'>
export type BoatId = Id<'boat'>
export type TournamentId = Id<'tournament'>
export type EntryId = Id<'entry'>
export type ImageId = Id<'image'>
export type CatchId = Id<'catch'>
export type UpdateId = Id<'update'>
export type VideoId = Id<'video'>
export type PostId = Id<'post'>
export type FundingId = Id<'funding'>
export type PayoutId = Id<'payout'>

/**
 * A fresh id of version 7: random, and ordered by time, so that an index on it grows at one end.
 * The type parameter names what it is an id of.
 */
export function newId<Name extends string>(): Id<Name> {
  return Bun.randomUUIDv7() as Id<Name>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a string from outside has the shape of our ids. */
export function isId<Name extends string>(value: unknown): value is Id<Name> {
  return typeof value === 'string' && uuid.test(value)
}

/** Whether a payment's id has the shape of the provider's: it may come near a URL. */
export const isIntentId = (value: unknown): value is string =>
  typeof value === 'string' && /^pi_[A-Za-z0-9_]{1,200}$/.test(value)
