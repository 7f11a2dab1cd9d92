import { isId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import { normaliseEmail } from '#server/people/auth/index.ts'
import { commandLine } from '#server/record/index.ts'
import { appointOrganiser, removeTournament } from '#server/site/admin/index.ts'
import { type AdminCommand, UsageError } from './admin-command.ts'

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
