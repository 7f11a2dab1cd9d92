import { expect, test } from 'bun:test'
import type { EntryId } from '#contract/ids.ts'
import type { Payout } from '#contract/money/payouts.ts'
import type { RoundPreview, Statement } from '#contract/money/results.ts'
import { centsOf, formatCents, signedCentsOf } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { makeTestApp, type TestApp } from './support/app.ts'
import {
  addEntry,
  addFunding,
  addSigned,
  addTournament,
  pastDates,
  type Signed,
} from './support/factories.ts'
import { makeRandom } from './support/random.ts'

/** Settlements in one run. */
const settlements = Number(process.env.ROUND_ORDERS ?? 40)
const seed = Number(process.env.ROUND_SEED ?? Math.floor(Math.random() * 1e9))
const random = makeRandom(seed)
const upTo = (most: number) => Math.floor(random() * (most + 1))

interface Boat {
  id: EntryId
  basisPoints: bigint
  rule: 'share' | 'prorate'
  goal: bigint
  raised: bigint
}

/** Rounded down once, as `docs/rules.md` says; apart from the program's own formula. */
function poolOf({ basisPoints, rule, goal, raised }: Boat, winnings: number): number {
  const whole = BigInt(winnings) * basisPoints
  if (rule === 'share' || raised >= goal) return Number(raised === 0n ? 0n : whole / 10_000n)
  return Number((whole * raised) / (10_000n * goal))
}

async function addBoats(app: TestApp, organiser: Signed, backers: readonly Signed[]) {
  const tournament = await addTournament(app.db, { organiser_id: organiser.id, ...pastDates() })
  const boats: Boat[] = []
  for (let n = 0; n <= upTo(2); n++) {
    const rule = random() < 0.5 ? 'share' : 'prorate'
    const terms = {
      payout_basis_points: 1 + upTo(9999),
      if_goal_missed: rule,
      funding_goal_cents: 200_000,
    } as const
    const id = await addEntry(app.db, { tournament_id: tournament, ...terms })
    let raised = 0n
    for (let share = 0; share < upTo(5); share++) {
      const amount = 100 + upTo(30_000)
      raised += BigInt(amount)
      await addFunding(app.db, {
        entry_id: id,
        backer_id: (backers[upTo(backers.length - 1)] ?? organiser).id,
        amount_cents: amount,
        bought_basis_points: terms.payout_basis_points,
        bought_goal_rule: rule,
        completed_at: pastDates().starts_at - 1000 + share,
      })
    }
    boats.push({ id, basisPoints: BigInt(terms.payout_basis_points), rule, goal: 200_000n, raised })
  }
  return { tournament, boats }
}

async function settleOne(app: TestApp, organiser: Signed, backers: readonly Signed[]): Promise<void> {
  const { tournament, boats } = await addBoats(app, organiser, backers)
  const results = `/api/tournaments/${tournament}/results`
  const send = async (path: string, json: object) => {
    const answer = await app.page(path, { json, cookie: organiser.cookie })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const read = async (path: string) => (await app.page(path, { cookie: organiser.cookie })).json()
  const listPayouts = (): Promise<Payout[]> => read(`/api/tournaments/${tournament}/payouts?limit=100`)
  let winnings = boats.map(() => upTo(500_000))
  const body = () => ({
    winnings: boats.map(({ id }, index) => ({ entryId: id, amount: formatCents(winnings[index] ?? 0) })),
  })

  async function check(before: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const payouts = await listPayouts()
    const amounts = new Map(payouts.map(({ id, amount }) => [id, centsOf(amount)]))
    for (const [index, boat] of boats.entries()) {
      const statement: Statement = await read(`/api/tournament-entries/${boat.id}/statement`)
      const own = payouts.filter(({ entryId }) => entryId === boat.id)
      const pool = poolOf(boat, winnings[index] ?? 0)
      expect(centsOf(statement.pool)).toBe(pool)
      expect(sum(own.map(({ amount }) => centsOf(amount)))).toBe(own.length === 0 ? 0 : pool)
      for (const { roundedDown, extraCent, changes, amount } of statement.shares)
        expect(
          centsOf(roundedDown) + Number(extraCent) + sum(changes.map(each => signedCentsOf(each.amount))),
        ).toBe(centsOf(amount))
      const hasGrown = pool >= sum(own.map(({ id }) => before.get(id) ?? 0))
      for (const { id, amount, due, net, waived, toReturn } of own) {
        const [now, had, paid] = [centsOf(amount), before.get(id) ?? 0, centsOf(net)]
        if (hasGrown) expect(now).toBeGreaterThanOrEqual(had)
        expect(centsOf(due)).toBe(Math.max(now - paid, 0))
        expect(centsOf(toReturn)).toBe(Math.max(paid - now - centsOf(waived), 0))
      }
    }
    return amounts
  }

  async function payAndReturn(): Promise<void> {
    for (const { id, due, toReturn } of await listPayouts()) {
      if (centsOf(due) > 0 && random() < 0.5) await send(`/api/payouts/${id}/paid`, {})
      const back = centsOf(toReturn)
      if (back === 0 || random() < 0.3) continue
      if (random() < 0.5)
        await send(`/api/payouts/${id}/returned`, { amount: formatCents(1 + upTo(back - 1)) })
      else await send(`/api/payouts/${id}/waived`, { amount: toReturn, reason: 'Bank fees' })
    }
  }

  await send(results, body())
  let amounts = await check(new Map())
  for (let round = 0; round < 1 + upTo(3); round++) {
    await payAndReturn()
    const last = winnings
    winnings = winnings.map(cents => (random() < 0.3 ? cents : random() < 0.2 ? 0 : upTo(500_000)))
    if (winnings.join() === last.join()) winnings = winnings.map(cents => cents + 1)
    const { preview }: RoundPreview = await send(`${results}/rounds/preview`, body())
    await send(`${results}/rounds`, { ...body(), preview, reason: 'The scale was recalibrated' })
    amounts = await check(amounts)
  }
}

test(`${settlements} random settlements with rounds add up to the cent (seed ${seed})`, async () => {
  for (let done = 0; done < settlements; done += 20) {
    const app = await makeTestApp({ LOG_LEVEL: 'error' })
    const organiser = await addSigned(app.db)
    const backers = [await addSigned(app.db), await addSigned(app.db), await addSigned(app.db)]
    for (let n = done; n < Math.min(done + 20, settlements); n++) await settleOne(app, organiser, backers)
    expect(await findFaults(app.db)).toEqual([])
    await app.db.destroy()
  }
}, 1_800_000)
