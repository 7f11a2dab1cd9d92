import { afterEach, describe, expect, test } from 'bun:test'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addFunding, addScene, addSigned } from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { setUpLive, stopDoubles } from './test-support.ts'

const hour = 3_600_000

afterEach(stopDoubles)

type App = Pick<Awaited<ReturnType<typeof setUpLive>>, 'page' | 'entry' | 'tournament' | 'organiser'>

async function settle({ page, entry, tournament, organiser: { cookie } }: App): Promise<void> {
  const json = { winnings: [{ entryId: entry, amount: 0 }] }
  const path = `/api/tournaments/${tournament}/results`
  const { preview } = await (await page(`${path}/preview`, { json, cookie })).json()
  expect((await page(path, { json: { ...json, preview }, cookie })).status).toBe(201)
}

describe('a settled tournament refuses fundings after the clock was set back', () => {
  test('answers 409 for a test payment and for a new intent', async () => {
    const testApp = await makeTestApp()
    const scene = await addScene(testApp.db)
    const { cookie } = await addSigned(testApp.db)
    const start = Date.now()
    testApp.setNow(start + 48 * hour)
    await settle({ ...testApp, ...scene })
    testApp.setNow(start)
    const fund = { tournamentEntryId: scene.entry, amount: '25.00', stripePaymentIntentId: 'pi_mock_1' }
    const intend = { tournamentEntryId: scene.entry, amount: 25 }
    for (const answer of [
      await testApp.page('/api/funding', { json: fund, cookie }),
      await testApp.page('/api/create-payment-intent', { json: intend, cookie }),
    ]) {
      expect(answer.status).toBe(409)
      expect((await answer.json()).message).toBe(texts.closed)
    }
    expect(await findFaults(testApp.db)).toEqual([])
  })

  test('refunds a card payment', async () => {
    const app = await setUpLive()
    const { stripe, begin, fund, holds, runJobs, atStripe, wait } = app
    wait(0)
    const intent = await begin()
    wait(48 * hour)
    await settle(app)
    wait(-48 * hour)
    stripe.pay(intent)
    expect((await fund(intent)).status).toBe(409)
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })

  test('the database refuses a funding', async () => {
    const testApp = await makeTestApp()
    const scene = await addScene(testApp.db)
    const pending = await addFunding(testApp.db, { entry_id: scene.entry, status: 'pending' })
    testApp.setNow(Date.now() + 48 * hour)
    await settle({ ...testApp, ...scene })
    await expect(addFunding(testApp.db, { entry_id: scene.entry })).rejects.toThrow(
      'the tournament is settled',
    )
    await expect(
      changeRows(testApp.db, 'fundings', { status: 'completed' }, { id: pending }),
    ).rejects.toThrow('the tournament is settled')
  })
})
