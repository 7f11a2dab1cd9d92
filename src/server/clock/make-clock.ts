import type { CoreDeps } from '#server/core-deps.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import { readClockState, saveClockFault } from './clock.queries.ts'
import { faultBeside, faultText, toleranceMs } from './clock.rules.ts'
import type { ClockFault } from './clock.table.ts'

/** Milliseconds between two checks. */
export const checkEveryMs = 5000

export interface Clock {
  /** Returns the fault, or null if the clock is right, as far as the server can tell. Cheap. */
  fault(): ClockFault | null
  /** Compares the clock with records, and accepts what the operator confirmed. */
  check(): Promise<void>
}

/** Times of one moment. */
interface Anchor {
  wall: number
  uptime: number
}

/** Makes the clock's checks as decision 0128 describes them. */
export function makeClock({ db, log, now, uptime }: Pick<CoreDeps, 'db' | 'log' | 'now' | 'uptime'>): Clock {
  /** Time at which the clock was last right, or null. */
  let anchor: Anchor | null = null
  let current: ClockFault | null = null
  let confirmedAt: number | null = null
  /** True if this process, or one before it, may have stored a jump. */
  let mayHaveStored = true

  const hasJumped = (): boolean =>
    anchor !== null && Math.abs(now() - anchor.wall - (uptime() - anchor.uptime)) > toleranceMs

  return {
    fault: () => current ?? (hasJumped() ? 'jumped' : null),

    async check() {
      const state = await readClockState(db)
      if (state.confirmed_at !== confirmedAt) {
        confirmedAt = state.confirmed_at
        anchor = null
      }
      const fault = faultBeside(state, now()) ?? (hasJumped() ? 'jumped' : null)
      if (fault === null) anchor = { wall: now(), uptime: uptime() }
      if (fault !== current) {
        if (fault === null) log.warn('The clock is right again: payments and jobs go on.')
        else log.error(`The clock is wrong. ${faultText(fault, state, now())}`)
      }
      current = fault
      const jump = fault === 'jumped' ? fault : null
      mayHaveStored ||= jump !== null
      // Other processes clear their own jumps in the same row.
      if (!mayHaveStored) return
      if (jump !== state.fault) await inTransaction(db, trx => saveClockFault(trx, jump))
      mayHaveStored = jump !== null
    },
  }
}

/** Returns the fault's text for the operator, or null. Works without the server, which alone sees jumps. */
export async function readClockRisk(db: Db, now: number): Promise<string | null> {
  const state = await readClockState(db)
  const fault = faultBeside(state, now) ?? state.fault
  return fault && faultText(fault, state, now)
}
