import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { isRecord } from '#contract/tournaments/scoring/guards.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { copyDatabase } from '#server/db/sqlite/open.ts'
import type { OpenApi } from '#server/openapi.ts'
import { type ApiWorld, fillPath, goodBodies, makeApiWorld } from './support/api-world.ts'
import { makeTestApp, testOrigin } from './support/app.ts'

type Json = Record<string, unknown>
type Dump = Record<string, Json[]>

const tablesOf = (database: Database) =>
  database
    .query<{ name: string }, []>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
    )
    .all()
    .map(({ name }) => name)

const dumpOf = (database: Database): Dump =>
  Object.fromEntries(
    tablesOf(database).map(table => [table, database.query<Json, []>(`select * from "${table}"`).all()]),
  )

/** Random values, so not comparable between runs. */
const isSecret = (column: string) => /hash|secret|token|salt|counter/.test(column)

/** Replaces random ids and links by the order in which they appear. */
function comparable(dump: Dump): string {
  const ids = new Map<string, string>()
  const rows = Object.entries(dump).map(([table, lines]) => [
    table,
    lines.map(line =>
      Object.fromEntries(
        Object.entries(line).map(([name, value]) => [
          name,
          isSecret(name) && value !== null ? 'secret' : value,
        ]),
      ),
    ),
  ])
  return JSON.stringify(rows, null, 1).replaceAll(
    /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|pi_mock_\w+|(?<=\/invitation\/|token_hash=)[\w-]{43}/g,
    id => {
      const placeholder = ids.get(id) ?? `#${ids.size}`
      ids.set(id, placeholder)
      return placeholder
    },
  )
}

const marker = 'written-by-an-extra-key'

const writtenRows = (database: Database) =>
  database.query<{ count: number }, []>('select total_changes() as count').get()?.count

/** A unique value for every column. */
function markers(database: Database): Json {
  const columns = tablesOf(database).flatMap(table =>
    database.query<{ name: string; type: string }, []>(`pragma table_info("${table}")`).all(),
  )
  return Object.fromEntries(
    columns.map(({ name, type }) => [name, type === 'INTEGER' ? 987_654_321 : marker]),
  )
}

/** A value from some row for every column, so that no constraint refuses it. */
function plausible(database: Database): Json {
  const values: Json = {}
  for (const rows of Object.values(dumpOf(database)))
    for (const row of rows)
      for (const [name, value] of Object.entries(row)) if (value !== null) values[name] = value
  return values
}

/** A client that sends a field which it can't change believes that it is changed. Its own test says how it refuses. */
const refusesUnknown = ['PATCH /api/catches/{id}']

/** `/auth/v1` refuses these on purpose. */
const refusedFields = ['phone']

interface Operation {
  key: string
  method: string
  path: string
  fields: { body: string[]; query: string[] }
}

async function readDescription({ site }: ApiWorld): Promise<Operation[]> {
  const { paths }: OpenApi = await (await site.page('/api/openapi.json')).json()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const own = path.startsWith('/auth/v1') ? refusedFields : []
      return {
        key: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        fields: { body: [...own, ...bodyFields(operation)], query: [...own, ...queryFields(operation)] },
      }
    }),
  )
}

function bodyFields({ requestBody }: Json): string[] {
  const content = isRecord(requestBody) && isRecord(requestBody.content) ? requestBody.content : {}
  const json = content['application/json']
  const schema = isRecord(json) && isRecord(json.schema) ? json.schema : {}
  return propertiesOf(schema)
}

const propertiesOf = ({ properties, anyOf }: Json): string[] => [
  ...Object.keys(isRecord(properties) ? properties : {}),
  ...(Array.isArray(anyOf) ? anyOf.flatMap(propertiesOf) : []),
]

const queryFields = ({ parameters }: Json): string[] =>
  Array.isArray(parameters) ? parameters.map(({ name }: { name: string }) => name) : []

const without = (extra: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(extra).filter(([name]) => !names.includes(name)))

/** Adds the keys to nested objects too; the body's own keys win. */
function withExtra(body: unknown, extra: Json): unknown {
  if (Array.isArray(body)) return body.map(part => withExtra(part, extra))
  if (!isRecord(body)) return body
  const own = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withExtra(value, extra)]))
  return { ...extra, ...own }
}

test('every route ignores undeclared keys, even those named like a database column', async () => {
  const world = await makeApiWorld()
  const { ids, me, stranger } = world
  const bytes = world.database.serialize()
  const now = Date.now()
  const bodies = goodBodies(world)
  const operations = (await readDescription(world)).filter(({ key }) => !refusesUnknown.includes(key))
  const extras = { markers: markers(world.database), plausible: plausible(world.database) }
  expect(Object.keys(extras.markers).length).toBeGreaterThan(100)
  expect(operations.length).toBeGreaterThan(70)

  async function startSite() {
    const database = copyDatabase(bytes)
    const site = await makeTestApp({}, {}, makeDb(database))
    site.setNow(now)
    return { database, site, rowsBefore: writtenRows(database) }
  }
  let freshSite: Awaited<ReturnType<typeof startSite>> | null = null

  /** The dump is null if nothing was written; the site serves the next call then. */
  async function run({ method, path, key, fields }: Operation, extra: Json) {
    freshSite ??= await startSite()
    const { database, site, rowsBefore } = freshSite
    const words = new URLSearchParams(
      Object.entries(without(extra, fields.query)).map(([name, value]) => [name, String(value)]),
    )
    const body = withExtra(bodies[key] ?? {}, without(extra, fields.body))
    const response = await site.app.request(`${testOrigin}${fillPath(path, ids)}?${words}`, {
      method,
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
      // An account that others' money depends on isn't deleted.
      headers: {
        cookie: (key === 'DELETE /api/auth/user' ? stranger : me).cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
    })
    await response.body?.cancel()
    await site.deps.auth.drain()
    if (writtenRows(database) === rowsBefore) return { status: response.status, dump: null }
    const dump = dumpOf(database)
    freshSite = null
    await site.db.destroy()
    return { status: response.status, dump }
  }

  for (const operation of operations) {
    const { key } = operation
    const plain = await run(operation, {})
    if (bodies[key]) expect([key, plain.status < 300]).toEqual([key, true])
    const before = plain.dump && comparable(plain.dump)
    for (const [name, extra] of Object.entries(extras)) {
      const { status, dump } = await run(operation, extra)
      expect([key, name, status]).toEqual([key, name, plain.status])
      expect([key, name, status < 500 || status === 503]).toEqual([key, name, true])
      expect(dump && comparable(dump)).toBe(before)
      if (extra === extras.markers) expect(JSON.stringify(dump)).not.toContain(marker)
    }
  }
}, 300_000)
