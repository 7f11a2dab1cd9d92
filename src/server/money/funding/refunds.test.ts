import { afterEach, describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import type { Funding, OrganiserFunding, RefundProgress } from '#contract/money/funding.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { nextOf } from '../../../../tests/support/app.ts'
import { addSigned, type Signed } from '../../../../tests/support/factories.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { failRefund } from '../../../../tests/support/states.ts'
import { refundEntryJobKind, saveRefundFailure } from './refund-jobs.ts'

afterEach(stopDoubles)

async function setUp() {
  const scene = await makeScene()
  const { db, page, bo, pay } = scene
  const eve = await addSigned(db)
  const fund = async ({ cookie }: Signed, amount: string): Promise<Funding> =>
    (await pay(cookie, amount)).json()
  const fundings = [await fund(bo, '40'), await fund(eve, '10'), await fund(bo, '25')]
  const read = async (path: string, { cookie }: Signed) => (await page(path, { cookie })).json()
  const progress = (): Promise<RefundProgress> =>
    read(`/api/tournaments/${scene.tournament}/refunds`, scene.organiser)
  const cancel = () => scene.cancel('A gale is coming.')
  return { ...scene, eve, fundings, fund, read, progress, cancel, holds: scene.readHeld }
}

describe('cancelling a tournament', () => {
  test('refunds every cent once, although it is cancelled twice and jobs run again', async () => {
    const { cancel, progress, runJobs, holds, read, bo, db } = await setUp()
    expect(await holds()).toEqual([7500, 2])
    expect((await cancel()).status).toBe(200)
    expect(await progress()).toMatchObject({ total: 3, refunded: 0, pending: 3, total_amount: '75.00' })
    const before: Funding[] = await read('/api/funding/my', bo)
    expect(before.map(({ status, refund }) => [status, refund?.status])).toEqual([
      ['completed', 'pending'],
      ['completed', 'pending'],
    ])
    expect(before[0]?.refund?.reason).toBe('The tournament was cancelled. The reason: “A gale is coming.”.')
    await runJobs()
    expect((await cancel()).status).toBe(200)
    await runJobs()
    expect(await progress()).toEqual({
      total: 3,
      refunded: 3,
      pending: 0,
      failed: 0,
      total_amount: '75.00',
      refunded_amount: '75.00',
      failures: [],
    })
    expect(await holds()).toEqual([0, 0])
    const after: Funding[] = await read('/api/funding/my', bo)
    expect(after.map(({ status, refund }) => [status, refund?.status, refund?.reason])).toEqual([
      ['refunded', 'done', 'The tournament was cancelled. The reason: “A gale is coming.”.'],
      ['refunded', 'done', 'The tournament was cancelled. The reason: “A gale is coming.”.'],
    ])
    const refunds = await db.selectFrom('ledger').select('cents').where('kind', '=', 'refund').execute()
    expect(refunds.length).toBe(6)
  })

  test('cancels the payments that have begun, also beside one that the provider doesn’t know', async () => {
    const { stripe, begin, bo, stranger, cancel, runJobs, rows } = await makeLiveScene()
    const [unknown, other] = [await begin(bo.cookie), await begin(stranger.cookie)]
    stripe.intents.delete(unknown)
    expect((await cancel()).status).toBe(200)
    await runJobs()
    expect(stripe.intent(other).status).toBe('canceled')
    expect((await rows())[0]).toMatchObject({ status: 'failed' })
  })

  test('cancels a payment that the provider creates meanwhile', async () => {
    const { stripe, intend, cancel, runJobs, rows, deps } = await makeLiveScene()
    const { create } = deps.payments
    deps.payments.create = async payment => {
      const intent = await create(payment)
      expect((await cancel()).status).toBe(200)
      await runJobs()
      return intent
    }
    expect((await intend()).status).toBe(409)
    expect([...stripe.intents.values()].map(({ status }) => status)).toEqual(['canceled'])
    expect((await rows()).map(({ status }) => status)).toEqual(['failed'])
  })

  test('mails each backer about the cancellation, then about the refund', async () => {
    const { cancel, db, deps, mails, runJobs, sendMails } = await setUp()
    await sendMails()
    mails.length = 0
    await cancel()
    await new JobQueue(deps, [refundEntryJobKind(deps)]).drain()
    await sendMails()
    expect(await db.selectFrom('ledger').select('id').where('kind', '=', 'refund').execute()).toEqual([])
    await runJobs()
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Refunded: $10 for Reel Deal',
      'Refunded: $25 for Reel Deal',
      'Refunded: $40 for Reel Deal',
      'Your refund for Reel Deal: $10',
      'Your refund for Reel Deal: $25',
      'Your refund for Reel Deal: $40',
    ])
  })

  test('shows failures to the organiser, who alone can retry them', async () => {
    const { cancel, deps, progress, runJobs, page, tournament, organiser, captain, fundings, holds, db } =
      await setUp()
    const [first] = fundings
    if (!first) throw new Error('nothing was funded')
    await changeRows(db, 'fundings', { mode: 'live' }, { id: first.id as never })
    await cancel()
    await runJobs()
    const { failed, failures } = await progress()
    expect([failed, failures.map(({ refund }) => refund?.error)]).toEqual([
      1,
      ['It was paid with live payments, and the server runs with test ones.'],
    ])
    expect(await holds()).toEqual([4000, 1])
    const retry = (id: string, cookie: string) =>
      page(`/api/tournaments/${tournament}/refunds/${id}/retry`, { method: 'POST', cookie })
    expect((await retry(first.id, '')).status).toBe(401)
    expect((await retry(first.id, captain.cookie)).status).toBe(403)
    expect((await retry(newId(), organiser.cookie)).status).toBe(404)
    expect((await retry(fundings[1]?.id ?? '', organiser.cookie)).status).toBe(409)
    await changeRows(db, 'fundings', { mode: 'test' })
    expect(await (await retry(first.id, organiser.cookie)).json()).toMatchObject({ pending: 1, failed: 0 })
    await runJobs()
    expect(await progress()).toMatchObject({ refunded: 3, pending: 0, failed: 0 })
    expect(await holds()).toEqual([0, 0])
    expect(deps.env.payments).toBeNull()
  })

  test('a refund returned by the bank counts as failed until another succeeds', async () => {
    const { cancel, db, deps, progress, runJobs, page, tournament, organiser, fundings } = await setUp()
    await cancel()
    await runJobs()
    const id = fundings[0]?.id as never
    // The job gave up, and the refund has arrived meanwhile.
    await saveRefundFailure(deps, id, 'The provider is away.')
    expect(await progress()).toMatchObject({ refunded: 3, failed: 0 })
    await failRefund(db, id, 'The bank sent the refund back.')
    expect(await progress()).toMatchObject({ refunded: 2, failed: 1, refunded_amount: '35.00' })
    await page(`/api/tournaments/${tournament}/refunds/${id}/retry`, {
      method: 'POST',
      cookie: organiser.cookie,
    })
    await runJobs()
    expect(await progress()).toMatchObject({ refunded: 3, failed: 0 })
  })
})

describe('withdrawing an entry', () => {
  test('refunds its fundings and shows the reason to backers', async () => {
    const { page, entry, organiser, runJobs, holds, read, eve, progress, mails } = await setUp()
    const path = `/api/tournament-entries/${entry}`
    const json = { reason: ' Engine failure ' }
    expect((await page(path, { method: 'DELETE', json, cookie: organiser.cookie })).status).toBe(204)
    await runJobs()
    expect(await holds()).toEqual([0, 0])
    const [mine]: Funding[] = await read('/api/funding/my', eve)
    expect(mine?.refund).toMatchObject({
      status: 'done',
      reason: 'The boat was withdrawn from the tournament. The reason: “Engine failure”.',
    })
    expect(mails.filter(({ text }) => text.includes('“Engine failure”'))).not.toEqual([])
    expect(await progress()).toMatchObject({ total: 3, refunded: 3 })
  })
})

describe('GET /api/tournaments/:id/fundings', () => {
  test('answers 401, 403 and 404 to others; the organiser sees each funding with its backer, in pages', async () => {
    const { page, tournament, organiser, captain, read } = await setUp()
    const path = `/api/tournaments/${tournament}/fundings`
    for (const list of ['fundings', 'refunds']) {
      expect((await page(`/api/tournaments/${tournament}/${list}`)).status).toBe(401)
      const other = await page(`/api/tournaments/${tournament}/${list}`, { cookie: captain.cookie })
      expect(other.status).toBe(403)
      const none = await page(`/api/tournaments/${newId()}/${list}`, { cookie: organiser.cookie })
      expect(none.status).toBe(404)
    }
    const all: OrganiserFunding[] = await read(path, organiser)
    expect(
      all.map(({ amount, backer, entry, refund, disputed }) => [
        amount,
        backer,
        entry.boat,
        refund,
        disputed,
      ]),
    ).toEqual([
      ['25.00', 'A backer', 'Reel Deal', null, false],
      ['10.00', 'A backer', 'Reel Deal', null, false],
      ['40.00', 'A backer', 'Reel Deal', null, false],
    ])
    for (const search of ['cursor=x', 'limit=0', 'limit=1001'])
      expect((await page(`${path}?${search}`, { cookie: organiser.cookie })).status).toBe(400)
    const first = await page(`${path}?limit=2`, { cookie: organiser.cookie })
    const next = nextOf(first) ?? ''
    expect((await read(next, organiser)).map(({ amount }: OrganiserFunding) => amount)).toEqual(['40.00'])
  })
})

test('the operator can cancel the tournament of a deleted organiser, which refunds every funding', async () => {
  const { db, deps, organiser, bo, tournament, holds, runJobs, read } = await setUp()
  await inTransaction(db, trx => anonymiseUser(trx, organiser.id, Date.now()))
  expect(await holds()).toEqual([7500, 2])
  expect((await admin({ deps }, 'cancel-tournament', tournament)).code).toBe(0)
  await runJobs()
  expect(await holds()).toEqual([0, 0])
  const mine: Funding[] = await read('/api/funding/my', bo)
  expect(mine.map(({ status }) => status)).toEqual(['refunded', 'refunded'])
})
