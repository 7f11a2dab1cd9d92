import { type Measures, measureText, unweighedText } from '#contract/tournaments/catch-texts.ts'
import type { TournamentRole } from '#contract/tournaments/staff.ts'
import { type BoatRow, ownsBoat } from '#server/boats/boats/index.ts'
import { canManageTournament, canWeighIn } from '#server/tournaments/tournaments/index.ts'
import type { UpdateRow } from './updates.table.ts'

interface Person {
  id: string
}

export interface Subject {
  boat: Pick<BoatRow, 'owner_id'>
  /** The person's in the tournament. */
  role: TournamentRole | null
}

/** @param isCrew whether the boat's owner has approved the person as crew */
export const canPostUpdate = (person: Person, { boat, role }: Subject, isCrew: boolean): boolean =>
  ownsBoat(person, boat) || isCrew || canWeighIn(role)

/** The author, the boat's owner or an organiser. */
export const canDeleteUpdate = (
  person: Person,
  update: Pick<UpdateRow, 'author_id'>,
  { boat, role }: Subject,
): boolean => update.author_id === person.id || ownsBoat(person, boat) || canManageTournament(role)

export interface ToldPlace {
  position: number
  isTied: boolean
  /** Day of its board, or null for all days together. */
  day: string | null
}

function placeText({ position, isTied, day }: ToldPlace): string {
  const on = day === null ? '' : ` on ${day}`
  if (position === 1) return ` and is ${isTied ? 'tied for' : 'in'} first place${on}`
  return `, now ${isTied ? 'tied ' : ''}in position ${position}${on}`
}

/** The words `catch`, `released`, `measured` and `first` choose the icon. */
export function weighInText(
  boat: string,
  fish: Measures & { species: string },
  toldPlace: ToldPlace | null,
): string {
  const place = toldPlace ? placeText(toldPlace) : ''
  const text = unweighedText(fish)
  if (text !== null) return `${boat} ${text}${place}.`
  return `${boat} weighed in a catch of ${measureText(fish)} (${fish.species})${place}.`
}

interface WeighIn {
  /** Null without a catch. */
  species: string | null
  disqualified_at: number | null
  boat_disqualified_at: number | null
}

/** Returns since when the fish of a weigh-in or its boat is disqualified, in milliseconds since 1970, or null. */
export const disqualifiedAt = ({ species, disqualified_at: fish, boat_disqualified_at: boat }: WeighIn) =>
  species === null ? null : (fish ?? boat)
