const behind = ' behind '

/** Throttle key of a network behind an untrusted proxy. */
export const claimedNetwork = (network: string, peer: string): string => `${network}${behind}${peer}`

/** The untrusted proxy's network, or the network unchanged. */
export const sharedNetwork = (network: string): string => network.split(behind).at(-1) ?? network

/** IPv4 address or IPv6 /64. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const match = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (match?.[1]) return match[1]
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
