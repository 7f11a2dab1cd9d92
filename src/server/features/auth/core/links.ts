import { type Env, siteUrl } from '#server/env.ts'
import type { OneTimeTokenType } from './auth.table.ts'

/** Without PUBLIC_URL the site's origins are those of this machine. */
function isSiteOrigin(env: Env, origin: string): boolean {
  if (env.publicUrl !== null) return origin === env.publicUrl
  return ['localhost', '127.0.0.1', '[::1]'].some(host => origin === `http://${host}:${env.port}`)
}

/** A `redirect_to` on this site or on an origin of CORS_ORIGINS; null for any other. */
export function allowedRedirect(env: Env, target: string | undefined): string | null {
  if (target === undefined || !URL.canParse(target)) return null
  const { origin, protocol } = new URL(target)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  return isSiteOrigin(env, origin) || env.corsOrigins.includes(origin) ? target : null
}

/** A mailed link: a page of this site, or with `redirectTo` the GoTrue call that redirects to the client's site. */
export function mailLink(
  env: Env,
  tokenType: OneTimeTokenType,
  token: string,
  redirectTo: string | null,
): string {
  const base = siteUrl(env)
  const type = tokenType.startsWith('email_change') ? 'email_change' : tokenType
  if (redirectTo !== null)
    return `${base}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`
  const page = type === 'recovery' ? '/reset' : '/confirm'
  return `${base}${page}?${new URLSearchParams({ token_hash: token, type })}`
}
