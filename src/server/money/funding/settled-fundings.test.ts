import { afterEach, describe, expect, test } from 'bun:test'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { addFunding } from '../../../../tests/support/factories.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { type callsOf, makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'
import { moveTournament } from '../../../../tests/support/states.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const hour = 3_600_000

afterEach(stopDoubles)

type Calls = Pick<ReturnType<typeof callsOf>, 'preview' | 'confirm'>

async function settle({ preview, confirm }: Calls): Promise<void> {
  const { preview: fingerprint } = await (await preview(0)).json()
  expect((await confirm(0, { preview: fingerprint })).status).toBe(201)
}

describe('a settled tournament refuses fundings after the clock was set back', () => {
  test('answers 409 for a test payment and for a new intent', async () => {
    const scene = await makeScene()
    const { pay, intend, readHeld, wait } = scene
    wait(48 * hour)
    await settle(scene)
    wait(-48 * hour)
    for (const answer of [await pay(), await intend()])
      expect(await statusAndMessage(answer)).toEqual([409, texts.closed])
    expect(await readHeld()).toEqual([0, 0])
  })

  test('refunds a card payment', async () => {
    const app = await makeLiveScene()
    const { stripe, begin, fund, holds, runJobs, atStripe, wait, db, deps } = app
    wait(0)
    const intent = await begin()
    await moveTournament(db, { ends_at: deps.now() + hour })
    wait(2 * hour)
    await reconcilePayments(deps)
    await settle(app)
    wait(-2 * hour)
    stripe.pay(intent)
    expect((await fund(intent)).status).toBe(409)
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })

  test('the database refuses a funding', async () => {
    const scene = await makeScene()
    const { db, entry, wait } = scene
    const pending = await addFunding(db, { entry_id: entry, status: 'pending' })
    wait(48 * hour)
    await settle(scene)
    await expect(addFunding(db, { entry_id: entry })).rejects.toThrow('the tournament is settled')
    await expect(changeRows(db, 'fundings', { status: 'completed' }, { id: pending })).rejects.toThrow(
      'the tournament is settled',
    )
  })
})
