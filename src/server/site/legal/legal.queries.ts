import { type Insertable, type Selectable, sql } from 'kysely'
import type { LegalKind } from '#contract/site/legal-kinds.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { LegalTextsTable } from './legal.table.ts'

export type LegalRow = Selectable<LegalTextsTable>

export const findLatest = compileFirst((db, kind: LegalKind) =>
  db
    .selectFrom('legal_texts')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(sql.lit(1)),
)

/** The latest first, with their authors. */
export const listVersions = (db: Db, kind: LegalKind, size: number) =>
  db
    .selectFrom('legal_texts')
    .leftJoin('users', 'users.id', 'legal_texts.created_by')
    .select([
      'legal_texts.version',
      'legal_texts.created_at',
      'legal_texts.created_by',
      'users.metadata',
      'users.email',
      'users.deleted_at',
    ])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(size)
    .execute()

export type Version = Awaited<ReturnType<typeof listVersions>>[number]

export const findVersion = (db: Db, kind: LegalKind, version: number): Promise<LegalRow | undefined> =>
  db
    .selectFrom('legal_texts')
    .selectAll()
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirst()

/** @param at milliseconds since 1970 */
export const findVersionAt = (db: Db, kind: LegalKind, at: number): Promise<LegalRow | undefined> =>
  db
    .selectFrom('legal_texts')
    .selectAll()
    .where('kind', '=', kind)
    .where('created_at', '<=', at)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertText = (trx: Trx, row: Insertable<LegalTextsTable>): Promise<LegalRow> =>
  trx.insertInto('legal_texts').values(row).returningAll().executeTakeFirstOrThrow()
