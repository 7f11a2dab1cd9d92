import { isId, type TournamentId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import { deleteTournament, hasMoney, isSettled } from '#server/features/tournaments/index.ts'
import { type AdminCommand, type AdminContext, AdminError, UsageError } from './admin-command.ts'

export const tournamentCommands: Record<string, AdminCommand> = {
  'delete-tournament': {
    takes: 'ID',
    does: 'delete a tournament without money, with its entries, catches and updates',
    run: async (context, [id, ...rest]) => {
      if (!isId<'tournament'>(id) || rest.length > 0) throw new UsageError()
      const name = await remove(context, id)
      context.print(`${name} is deleted.`)
    },
  },
}

/** @throws AdminError */
function remove({ db }: AdminContext, id: TournamentId): Promise<string> {
  return inTransaction(db, async trx => {
    const tournament = await trx
      .selectFrom('tournaments')
      .select(['name', 'cancelled_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!tournament) throw new AdminError(`There is no tournament ${id}.`)
    const { name } = tournament
    if (await isSettled(trx, id))
      throw new AdminError(`${name} has confirmed results, so it can't be deleted.`)
    if (await hasMoney(trx, id))
      throw new AdminError(
        tournament.cancelled_at === null
          ? `${name} has fundings, so it can't be deleted. Cancel it with "bun run admin cancel-tournament ${id}" to refund every funding.`
          : `${name} has fundings, so it can't be deleted. It is already cancelled. To hide it, ban its organiser.`,
      )
    await deleteTournament(trx, id)
    return name
  })
}
