import { mutation } from '#client/api/mutation.ts'

/** Sets the cookie that opens the site. */
export const unlockSite = mutation('POST /api/validate-password')
