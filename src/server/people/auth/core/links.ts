import { type Env, siteUrl } from '#server/env.ts'
import type { OneTimeTokenType } from './auth.table.ts'

/** Includes localhost without PUBLIC_URL. */
function isSiteOrigin(env: Env, origin: string): boolean {
  if (env.publicUrl !== null) return origin === env.publicUrl
  return ['localhost', '127.0.0.1', '[::1]'].some(host => origin === `http://${host}:${env.port}`)
}

/** Returns the target, or null unless it is on this site or in CORS_ORIGINS. */
export function allowedRedirect(env: Env, target: string | undefined): string | null {
  if (target === undefined || !URL.canParse(target)) return null
  const { origin, protocol } = new URL(target)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  return isSiteOrigin(env, origin) || env.corsOrigins.includes(origin) ? target : null
}

/** Leads to a page, or with `redirectTo` to GoTrue's redirect. */
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
