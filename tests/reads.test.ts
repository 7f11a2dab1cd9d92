import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { tableOf } from '#server/db/changes.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { copyDatabase } from '#server/db/sqlite/open.ts'
import { makeTestApp, testOrigin } from './support/app.ts'
import { watchStatements } from './support/plans.ts'
import { makeRoleWorld, type RoleWorld } from './support/role-world.ts'

const statements = watchStatements()

type Visitor = keyof RoleWorld['people']

/** Names and pictures of people and the site, who may do what: their changes are rare, a ban refetches everything. */
const unstatedTables = ['branding', 'images', 'site_roles', 'users']

const visitorsOf = ({ access }: Endpoint): Visitor[] =>
  typeof access === 'string'
    ? ['member', 'backer', 'captain', 'organiser']
    : access.map(role => (role === 'self' ? 'backer' : role))

async function makeReader() {
  const world = await makeRoleWorld()
  const bytes = world.database.serialize()
  const copy = Database.deserialize(bytes)
  const tables = new Map(
    copy
      .query<{ tbl_name: string; rootpage: number }, []>('select tbl_name, rootpage from sqlite_schema')
      .all()
      .map(({ tbl_name, rootpage }) => [rootpage, tbl_name]),
  )

  /** Returns the statements of a server that has just started: nothing is cached. */
  async function sqlsOf(key: EndpointKey, visitor: Visitor): Promise<string[]> {
    const site = await makeTestApp({}, {}, makeDb(copyDatabase(bytes)))
    const { sqls } = await statements.of(async () => {
      const { cookie } = world.people[visitor]
      const answer = await site.app.request(`${testOrigin}${world.address(key)}`, { headers: { cookie } })
      await answer.bytes()
    })
    await site.db.destroy()
    return sqls.filter(sql => /^\s*(?:select|with)\b/i.test(sql))
  }

  /** Returns the tables in the bytecode: views, indexes and subqueries count as their tables. */
  function tablesOf(sql: string): string[] {
    const parameters = Array<null>(sql.split('?').length - 1).fill(null)
    return copy
      .prepare<{ opcode: string; p2: number; p3: number }, null[]>(`explain ${sql}`)
      .all(...parameters)
      .flatMap(({ opcode, p2, p3 }) => (opcode === 'OpenRead' && p3 === 0 ? (tables.get(p2) ?? []) : []))
  }

  const sessions = new Map<Visitor, Set<string>>()
  return async (key: EndpointKey, visitor: Visitor): Promise<Set<string>> => {
    // Reads the session only.
    const ofSession = sessions.get(visitor) ?? new Set(await sqlsOf('GET /api/push', visitor))
    sessions.set(visitor, ofSession)
    const sqls = await sqlsOf(key, visitor)
    return new Set(sqls.filter(sql => !ofSession.has(sql)).flatMap(tablesOf))
  }
}

const isStated = ({ reads = [] }: Endpoint, table: string) =>
  unstatedTables.includes(table) || reads.some(part => tableOf(part) === table)

test('every GET with JSON names the tables that it reads', async () => {
  const read = await makeReader()
  const missing: string[] = []
  let readCount = 0
  for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (!key.startsWith('GET /api/') || endpoint.answer === undefined) continue
    for (const visitor of visitorsOf(endpoint))
      for (const table of await read(key as EndpointKey, visitor)) {
        readCount += 1
        if (!isStated(endpoint, table)) missing.push(`${key}: ${table}`)
      }
  }
  expect([...new Set(missing)]).toEqual([])
  expect(readCount).toBeGreaterThan(500)
}, 120_000)

test('only a GET with JSON names what it reads', () => {
  const wrong = Object.entries<Endpoint>(endpoints).filter(
    ([key, { reads, answer }]) =>
      reads !== undefined && !(key.startsWith('GET /api/') && answer !== undefined),
  )
  expect(wrong.map(([key]) => key)).toEqual([])
})
