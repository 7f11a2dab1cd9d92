import { setImmediate } from 'node:timers/promises'
import type { Db } from '#server/db/connection.ts'
import { sumLinesAfter } from './ledger.queries.ts'
import { type Account, accounts } from './ledger.rules.ts'

/**
 * Reads on from where the last call stopped: lines are only ever added, with ids in the order of commits, because one
 * transaction writes at a time. @returns cents of each account
 */
export function makeLedgerTotals(db: Db): () => Promise<ReadonlyMap<Account, number>> {
  const totals = new Map<Account, number>(accounts.map(account => [account, 0]))
  let last = 0
  let reading: Promise<void> = Promise.resolve()

  async function readOn(): Promise<void> {
    for (;;) {
      const sums = await sumLinesAfter(db, last)
      if (sums.length === 0) return
      for (const { account, cents } of sums) totals.set(account, (totals.get(account) ?? 0) + cents)
      last = Math.max(...sums.map(sum => sum.last))
      // Lets requests through.
      await setImmediate()
    }
  }

  return async () => {
    reading = reading.catch(() => {}).then(readOn)
    await reading
    return totals
  }
}
