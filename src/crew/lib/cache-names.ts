/** Names shared by the page and its service worker. */

/** Shells of builds; the version follows. */
export const shellCachePrefix = 'reelstake-crew-shell-'
/** Who uses the app here, under {@link factsPath}. */
export const factsCache = 'reelstake-crew-facts'
export const factsPath = '/crew/facts.json'
/** The last answers of a few reads, for when the server is out of reach. */
export const answersCache = 'reelstake-crew-answers'

/** What the page asks of the waiting worker. */
export const takeOverMessage = 'take-over'
