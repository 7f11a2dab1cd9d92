import { mutation } from '#client/api/mutation.ts'
import { query } from '#client/api/query.ts'

export const dataExportQuery = () => query('GET /api/data-export')
export const requestDataExport = mutation('POST /api/data-export', { answers: dataExportQuery })
export const accountDeletionQuery = () => query('GET /api/account-deletion')
export const deleteAccount = mutation('DELETE /api/auth/user')
