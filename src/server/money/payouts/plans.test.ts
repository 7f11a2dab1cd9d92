import { expect, test } from 'bun:test'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addFunding, addScene } from '../../../../tests/support/factories.ts'
import { watchStatements } from '../../../../tests/support/plans.ts'
import { payoutsOfFundings } from './payouts.queries.ts'

const statements = watchStatements()

const large = ['entries', 'boats', 'users', 'fundings', 'disputes', 'ledger', 'jobs', 'results', 'payouts']

const scansOf = (sqls: readonly string[]): string[] =>
  statements
    .explain(sqls)
    .flatMap(({ sql, steps }) => steps.map(step => `${step} ← ${sql}`))
    .filter(line => large.includes(/^SCAN (\w+)/.exec(line)?.[1] ?? ''))

test('SQLite: settling, paying and reading shares walk no large table', async () => {
  const testApp = await makeTestApp()
  const { db, page } = testApp
  const { entry, tournament, organiser } = await addScene(db, { starts_at: 1, ends_at: 2 })
  const funding = await addFunding(db, { entry_id: entry })
  const { cookie } = organiser
  const json = { winnings: [{ entryId: entry, amount: 100 }] }

  const { sqls } = await statements.of(async () => {
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
    await payoutsOfFundings(db, [row.funding_id])
    await testApp.runJobs()

    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200, 200])
  })
  expect(sqls.some(sql => sql.includes('"payouts"'))).toBe(true)
  expect(scansOf(sqls)).toEqual([])
})
