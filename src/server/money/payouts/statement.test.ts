import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import type { Statement } from '#contract/money/results.ts'
import { poolFormula, shareFormula } from '#contract/money/shares.ts'
import { centsOf } from '#contract/money.ts'
import { day, hour, minute } from '#contract/time.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'
import { addFunding, addUser } from '../../../../tests/support/factories.ts'
import { makeScene } from '../../../../tests/support/scene.ts'

interface Terms {
  if_goal_missed: GoalRule
  funding_goal_cents: number
}

/** A tournament that is over, with contributions of $10, $10 and $13, the second by the boat's owner. */
async function overScene({ terms, name = 'Reel Deal' }: { terms?: Terms; name?: string } = {}) {
  const starts = Date.now() - 2 * day
  const { db, page, entry, captain, confirm } = await makeScene(
    { starts_at: starts, ends_at: Date.now() - hour },
    { entry: terms ?? {}, boat: { name } },
  )
  const fundings = [
    { backer_id: await addUser(db), amount_cents: 1000, completed_at: starts - 3 * day },
    { backer_id: captain.id, amount_cents: 1000, completed_at: starts - minute, insider: 'owner' as const },
    { backer_id: await addUser(db), amount_cents: 1300, completed_at: starts + 5 * hour },
  ]
  for (const funding of fundings) await addFunding(db, { entry_id: entry, ...funding })
  const settle = async (amount: number) => {
    expect((await confirm(amount)).status).toBe(201)
  }
  const path = `/api/tournament-entries/${entry}/statement`
  const read = async (): Promise<Statement> => (await page(path)).json()
  const readCsv = async () => {
    const text = await (await page(`${path}.csv`)).text()
    return text
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n')
      .map(line => (line === '' ? [] : line.slice(1, -1).split('","')))
  }
  return { page, entry, settle, path, read, readCsv, starts }
}

describe('GET /api/tournament-entries/:id/statement.csv', () => {
  test('answers 404 for an unknown entry and before the settlement', async () => {
    const { page, entry } = await overScene()
    for (const id of [newId(), entry, 'x']) {
      const response = await page(`/api/tournament-entries/${id}/statement.csv`)
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
    }
  })

  test('is public: first what the shares follow from, then each share with its formula', async () => {
    const { page, path, settle, readCsv } = await overScene()
    await settle(777.77)
    const response = await page(`${path}.csv`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="statement-')
    // $777.77 × 40 % = $311.108; × 10 ÷ 33 = $94.2727; × 13 ÷ 33 = $122.5545.
    expect(await readCsv()).toEqual([
      ['Boat', 'Reel Deal'],
      ['Tournament', 'White Marlin Open'],
      ['Winnings (USD)', '777.77'],
      ['Payout percentage', '40'],
      ['If the goal is missed', 'Share the whole percentage'],
      ['Goal (USD)', '10000.00'],
      ['Raised (USD)', '33.00'],
      ['Pool (USD)', '311.10'],
      ['Pool before rounding (USD)', '777.77 * 40 / 100'],
      ['Cents left over', '1'],
      ['Winnings are paid by', 'No date stated'],
      ['Formula of the pool', poolFormula('share')],
      ['Formula of a share', shareFormula.share],
      ['Cents that are left over', shareFormula.rest],
      [],
      [
        'No.',
        'Put in (USD)',
        'Share before rounding (USD)',
        'Rounded down (USD)',
        'Extra cent (USD)',
        'Share (USD)',
        'Insider',
        'Paid',
      ],
      ['1', '10.00', '311.10 * 10.00 / 33.00', '94.27', '0.00', '94.27', '', '3 d before the start'],
      ['2', '10.00', '311.10 * 10.00 / 33.00', '94.27', '0.00', '94.27', 'owner', '1 min before the start'],
      ['3', '13.00', '311.10 * 13.00 / 33.00', '122.55', '0.01', '122.56', '', '5 h after the start'],
    ])
  })

  test('a prorated pool can be computed from its line', async () => {
    const { settle, read, readCsv } = await overScene({
      terms: { if_goal_missed: 'prorate', funding_goal_cents: 10_000 },
    })
    await settle(1000.01)
    const statement = await read()
    const lines = new Map((await readCsv()).map(([name, value]) => [name, value]))
    expect(lines.get('Pool before rounding (USD)')).toBe('1000.01 * 40 / 100 * 33.00 / 100.00')
    expect(lines.get('Formula of the pool')).toBe(poolFormula('prorate'))
    const pool = (BigInt(centsOf(statement.winnings)) * 4000n * 3300n) / (10_000n * 10_000n)
    expect(BigInt(centsOf(statement.pool))).toBe(pool)
    expect(lines.get('Pool (USD)')).toBe('132.00')
  })

  test('a boat’s name cannot be a formula', async () => {
    const { settle, readCsv } = await overScene({ name: '=HYPERLINK(1)' })
    await settle(1)
    expect((await readCsv())[0]).toEqual(['Boat', "'=HYPERLINK(1)"])
  })
})

describe('GET /api/tournament-entries/:id/statement', () => {
  test('says when funding closed: for a goal that decides on refunds, at the start', async () => {
    const { settle, read } = await overScene()
    await settle(1)
    const { closesAt, settledAt } = await read()
    expect(Date.parse(closesAt)).toBeLessThan(Date.parse(settledAt) - hour / 2)

    const refund = await overScene({ terms: { if_goal_missed: 'refund', funding_goal_cents: 3300 } })
    await refund.settle(1)
    expect(await refund.read()).toMatchObject({
      closesAt: new Date(refund.starts).toISOString(),
      raised: '33.00',
    })
  })
})
