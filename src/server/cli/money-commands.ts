import { isId } from '#contract/ids.ts'
import { dollars } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import { inSnapshot, inTransaction } from '#server/db/connection.ts'
import { listSetAside, modeTotalText } from '#server/money/funding/index.ts'
import {
  countMoney,
  findFaults,
  listShortfalls,
  type ModeSum,
  sumByMode,
} from '#server/money/ledger/index.ts'
import { OperatorError } from '#server/operator-error.ts'
import { commandLine } from '#server/record/index.ts'
import { cancelTournament } from '#server/site/admin/index.ts'
import { type AdminCommand, UsageError } from './admin-command.ts'
import { verifyWithProvider } from './provider-commands.ts'

/** `$975 held`, `$100 handed over`; with `hasOthers` of which payments. */
function heldTexts({ mode, held, handed_over: handedOver }: ModeSum, hasOthers: boolean): string[] {
  const of = hasOthers ? ` of ${mode} payments` : ''
  return [
    `${dollars(held)} held${of}`,
    ...(handedOver > 0 ? [`${dollars(handedOver)} handed over${of}`] : []),
  ]
}

export const moneyCommands: Record<string, AdminCommand> = {
  'verify-ledger': {
    takes: '[--provider]',
    does: 'check that entries, fundings, shares and ledger agree; --provider: also that the provider agrees',
    run: async (context, [flag]) => {
      const { db, print } = context
      // One snapshot, without blocking the server.
      const { faults, counts, sums, setAside, shortfalls } = await inSnapshot(db, async snapshot => ({
        faults: await findFaults(snapshot),
        counts: await countMoney(snapshot),
        sums: await sumByMode(snapshot),
        setAside: await listSetAside(snapshot),
        shortfalls: await listShortfalls(snapshot),
      }))
      const { entries, fundings, movements } = counts
      print(
        [
          countText(entries, 'entry', 'entries'),
          countText(fundings, 'funding'),
          countText(movements, 'movement'),
          ...(sums.length === 0 ? ['$0 held'] : sums.flatMap(sum => heldTexts(sum, sums.length > 1))),
        ].join(', '),
      )
      for (const total of setAside)
        print(`Not counted: ${modeTotalText(total)}, paid in another payment mode.`)
      for (const { entry, cents } of shortfalls)
        print(`entry ${entry}: shortfall of ${dollars(cents)}, handed over and refunded besides.`)
      for (const { where, what } of faults) print(`${where}: ${what}`)
      if (faults.length > 0)
        throw new OperatorError(`The ledger does not agree in ${countText(faults.length, 'place')}.`)
      print('Everything agrees to the cent.')
      if (flag) await verifyWithProvider(context)
    },
  },
  'cancel-tournament': {
    takes: 'ID',
    does: 'cancel a tournament for its organiser, and refund every funding',
    run: async (context, [id]) => {
      if (!isId<'tournament'>(id)) throw new UsageError()
      const { name, fundings } = await inTransaction(context.db, trx =>
        cancelTournament(trx, context, commandLine, id),
      )
      context.print(
        `${name} is cancelled. The server refunds ${countText(fundings, 'funding')} while it runs.`,
      )
    },
  },
}
