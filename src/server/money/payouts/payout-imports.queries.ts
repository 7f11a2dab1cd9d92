import type { Insertable, Selectable } from 'kysely'
import type { PayoutId, PayoutImportId, TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { countRows } from '#server/db/rows.ts'
import { notFound } from '#server/http/errors.ts'
import type { PayoutImportsTable } from './payouts.table.ts'

export type PayoutImportRow = Selectable<PayoutImportsTable>

export async function storeImport(trx: Trx, row: Insertable<PayoutImportsTable>): Promise<void> {
  await trx.insertInto('payout_imports').values(row).execute()
}

/** Returns the imports of a tournament, latest first. */
export const listImports = (db: Db, tournament: TournamentId): Promise<PayoutImportRow[]> =>
  db
    .selectFrom('payout_imports')
    .selectAll()
    .where('tournament_id', '=', tournament)
    .orderBy('imported_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.payoutImportsListed)
    .execute()

export const countImports = (trx: Trx, tournament: TournamentId): Promise<number> =>
  countRows(trx.selectFrom('payout_imports').where('tournament_id', '=', tournament))

/** Returns the latest import of the same file that isn't undone. */
export const findSameImport = (
  trx: Trx,
  tournament: TournamentId,
  hash: string,
): Promise<PayoutImportRow | undefined> =>
  trx
    .selectFrom('payout_imports')
    .selectAll()
    .where('tournament_id', '=', tournament)
    .where('file_hash', '=', hash)
    .where('undone_at', 'is', null)
    .orderBy('imported_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** @throws ApiError 404 */
export async function getImport(db: Db, id: PayoutImportId): Promise<PayoutImportRow> {
  const row = await db.selectFrom('payout_imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw noImport()
  return row
}

export const noImport = () => notFound('There is no such import.')

export async function markUndone(trx: Trx, id: PayoutImportId, now: number): Promise<void> {
  await trx.updateTable('payout_imports').set({ undone_at: now }).where('id', '=', id).execute()
}

export const sharesOf = ({ shares }: Pick<PayoutImportRow, 'shares'>) =>
  Object.entries(JSON.parse(shares) as Record<PayoutId, string>) as [PayoutId, string][]
