/** Addresses and networks. Not `node:net`: loading it takes 12 ms of a start that may take 24 (docs/decisions/0004). */

/** A network in CIDR notation, parsed. IPv4 is held as its IPv4-mapped IPv6 form (RFC 4291, 2.5.5.2). */
export interface Network {
  base: bigint
  /** How many of the 128 bits, counted from the right, are the host's. */
  hostBits: bigint
}

const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/
const mapped = 0xffffn << 32n

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

/** An address as a number of 128 bits; null: the text is no address. */
function parseAddress(text: string): bigint | null {
  const v4 = parseIpv4(text)
  return v4 === null ? parseIpv6(text) : mapped | v4
}

/** An address in its one canonical spelling, IPv4-mapped ones as IPv4; null: the text is no address. */
export function canonicalAddress(text: string): string | null {
  const value = parseAddress(text)
  if (value === null) return null
  if (value >> 32n === 0xffffn)
    return [24n, 16n, 8n, 0n].map(shift => String((value >> shift) & 0xffn)).join('.')
  const groups = Array.from({ length: 8 }, (_, n) => ((value >> BigInt(112 - 16 * n)) & 0xffffn).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address; null: the text is neither. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...rest] = text.split('/')
  const value = parseAddress(address)
  if (value === null || rest.length > 0 || address.includes('%')) return null
  const width = address.includes(':') ? 128 : 32
  if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > width)) return null
  const hostBits = BigInt(width - Number(prefix ?? width))
  return { base: value >> hostBits, hostBits }
}

/** Whether an address lies in one of the networks; no address lies in none. */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  const value = parseAddress(address)
  return value !== null && networks.some(({ base, hostBits }) => value >> hostBits === base)
}

const networksOf = (...texts: string[]) => texts.map(parseNetwork).filter(network => network !== null)

export const loopbackNetworks: readonly Network[] = networksOf('127.0.0.0/8', '::1')

/** Loopback and the private networks of RFC 1918 and RFC 4193. */
export const privateNetworks: readonly Network[] = [
  ...loopbackNetworks,
  ...networksOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'),
]
