import type { BoatRow } from '#server/features/boats/index.ts'
import { canManageTournament, statusAt, type TournamentRow } from '#server/features/tournaments/index.ts'
import type { EntryRow } from './entries.table.ts'

interface Person {
  id: string
}

export const canEnterBoat = (person: Person, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id

/** Boats can be entered until the end. Organisers may also enter their own boats afterwards. */
export function areEntriesOpen(person: Person, tournament: TournamentRow, now: number): boolean {
  const status = statusAt(tournament, now)
  if (status === 'completed') return canManageTournament(person, tournament)
  return status !== 'cancelled'
}

export const canChangeTerms = (person: Person, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id

/** Goal and share cannot change after the first funding. */
export const areTermsOpen = (entry: Pick<EntryRow, 'current_funding_cents' | 'backer_count'>): boolean =>
  entry.current_funding_cents === 0 && entry.backer_count === 0

export const canDecidePosition = (person: Person, tournament: Pick<TournamentRow, 'organiser_id'>): boolean =>
  canManageTournament(person, tournament)

export const canWithdrawEntry = (
  person: Person,
  { boat, tournament }: { boat: Pick<BoatRow, 'owner_id'>; tournament: Pick<TournamentRow, 'organiser_id'> },
): boolean => boat.owner_id === person.id || canManageTournament(person, tournament)

/** Entries can be withdrawn until the tournament ends. */
export function isWithdrawalOpen(tournament: TournamentRow, now: number): boolean {
  const status = statusAt(tournament, now)
  return status === 'upcoming' || status === 'active'
}
