import type { Insertable } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'
import type { ActorRole, LoggedKind, SubjectKind } from '#contract/record.ts'
import { compileInsert } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import { newestFirst } from '#server/db/row-order.ts'
import type { Position } from '#server/http/paging.ts'
import type { EventsTable } from './events.table.ts'

export const insertEvents = compileInsert((db, events: readonly Insertable<EventsTable>[]) =>
  db.insertInto('events').values(events),
)

/** The tournament's log, newest first: only its kinds have a role. */
export const listStaffLog = (db: Db, tournament: TournamentId, size: number, after: Position) =>
  db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .leftJoin('users as subject', 'subject.id', 'events.subject_id')
    .select(['events.id', 'events.created_at', 'events.kind', 'events.role', 'events.text'])
    .select(['users.metadata', 'users.deleted_at', 'users.email'])
    .select([
      'subject.metadata as subject_metadata',
      'subject.deleted_at as subject_deleted_at',
      'subject.email as subject_email',
    ])
    .where('events.tournament_id', '=', tournament)
    .where('events.role', 'is not', null)
    .$narrowType<{ kind: LoggedKind<'staff'>; role: ActorRole; text: string }>()
    .$call(newestFirst('events.created_at', 'events.id', after, size))
    .execute()

export type StaffLogRow = Awaited<ReturnType<typeof listStaffLog>>[number]

/** The audit trail, newest first: only its kinds have an address. @param people who acted or were acted on; null: all */
export function listAudit(
  db: Db,
  { people, size, after }: { people: readonly UserId[] | null; size: number; after: string | undefined },
) {
  const idsBy = (column: 'actor_id' | 'subject_id') =>
    db
      .selectFrom('events')
      .select('id')
      .where(column, 'in', anyOf(people ?? []))
      .where('address', 'is not', null)
      .$if(after !== undefined, query => query.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .limit(size)
  return db
    .selectFrom('events')
    .leftJoin('users as actor', 'actor.id', 'events.actor_id')
    .leftJoin('users as subject', 'subject.id', 'events.subject_id')
    .leftJoin('tournaments', 'tournaments.id', 'events.subject_id')
    .select([
      'events.id',
      'events.created_at',
      'events.kind',
      'events.actor_id',
      'events.address',
      'events.detail',
    ])
    .select(['events.subject_kind', 'events.subject_id'])
    .$narrowType<{
      subject_kind: SubjectKind
      subject_id: string
      address: string
      kind: LoggedKind<'owners'>
    }>()
    .select([
      'actor.metadata as actor_metadata',
      'actor.email as actor_email',
      'actor.deleted_at as actor_deleted_at',
      'subject.metadata as subject_metadata',
      'subject.email as subject_email',
      'subject.deleted_at as subject_deleted_at',
      'tournaments.name as tournament_name',
    ])
    .where('events.address', 'is not', null)
    .$if(people !== null, query =>
      query.where(({ eb, or, selectFrom }) =>
        or([
          eb('events.id', 'in', selectFrom(idsBy('actor_id').as('actors')).select('actors.id')),
          eb('events.id', 'in', selectFrom(idsBy('subject_id').as('objects')).select('objects.id')),
        ]),
      ),
    )
    .$if(after !== undefined, query => query.where('events.id', '<', after ?? ''))
    .orderBy('events.id', 'desc')
    .limit(size)
    .execute()
}

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]

/** The latest of a kind in the audit trail. */
export const findLatest = (db: Db, kind: LoggedKind<'owners'>) =>
  db
    .selectFrom('events')
    .select(['detail', 'created_at'])
    .where('kind', '=', kind)
    .where('address', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
