import { describe, expect, test } from 'bun:test'
import type { Funding, FundingTotals } from '#contract/money/funding.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  addEntry,
  addFunding,
  addScene,
  addSigned,
  addTournament,
  type Signed,
} from '../../../../tests/support/factories.ts'
import { watchStatements } from '../../../../tests/support/plans.ts'
import { callsOf } from '../../../../tests/support/scene.ts'

const statements = watchStatements()

const hour = 3_600_000
const read = async <T>({ page }: TestApp, { cookie }: Signed, path: string): Promise<T> =>
  (await page(`/api/funding/my${path}`, { cookie })).json()
const idsAt = async (app: TestApp, backer: Signed, stage: string) =>
  (await read<Funding[]>(app, backer, `?stage=${stage}`)).map(({ id }) => id)

async function setUp() {
  const app = await makeTestApp()
  const backer = await addSigned(app.db)
  const fund = async (tournament: Parameters<typeof addTournament>[1], funding = {}) =>
    addFunding(app.db, {
      backer_id: backer.id,
      entry_id: await addEntry(app.db, { tournament_id: await addTournament(app.db, tournament) }),
      ...funding,
    })
  return { app, backer, fund }
}

describe('the stages of one’s own fundings', () => {
  test('answer 400 for an unknown one', async () => {
    const { app, backer } = await setUp()
    const { status } = await app.page('/api/funding/my?stage=sunk', { cookie: backer.cookie })
    expect(status).toBe(400)
  })

  test('follow tournament, results and refund, each funding at one of them', async () => {
    const { app, backer, fund } = await setUp()
    const now = Date.now()
    const later = { starts_at: now + hour, ends_at: now + 2 * hour }
    const live = await fund({})
    const upcoming = await fund(later)
    const over = await fund({ starts_at: now - 2 * hour, ends_at: now - hour })
    const cancelled = await fund({ ...later, cancelled_at: now })
    const refunded = await fund(later, { status: 'refunded', refund_requested_at: now, refunded_at: now })
    const refunding = await fund(later, { refund_requested_at: now })
    expect(await idsAt(app, backer, 'upcoming')).toEqual([upcoming])
    expect((await idsAt(app, backer, 'water')).sort()).toEqual([live, over].sort())
    expect((await idsAt(app, backer, 'settled')).sort()).toEqual([cancelled, refunded, refunding].sort())
  })

  test('settle with the results, and add up what went in and came out', async () => {
    const { app, backer } = await setUp()
    const scene = await addScene(app.db, { starts_at: 1, ends_at: 2 })
    const { entry, tournament } = scene
    const other = await addEntry(app.db, { tournament_id: tournament })
    const winner = await addFunding(app.db, { backer_id: backer.id, entry_id: entry })
    const loser = await addFunding(app.db, { backer_id: backer.id, entry_id: other, amount_cents: 2500 })
    const winnings = [
      { entryId: entry, amount: 1000 },
      { entryId: other, amount: 0 },
    ]
    expect((await callsOf(app, scene).confirm(winnings)).status).toBe(201)
    expect((await idsAt(app, backer, 'settled')).sort()).toEqual([winner, loser].sort())
    const totals = () => read<FundingTotals>(app, backer, '/totals')
    expect((await totals()).settled).toEqual({ in: '125.00', out: '400.00', owed: '400.00' })
    const { id } = await app.db
      .selectFrom('payouts')
      .select('id')
      .where('funding_id', '=', winner)
      .executeTakeFirstOrThrow()
    expect(
      (await app.page(`/api/payouts/${id}/paid`, { json: {}, cookie: scene.organiser.cookie })).status,
    ).toBe(200)
    expect((await totals()).settled).toEqual({ in: '125.00', out: '400.00', owed: '0.00' })
  })

  test('SQLite: walk the backer’s index and sort nothing', async () => {
    const { app, backer } = await setUp()
    const { sqls } = await statements.of(async () => {
      for (const stage of ['water', 'upcoming', 'settled']) await idsAt(app, backer, stage)
    })
    const plans = statements.explain(sqls).filter(({ sql }) => sql.includes('order by "fundings"'))
    expect(plans).toHaveLength(3)
    for (const { steps } of plans) {
      const plan = steps.join('\n')
      expect(plan).toMatch(/SEARCH fundings USING INDEX fundings_backer/)
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN/)
    }
  })
})
