export { writeMovement, writeMovements } from './ledger.queries.ts'
export { type MovementKind, transfer } from './ledger.rules.ts'
export { countMoney, type Fault, findFaults } from './verify.queries.ts'
