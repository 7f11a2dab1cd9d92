import { describe, expect, test } from 'bun:test'
import type { OrganiserFunding, TournamentFundingTotals } from '#contract/money/funding.ts'
import { fundingTexts } from '#contract/money/funding-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import { addEntry, addFunding, addSigned, nameValues } from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { applyRefund } from './apply-refund.ts'

const day = 86_400_000

async function fundedScene() {
  const scene = await makeScene()
  const { db, page, tournament, organiser, entry } = scene
  const ana = await addSigned(db, nameValues('Ana', 'Émile'))
  const fund = (amount_cents: number, days: number, entry_id = entry) =>
    addFunding(db, { entry_id, backer_id: ana.id, amount_cents, completed_at: Date.now() - days * day })
  const path = `/api/tournaments/${tournament}/fundings`
  const get = (rest: string, cookie = organiser.cookie) => page(path + rest, { cookie })
  const totals = async (): Promise<TournamentFundingTotals> => (await get('/totals')).json()
  return { ...scene, ana, fund, get, totals }
}

describe('GET /api/tournaments/:id/fundings/totals', () => {
  test('answers 401 to a visitor and 403 to all but the organiser', async () => {
    const { get, captain, ana } = await fundedScene()
    for (const rest of ['/totals', '.csv', '?q=x']) {
      expect((await get(rest, '')).status).toBe(401)
      for (const { cookie } of [captain, ana]) expect((await get(rest, cookie)).status).toBe(403)
    }
  })

  test('adds up nothing', async () => {
    const { totals } = await fundedScene()
    expect(await totals()).toEqual({
      raised: '0.00',
      refunded: '0.00',
      refunding: '0.00',
      handedOver: '0.00',
      held: '0.00',
      shortfall: '0.00',
      heldFor: { upTo30Days: '0.00', upTo90Days: '0.00', longer: '0.00' },
      entries: [],
    })
  })

  test('adds up each boat, and says how long money is held: what came first is handed over first', async () => {
    const { fund, totals, page, organiser, entry, db, tournament } = await fundedScene()
    await fund(10_000, 100)
    await fund(5000, 40)
    await fund(2000, 1)
    const back = await fund(1000, 2)
    await inTransaction(db, trx =>
      applyRefund(trx, back, { reason: 'provider', refundId: null, now: Date.now() }),
    )
    const other = await addEntry(db, { tournament_id: tournament }, { name: 'Knot Today' })
    await fund(3000, 1, other)
    const hand = (amount: string) =>
      page(`/api/tournament-entries/${entry}/handovers`, { json: { amount }, cookie: organiser.cookie })
    await hand('120.00')
    const ofReelDeal = {
      raised: '170.00',
      refunded: '10.00',
      refunding: '0.00',
      handedOver: '120.00',
      held: '50.00',
      shortfall: '0.00',
    }
    expect(await totals()).toMatchObject({
      raised: '200.00',
      refunded: '10.00',
      handedOver: '120.00',
      held: '80.00',
      heldFor: { upTo30Days: '50.00', upTo90Days: '30.00', longer: '0.00' },
      entries: [
        { entryId: entry, boat: 'Reel Deal', withdrawn: false, ...ofReelDeal },
        { entryId: other, boat: 'Knot Today', held: '30.00' },
      ],
    })
  })
})

describe('GET /api/tournaments/:id/fundings', () => {
  test('finds fundings by status and by a part of a name', async () => {
    const { fund, get, db } = await fundedScene()
    const first = await fund(1000, 1)
    const second = await fund(2000, 2)
    await changeRows(db, 'fundings', { status: 'refund_pending' }, { id: second })
    const ids = async (rest: string) => (await (await get(rest)).json()).map(({ id }: OrganiserFunding) => id)
    expect(await ids('?status=completed')).toEqual([first])
    expect(await ids('?status=pending')).toEqual([second])
    expect(await ids('?status=refunded')).toEqual([])
    expect((await ids('?q=émile')).sort()).toEqual([first, second].sort())
    expect(await ids('?q=reel&status=completed')).toEqual([first])
    expect(await ids('?q=%25')).toEqual([])
    const response = await get('?status=paid')
    expect((await response.json()).issues).toEqual([{ path: 'status', message: fundingTexts.filterInvalid }])
  })

  test('the CSV has a line for each', async () => {
    const { fund, get } = await fundedScene()
    const first = await fund(1000, 1)
    const response = await get('.csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines[0]).toContain('"Payment","Date (UTC)","Boat","Backer","Insider","Amount (USD)"')
    expect(lines[1]).toStartWith(`"${first}"`)
    expect(lines[1]).toContain('"Reel Deal","Ana Émile","","10.00","","completed","","","no","test"')
    expect(lines).toHaveLength(2)
  })
})
