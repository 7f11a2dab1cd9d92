import type { TournamentId, UserId } from '#contract/ids.ts'
import type { TournamentRole } from '#contract/tournaments/staff.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'
import { forbidden } from '#server/http/errors.ts'
import { isOrganiser, roleAt } from './roles.rules.ts'
import { getTournament } from './tournaments.queries.ts'
import type { TournamentRow } from './tournaments.table.ts'

const memberOf = compileFirst((db, tournament: TournamentId, person: UserId) =>
  db
    .selectFrom('staff')
    .select('role')
    .where('tournament_id', '=', tournament)
    .where('user_id', '=', person)
    .where('removed_at', 'is', null),
)

/** Returns the person's role in the tournament, or null if there is none or it expired. */
export async function findRole(
  db: Db,
  person: { id: UserId },
  tournament: Pick<TournamentRow, 'id' | 'organiser_id' | 'ends_at'>,
  now: number,
): Promise<TournamentRole | null> {
  const member = await memberOf(db, tournament.id, person.id)
  return roleAt(person, tournament, member?.role ?? null, now)
}

/** Returns the tournament to its organiser. @param refusal text for others @throws ApiError 403, 404 */
export async function getOwnTournament(
  db: Db,
  id: TournamentId,
  person: { id: UserId },
  refusal: string,
): Promise<TournamentRow> {
  const tournament = await getTournament(db, id)
  if (!isOrganiser(person, tournament)) throw forbidden(refusal)
  return tournament
}
