import { type Env, siteUrl } from '#server/env.ts'
import type { OneTimeTokenType } from './auth.table.ts'

/** Whether an origin is this site's. Without PUBLIC_URL that is this machine, by each of its names for itself. */
function isOurs(env: Env, origin: string): boolean {
  if (env.publicUrl !== null) return origin === env.publicUrl
  return ['localhost', '127.0.0.1', '[::1]'].some(host => origin === `http://${host}:${env.port}`)
}

/** A program may send people back to this site, or to an origin that the operator listed; null: to neither. */
export function allowedRedirect(env: Env, target: string | undefined): string | null {
  if (target === undefined || !URL.canParse(target)) return null
  const { origin, protocol } = new URL(target)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  return isOurs(env, origin) || env.corsOrigins.includes(origin) ? target : null
}

type LinkType = 'signup' | 'recovery' | 'email_change'

export function linkType(type: OneTimeTokenType): LinkType {
  switch (type) {
    case 'signup':
    case 'recovery':
      return type
    case 'email_change_current':
    case 'email_change_new':
      return 'email_change'
    default:
      return type satisfies never
  }
}

/** The link of a mail: a page of ours, or for a program's own site the call that sends people back there. */
export function mailLink(env: Env, type: LinkType, token: string, redirectTo: string | null): string {
  const base = siteUrl(env)
  if (redirectTo !== null)
    return `${base}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`
  const page = type === 'recovery' ? '/reset' : '/confirm'
  return `${base}${page}?${new URLSearchParams({ token_hash: token, type })}`
}
