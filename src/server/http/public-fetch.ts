import { LRUCache } from 'lru-cache'
import { canonicalAddress, isPublicAddress } from '#server/ip-network.ts'
import { untilAborted } from './until-aborted.ts'

/** The message is for the person who entered the address. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** The name is mistyped, or the name server doesn't answer at the moment. */
export class NameNotFound extends AddressRefused {}

export interface PublicRequest {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  signal?: AbortSignal
  /** Milliseconds for all of it. */
  timeout?: number
}

export interface PublicAnswer {
  /** 3xx are not followed. */
  status: number
  headers: Headers
  /** The first {@link mostAnswerBytes} of the body. */
  text: string
}

export interface PublicFetch {
  /** @throws NameNotFound @throws AddressRefused when the name resolves to a private address */
  check(url: string): Promise<void>
  /** Resolves no name, so that the answer says nothing about the server's network. @throws AddressRefused */
  checkUnresolved(url: string): void
  /** Connects to the address that was checked. @throws AddressRefused, or what `fetch` throws */
  send(url: string, request: PublicRequest): Promise<PublicAnswer>
}

/** @returns all addresses of a name */
export type Resolve = (name: string) => Promise<string[]>

export interface PublicFetchOptions {
  /** True to permit `http:` too. */
  allowPrivate: boolean
  resolve?: Resolve
  /** Certificate to trust, for tests. */
  ca?: string
}

export const mostAnswerBytes = 4096
const defaultTimeout = 10_000

const resolveBySystem: Resolve = async name => {
  const { lookup } = await import('node:dns/promises')
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

/** Remembers addresses for a minute: thousands of push messages go to the same few names. */
function cached(resolve: Resolve): Resolve {
  const resolutions = new LRUCache<string, Promise<string[]>>({ max: 1000, ttl: 60_000 })
  return name => {
    const cached = resolutions.get(name)
    if (cached) return cached
    const addresses = resolve(name)
    resolutions.set(name, addresses)
    addresses.catch(() => resolutions.delete(name))
    return addresses
  }
}

/** @throws AddressRefused */
function parse(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isAllowed = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:')
  if (!url || !isAllowed || url.hostname === '')
    throw new AddressRefused('Enter an address that starts with https://.')
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('Enter the address without a user name and password.')
  return url
}

async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const pieces: Uint8Array[] = []
  let length = 0
  while (length < mostAnswerBytes) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    length += value.length
  }
  await reader.cancel()
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, mostAnswerBytes))
}

/** Requests to addresses that people enter can't reach the server's own network (decision 0105). */
export function makePublicFetch({
  allowPrivate,
  resolve = cached(resolveBySystem),
  ca,
}: PublicFetchOptions): PublicFetch {
  /** Returns the literal address in a URL, or null for a name. */
  const literalIn = ({ hostname }: URL) => canonicalAddress(hostname.replace(/^\[|\]$/g, ''))

  /** @throws AddressRefused */
  function refusePrivate({ hostname }: URL, addresses: readonly string[]): void {
    if (!allowPrivate && !addresses.every(isPublicAddress))
      throw new AddressRefused(`${hostname} is on a private network, which this site does not send to.`)
  }

  /** @returns the address to connect to */
  async function addressOf(url: URL): Promise<string> {
    const { hostname } = url
    const literal = literalIn(url)
    const addresses = literal === null ? await resolve(hostname).catch(() => []) : [literal]
    if (addresses.length === 0)
      throw new NameNotFound(`${hostname} was not found. Check the address for typing errors.`)
    refusePrivate(url, addresses)
    // Containers often have no route for IPv6.
    return addresses.find(address => !address.includes(':')) ?? addresses[0] ?? ''
  }

  return {
    async check(text) {
      await untilAborted(addressOf(parse(text, allowPrivate)), AbortSignal.timeout(defaultTimeout))
    },

    checkUnresolved(text) {
      const url = parse(text, allowPrivate)
      const literal = literalIn(url)
      if (literal !== null) refusePrivate(url, [literal])
    },

    async send(text, { method, headers, body, signal, timeout = defaultTimeout }) {
      const ends = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
      const url = parse(text, allowPrivate)
      const address = await untilAborted(addressOf(url), ends)
      const target = new URL(url)
      target.hostname = address.includes(':') ? `[${address}]` : address
      const isName = target.hostname !== url.hostname
      const response = await fetch(target, {
        method,
        headers: { ...headers, host: url.host, 'accept-encoding': 'identity' },
        redirect: 'manual',
        keepalive: false,
        decompress: false,
        signal: ends,
        tls: {
          ...(isName && { serverName: url.hostname.replace(/\.$/, '') }),
          ...(ca !== undefined && { ca }),
        },
        ...(body !== undefined && { body }),
      })
      return {
        status: response.status,
        headers: response.headers,
        text: await untilAborted(readStart(response), ends),
      }
    },
  }
}
