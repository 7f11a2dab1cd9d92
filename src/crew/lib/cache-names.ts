/** The build's version is appended. */
export const shellCachePrefix = 'reelstake-crew-shell-'
export const factsCache = 'reelstake-crew-facts'
export const factsPath = '/crew/facts.json'
export const answersCache = 'reelstake-crew-answers'

export const activateMessage = 'take-over'
