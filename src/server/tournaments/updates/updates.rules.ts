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

/** The update of a weigh-in is deleted only with its catch. */
export const goesWithItsCatch = (update: Pick<UpdateRow, 'catch_id'>): boolean => update.catch_id !== null

function placeText(position: number | null, isTied: boolean): string {
  if (position === null) return ''
  if (position === 1) return isTied ? ' and is tied for first place' : ' and is in first place'
  return `, now ${isTied ? 'tied ' : ''}in position ${position}`
}

/** The words `catch`, `released`, `measured` and `first` choose the icon. */
export function weighInText(
  boat: string,
  fish: Measures & { species: string },
  position: number | null,
  isTied = false,
): string {
  const place = placeText(position, isTied)
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
