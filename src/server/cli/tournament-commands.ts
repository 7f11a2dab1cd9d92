import { isId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import { removeTournament } from '#server/features/admin/index.ts'
import { commandLine } from '#server/features/audit/index.ts'
import { type AdminCommand, UsageError } from './admin-command.ts'

export const tournamentCommands: Record<string, AdminCommand> = {
  'delete-tournament': {
    takes: 'ID',
    does: 'delete a tournament without money, with its entries, catches and updates',
    run: async (context, [id, ...rest]) => {
      if (!isId<'tournament'>(id) || rest.length > 0) throw new UsageError()
      const howToCancel = `with "bun run admin cancel-tournament ${id}" `
      const name = await inTransaction(context.db, trx =>
        removeTournament(trx, context, commandLine, { id, howToCancel }),
      )
      context.print(`${name} is deleted.`)
    },
  },
}
