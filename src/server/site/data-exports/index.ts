export { dataExportRoutes } from './data-exports.routes.ts'
export { dataExportJobKind, dataExportMails, sweepExports } from './export-jobs.ts'
