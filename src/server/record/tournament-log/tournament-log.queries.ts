import { newId, type TournamentId, type UserId } from '#contract/ids.ts'
import type { ActionKind, ActorRole } from '#contract/tournaments/staff.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { compareRow } from '#server/db/row-order.ts'
import type { Position } from '#server/http/paging.ts'

export interface Action {
  tournament: TournamentId
  /** Null: the site's owner. */
  by: UserId | null
  /** Null: done by another right, such as a captain's. It is not logged. */
  role: ActorRole | null
  kind: ActionKind
  /** Shortened; names no person, since it outlives accounts. */
  subject: string
  /** Whom it is done to. */
  about?: UserId
}

const subjectMax = 200

/** Stores and logs what was done in a tournament's name, in the transaction that does it. A command has no log. */
export async function logAction(
  trx: Trx,
  { now, log }: Pick<CoreDeps, 'now'> & Partial<Pick<CoreDeps, 'log'>>,
  { tournament, by, role, kind, subject, about }: Action,
): Promise<void> {
  if (role === null) return
  const short = subject.length > subjectMax ? `${subject.slice(0, subjectMax - 1)}…` : subject
  await trx
    .insertInto('tournament_actions')
    .values({
      id: newId<'action'>(),
      tournament_id: tournament,
      actor_id: by,
      role,
      kind,
      about_user: about ?? null,
      subject: short,
      created_at: now(),
    })
    .execute()
  log?.info('tournament action', { kind, tournament, by, role })
}

/** Newest first. */
export const listActions = (db: Db, tournament: TournamentId, size: number, after: Position) =>
  db
    .selectFrom('tournament_actions')
    .leftJoin('users', 'users.id', 'tournament_actions.actor_id')
    .leftJoin('users as about', 'about.id', 'tournament_actions.about_user')
    .selectAll('tournament_actions')
    .select(['users.metadata', 'users.deleted_at', 'users.email'])
    .select([
      'about.metadata as about_metadata',
      'about.deleted_at as about_deleted_at',
      'about.email as about_email',
    ])
    .where('tournament_actions.tournament_id', '=', tournament)
    .where(compareRow(['tournament_actions.created_at', 'tournament_actions.id'], '<', [after.at, after.id]))
    .orderBy('tournament_actions.created_at', 'desc')
    .orderBy('tournament_actions.id', 'desc')
    .limit(size)
    .execute()

export type ShownAction = Awaited<ReturnType<typeof listActions>>[number]
