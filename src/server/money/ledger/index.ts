export { writeMovement, writeMovements } from './ledger.queries.ts'
export type { MovementKind } from './ledger.rules.ts'
export { makeLedgerTotals } from './totals.ts'
export {
  countMoney,
  type Fault,
  findFaults,
  listShortfalls,
  type ModeSum,
  sumByMode,
  sumHeld,
} from './verify.queries.ts'
