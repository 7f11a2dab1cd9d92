import { afterEach, describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { fundingTexts } from '#contract/money/funding-texts.ts'
import { ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addEntry, addFunding, addScene, addSigned } from '../../../../tests/support/factories.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { setGoals } from '../../../../tests/support/states.ts'
import { findFundedEntry } from './entry-funding.queries.ts'
import { sumHeldByOthers } from './funding.queries.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { syncPayment } from './sync-payment.ts'

const minute = 60_000

afterEach(stopDoubles)

describe('one account cannot block a boat’s funding', () => {
  test('a new intent for the same entry replaces the hold, cancels the old one and keeps its end', async () => {
    const { stripe, begin, rows, bo, wait } = await makeLiveScene()
    const first = await begin(bo.cookie, 1000)
    wait(10 * minute)
    const second = await begin(bo.cookie, 900)
    expect([stripe.intent(first).status, stripe.intent(second).status]).toEqual([
      'canceled',
      'requires_payment_method',
    ])
    const [old, next] = await rows()
    expect(old?.status).toBe('failed')
    expect(next).toMatchObject({ status: 'pending', intent_id: second })
    const end = (next?.held_until ?? 0) - (old?.created_at ?? 0)
    expect(Math.abs(end - limits.fundingHoldMinutes * minute)).toBeLessThan(5000)
  })

  test('of two intents at the same time only the newer can be paid', async () => {
    const { stripe, intend, begin, rows, deps, bo } = await makeLiveScene()
    const { create } = deps.payments
    let newer = ''
    deps.payments.create = async funding => {
      const intent = await create(funding)
      deps.payments.create = create
      newer = await begin(bo.cookie, 900)
      return intent
    }
    const older = await intend(bo.cookie, 1000)
    expect([older.status, (await older.json()).message]).toEqual([409, fundingTexts.replaced])
    expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'pending'])
    const open = [...stripe.intents.values()].filter(({ status }) => status !== 'canceled')
    expect(open.map(({ id }) => id)).toEqual([newer])
  })

  test('a payment for which no room is left holds nothing', async () => {
    const { begin, intend, pay, bo, stranger, db } = await makeScene()
    await setGoals(db, 10_000)
    await begin(bo.cookie, 60)
    expect((await pay(stranger.cookie, '50.00')).status).toBe(201)
    expect((await intend(bo.cookie, 60)).status).toBe(409)
    expect((await intend((await addSigned(db)).cookie, 20)).status).toBe(200)
  })

  test('a replaced intent that was paid meanwhile still counts', async () => {
    const { stripe, begin, holds, bo } = await makeLiveScene()
    const first = await begin(bo.cookie, 25)
    stripe.pay(first)
    await begin(bo.cookie, 40)
    expect(await holds()).toBe(2500)
  })

  test('a replaced intent that the provider doesn’t cancel now prevents no other', async () => {
    const { begin, rows, deps } = await makeLiveScene()
    await begin()
    deps.payments.cancel = () => Promise.reject(new ProviderUnreachable('down'))
    await begin()
    expect((await rows()).map(({ status }) => status)).toEqual(['pending', 'pending'])
  })

  test('a replaced intent that the provider no longer knows has failed', async () => {
    const { stripe, begin, rows } = await makeLiveScene()
    stripe.intents.delete(await begin())
    await begin()
    expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'pending'])
  })

  test('after its hold, a payment takes no room that others hold, and never leaves less than a dollar', async () => {
    for (const [cents, counts] of [
      ['50.70', false],
      ['51.00', true],
    ] as const) {
      const { stripe, begin, fund, deps, holds, bo, stranger, wait, rows, makeFunding } =
        await makeLiveScene(12_500)
      wait(0)
      await makeFunding()
      stripe.now = () => Math.floor(deps.now() / 1000)
      const late = await begin(bo.cookie, cents)
      wait(16 * minute)
      const other = await begin(stranger.cookie, '49.00')
      stripe.pay(late)
      expect((await fund(late, bo.cookie, cents)).status).toBe(counts ? 201 : 409)
      stripe.pay(other)
      expect((await fund(other, stranger.cookie, '49.00')).status).toBe(201)
      expect(await holds()).toBe(counts ? 12_500 : 7400)
      expect((await rows())[1]).toMatchObject(
        counts ? { status: 'completed' } : { status: 'refund_pending', refund_reason: 'no_room' },
      )
    }
  })

  test('after its hold, what was the remainder counts in whatever room a refund made', async () => {
    const { stripe, begin, fund, deps, holds, bo, wait, rows } = await makeLiveScene(10_000)
    wait(0)
    stripe.now = () => Math.floor(deps.now() / 1000)
    const most = await begin(bo.cookie, '95.00')
    stripe.pay(most)
    expect((await fund(most, bo.cookie, '95.00')).status).toBe(201)
    const rest = await begin(bo.cookie, '5.00')
    wait(16 * minute)
    stripe.refundByHand(most, 2000)
    const [first] = await rows()
    await syncPayment(deps, first?.id ?? newId<'funding'>())
    stripe.pay(rest)
    expect((await fund(rest, bo.cookie, '5.00')).status).toBe(201)
    expect(await holds()).toBe(8000)
  })

  test('an unpaid hold prevents the next hold for an hour; the account may still pay while the goal is open', async () => {
    const { stripe, begin, fund, intend, holds, bo, stranger, wait } = await makeLiveScene()
    wait(0)
    await begin(bo.cookie, 1000)
    expect((await intend(stranger.cookie)).status).toBe(409)
    wait(15 * minute)
    const again = await begin(bo.cookie, 1000)
    expect((await intend(stranger.cookie)).status).toBe(200)
    stripe.pay(again)
    expect((await fund(again, bo.cookie, '1000.00')).status).toBe(201)
    expect(await holds()).toBe(100_000)
  })

  test('intents for the whole remainder every 14 minutes hold it at most a quarter of the time', async () => {
    const { begin, bo, stranger, db, deps, entry, wait } = await makeLiveScene()
    wait(0)
    const fundedEntry = await findFundedEntry(db, entry)
    if (!fundedEntry) throw new Error('an entry')
    const sixHours = 360
    let heldMinutes = 0
    for (let step = 0; step < sixHours; step++) {
      if (step % 14 === 0) await begin(bo.cookie, 1000)
      if ((await sumHeldByOthers(db, fundedEntry, stranger.id, deps.now())) > 0) heldMinutes += 1
      wait(minute)
    }
    expect(heldMinutes).toBeGreaterThan(0)
    expect(heldMinutes).toBeLessThanOrEqual(sixHours / 4)
  })

  test('an account gets a new hold an hour after an unpaid one', async () => {
    const { begin, intend, bo, stranger, wait } = await makeLiveScene()
    wait(0)
    await begin(bo.cookie, 1000)
    wait(15 * minute + limits.fundingHoldPauseMinutes * minute)
    await begin(bo.cookie, 1000)
    expect((await intend(stranger.cookie)).status).toBe(409)
  })

  test('an account holds at most $25,000 across all boats', async () => {
    const { begin, intend, bo, stranger, db, tournament, wait } = await makeLiveScene(2_000_000)
    wait(0)
    const other = await addEntry(db, { tournament_id: tournament, funding_goal_cents: 2_000_000 })
    const for_ = (entry: string) => ({ tournamentEntryId: entry })
    await begin(bo.cookie, 20_000)
    expect((await intend(stranger.cookie)).status).toBe(409)
    await begin(bo.cookie, 20_000, for_(other))
    expect((await intend(stranger.cookie, 20_000, for_(other))).status).toBe(200)
  })

  test('answers 429 with Retry-After after 10 intents within 10 minutes, unless RATE_LIMIT=off', async () => {
    for (const [RATE_LIMIT, last] of [
      ['on', 429],
      ['off', 200],
    ] as const) {
      const { db, page, setNow } = await makeTestApp({ RATE_LIMIT })
      setNow(Date.now())
      const { entry } = await addScene(db)
      const { cookie } = await addSigned(db)
      const json = { amount: 25, tournamentEntryId: entry }
      const ask = () => page('/api/create-payment-intent', { json, cookie })
      for (let n = 0; n < limits.fundingIntents; n++) expect((await ask()).status).toBe(200)
      const answer = await ask()
      expect(answer.status).toBe(last)
      const seconds = Number(answer.headers.get('retry-after'))
      // PostgreSQL counts by its own clock, which goes on.
      const wait = db.engine === 'postgres' ? Math.ceil(seconds / 60) * 60 : seconds
      expect(wait).toBe(last === 429 ? 600 : 0)
    }
  })

  test('reconciliation checks the least recently checked payments first, so that new intents starve none', async () => {
    const { stripe, begin, db, deps, entry, rows, holds, wait } = await makeLiveScene()
    wait(0)
    const intent = await begin()
    stripe.pay(intent)
    wait(2 * minute)
    const flood = Date.now() + 2 * minute
    for (let n = 0; n < 150; n++)
      await addFunding(db, {
        entry_id: entry,
        status: 'pending',
        mode: 'sandbox',
        intent_id: `pi_flood_${n}`,
        created_at: flood - 61_000,
        checked_at: flood - 61_000,
      })
    wait(2 * minute)
    await reconcilePayments(deps)
    expect(await holds()).toBe(2500)
    expect((await rows()).find(row => row.intent_id === intent)?.status).toBe('completed')
  })
})
