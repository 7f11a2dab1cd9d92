/** `node:net` costs a start 12 ms (decision 0081). */

/** CIDR; IPv4 as IPv4-mapped IPv6 (RFC 4291, 2.5.5.2). */
export interface Network {
  base: bigint
  /** Low-order bits of 128. */
  hostBits: bigint
}

const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/
const mappedPrefix = 0xffffn << 32n

function parseIpv4(text: string): bigint | null {
  const parts = ipv4.exec(text)?.slice(1)
  if (!parts?.every(part => Number(part) <= 255 && String(Number(part)) === part)) return null
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
}

function parseIpv6(text: string): bigint | null {
  const url = `http://[${text.split('%')[0]}]`
  if (!/^[\da-f:.]+(%\w+)?$/i.test(text) || !URL.canParse(url)) return null
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const left = groups(head)
  const right = groups(tail)
  const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

/** Returns 128 bits, or null if invalid. */
function parseAddress(text: string): bigint | null {
  const v4 = parseIpv4(text)
  return v4 === null ? parseIpv6(text) : mappedPrefix | v4
}

const groupsOf = (value: bigint): string[] =>
  Array.from({ length: 8 }, (_, n) => ((value >> BigInt(112 - 16 * n)) & 0xffffn).toString(16))

/** Returns an IPv4 address, or the /64 of an IPv6 address; other text as it is. */
export function networkOf(address: string): string {
  const value = address.includes(':') ? parseAddress(address) : null
  if (value === null) return address
  if (value >> 32n === 0xffffn) return ipv4Text(value)
  return `${groupsOf(value).slice(0, 4).join(':')}::/64`
}

const ipv4Text = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map(shift => String((value >> shift) & 0xffn)).join('.')

/** Returns the canonical text, with IPv4 instead of IPv4-mapped addresses, or null if invalid. */
export function canonicalAddress(text: string): string | null {
  const value = parseAddress(text)
  if (value === null) return null
  if (value >> 32n === 0xffffn) return ipv4Text(value)
  return new URL(`http://[${groupsOf(value).join(':')}]`).hostname.slice(1, -1)
}

/** Parses CIDR or a single address. Returns null if invalid. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...rest] = text.split('/')
  const value = parseAddress(address)
  if (value === null || rest.length > 0 || address.includes('%')) return null
  const width = address.includes(':') ? 128 : 32
  if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > width)) return null
  const hostBits = BigInt(width - Number(prefix ?? width))
  return { base: value >> hostBits, hostBits }
}

const isIn = (value: bigint, networks: readonly Network[]) =>
  networks.some(({ base, hostBits }) => value >> hostBits === base)

export function isWithin(address: string, networks: readonly Network[]): boolean {
  const value = parseAddress(address)
  return value !== null && isIn(value, networks)
}

const networksOf = (...texts: string[]) => texts.map(parseNetwork).filter(network => network !== null)

export const loopbackNetworks: readonly Network[] = networksOf('127.0.0.0/8', '::1')

/** Loopback, RFC 1918 and RFC 4193. */
export const privateNetworks: readonly Network[] = [
  ...loopbackNetworks,
  ...networksOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'),
]

/**
 * Networks that are not reachable on the internet:
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const specialIpv4 = networksOf(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure's metadata and DNS service.
  '168.63.129.16',
)

/** Within global unicast: https://www.iana.org/assignments/iana-ipv6-special-registry */
const specialIpv6 = networksOf('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20')
const globalUnicast = networksOf('2000::/3')
const ipv4Mapped = networksOf('::ffff:0:0/96')
/** RFC 6052: the last 32 bits are an IPv4 address. */
const nat64 = networksOf('64:ff9b::/96')

/** False for loopback, private, link-local, shared, multicast, reserved and metadata addresses, also embedded. */
export function isPublicAddress(text: string): boolean {
  const value = parseAddress(text)
  if (value === null || text.includes('%')) return false
  const plain = isIn(value, nat64) ? mappedPrefix | (value & 0xffff_ffffn) : value
  if (isIn(plain, ipv4Mapped)) return !isIn(plain, specialIpv4)
  return isIn(plain, globalUnicast) && !isIn(plain, specialIpv6)
}
