import { iso } from '#contract/iso.ts'
import { confirmClock } from '#server/clock/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import { commandLine, record } from '#server/record/index.ts'
import type { AdminCommand } from './admin-command.ts'

export const clockCommands: Record<string, AdminCommand> = {
  'confirm-clock': {
    takes: '',
    does: 'accept this machine’s clock as right: after a jump, or when records are of a later time',
    run: async ({ db, now, print }) => {
      const at = now()
      await inTransaction(db, async trx => {
        await confirmClock(trx, at)
        await record(trx, { kind: 'clock-confirmed', at, ...commandLine, subject: ['site', 'clock'] })
      })
      print(`The time is ${iso(at)}. A running server goes on within seconds.`)
    },
  },
}
