import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { countMails } from '#server/mail/mail.queries.ts'
import { countMoney, sumHeld } from '#server/money/ledger/sums.queries.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { verifyLogs } from '#server/tournaments/log/index.ts'
import { makeTestApp } from '../tests/support/app.ts'
import { fillDemo } from './demo.ts'

const root = join(import.meta.dir, '..')

test('the demo marina agrees to the cent, mails and logs nothing, and filling it again adds nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-demo-'))
  mkdirSync(join(dataDir, 'db'))
  const { deps, db, logs: serverLog, page } = await makeTestApp({ DATA_DIR: dataDir })
  try {
    await fillDemo(deps, root)
    expect(serverLog).toEqual([])
    const counts = await countMoney(db)
    expect(counts.fundings).toBe(817)
    expect(await sumHeld(db, 'test')).toBeGreaterThan(0)
    expect(await findFaults(db)).toEqual([])
    const logs = await Array.fromAsync(verifyLogs(db))
    expect([logs.length > 0, logs.flatMap(({ faults }) => faults)]).toEqual([true, []])
    expect(await db.selectFrom('recaps').selectAll().execute()).toHaveLength(2)
    expect(await countMails(db)).toEqual({ waiting: 0, failed: 0 })
    const tournaments: Tournament[] = await (await page('/api/tournaments')).json()
    expect(new Set(tournaments.map(({ status }) => status)).size).toBe(4)
    // People start at full hours.
    expect(tournaments.filter(({ startDate }) => !startDate.endsWith(':00:00.000Z'))).toEqual([])
    for (const { entries } of tournaments) expect(entries.length).toBeGreaterThanOrEqual(8)
    const settled = await db.selectFrom('payouts').select('paid_at').where('amount_cents', '>', 0).execute()
    expect(new Set(settled.map(row => row.paid_at === null)).size).toBe(2)
    const rounds = await db.selectFrom('rounds').select('reason').where('number', '=', 2).execute()
    expect(rounds).toEqual([{ reason: 'The protest about the winner’s fish is upheld' }])
    await fillDemo(deps, root)
    expect(await countMoney(db)).toEqual(counts)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
