import { CompiledQuery } from 'kysely'
import type { Db, RootDb } from '../connection.ts'
import type { RowTarget, Table } from '../table-rows.ts'
import { hasTable } from './migrate.ts'

/** Rows of `site_keys`: the files of DATA_DIR/db that hold secrets, by name. */
export type SiteKeys = ReadonlyMap<string, string>

const quote = (name: string) => `"${name}"`

/** Tables of processes, which are not copied. */
const ownTables = ['changes', 'rate_limits', 'site_keys']

async function rowsOf<Row>(db: Db, text: string, parameters: unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows
}

/** Tables of a schema that isn't ours, except those of an extension. */
const foreignTables = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and to_regclass('kysely_migration') is null
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  order by relname`

/** @returns names of those with rows, or of all that belong to something else */
export async function filledTables(db: Db, tables: readonly Table[]): Promise<string[]> {
  const names = (await rowsOf<{ name: string }>(db, foreignTables)).map(({ name }) => name)
  if (names.length > 0) return names
  // Migrations write the clock's row.
  for (const name of [...tables.map(table => table.name), 'site_keys'].filter(each => each !== 'clock')) {
    if (!(await hasTable(db, quote(name)))) continue
    const [content] = await rowsOf<{ has: number }>(db, `select exists (select 1 from ${quote(name)}) as has`)
    if (content?.has) names.push(name)
  }
  return names
}

export async function readKeys(db: Db): Promise<SiteKeys> {
  const rows = await rowsOf<{ name: string; value: string }>(db, 'select name, value from site_keys')
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Turns timeouts off for the transaction: here, long pauses and long statements are no fault. */
export async function withoutTimeouts(db: Db): Promise<void> {
  for (const name of ['idle_in_transaction_session_timeout', 'statement_timeout'])
    await rowsOf(db, `set local ${name} = 0`)
}

export interface Replacement {
  tables: readonly Table[]
  keys: SiteKeys
  fill(target: RowTarget): Promise<void>
  /** Runs before the commit. Throws to roll back. */
  check?(db: Db): Promise<void>
}

/**
 * Replaces all rows in one transaction, as the owner of the tables may: triggers are off, and foreign keys are checked at
 * the end. Needs this version's schema, and no process that serves the site.
 */
export const replaceRows = (db: RootDb, { tables, keys, fill, check }: Replacement): Promise<void> =>
  db.transaction().execute(async trx => {
    const run = (text: string, parameters?: unknown[]) => rowsOf(trx, text, parameters)
    await withoutTimeouts(trx)
    const foreignKeys = await rowsOf<{ owner: string; name: string; definition: string }>(
      trx,
      `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    )
    const names = tables.map(({ name }) => quote(name))
    for (const { owner, name } of foreignKeys) await run(`alter table ${owner} drop constraint ${name}`)
    for (const name of names) await run(`alter table ${name} disable trigger user`)
    await run(`truncate ${[...names, ...ownTables].join()}`)
    await fill({
      db: trx,
      async insert({ name, columns }, { lines }) {
        const list = columns.map(quote).join()
        const source = `json_populate_recordset(null::${quote(name)}, $1)`
        await run(`insert into ${quote(name)} (${list}) select ${list} from ${source}`, [`[${lines.join()}]`])
      },
    })
    for (const [name, value] of keys)
      await run('insert into site_keys (name, value) values ($1, $2)', [name, value])
    for (const { owner, name, definition } of foreignKeys)
      await run(`alter table ${owner} add constraint ${name} ${definition}`)
    for (const name of names) await run(`alter table ${name} enable trigger user`)
    await countOn(trx, names)
    await run(`analyze ${names.join()}`)
    await check?.(trx)
  })

/** Ids of new rows follow those that were copied. */
async function countOn(db: Db, names: readonly string[]): Promise<void> {
  const identities = await rowsOf<{ owner: string; name: string }>(
    db,
    `select attrelid::regclass::text as owner, quote_ident(attname) as name from pg_attribute
      where attidentity <> '' and attrelid::regclass = any ($1::regclass[])`,
    [names],
  )
  for (const { owner, name } of identities) {
    const [next] = await rowsOf<{ id: number }>(
      db,
      `select coalesce(max(${name}), 0) + 1 as id from ${owner}`,
    )
    // Unlike `setval`, a rollback undoes it.
    await rowsOf(db, `alter table ${owner} alter column ${name} restart with ${next?.id ?? 1}`)
  }
}
