import { dayMs } from '#client/domain/dates.ts'
import { jsonStorage } from '#client/lib/store.ts'

/** A payment that is not known to be recorded; stored so that a lost network or a closed page never charges twice. */
export interface Pending {
  intentId: string
  userId: string
  entryId: string
  /** Decimal dollars with two places. */
  amount: string
  message: string | null
  /** The provider's form reported success. */
  paid: boolean
  /** Milliseconds since 1970. */
  since: number
}

export interface PendingStore {
  /** Oldest first. */
  list(userId: string): Pending[]
  add(pending: Pending): void
  remove(intentId: string): void
}

/** Milliseconds until the server's reconciliation has decided a payment. */
const forgottenAfterMs = 30 * dayMs

const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' &&
  value !== null &&
  'intentId' in value &&
  typeof value.intentId === 'string' &&
  'userId' in value &&
  typeof value.userId === 'string' &&
  'entryId' in value &&
  typeof value.entryId === 'string' &&
  'amount' in value &&
  typeof value.amount === 'string' &&
  'message' in value &&
  (value.message === null || typeof value.message === 'string') &&
  'paid' in value &&
  typeof value.paid === 'boolean' &&
  'since' in value &&
  typeof value.since === 'number'

/** Without storage, the server's reconciliation records the payment. @param open for tests */
export function makePendingStore(open?: Parameters<typeof jsonStorage>[1]): PendingStore {
  const storage = jsonStorage('reelstake.pending-fundings', open)
  const read = (): Pending[] => {
    const value = storage.read()
    return Array.isArray(value) ? value.filter(isPending) : []
  }
  return {
    list: userId => read().filter(pending => pending.userId === userId),
    add(pending) {
      const others = read().filter(
        ({ intentId, since }) => intentId !== pending.intentId && since > pending.since - forgottenAfterMs,
      )
      storage.write([...others, pending])
    },
    remove: intentId => storage.write(read().filter(pending => pending.intentId !== intentId)),
  }
}
