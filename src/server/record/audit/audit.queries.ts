import { newId, type UserId } from '#contract/ids.ts'
import type { AuditKind } from '#contract/site/admin.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { anyOf } from '#server/db/search.ts'
import type { AuditSubject } from './audit.table.ts'

/** Who acts, and from which address. */
export interface Actor {
  /** Null: the command line. */
  by: UserId | null
  address: string
}

export const commandLine: Actor = { by: null, address: 'command line' }

export interface AuditedAction {
  kind: AuditKind
  subject: readonly [kind: AuditSubject, id: string]
  /** No personal data: it can't be deleted. */
  detail?: string
}

const textMax = 200
const short = (text: string) => (text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text)

/** In the transaction of the action. */
export async function audit(
  trx: Trx,
  actor: Actor,
  { kind, subject: [subjectKind, subject], detail = '' }: AuditedAction,
  now: number,
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      id: newId<'audit'>(),
      actor_id: actor.by,
      kind,
      subject_kind: subjectKind,
      subject_id: short(subject),
      detail: short(detail),
      address: actor.address,
      created_at: now,
    })
    .execute()
}

/** Newest first. @param people who acted or were acted on; null: all */
export function listAudit(
  db: Db,
  { people, size, after }: { people: readonly UserId[] | null; size: number; after: string | undefined },
) {
  const of = (column: 'actor_id' | 'subject_id') =>
    db
      .selectFrom('audit_log')
      .select('id')
      .where(column, 'in', anyOf(people ?? []))
      .$if(after !== undefined, query => query.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .limit(size)
  return db
    .selectFrom('audit_log')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('users as subject', 'subject.id', 'audit_log.subject_id')
    .leftJoin('tournaments', 'tournaments.id', 'audit_log.subject_id')
    .selectAll('audit_log')
    .select([
      'actor.metadata as actor_metadata',
      'actor.email as actor_email',
      'actor.deleted_at as actor_deleted_at',
      'subject.metadata as subject_metadata',
      'subject.email as subject_email',
      'subject.deleted_at as subject_deleted_at',
      'tournaments.name as tournament_name',
    ])
    .$if(people !== null, query =>
      query.where(({ eb, or, selectFrom }) =>
        or([
          eb('audit_log.id', 'in', selectFrom(of('actor_id').as('acted')).select('acted.id')),
          eb('audit_log.id', 'in', selectFrom(of('subject_id').as('suffered')).select('suffered.id')),
        ]),
      ),
    )
    .$if(after !== undefined, query => query.where('audit_log.id', '<', after ?? ''))
    .orderBy('audit_log.id', 'desc')
    .limit(size)
    .execute()
}

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]

/** The latest of a kind. */
export const findLatest = (db: Db, kind: AuditKind) =>
  db
    .selectFrom('audit_log')
    .select(['detail', 'created_at'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
