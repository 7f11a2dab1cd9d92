import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/env.ts'
import { canonicalAddress, isWithin, type Network, networkOf, privateNetworks } from '#server/ip-network.ts'
import type { Log } from '#server/log.ts'
import type { AppEnv } from './context.ts'
import { claimedNetwork } from './network.ts'

/** Headers that only reverse proxies set. */
const siteProxyHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'x-real-ip']

/** Headers that any proxy may set. */
const forwardingHeaders = [
  ...siteProxyHeaders,
  'via',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-scheme',
  'x-forwarded-ssl',
  'x-forwarded-server',
]

export const isForwarded = (headers: Headers): boolean => forwardingHeaders.some(name => headers.has(name))

const addressesIn = (headers: Headers, name: string) =>
  headers
    .get(name)
    ?.split(',')
    .map(entry => entry.trim()) ?? []

/** `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (entry: string) => entry.replace(/^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')

/**
 * Returns the right-most X-Forwarded-For address outside the trusted proxies; clients can forge the rest. Returns the
 * peer's address if the peer isn't trusted.
 */
export function clientAddress(peer: string, headers: Headers, proxies: readonly Network[]): string {
  let client = peer
  for (const entry of addressesIn(headers, 'x-forwarded-for').reverse()) {
    if (!isWithin(client, proxies)) break
    const address = canonicalAddress(withoutPort(entry))
    if (address === null) break
    client = address
  }
  return client
}

/**
 * Throttle key. An untrusted private peer with X-Forwarded-For is probably a proxy: its clients count separately within
 * its limit.
 */
export function throttledNetwork(peer: string, headers: Headers, proxies: readonly Network[]): string {
  const network = networkOf(clientAddress(peer, headers, proxies))
  if (!headers.has('x-forwarded-for')) return network
  if (isWithin(peer, proxies) || !isWithin(peer, privateNetworks)) return network
  const claimedAddress = canonicalAddress(withoutPort(addressesIn(headers, 'x-forwarded-for').at(-1) ?? ''))
  return claimedAddress === null ? network : claimedNetwork(networkOf(claimedAddress), network)
}

/** Returns the forwarded scheme, or null for an untrusted peer. */
export function forwardedScheme(peer: string, headers: Headers, proxies: readonly Network[]) {
  const scheme = addressesIn(headers, 'x-forwarded-proto').at(-1)?.toLowerCase()
  return (scheme === 'http' || scheme === 'https') && isWithin(peer, proxies) ? scheme : null
}

/** Paths that are called directly, whatever PUBLIC_URL is. */
const localPaths = new Set(['/healthz', '/metrics'])

/** Warns once about TRUST_PROXY and once about PUBLIC_URL. */
export function proxyWarnings({ trustProxy, publicUrl }: Env, log: Log): MiddlewareHandler<AppEnv> {
  const site = publicUrl === null ? null : new URL(publicUrl)
  const hasWarnedOf = { proxy: false, host: false }

  function checkProxy(peer: string, headers: Headers): void {
    const header = siteProxyHeaders.find(name => headers.has(name))
    if (header === undefined || isWithin(peer, trustProxy)) return
    hasWarnedOf.proxy = true
    log.warn(
      `Ignored the header ${header} of a request from ${peer}, which TRUST_PROXY does not name. If that is your proxy, set TRUST_PROXY=on, or to its network: until then all visitors share one address and its limits.`,
    )
  }

  function checkHost({ protocol, host }: URL, requestUrl: string): void {
    // PUBLIC_URL's scheme drops its default port.
    const url = new URL(requestUrl.replace(/^\w+:/, protocol))
    if (url.host === host || localPaths.has(url.pathname)) return
    hasWarnedOf.host = true
    log.warn(
      `A request came for the host ${url.host.slice(0, 200)}, but PUBLIC_URL is ${publicUrl}. If visitors use that address, correct PUBLIC_URL; if a proxy sends it, make it forward the visitor's Host header.`,
    )
  }

  return (c, next) => {
    if (!hasWarnedOf.proxy) checkProxy(c.get('peer'), c.req.raw.headers)
    if (site !== null && !hasWarnedOf.host) checkHost(site, c.req.url)
    return next()
  }
}
