export { type AuditRow, findLatest, listAudit, listStaffLog, type StaffLogRow } from './events.queries.ts'
export { type Actor, type Consumer, commandLine, logActions, record, registerConsumers } from './record.ts'
