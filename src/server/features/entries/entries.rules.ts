import type { BoatRow } from '#server/features/boats/boats.table.ts'
import { canManageTournament, statusAt } from '#server/features/tournaments/tournaments.rules.ts'
import type { TournamentRow } from '#server/features/tournaments/tournaments.table.ts'
import type { EntryRow } from './entries.table.ts'

interface Person {
  id: string
}

/** Only the owner puts a boat up. */
export const canEnterBoat = (person: Person, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id

/** Entries are open until the end; the organiser may still complete the record of an event that was entered late. */
export function areEntriesOpen(person: Person, tournament: TournamentRow, now: number): boolean {
  const status = statusAt(tournament, now)
  if (status === 'completed') return canManageTournament(person, tournament)
  return status !== 'cancelled'
}

/** Goal and share are the owner's word to the backers. */
export const canChangeTerms = (person: Person, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id

/** … and stand once somebody has relied on them. */
export const areTermsOpen = (entry: Pick<EntryRow, 'current_funding_cents' | 'backer_count'>): boolean =>
  entry.current_funding_cents === 0 && entry.backer_count === 0

export const canDecidePosition = (person: Person, tournament: Pick<TournamentRow, 'organiser_id'>): boolean =>
  canManageTournament(person, tournament)

export const canWithdrawEntry = (
  person: Person,
  { boat, tournament }: { boat: Pick<BoatRow, 'owner_id'>; tournament: Pick<TournamentRow, 'organiser_id'> },
): boolean => boat.owner_id === person.id || canManageTournament(person, tournament)

/** After the end an entry is part of the result. */
export function isWithdrawalOpen(tournament: TournamentRow, now: number): boolean {
  const status = statusAt(tournament, now)
  return status === 'upcoming' || status === 'active'
}
