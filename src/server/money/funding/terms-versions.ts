import type { Trx } from '#server/db/connection.ts'

/** Versions of the Terms of Service, to store with a payment. */
export interface TermsVersions {
  current(trx: Trx): Promise<number>
  /** In force at a time that is past, in milliseconds since 1970; null: none was stored yet. */
  at(trx: Trx, time: number): Promise<number | null>
}

declare module '#server/deps.ts' {
  interface Deps {
    termsVersions: TermsVersions
  }
}
