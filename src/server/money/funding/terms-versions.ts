import type { Trx } from '#server/db/connection.ts'

/** Versions of the Terms of Service, to store with a payment. */
export interface TermsVersions {
  current(trx: Trx): Promise<number>
  /** Returns the version at a past time in milliseconds since 1970, or null if none was stored yet. */
  at(trx: Trx, time: number): Promise<number | null>
}

declare module '#server/deps.ts' {
  interface Deps {
    termsVersions: TermsVersions
  }
}
