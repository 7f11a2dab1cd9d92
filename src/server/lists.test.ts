import { beforeAll, expect, test } from 'bun:test'
import { endpoints } from '#contract/endpoints.ts'
import type { RootDb } from '#server/db/connection.ts'
import { load } from '../../db/load.ts'
import { makeTestApp, makeTestDb } from '../../tests/support/app.ts'
import { addRole, addSigned, addWebhook, type Signed } from '../../tests/support/factories.ts'
import { type Plan, watchStatements } from '../../tests/support/plans.ts'
import { addPost } from '../../tests/support/posts.ts'

const statements = watchStatements()

/** The only parameter of a list's path is the id of its subject. */
const subjects = { boats: '', people: '', tournaments: '', 'tournament-entries': '', webhooks: '' }

/** Lists in the order of `endpoints`. */
const exceptions = {
  readWhole: [] as string[],
  // These list the rows of one person, boat, entry or tournament, or of the boats of a page.
  sortPart: [
    'GET /api/auth/sessions',
    'GET /api/boats/:id/crew',
    'GET /api/crew/reports',
    'GET /api/tournaments/:id/catches',
    'GET /api/tournaments/:id/mine',
    'GET /api/boats/:id/entries',
    'GET /api/tournament-boats',
    'GET /api/my-boats/entries',
    'GET /api/tournaments/:id/holds',
    'GET /api/tournaments/:id/staff',
    'GET /api/my-boats',
    'GET /api/my-boats/shares',
    'GET /api/tournaments/:id/payouts',
    'GET /api/tournaments/:id/payouts/backers',
    'GET /api/tournaments/:id/payouts/files',
    'GET /api/tournaments/:id/payouts/imports',
    'GET /api/tournaments/:id/fundings',
    'GET /api/follows',
    'GET /api/admin/people/:id/sessions',
  ],
}

let db: RootDb
let owner: Signed

beforeAll(async () => {
  db = await makeTestDb()
  owner = await addSigned(db)
  const size = { tournaments: 20, entries: 4, backers: 5, updates: 20, years: 5 }
  await load(db, size, owner.id, Date.now())
  const entry = await db.selectFrom('entries').selectAll().executeTakeFirstOrThrow()
  Object.assign(subjects, {
    boats: entry.boat_id,
    people: owner.id,
    tournaments: entry.tournament_id,
    'tournament-entries': entry.id,
    webhooks: await addWebhook(db, { tournament_id: entry.tournament_id, created_by: owner.id }),
  })
  await addPost(db, { author_id: owner.id, boat_id: entry.boat_id })
  await addRole(db, owner.id)
})

const lists = Object.entries(endpoints).flatMap(([key, endpoint]) =>
  key.startsWith('GET ') && 'answer' in endpoint && endpoint.answer.endsWith('[]') ? [key] : [],
)

/** Returns the plans of a server that has just started and has cached nothing. */
async function plansOf(key: string): Promise<Plan[]> {
  const { page } = await makeTestApp({}, {}, db)
  const path = key
    .replace('GET ', '')
    .replace(
      /\/(boats|people|tournaments|tournament-entries|webhooks)\/:id/,
      (_, noun: keyof typeof subjects) => `/${noun}/${subjects[noun]}`,
    )
  const { result, sqls } = await statements.of(() => page(path, { cookie: owner.cookie }))
  expect(`${key} ${result.status}`).toBe(`${key} 200`)
  return statements.explain(sqls)
}

/** `live`: a named part of the statement, whose own steps are checked. */
const isScan = (step: string) => /^SCAN (?!CONSTANT|json_each|live$)/.test(step)

/** Reads a whole table, or a whole index without a limit. */
const scans = ({ sql, steps, innerSteps }: Plan) =>
  innerSteps.some(isScan) ||
  steps.some(step => {
    if (/^USING (?:COVERING )?INDEX .* FOR IN-OPERATOR$/.test(step)) return true
    return isScan(step) && !(/ USING (?:COVERING )?INDEX /.test(step) && / limit /.test(sql))
  })

const sorts = ({ steps }: Plan) => steps.some(step => step.includes('TEMP B-TREE'))

const hasNoLimit = ({ sql }: Plan) => / order by /.test(sql) && !/ limit /.test(sql)

test('SQLite: every list has a limit, reads through indexes and sorts only a part of the data, but for those known', async () => {
  const findings = { readWhole: [] as string[], sortPart: [] as string[] }
  const unboundedLists: string[] = []
  for (const key of lists) {
    const plans = await plansOf(key)
    if (plans.some(scans)) findings.readWhole.push(key)
    if (plans.some(sorts)) findings.sortPart.push(key)
    if (plans.some(hasNoLimit)) unboundedLists.push(key)
  }
  // Two files, whose lines have a limit.
  expect(unboundedLists).toEqual(['GET /api/tournaments/:id/payouts/files'])
  expect(findings).toEqual(exceptions)
})
