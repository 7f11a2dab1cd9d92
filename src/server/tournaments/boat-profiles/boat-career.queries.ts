import { type RawBuilder, sql } from 'kysely'
import type { BoatId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { comparableName } from '#contract/tournaments/scoring/fish.ts'
import type { Db } from '#server/db/connection.ts'
import { entriesOfBoat, settlementMode } from './boat-profiles.queries.ts'

const settledEntries = (db: Db, boat: BoatId) =>
  entriesOfBoat(db, boat).where('results.entry_id', 'is not', null)

/** The latest tournament first. */
export const listSettledEntries = (db: Db, boat: BoatId) =>
  settledEntries(db, boat)
    .select(({ selectFrom, fn }) => [
      'entries.id',
      'entries.current_position',
      'entries.score',
      'tournaments.id as tournament_id',
      'tournaments.name as tournament_name',
      'tournaments.starts_at',
      'results.raised_cents',
      'results.pool_cents',
      selectFrom('entries as others')
        .whereRef('others.tournament_id', '=', 'tournaments.id')
        .where('others.withdrawn_at', 'is', null)
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .as('boats'),
      settlementMode.as('mode'),
    ])
    .$narrowType<{ raised_cents: number; pool_cents: number; boats: number }>()
    .orderBy('tournaments.starts_at', 'desc')
    .orderBy('entries.id', 'desc')
    .limit(limits.careerTournaments)
    .execute()

export type SettledEntry = Awaited<ReturnType<typeof listSettledEntries>>[number]

/** The heaviest weighed fish of each group, the heaviest first; of equal weights, the one caught first. */
const listHeaviest = (db: Db, boat: BoatId, group: RawBuilder<unknown>, most: number) =>
  db
    .selectFrom(
      settledEntries(db, boat)
        .innerJoin('catches', 'catches.entry_id', 'entries.id')
        .where('catches.weight_hundredths', 'is not', null)
        .where('catches.disqualified_at', 'is', null)
        .where('entries.disqualified_at', 'is', null)
        .select([
          'catches.id',
          'catches.weight_hundredths',
          'catches.ounces',
          'catches.species',
          'catches.caught_at',
          'tournaments.id as tournament_id',
          'tournaments.name as tournament_name',
          'tournaments.starts_at',
          sql<number>`row_number() over (
            partition by ${group}
            order by catches.weight_hundredths desc, catches.caught_at, catches.id
          )`.as('nth'),
        ])
        .as('fish'),
    )
    .selectAll()
    .where('nth', '=', 1)
    .$narrowType<{ weight_hundredths: number }>()
    .orderBy('weight_hundredths', 'desc')
    .orderBy('caught_at')
    .orderBy('id')
    .limit(most)
    .execute()

export const listHeaviestByTournament = (db: Db, boat: BoatId) =>
  listHeaviest(db, boat, sql.ref('entries.id'), limits.careerTournaments)

/** Spellings of the species that are read. */
const spellings = 10 * limits.careerSpecies

/** SQLite's `lower` knows ASCII only. */
export async function listHeaviestBySpecies(db: Db, boat: BoatId): Promise<BestCatch[]> {
  const bySpecies = new Map<string, BestCatch>()
  for (const fish of await listHeaviest(db, boat, sql.ref('catches.species'), spellings)) {
    const key = comparableName(fish.species)
    if (!bySpecies.has(key)) bySpecies.set(key, fish)
  }
  return [...bySpecies.values()].slice(0, limits.careerSpecies)
}

export type BestCatch = Awaited<ReturnType<typeof listHeaviest>>[number]
