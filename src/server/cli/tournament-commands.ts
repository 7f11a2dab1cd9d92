import { isId } from '#contract/ids.ts'
import { countText } from '#contract/numbers.ts'
import { inSnapshot, inTransaction } from '#server/db/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { normaliseEmail } from '#server/people/auth/index.ts'
import { commandLine } from '#server/record/index.ts'
import { appointOrganiser, removeTournament } from '#server/site/admin/index.ts'
import { type LogReport, verifyLog, verifyLogs } from '#server/tournaments/log/index.ts'
import { getTournament } from '#server/tournaments/tournaments/index.ts'
import { type AdminCommand, UsageError } from './admin-command.ts'

const headText = ({ tournament, head, catches }: LogReport) =>
  `${tournament}: ${catches === 1 ? '1 catch' : `${catches} catches`}, head ${head ? `${head.seq} ${head.hash}` : 'none'}`

export const tournamentCommands: Record<string, AdminCommand> = {
  'delete-tournament': {
    takes: 'ID',
    does: 'delete a tournament without money, with its entries, catches and updates',
    run: async (context, [id]) => {
      if (!isId<'tournament'>(id)) throw new UsageError()
      const howToCancel = `with "bun run admin cancel-tournament ${id}" `
      const name = await inTransaction(context.db, trx =>
        removeTournament(trx, context, commandLine, { id, howToCancel }),
      )
      context.print(`${name} is deleted.`)
    },
  },
  'verify-log': {
    takes: '[ID]',
    does: 'recompute the log of a tournament, or of all, and compare it with the catches',
    run: async ({ db, print }, [id]) => {
      if (id !== undefined && !isId<'tournament'>(id)) throw new UsageError()
      let [logs, faults] = [0, 0]
      // One snapshot, without blocking the server.
      await inSnapshot(db, async snapshot => {
        if (id !== undefined) await getTournament(snapshot, id)
        const reports = id === undefined ? verifyLogs(snapshot) : [await verifyLog(snapshot, id)]
        for await (const report of reports) {
          logs += 1
          faults += report.faults.length
          print(headText(report))
          for (const fault of report.faults) print(`  ${fault}`)
        }
      })
      if (faults > 0) throw new OperatorError(`The log does not agree in ${countText(faults, 'place')}.`)
      print(
        `${countText(logs, 'log')}: everything agrees. Compare the heads with copies, such as slips and webhooks: only they show that a whole log was rewritten.`,
      )
    },
  },
  'appoint-organiser': {
    takes: 'ID EMAIL',
    does: 'give a tournament to another account, as when its organiser is banned or gone',
    run: async (context, [id, address = '']) => {
      if (!isId<'tournament'>(id)) throw new UsageError()
      const email = normaliseEmail(address)
      const name = await inTransaction(context.db, trx =>
        appointOrganiser(trx, context, commandLine, { id, email }),
      )
      context.print(`${email} is the organiser of ${name}.`)
    },
  },
}
