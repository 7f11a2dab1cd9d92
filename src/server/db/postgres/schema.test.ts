import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { makeTestDb } from '../../../../tests/support/app.ts'
import type { RootDb } from '../connection.ts'
import { makeDb } from '../sqlite/connection.ts'
import { migrate } from '../sqlite/migrate.ts'
import { openDatabase } from '../sqlite/open.ts'

/** One text for each column, key, index, check and trigger, in a form that both engines share. */
type Schema = string[]

/** Removes what only one engine writes: casts, brackets, quotes around names, `between`. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/::(?:text|bigint)(?:\[\])?/g, '')
    .replace(/ collate "c"/g, '')
    .replace(/= any \(\(?array\[([^\]]*)\]\)?\)/g, 'in ($1)')
    .replace(/(\S+) between (\S+) and /g, '$1 >= $2 and $1 <= ')
    .replaceAll('greatest', 'max')
    .replaceAll('!=', '<>')
    .replace(/[()"]/g, ' ')
    .replace(/\s*,\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .trim()

/** The texts in brackets after each `check`. */
function checksIn(definition: string): string[] {
  return [...definition.matchAll(/\bcheck\s*\(/gi)].map(({ index, 0: { length } }) => {
    let depth = 1
    let end = index + length
    for (; depth > 0; end++) depth += definition[end] === '(' ? 1 : definition[end] === ')' ? -1 : 0
    return definition.slice(index + length, end - 1)
  })
}

interface SqliteColumn {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
  hidden: number
}

function schemaOfSqlite(database: Database): Schema {
  const all = <Row>(text: string) => database.query<Row, []>(text).all()
  const tables = all<{ name: string; sql: string }>(
    `select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' and name not like '%\\_search%' escape '\\'`,
  )
  const ofTables = tables.flatMap(({ name: table, sql: definition }) => {
    const columns = all<SqliteColumn>(`pragma table_xinfo(${table})`)
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
    const indexes = all<{ name: string; unique: number; origin: string }>(`pragma index_list(${table})`)
    const columnsOf = (index: string) =>
      all<{ name: string }>(`pragma index_info(${index})`)
        .map(({ name }) => name)
        .join(', ')
    return [
      ...columns.map(({ name, type, notnull, dflt_value, pk, hidden }) =>
        plain(
          `${table}.${name} ${type} ${notnull || pk > 0 ? 'not null' : ''} ${hidden > 1 ? 'generated' : `default ${dflt_value}`}`,
        ),
      ),
      `${table} key ${key.map(({ name }) => name).join(', ')}`,
      ...indexes
        .filter(({ origin }) => origin === 'u')
        .map(({ name }) => `${table} unique ${columnsOf(name)}`),
      ...all<{ table: string; from: string; to: string; on_delete: string }>(
        `pragma foreign_key_list(${table})`,
      ).map(({ table: other, from, to, on_delete }) =>
        plain(`${table}.${from} → ${other}.${to} ${on_delete}`),
      ),
      ...checksIn(definition).map(check => `${table} check ${plain(check)}`),
    ]
  })
  const indexes = all<{ sql: string }>(
    `select sql from sqlite_master where type = 'index' and sql is not null`,
  ).map(({ sql: definition }) => plain(definition))
  const triggers = all<{ name: string; tbl_name: string }>(
    `select name, tbl_name from sqlite_master where type = 'trigger' and tbl_name not like '%\\_texts' escape '\\'`,
  ).map(({ name, tbl_name }) => `trigger ${name} on ${tbl_name}`)
  return [...ofTables, ...indexes, ...triggers].sort()
}

async function schemaOfPostgres(db: RootDb): Promise<Schema> {
  const lines = async (text: string): Promise<string[]> =>
    (await sql<{ line: string }>`${sql.raw(text)}`.execute(db)).rows.map(({ line }) => plain(line))
  const own = `('changes', 'change_triggers', 'processes', 'site_keys', 'rate_limits', 'backup_state', 'schema_made', 'kysely_migration', 'kysely_migration_lock')`
  const keyColumns = `(select string_agg(attname, ', ' order by place) from unnest(conkey) with ordinality as part (number, place)
    join pg_attribute on attrelid = conrelid and attnum = number)`
  return [
    ...(await lines(`select format('%s.%s %s %s %s', table_name, column_name,
        case when data_type = 'bigint' then 'integer' when data_type = 'text' and collation_name = 'C' then 'text'
          else format('%s with the wrong size or collation', data_type) end,
        case is_nullable when 'NO' then 'not null' end,
        case is_generated when 'ALWAYS' then 'generated' else 'default ' || coalesce(column_default, 'null') end) as line
      from information_schema.columns where table_schema = 'public' and table_name not in ${own}
        and column_name <> 'words' and table_name not like 'schema\\_%'`)),
    ...(await lines(`select format('%s %s %s', conrelid::regclass, case contype when 'p' then 'key' else 'unique' end,
        ${keyColumns}) as line
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u') and conrelid::regclass::text not in ${own}`)),
    ...(await lines(`select format('%s.%s → %s.%s %s', conrelid::regclass, ${keyColumns}, confrelid::regclass,
        (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]),
        case confdeltype when 'c' then 'cascade' else 'no action' end) as line
      from pg_constraint where contype = 'f'`)),
    ...(await lines(`select format('%s check %s', conrelid::regclass, substr(pg_get_constraintdef(oid), 7)) as line
      from pg_constraint where connamespace = 'public'::regnamespace and contype = 'c' and conrelid::regclass::text not in ${own}`)),
    ...(
      await lines(`select pg_get_indexdef(indexrelid) as line from pg_index
        join pg_class on pg_class.oid = indexrelid
        where relnamespace = 'public'::regnamespace and indrelid::regclass::text not in ${own}
          and relname not like '%\\_words' and not exists (select 1 from pg_constraint where conindid = indexrelid)`)
    ).map(line => line.replace(' on public.', ' on ').replace(' using btree', '')),
    ...(await lines(`select format('trigger %s on %s', tgname, tgrelid::regclass) as line
      from pg_trigger where not tgisinternal and tgname not like 'watch %'`)),
  ].sort()
}

test('PostgreSQL’s schema is SQLite’s: columns, defaults, keys, indexes with conditions, checks, triggers', async () => {
  const database = openDatabase(':memory:')
  const old = makeDb(database)
  await migrate(database, old)
  const expected = schemaOfSqlite(database)
  expect(expected.length).toBeGreaterThan(900)
  expect(await schemaOfPostgres(await makeTestDb())).toEqual(expected)
  await old.destroy()
})
