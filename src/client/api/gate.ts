import { mutation } from './mutation.ts'

/** Takes the site password; a right one sets the cookie that opens the site. */
export const unlockSite = mutation('POST /api/validate-password')
