export { type Actor, type AuditRow, audit, commandLine, findLatest, listAudit } from './audit.queries.ts'
