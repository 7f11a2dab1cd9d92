const behind = ' behind '

/** The throttle key of a network that an untrusted proxy names. */
export const claimedNetwork = (claimed: string, peer: string): string => `${claimed}${behind}${peer}`

/** The network of the untrusted proxy, which its visitors share; any other network unchanged. */
export const sharedNetwork = (network: string): string => network.split(behind).at(-1) ?? network

/** The address, or for IPv6 its /64, which one household usually gets as a whole. */
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
