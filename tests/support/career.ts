import type { BoatId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { addCatch, addEntry, addTournament, addUser } from './factories.ts'
import { addRows } from './rows.ts'
import { settleTournament } from './states.ts'

const names = ['White Marlin Open', 'Big Rock Blue Marlin Tournament', 'Summer Classic', 'Wahoo Shootout']
const species = ['Blue Marlin', 'Wahoo', 'Yellowfin Tuna', 'Dolphin', 'Sailfish', 'Cobia']
const places = [3, 1, 7, null, 2, 12, 1, 4, 23, 3, 5, null, 2, 9]

/** Settled tournaments of a boat, three a year until 2025, with a fish each. Nothing was raised. */
export async function addCareer(db: Db, boat_id: BoatId, count: number): Promise<TournamentId[]> {
  const organiser: UserId = await addUser(db)
  const tournaments: TournamentId[] = []
  for (let n = 0; n < count; n++) {
    const age = count - 1 - n
    const starts_at = Date.UTC(2025 - Math.floor(age / 3), 8 - 2 * (age % 3), 4)
    const tournament_id = await addTournament(db, {
      organiser_id: organiser,
      name: names[n % names.length] ?? '',
      starts_at,
      ends_at: starts_at + 1000,
    })
    const current_position = places[n % places.length] ?? null
    const entry_id = await addEntry(db, { boat_id, tournament_id, current_position })
    for (let other = 0; other < 3; other++) await addEntry(db, { tournament_id })
    if (current_position !== null)
      await addCatch(db, {
        entry_id,
        recorded_by: organiser,
        weight_hundredths: 5000 + ((n * 7919) % 40_000),
        species: species[n % species.length] ?? '',
        caught_at: starts_at,
      })
    await settleTournament(db, tournament_id, organiser)
    await addRows(db, 'results', {
      entry_id,
      tournament_id,
      winnings_cents: 0,
      shared_cents: 0,
      payout_basis_points: 4000,
      raised_cents: 0,
      pool_cents: 0,
    })
    tournaments.push(tournament_id)
  }
  return tournaments
}
