import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { UserId } from '#contract/ids.ts'
import type { Funding } from '#contract/money/funding.ts'
import { mayChangeText, shareIfEndedText } from '#contract/money/if-ended-texts.ts'
import type { MyBoat } from '#contract/money/my-boats.ts'
import type { OwnShare } from '#contract/money/share-if-ended.ts'
import { centsOf, formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import { day, hour } from '#contract/time.ts'
import { goalRules } from '#contract/tournaments/goal-rules.ts'
import { addCatch, addFunding, addSigned, type Signed } from '../../../../tests/support/factories.ts'
import { notificationsOf } from '../../../../tests/support/notifications.ts'
import { makeRuledTournament } from '../../../../tests/support/ruled-tournament.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { award, category, noon, one, pot } from '../../../../tests/support/scoring.ts'
import { changeTerms, repeatJobs } from '../../../../tests/support/states.ts'
import { SharesIfEnded } from './shares-if-ended.ts'

const over = noon + 7 * day + hour
const names = ['Reel Deal', 'Knot Today', 'Lady Luck'] as const
const [reelDeal, knotToday] = names

const rules = {
  categories: [category({ ...one, ties: ['first-caught'] })],
  pots: [
    pot({ key: 'entry', name: 'Entry', added: '1000.01' }),
    pot({ key: 'level', name: 'Level', added: '333.34' }),
  ],
  awards: [
    award({ key: 'entry', name: 'First', pot: 'entry', split: { percents: [[60, 40]] } }),
    award({ key: 'level', name: 'Top Fish', pot: 'level' }),
  ],
}

type RuledTournament = Awaited<ReturnType<typeof makeRuledTournament>>

const sharesOf = async (
  { page }: Pick<RuledTournament, 'page'>,
  { cookie }: Signed,
  search = '',
): Promise<OwnShare[]> => (await page(`/api/my-boats/shares${search}`, { cookie })).json()
const fundingsOf = async ({ page }: Pick<RuledTournament, 'page'>, { cookie }: Signed): Promise<Funding[]> =>
  (await page('/api/funding/my', { cookie })).json()

/** Bo has 75 of 100 dollars in Reel Deal. */
async function backedScene(more: object = {}) {
  const scene = await makeRuledTournament({ ...rules, ...more }, names)
  const { db, entryId } = scene
  const [bo, ann] = [await addSigned(db), await addSigned(db)]
  const entry = entryId(reelDeal)
  const funding = await addFunding(db, { entry_id: entry, backer_id: bo.id, amount_cents: 7500 })
  await addFunding(db, { entry_id: entry, backer_id: ann.id, amount_cents: 2500 })
  return { ...scene, bo, ann, entry, funding }
}

const boats = fc.tuple(
  ...names.map(() =>
    fc.record({
      weight: fc.option(fc.integer({ min: 1, max: 4 })),
      percent: fc.constantFrom(1, 33.33, 40, 100),
      rule: fc.constantFrom(...goalRules),
      goal: fc.constantFrom(100_00, 1000_00),
      pots: fc.constantFrom(null, ['entry'], ['level']),
      fundings: fc.array(
        fc.record({ backer: fc.integer({ min: 0, max: 2 }), cents: fc.integer({ min: 1000, max: 3333 }) }),
        { maxLength: 3 },
      ),
      reachesGoal: fc.boolean(),
    }),
  ),
)

test('are what the settlement pays when the tournament ends as it stands', async () => {
  await fc.assert(
    fc.asyncProperty(boats, async inputs => {
      const scene = await makeRuledTournament(rules, names)
      const { db, entryId, path, call, setNow, weigh } = scene
      const backers = [await addSigned(db), await addSigned(db), await addSigned(db)]
      for (const [index, { percent, rule, goal, pots, fundings, reachesGoal }] of inputs.entries()) {
        const entry = entryId(names[index] ?? '')
        await changeTerms(db, entry, {
          payout_basis_points: Math.round(percent * 100),
          if_goal_missed: rule,
          funding_goal_cents: goal,
          shared_pots: pots && JSON.stringify(pots),
        })
        const rest = goal - sum(fundings.map(({ cents }) => cents))
        const all = reachesGoal && rest > 0 ? [...fundings, { backer: 0, cents: rest }] : fundings
        for (const { backer, cents } of all)
          await addFunding(db, {
            entry_id: entry,
            backer_id: backers[backer]?.id as UserId,
            amount_cents: cents,
          })
      }
      for (const [index, { weight }] of inputs.entries())
        if (weight !== null) await weigh(names[index] ?? '', { weight })
      setNow(noon + 7 * day - hour)
      const before = await Promise.all(backers.map(backer => sharesOf(scene, backer)))
      const own = (await Promise.all(backers.map(backer => fundingsOf(scene, backer)))).flat()

      setNow(over)
      expect(await Promise.all(backers.map(backer => sharesOf(scene, backer)))).toEqual(before)
      await call(`${path}/results`, 'POST', {})
      const payouts = await db.selectFrom('payouts').selectAll().execute()
      const byFunding = new Map(payouts.map(row => [String(row.funding_id), formatCents(row.amount_cents)]))
      expect(own.map(({ id, if_ended: share }) => [id, share?.worth])).toEqual(
        own.map(({ id }) => [id, byFunding.get(id)]),
      )
      for (const [index, { id }] of backers.entries()) {
        const rows = Map.groupBy(
          payouts.filter(row => row.backer_id === id),
          row => row.entry_id,
        )
        const expected = [...rows].map(
          ([entryId, of]): OwnShare => ({
            entryId,
            funded: formatCents(sum(of.map(row => row.contributed_cents))),
            worth: formatCents(sum(of.map(row => row.amount_cents))),
            heldAwards: 0,
          }),
        )
        const inOrder = (shares: readonly OwnShare[] = []) =>
          shares.toSorted((a, b) => a.entryId.localeCompare(b.entryId))
        expect(inOrder(before[index])).toEqual(inOrder(expected))
      }
      const pools = await db.selectFrom('results').select('pool_cents').execute()
      expect(sum(before.flat().map(({ worth }) => centsOf(worth)))).toBe(
        sum(pools.map(({ pool_cents: cents }) => cents)),
      )
      expect((await Promise.all(backers.map(backer => sharesOf(scene, backer)))).flat()).toEqual([])
    }),
    { numRuns: 12 },
  )
}, 120_000)

describe('what one’s money would be worth', () => {
  test('moves with each weigh-in, on home, on the boat’s page and under My Funding', async () => {
    const scene = await backedScene()
    const { bo, entry, funding, page, setNow, weigh, entryId } = scene
    const everywhere = async () => {
      const [home] = (await (await page('/api/my-boats', { cookie: bo.cookie })).json()) as MyBoat[]
      const [own] = await fundingsOf(scene, bo)
      const one: Funding = await (await page(`/api/funding/my/${funding}`, { cookie: bo.cookie })).json()
      const [share] = await sharesOf(scene, bo)
      const { entryId: of, ...figures } = share ?? {}
      expect(of ?? entry).toBe(entry)
      for (const other of [home?.ifEnded, own?.if_ended, one.if_ended]) expect(other ?? {}).toEqual(figures)
      return share?.worth
    }
    expect(await everywhere()).toBeUndefined()
    setNow(noon)
    expect(await everywhere()).toBe('0.00')
    // Three quarters of 40 % of everything, then of the second prize.
    await weigh(reelDeal, { weight: 40 })
    expect(await everywhere()).toBe('400.01')
    await weigh(knotToday, { weight: 50 })
    expect(await everywhere()).toBe('120.00')
    expect(await sharesOf(scene, bo, `?boat=${entryId(knotToday)}`)).toEqual([])
  })

  test('is each person’s own', async () => {
    const scene = await backedScene()
    const { ann, bo, page, weigh, organiser, path, db } = scene
    await weigh(reelDeal, { weight: 40 })
    expect((await page('/api/my-boats/shares')).status).toBe(401)
    expect((await sharesOf(scene, ann)).map(({ funded }) => funded)).toEqual(['25.00'])
    expect(await sharesOf(scene, organiser)).toEqual([])
    const { boat_id: boat } = await db
      .selectFrom('entries')
      .select('boat_id')
      .where('id', '=', scene.entry)
      .executeTakeFirstOrThrow()
    expect((await sharesOf(scene, bo, `?boat=${boat}`)).map(({ funded }) => funded)).toEqual(['75.00'])
    for (const sharedPath of [path, `/api/boats/${boat}`, `/api/boats/${boat}/entries`])
      expect(await (await page(sharedPath, { cookie: bo.cookie })).text()).not.toMatch(/worth|if_?ended/i)
  })

  test('is unknown without rules, when cancelled, and for money that goes back', async () => {
    const dates = { starts_at: Date.now() - day, ends_at: Date.now() + day }
    const { db, entry, bo, page, fundingsOf } = await makeScene(dates)
    await addFunding(db, { entry_id: entry, backer_id: bo.id })
    await addCatch(db, { entry_id: entry })
    expect((await fundingsOf())[0]?.if_ended).toBeUndefined()
    expect(await sharesOf({ page }, bo)).toEqual([])

    const scene = await backedScene()
    await changeTerms(scene.db, scene.entry, { if_goal_missed: 'refund' })
    await scene.weigh(reelDeal, { weight: 40 })
    expect(await sharesOf(scene, scene.bo)).toEqual([])
    await changeTerms(scene.db, scene.entry, { if_goal_missed: 'share' })
    expect(await sharesOf(scene, scene.bo)).toHaveLength(1)
    await scene.call(scene.path, 'PATCH', { status: 'cancelled', reason: 'Storm' })
    expect(await sharesOf(scene, scene.bo)).toEqual([])
  })

  test('is looked for once without rules, until something changes', async () => {
    const { deps, db, tournament, entry } = await makeScene()
    let reads = 0
    const read = (id: typeof tournament) => {
      reads += 1
      return deps.boards.read(id)
    }
    const shares = new SharesIfEnded({ ...deps, boards: { read } })
    const dates = { id: tournament, starts_at: 0, ends_at: 1, cancelled_at: null }
    const look = async () => [(await shares.read(dates, 2))?.size, (await shares.read(dates, 2))?.size, reads]
    expect(await look()).toEqual([0, 0, 1])
    await addCatch(db, { entry_id: entry })
    expect(await look()).toEqual([0, 0, 2])
  })

  test('counts awards that a protest could change', async () => {
    const scene = await backedScene({ protests: { minutes: 60 } })
    const { bo, call, captainOf, entry, path, weigh } = scene
    await weigh(reelDeal, { weight: 40 })
    await call(`${path}/protests`, 'POST', { text: 'Lines out', entryId: entry }, captainOf(knotToday))
    expect((await sharesOf(scene, bo)).map(share => [share.worth, share.heldAwards])).toEqual([['400.01', 2]])
  })

  test('is said by the notification of a weigh-in, to each their own, once', async () => {
    const scene = await backedScene()
    const { ann, bo, weigh, page, runJobs, setNow, deps, db } = scene
    const fan = await addSigned(db)
    const { boat_id: boat } = await db
      .selectFrom('entries')
      .select('boat_id')
      .where('id', '=', scene.entry)
      .executeTakeFirstOrThrow()
    await page(`/api/boats/${boat}/follow`, { method: 'PUT', cookie: fan.cookie })
    const byMail = { channels: { lead_taken: 'mail' }, quietFrom: null, quietTo: null }
    const json = { ...byMail, timeZone: 'UTC', digest: false }
    await page('/api/notice-settings', { method: 'PUT', json, cookie: bo.cookie })
    await weigh(reelDeal, { weight: 40 })
    await runJobs()
    const texts = async (to: Signed) =>
      (await notificationsOf(scene, to.id))
        .filter(({ kind }) => kind === 'lead_taken' || kind === 'weighed_in' || kind === 'lead_lost')
        .map(({ text }) => text)
    const lead = 'Reel Deal took the lead: 40 lbs Tuna'
    expect(await texts(bo)).toEqual([`${lead}. Your $75 would be worth $400.01 if it ended now.`])
    expect(await texts(ann)).toEqual([`${lead}. Your $25 would be worth $133.33 if it ended now.`])
    expect(await texts(fan)).toEqual([lead])
    const [notification] = await (await page('/api/notices', { cookie: bo.cookie })).json()
    expect(notification.text).toBe(`${lead}. Your $75 would be worth $400.01 if it ended now.`)
    // One for all, so that a boat with many backers isn't one transaction for each.
    const messages = db.selectFrom('notification_messages').select('text').where('kind', '=', 'lead_taken')
    expect(await messages.execute()).toEqual([{ text: lead }])
    await weigh(knotToday, { weight: 50 })
    // The second message has the same time as the first, so their order is open.
    expect(await texts(bo)).toContain(
      'Reel Deal lost the lead to Knot Today. Your $75 would be worth $120 if it ended now.',
    )
    // A job that runs again, after the shares changed.
    await repeatJobs(db, 'notification')
    await runJobs()
    expect(await texts(bo)).toHaveLength(2)
    setNow(deps.now() + hour)
    await runJobs()
    expect(scene.mails.map(({ text }) => text)).toEqual([
      expect.stringContaining(`${lead}. Your $75 would be worth $400.01 if it ended now.`),
    ])
  })
})

test('is said again when a ruling gives the lead back', async () => {
  const scene = await backedScene()
  const { bo, call, weigh } = scene
  await weigh(reelDeal, { weight: 40 })
  const id = await weigh(knotToday, { weight: 50 })
  await notificationsOf(scene, bo.id)
  await call(`/api/catches/${id}/disqualification`, 'PUT', { reason: 'Lines out' })
  expect((await notificationsOf(scene, bo.id)).map(({ text }) => text)).toContain(
    'Reel Deal took the lead from Knot Today. Your $75 would be worth $400.01 if it ended now.',
  )
})

test('texts', () => {
  const share = { funded: '75.00', worth: '118.00', heldAwards: 0 }
  const none = { ...share, worth: '0.00' }
  expect(shareIfEndedText(share, false)).toBe('Your $75 would be worth $118 if it ended now')
  expect(shareIfEndedText(share, true)).toBe('Your $75 is worth $118 as the results stand')
  expect(shareIfEndedText(none, false)).toBe('Your $75 isn’t in the money now')
  expect(shareIfEndedText(none, true)).toBe('Your $75 isn’t in the money as the results stand')
  expect(mayChangeText(share, false)).toBe(
    'Changes with every weigh-in and new backer. Final when results are official.',
  )
  expect(mayChangeText({ ...share, heldAwards: 2 }, false)).toContain('A protest or a hold is open.')
  expect(mayChangeText({ ...share, heldAwards: 2 }, true)).toBe('Results are provisional: 2 awards are held.')
})
