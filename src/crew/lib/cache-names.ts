/** Names shared by the page and its service worker. */

/** The build's version is appended. */
export const shellCachePrefix = 'reelstake-crew-shell-'
/** Whose app this is, under {@link factsPath}. */
export const factsCache = 'reelstake-crew-facts'
export const factsPath = '/crew/facts.json'
/** Last answers of a few reads, for offline use. */
export const answersCache = 'reelstake-crew-answers'

/** Sent by the page to the waiting worker. */
export const takeOverMessage = 'take-over'
