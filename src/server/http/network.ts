const behind = ' behind '

/** Throttle key of a network behind an untrusted proxy. */
export const claimedNetwork = (network: string, peer: string): string => `${network}${behind}${peer}`

/** The untrusted proxy's network, or the network unchanged. */
export const sharedNetwork = (network: string): string => network.split(behind).at(-1) ?? network
