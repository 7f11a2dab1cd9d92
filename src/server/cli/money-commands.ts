import { dollars } from '#contract/funding-texts.ts'
import { isId, type TournamentId } from '#contract/ids.ts'
import { inSnapshot, inTransaction } from '#server/db/connection.ts'
import { modeTotalText } from '#server/features/funding/index.ts'
import { countMoney, findFaults, listShortfalls } from '#server/features/ledger/index.ts'
import { isSettled, requestRefunds, updateTournament } from '#server/features/tournaments/index.ts'
import { type AdminCommand, type AdminContext, AdminError, UsageError } from './admin-command.ts'
import { verifyWithProvider } from './provider-commands.ts'

export const moneyCommands: Record<string, AdminCommand> = {
  'verify-ledger': {
    takes: '[--provider]',
    does: 'check that entries, fundings, shares and ledger agree; --provider: also that the provider agrees',
    run: async (context, args) => {
      const { db, print } = context
      const asksProvider = args[0] === '--provider'
      if (args.length > (asksProvider ? 1 : 0)) throw new UsageError()
      // One snapshot, without blocking the server.
      const { faults, counts, shortfalls } = await inSnapshot(db, async snapshot => ({
        faults: await findFaults(snapshot),
        counts: await countMoney(snapshot),
        shortfalls: await listShortfalls(snapshot),
      }))
      const { entries, fundings, movements, held, handedOver, setAside } = counts
      print(
        `${entries} entries, ${fundings} fundings, ${movements} movements, ${dollars(held)} held${handedOver > 0 ? `, ${dollars(handedOver)} handed over` : ''}`,
      )
      for (const total of setAside)
        print(`Not counted: ${modeTotalText(total)}, paid in another payment mode.`)
      for (const { entry, cents } of shortfalls)
        print(`entry ${entry}: shortfall of ${dollars(cents)}, handed over and refunded besides.`)
      for (const { where, what } of faults) print(`${where}: ${what}`)
      if (faults.length > 0) throw new AdminError(`The ledger does not agree in ${faults.length} places.`)
      print('Everything agrees to the cent.')
      if (asksProvider) await verifyWithProvider(context)
    },
  },
  'cancel-tournament': {
    takes: 'ID',
    does: 'cancel a tournament for its organiser, and refund every funding',
    run: async (context, [id, ...rest]) => {
      if (!isId<'tournament'>(id) || rest.length > 0) throw new UsageError()
      const { name, fundings } = await cancel(context, id)
      context.print(
        `${name} is cancelled. The server refunds ${fundings} ${fundings === 1 ? 'funding' : 'fundings'} while it runs.`,
      )
    },
  },
}

/** @throws AdminError */
function cancel({ db, now }: AdminContext, id: TournamentId): Promise<{ name: string; fundings: number }> {
  return inTransaction(db, async trx => {
    const tournament = await trx.selectFrom('tournaments').selectAll().where('id', '=', id).executeTakeFirst()
    if (!tournament) throw new AdminError(`There is no tournament ${id}.`)
    if (tournament.cancelled_at !== null) throw new AdminError(`${tournament.name} is already cancelled.`)
    if (await isSettled(trx, id))
      throw new AdminError(`${tournament.name} has confirmed results, so it can't be cancelled.`)
    await requestRefunds(trx, { tournament: id }, now())
    await updateTournament(trx, id, { cancelled_at: now() }, now())
    const { fundings } = await trx
      .selectFrom('entries')
      .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
      .select(({ fn }) => fn.countAll<number>().as('fundings'))
      .where('entries.tournament_id', '=', id)
      .where('fundings.refund_requested_at', 'is not', null)
      .where('fundings.refunded_at', 'is', null)
      .executeTakeFirstOrThrow()
    return { name: tournament.name, fundings }
  })
}
