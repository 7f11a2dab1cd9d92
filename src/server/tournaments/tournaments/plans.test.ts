import { beforeAll, describe, expect, test } from 'bun:test'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { countByState, needsModeChange } from '#server/money/funding/index.ts'
import { pollEvents } from '#server/money/funding/poll-events.ts'
import { reconcilePayments } from '#server/money/funding/reconcile-payments.ts'
import { load } from '../../../../db/load.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addScene, addSigned, type Signed } from '../../../../tests/support/factories.ts'
import { watchStatements } from '../../../../tests/support/plans.ts'
import { changeRows } from '../../../../tests/support/rows.ts'

const statements = watchStatements()

/** Growing tables; index walks with a limit are fine. */
const large = [
  'tournaments',
  'entries',
  'boats',
  'updates',
  'catches',
  'users',
  'sessions',
  'crew_members',
  'images',
  'fundings',
  'ledger',
  'payouts',
  'disputes',
  'jobs',
]

let testApp: TestApp
let organiser: Signed
let some: { tournament: TournamentId; entry: EntryId }

beforeAll(async () => {
  testApp = await makeTestApp()
  const { db } = testApp
  organiser = await addSigned(db)
  await load(db, { tournaments: 200, entries: 10, backers: 25, updates: 500 }, organiser.id, Date.now())
  some = await db
    .selectFrom('entries')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .select(['tournaments.id as tournament', 'entries.id as entry'])
    .where('starts_at', '<', Date.now())
    .where('ends_at', '>', Date.now())
    .executeTakeFirstOrThrow()
}, 120_000)

function scansOf(sqls: readonly string[]): string[] {
  return statements.explain(sqls).flatMap(({ sql, steps }) =>
    steps
      // Partial indexes of few rows.
      .filter(step => !/ USING INDEX fundings_(?:pending|mails)$/.test(step))
      .filter(step => large.includes(/^SCAN (\w+)/.exec(step)?.[1] ?? ''))
      .map(step => `${step} ← ${sql}`),
  )
}

async function queriesOf(work: () => Promise<Response>, status = 200): Promise<string[]> {
  const { result: response, sqls } = await statements.of(work)
  if (response.status !== status)
    throw new Error(JSON.stringify(testApp.logs.findLast(line => line.level === 'error') ?? null))
  expect(response.status).toBe(status)
  return sqls
}

describe('SQLite: a page with many rows', () => {
  const publicLists = [
    '/api/tournaments',
    '/api/tournaments?status=cancelled',
    '/api/tournament-cards',
    '/api/tournament-cards?category=active',
    '/api/tournament-cards?category=upcoming',
    '/api/tournament-cards?category=past&limit=50',
    '/api/tournament-cards?q=open',
    '/api/leaderboard',
    '/api/leaderboard/boards',
    '/api/leaderboard/totals',
  ]

  test.each(publicLists)('reads %s through indexes, and without changes not again', async path => {
    expect(scansOf(await queriesOf(() => testApp.page(path)))).toEqual([])
    expect(await queriesOf(() => testApp.page(path))).toEqual([])
  })

  test('reads one tournament without a statement once it is held, and an entry with two', async () => {
    const get = (path: string) => queriesOf(() => testApp.page(path))
    await get(`/api/tournaments/${some.tournament}`)
    expect(await get(`/api/tournaments/${some.tournament}`)).toEqual([])
    const ofEntry = await get(`/api/tournament-entries/${some.entry}`)
    expect(ofEntry.length).toBe(2)
    expect(scansOf(ofEntry)).toEqual([])
  })

  test('reads only the tournament that a funding changed', async () => {
    await testApp.page('/api/tournament-cards')
    await changeRows(testApp.db, 'entries', { backer_count: 1 }, { id: some.entry })
    const after = await queriesOf(() => testApp.page('/api/tournament-cards?category=active&limit=50'))
    expect(after.length).toBeLessThanOrEqual(3)
    expect(scansOf(after)).toEqual([])
    expect(await queriesOf(() => testApp.page('/api/leaderboard/totals'))).toEqual([])
  })

  for (const search of [
    '',
    '?limit=200',
    '?limit=20&cursor=9999999999999_ffffffff-ffff-ffff-ffff-ffffffffffff',
  ])
    test(`reads updates${search} with one statement that walks an index`, async () => {
      const queries = await queriesOf(() => testApp.page(`/api/tournament-updates${search}`))
      expect(queries.length).toBe(1)
      expect(scansOf(queries)).toEqual([])
    })

  test('reads the updates of one tournament through its index', async () => {
    const queries = await queriesOf(() =>
      testApp.page(`/api/tournament-updates?tournamentId=${some.tournament}`),
    )
    expect(queries.length).toBe(1)
    expect(scansOf(queries)).toEqual([])
  })

  test('uses indexes to weigh in, change a position and show the organiser’s page', async () => {
    const { cookie } = organiser
    const json = { weight: 12, species: 'Wahoo' }
    const path = `/api/tournament-entries/${some.entry}`
    const queries = await queriesOf(() => testApp.page(`${path}/catches`, { json, cookie }), 201)
    expect(scansOf(queries)).toEqual([])
    expect(queries.length).toBeLessThan(30)
    const position = { method: 'PATCH', json: { currentPosition: 1 }, cookie }
    expect(scansOf(await queriesOf(() => testApp.page(path, position)))).toEqual([])
    const view = await queriesOf(() => testApp.page(`/api/tournaments/${some.tournament}/desk`, { cookie }))
    expect(scansOf(view)).toEqual([])
  })

  test('records a funding with a dozen indexed statements', async () => {
    const { cookie } = await addSigned(testApp.db)
    const intent = { amount: 10, tournamentEntryId: some.entry }
    const post = (path: string, json: object) => () => testApp.page(path, { json, cookie })
    expect(scansOf(await queriesOf(post('/api/create-payment-intent', intent)))).toEqual([])
    const funding = { tournamentEntryId: some.entry, amount: '10.00', stripePaymentIntentId: 'pi_mock_plan' }
    const queries = await queriesOf(post('/api/funding', funding), 201)
    expect(scansOf(queries)).toEqual([])
    expect(queries.length).toBeLessThan(21)
    const reads = ['/api/funding/my', '/api/funding/my.csv?year=2026', '/api/funding/intent/pi_mock_plan']
    for (const path of reads)
      expect(scansOf(await queriesOf(() => testApp.page(path, { cookie })))).toEqual([])
  })

  test('uses indexes to show fundings to captains and organisers', async () => {
    const { cookie } = organiser
    for (const path of [
      `/api/tournament-entries/${some.entry}/backers`,
      `/api/tournaments/${some.tournament}/fundings`,
      `/api/tournaments/${some.tournament}/fundings/totals`,
      `/api/tournaments/${some.tournament}/refunds`,
      '/api/my-tournaments?limit=50',
    ])
      expect(scansOf(await queriesOf(() => testApp.page(path, { cookie })))).toEqual([])
  })

  test('reads no fundings of others by their payment mode', async () => {
    const { cookie } = organiser
    const endedTournament = await testApp.db
      .selectFrom('tournaments')
      .select('id')
      .where('ends_at', '<', Date.now())
      .executeTakeFirstOrThrow()
    const preview = { json: { winnings: [] }, cookie }
    const sqls = [
      ...(await queriesOf(() => testApp.page('/api/funding/my/totals', { cookie }))),
      ...(await queriesOf(() =>
        testApp.page(`/api/tournaments/${some.tournament}/fundings/totals`, { cookie }),
      )),
      ...(await queriesOf(() =>
        testApp.page(`/api/tournaments/${endedTournament.id}/results/preview`, preview),
      )),
    ]
    const steps = statements.explain(sqls).flatMap(plan => plan.steps)
    expect(steps.filter(step => step.includes('fundings_backer '))).not.toEqual([])
    expect(steps.filter(step => step.includes('fundings_entry '))).not.toEqual([])
    expect(steps.filter(step => step.includes('fundings_mode '))).toEqual([])
  })

  test('looks for and counts fundings by payment mode through indexes alone', async () => {
    const { sqls } = await statements.of(async () => {
      await needsModeChange(testApp.db, 'live', 0)
      await countByState(testApp.db)
    })
    const steps = statements.explain(sqls).flatMap(plan => plan.steps)
    expect(steps.filter(step => /fundings_mode(?: |$)/.test(step))).toHaveLength(3)
    expect(steps).not.toContain('SCAN fundings')
  })

  test('reconciles payments and changes terms without the index of payment modes', async () => {
    const { deps, db } = testApp
    const { mode: _, ...provider } = deps.payments
    const live = { ...deps, payments: { ...provider, mode: 'live' as const, listEvents: async () => null } }
    // The first poll alone looks for the first funding.
    await pollEvents(live)
    const { entry, captain } = await addScene(db, { starts_at: Date.now() + 3_600_000 })
    const terms = { method: 'PATCH', json: { fundingGoal: 5000 }, cookie: captain.cookie }
    const sqls = [
      ...(await statements.of(() => reconcilePayments(deps))).sqls,
      ...(await statements.of(() => pollEvents(live))).sqls,
      ...(await queriesOf(() => testApp.page(`/api/tournament-entries/${entry}`, terms))),
    ]
    const steps = statements.explain(sqls).flatMap(plan => plan.steps)
    for (const index of ['fundings_pending', 'fundings_checked', 'fundings_entry', 'disputes_open'])
      expect(steps.filter(step => step.includes(`${index} `) || step.endsWith(index))).not.toEqual([])
    expect(steps.filter(step => step.includes('fundings_mode '))).toEqual([])
  })

  test('looks for money through indexes before winnings are paid later', async () => {
    const { tournament, organiser } = await addScene(testApp.db, { payout_days: 3 })
    const later = { method: 'PATCH', json: { payoutDays: 5 }, cookie: organiser.cookie }
    const queries = await queriesOf(() => testApp.page(`/api/tournaments/${tournament}`, later))
    expect(queries.filter(sql => sql.includes('"ledger"')).length).toBe(1)
    expect(scansOf(queries)).toEqual([])
  })

  test('uses indexes to send mails, reconcile payments and cancel a tournament', async () => {
    const { deps } = testApp
    const nothing = async (work: Promise<unknown>) => {
      await work
      return new Response()
    }
    expect(scansOf(await queriesOf(() => nothing(testApp.sendMails())))).toEqual([])
    expect(scansOf(await queriesOf(() => nothing(reconcilePayments(deps))))).toEqual([])
    const cancel = { method: 'PATCH', json: { status: 'cancelled' }, cookie: organiser.cookie }
    const path = `/api/tournaments/${some.tournament}`
    expect(scansOf(await queriesOf(() => testApp.page(path, cancel)))).toEqual([])
    expect(scansOf(await queriesOf(() => nothing(testApp.runJobs())))).toEqual([])
  }, 60_000)
})
