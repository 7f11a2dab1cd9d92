import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countMoney, findFaults } from '#server/features/ledger/verify.queries.ts'
import { countMails } from '#server/mail/mail.queries.ts'
import { makeTestApp } from '../tests/support/app.ts'
import { fillDemo } from './demo.ts'

test('the demo marina agrees to the cent, mails nobody, and filling it again adds nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-demo-'))
  mkdirSync(join(dataDir, 'db'))
  const { deps, db } = await makeTestApp({ DATA_DIR: dataDir })
  try {
    await fillDemo(deps)
    const counts = await countMoney(db)
    expect(counts.fundings).toBe(201)
    expect(counts.held).toBe(4_411_050)
    expect(await findFaults(db)).toEqual([])
    expect(await countMails(db)).toEqual({ waiting: 0, failed: 0 })
    await fillDemo(deps)
    expect(await countMoney(db)).toEqual(counts)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
