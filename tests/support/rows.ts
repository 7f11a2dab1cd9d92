import type { Insertable, Updateable } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'

/*
 * The only writes of tests beside the product's own. factories.ts and states.ts name the usual ones.
 */

type Table = keyof Tables
export type Some<Name extends Table> = Partial<Insertable<Tables[Name]>>
/** Columns with the value, or with one of the values. */
type Where<Name extends Table> = {
  [Column in keyof Updateable<Tables[Name]>]?:
    | Updateable<Tables[Name]>[Column]
    | readonly Updateable<Tables[Name]>[Column][]
}

/** SQLite limits the parameters of one statement. */
const rowsPerInsert = 400

export async function addRows<Name extends Table>(
  db: Db,
  table: Name,
  ...rows: readonly Insertable<Tables[Name]>[]
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerInsert)
    await db
      .insertInto(table as Table)
      .values(rows.slice(at, at + rowsPerInsert) as never)
      .execute()
}

const conditions = <Name extends Table>(where: Where<Name>) =>
  Object.entries(where).map(
    ([column, value]) => [column as never, Array.isArray(value) ? 'in' : '=', value as never] as const,
  )

/** Changes every row by default. */
export async function changeRows<Name extends Table>(
  db: Db,
  table: Name,
  values: Updateable<Tables[Name]>,
  where: Where<Name> = {},
): Promise<void> {
  let change = db.updateTable(table as Table).set(values as never)
  for (const condition of conditions(where)) change = change.where(...condition)
  await change.execute()
}

/** Removes every row by default. */
export async function removeRows<Name extends Table>(
  db: Db,
  table: Name,
  where: Where<Name> = {},
): Promise<void> {
  let removal = db.deleteFrom(table as Table)
  for (const condition of conditions(where)) removal = removal.where(...condition)
  await removal.execute()
}
