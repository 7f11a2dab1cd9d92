/** Shared by page and service worker. */

/** The build's version is appended. */
export const shellCachePrefix = 'reelstake-crew-shell-'
/** The user, under {@link factsPath}. */
export const factsCache = 'reelstake-crew-facts'
export const factsPath = '/crew/facts.json'
/** Reads for offline use. */
export const answersCache = 'reelstake-crew-answers'

/** From page to waiting worker. */
export const takeOverMessage = 'take-over'
