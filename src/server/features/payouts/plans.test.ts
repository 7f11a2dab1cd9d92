import { Database } from 'bun:sqlite'
import { afterAll, expect, spyOn, test } from 'bun:test'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addFunding, addScene } from '../../../../tests/support/factories.ts'
import { payoutsOfBacker } from './payouts.queries.ts'

/** All statements pass `Database.query`. */
const spy = spyOn(Database.prototype, 'query')
afterAll(() => spy.mockRestore())

const large = ['entries', 'boats', 'users', 'fundings', 'disputes', 'ledger', 'jobs', 'results', 'payouts']

/** On a copy: bun:sqlite keeps explained statements open. */
function scansOf(sqls: readonly string[]): string[] {
  const database = spy.mock.contexts.at(-1)
  if (!(database instanceof Database)) throw new Error('no database was opened')
  const copy = Database.deserialize(database.serialize())
  const explain = (sql: string) =>
    copy
      .prepare<{ detail: string }, null[]>(`explain query plan ${sql}`)
      .all(...Array<null>(sql.split('?').length - 1).fill(null))
  return [...new Set(sqls)]
    .filter(sql => /^\s*(?:select|update|delete)\b/i.test(sql) && !sql.includes('temp.'))
    .flatMap(sql => explain(sql).map(({ detail }) => `${detail} ← ${sql}`))
    .filter(line => large.includes(/^SCAN (\w+)/.exec(line)?.[1] ?? ''))
}

test('settling, paying and reading shares walk no large table', async () => {
  const testApp = await makeTestApp()
  const { db, page } = testApp
  const { entry, tournament, organiser } = await addScene(db, { starts_at: 1, ends_at: 2 })
  const funding = await addFunding(db, { entry_id: entry })
  const { cookie } = organiser
  const json = { winnings: [{ entryId: entry, amount: 100 }] }
  spy.mockClear()

  const answers = [
    await page(`/api/tournaments/${tournament}/results/preview`, { json, cookie }),
    await page(`/api/tournaments/${tournament}/results`, { json, cookie }),
    await page(`/api/tournaments/${tournament}/results`),
    await page(`/api/tournaments/${tournament}/payouts?limit=1`, { cookie }),
    await page(`/api/tournaments/${tournament}/payouts.csv`, { cookie }),
    await page(`/api/tournament-entries/${entry}/statement`),
  ]
  const row = await db
    .selectFrom('payouts')
    .selectAll()
    .where('funding_id', '=', funding)
    .executeTakeFirstOrThrow()
  answers.push(await page(`/api/payouts/${row.id}/paid`, { json: {}, cookie }))
  await payoutsOfBacker(db, row.backer_id)
  await testApp.runJobs()

  expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200, 200])
  const asked = spy.mock.calls.map(([sql]) => sql)
  expect(asked.some(sql => sql.includes('"payouts"'))).toBe(true)
  expect(scansOf(asked)).toEqual([])
})
