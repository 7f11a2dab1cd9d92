import { type } from 'arktype'
import { limited } from './described.ts'
import type { Issue } from './errors.ts'
import { alsoCheck, cents, id, optionalLine, required, saysMissing } from './fields.ts'
import { isId } from './ids.ts'
import { limits } from './limits.ts'
import type { PaymentMode } from './payment-mode.ts'
import { payoutTexts as texts } from './payout-texts.ts'

/**
 * `owed`: to be paid by the organiser. `paid`: marked so. `frozen`: the funding's payment is disputed, and nothing may
 * be paid for it. `none`: the share is nothing.
 */
export type PayoutStatus = 'owed' | 'paid' | 'frozen' | 'none'

/** What one boat won, and what that comes to. Amounts are decimal dollars with two places. */
export interface EntryResult {
  entryId: string
  boat: { id: string; name: string; captainName: string }
  winnings: string
  payoutPercentage: number
  /** All that was contributed to the entry. */
  raised: string
  /** What the backers divide among them. */
  pool: string
  /** How many fundings share it. */
  fundings: number
}

/** `GET /api/tournaments/:id/results`: who has won what; nothing until the organiser has confirmed it. */
export interface Results {
  /** ISO 8601, UTC; null: not settled yet. */
  settledAt: string | null
  entries: EntryResult[]
}

/** One share before it is confirmed, for the organiser alone. */
export interface PreviewShare {
  fundingId: string
  /** The backer's name. */
  backer: string
  contributed: string
  amount: string
  status: PayoutStatus
}

/** `POST /api/tournaments/:id/results/preview` */
export interface ResultsPreview {
  entries: (EntryResult & { shares: PreviewShare[] })[]
  /** Names exactly these shares: sent with the confirmation, it refuses to confirm any others. */
  preview: string
}

/** A line of `GET /api/tournaments/:id/payouts`; answer of `POST /api/payouts/:id/paid`. */
export interface Payout {
  id: string
  amount: string
  status: PayoutStatus
  reference: string | null
  /** ISO 8601, UTC. */
  paidAt: string | null
  contributed: string
  fundingId: string
  /** How the funding was paid. */
  mode: PaymentMode
  entryId: string
  boat: { id: string; name: string; captainName: string }
  /** No email where the account was deleted. */
  backer: { id: string; name: string; email: string | null }
}

/** `GET /api/tournament-entries/:id/statement`: everything anyone needs to make the shares again, and no name. */
export interface Statement extends EntryResult {
  tournament: { id: string; name: string }
  settledAt: string
  /** How the shares' fundings were paid; null: there is none. */
  mode: PaymentMode | null
  formula: { pool: string; share: string; rest: string }
  /** Cents that went one each by largest remainder. */
  centsLeftOver: number
  /** In the order of funding. */
  shares: StatementShare[]
}

export interface StatementShare {
  /** From 1, in the order of funding. */
  number: number
  contributed: string
  roundedDown: string
  extraCent: boolean
  amount: string
  /** Whether it belongs to whoever asks. */
  yours: boolean
}

const amount = cents({ max: limits.prizePoolMaxCents, tooLarge: texts.amountTooLarge })
const winnings = type({ entryId: id<'entry'>(texts.entryRequired, isId), amount })
  .configure(
    { message: () => texts.lineInvalid },
    { kind: 'domain', where: ({ domain }) => domain === 'object' },
  )
  .array()
  .configure({ message: () => texts.winningsRequired }, { kind: 'proto' })

/** Two lines about one boat: which one counts? */
function namedTwice({ winnings: sent }: Record<string, unknown>): Issue[] {
  if (!Array.isArray(sent)) return []
  const seen = new Set<unknown>()
  return sent.flatMap((line: unknown, index): Issue[] => {
    const entry = typeof line === 'object' && line !== null && 'entryId' in line ? line.entryId : undefined
    if (entry === undefined || !seen.has(entry)) {
      seen.add(entry)
      return []
    }
    return [{ path: `winnings.${index}.entryId`, message: texts.entryTwice }]
  })
}

const missing = {
  message: saysMissing({
    winnings: texts.winningsRequired,
    entryId: texts.entryRequired,
    amount: texts.amountRequired,
  }),
}
const fingerprint = /^[0-9a-f]{64}$/

/** `POST /api/tournaments/:id/results/preview` */
export const proposedResults = alsoCheck(type({ winnings }).configure(missing, required), namedTwice)

/** `POST /api/tournaments/:id/results`. Entries that are not named won nothing. */
export const newResults = alsoCheck(
  type({
    winnings,
    'preview?': type('string')
      .configure({ message: () => texts.previewInvalid }, 'self')
      .narrow(
        limited(
          { pattern: fingerprint.source },
          (value, ctx) => fingerprint.test(value) || ctx.reject({ message: texts.previewInvalid }),
        ),
      ),
  }).configure(missing, required),
  namedTwice,
)

/** `POST /api/payouts/:id/paid` */
export const paidPayout = type({
  'reference?': optionalLine({ max: limits.payoutReferenceMax, tooLong: texts.referenceTooLong }),
})
