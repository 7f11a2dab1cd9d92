import type { CatchId, TournamentId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'

/** Fields of a fish that pages show. */
export async function listBoardCatches(db: Db, tournament: TournamentId) {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('catches', 'catches.entry_id', 'entries.id')
    .select([
      'catches.id',
      'catches.species',
      'catches.weight_hundredths',
      'catches.ounces',
      'catches.length_hundredths',
      'catches.released',
      'catches.marks',
      'catches.disqualified_reason',
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .execute()
  return new Map<string, BoardCatch>(rows.map(row => [row.id, row]))
}

export interface BoardCatch {
  id: CatchId
  species: string
  weight_hundredths: number | null
  ounces: number | null
  length_hundredths: number | null
  released: 0 | 1
  /** JSON: keys of the rules' marks. */
  marks: string
  disqualified_reason: string | null
}
