const behind = ' behind '

/** The network of a visitor whom an untrusted proxy names: how throttles count it, within what the proxy's visitors share. */
export const claimedNetwork = (claimed: string, peer: string): string => `${claimed}${behind}${peer}`

/** What all visitors behind an untrusted proxy share: the proxy's network. Any other network is its own. */
export const sharedNetwork = (network: string): string => network.split(behind).at(-1) ?? network

/**
 * What an address counts as for a throttle: itself, or for IPv6 the /64 that one household gets whole
 * and could otherwise spend address by address.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
