import { iso } from '#contract/iso.ts'
import { dollars } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import { readClockRisk } from '#server/clock/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import { GroupCommit } from '#server/db/group-commit.ts'
import { makeLog } from '#server/log.ts'
import {
  adoptPayments,
  compareWithProvider,
  countUnknownPayments,
  listUnknownPayments,
  type PaymentDeps,
} from '#server/money/funding/index.ts'
import { makePaymentProvider } from '#server/money/payments/make-payment-provider.ts'
import { ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { OperatorError } from '#server/operator-error.ts'
import { commandLine, record } from '#server/record/index.ts'
import { makeTermsVersions } from '#server/site/legal/index.ts'
import { type AdminCommand, type AdminContext, UsageError } from './admin-command.ts'

export const providerCommands: Record<string, AdminCommand> = {
  'unknown-payments': {
    takes: '',
    does: 'list payments at the provider that are not in the database: id, mode, amount, backer, entry, first seen, cause',
    run: async ({ db, print }) => {
      for (const row of await listUnknownPayments(db)) {
        const amount = row.received_cents === null ? 'unknown amount' : dollars(row.received_cents)
        const details = [row.user_id ?? '', row.entry_id ?? '', iso(row.first_seen_at), row.refusal ?? '']
        print([row.intent_id, row.mode, amount, ...details].join('\t'))
      }
      print(`${countText(await countUnknownPayments(db), 'payment is', 'payments are')} not in the database.`)
    },
  },
  'adopt-payments': {
    takes: '--since YYYY-MM-DD',
    does: 'record payments at the provider that are not in the database; those that no longer fit are refunded',
    run: async (context, [, date = '']) => {
      const since = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(date) ? Date.parse(date) : Number.NaN
      if (Number.isNaN(since)) throw new UsageError()
      const { print } = context
      const outcomes = new Map<string, number>()
      await inTransaction(context.db, trx =>
        record(trx, {
          kind: 'payments-adopted',
          at: context.now(),
          ...commandLine,
          subject: ['site', 'payments'],
        }),
      )
      await atProvider(context, async deps => {
        const termsVersions = makeTermsVersions(context)
        const adoptions = adoptPayments({ ...deps, termsVersions }, since)
        for await (const { intentId, cents, outcome, reason } of adoptions) {
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          print([intentId, dollars(cents), outcome, reason ?? ''].join('\t').trimEnd())
        }
      })
      const countOf = (outcome: string) => outcomes.get(outcome) ?? 0
      print(
        `${countOf('recorded')} recorded, ${countOf('refund pending')} refunded by the server while it runs, ${countOf('refunded')} already refunded, ${countOf('refused')} refused.`,
      )
      if (countOf('refused') > 0)
        throw new OperatorError(
          `${countText(countOf('refused'), 'payment')} could not be recorded. Refund ${countOf('refused') === 1 ? 'it' : 'them'} at the provider, then run this command again.`,
        )
    },
  },
}

/** @throws OperatorError on differences */
export async function verifyWithProvider(context: AdminContext): Promise<void> {
  const { db, print } = context
  const progress = process.stderr.isTTY ? (text: string) => process.stderr.write(`\r${text}`) : () => {}
  let faults = 0
  let count = 0
  await atProvider(context, async deps => {
    for await (const { done, total, fault } of compareWithProvider(deps)) {
      count = done
      progress(`${done} of ${total} payments`)
      if (!fault) continue
      faults += 1
      progress(' '.repeat(40))
      progress('')
      print(`${fault.where}: ${fault.what}`)
    }
  })
  progress('\n')
  print(`${countText(count, 'payment')} compared with the provider.`)
  const unknown = await countUnknownPayments(db)
  if (unknown > 0)
    print(
      `${countText(unknown, 'payment at the provider is', 'payments at the provider are')} not in the database. See: bun run admin unknown-payments`,
    )
  if (faults + unknown > 0)
    throw new OperatorError(`The provider does not agree in ${countText(faults + unknown, 'place')}.`)
  print('The provider agrees to the cent.')
}

/** @throws OperatorError with test payments or without the provider's answer */
async function atProvider({ env, db, now }: AdminContext, work: (deps: PaymentDeps) => Promise<void>) {
  const payments = makePaymentProvider(env)
  const deps = { payments, db, groupCommit: new GroupCommit(db), now, log: makeLog('error') }
  if (payments.mode === 'test')
    throw new OperatorError(
      'Payments are in test mode, so there is no provider. Set its keys as on the server.',
    )
  const risk = await readClockRisk(db, now())
  if (risk !== null) throw new OperatorError(`The clock is wrong. ${risk}`)
  try {
    await work(deps)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    throw new OperatorError(
      `The payment provider is unreachable: ${error.message} Run the command again later.`,
    )
  }
}
