import { resolve } from 'node:path'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { type Network, parseNetwork, privateNetworks } from './ip-network.ts'

/** Parsed once at start; docs/self-hosting.md describes each variable. */
export interface Env {
  production: boolean
  port: number
  host: string
  /** Absolute; holds `db/` and `uploads/`. */
  dataDir: string
  /** Origin without a trailing slash; null: derived from the request. */
  publicUrl: string | null
  siteGate: boolean
  /** Null: generated and stored under `db/`. */
  sitePassword: string | null
  /** Null: test payments. */
  stripe: {
    mode: Exclude<PaymentMode, 'test'>
    secretKey: string
    publishableKey: string
    webhookSecret: string
    apiBase: string | null
  } | null
  /** Allows a start to leave unsettled fundings of another payment mode uncounted. */
  allowPaymentModeChange: boolean
  smtpUrl: string | null
  mailFrom: string
  supportEmail: string | null
  authAutoconfirm: boolean
  maxUploadMb: number
  /** Per person: unfinished uploads, and megabytes of videos. */
  maxUnfinishedUploads: number
  videoQuotaMb: number
  /** Megabytes. */
  minFreeMb: number
  /** Trusted for `X-Forwarded-For` and `X-Forwarded-Proto`; empty: TRUST_PROXY is off. */
  trustProxy: readonly Network[]
  rateLimit: boolean
  logLevel: LogLevel
  /** Seconds. */
  accessTokenTtl: number
  /** Seconds in which a used refresh token stays valid. */
  authReuseInterval: number
  /** Seconds: idle, and in total. */
  sessionIdleTtl: number
  sessionMaxTtl: number
  corsOrigins: readonly string[]
  metricsToken: string | null
  ffprobePath: string | null
  /** Null: ffmpeg on PATH, if any. `off`: no conversion. */
  ffmpegPath: string | null
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Visible to browsers. */
export interface PublicEnv {
  payments: PaymentMode
  /** False: mails are written to files. */
  sendsMail: boolean
  supportEmail: string | null
}

export function publicEnv(env: Env): PublicEnv {
  return {
    payments: paymentModeOf(env),
    sendsMail: env.smtpUrl !== null,
    supportEmail: env.supportEmail,
  }
}

export const paymentModeOf = ({ stripe }: Env): PaymentMode => stripe?.mode ?? 'test'

/** Origin of mailed links. Never the Host header, which attackers control. */
export const siteUrl = (env: Env) => env.publicUrl ?? `http://localhost:${env.port}`

/** The message is one line for the operator. */
export class EnvError extends Error {
  override name = 'EnvError'
}

type Source = Record<string, string | undefined>

const secretName = /(KEY|SECRET|PASSWORD|TOKEN)$/
/** Stripe keys, JSON Web Tokens, PEM keys, secrets in queries, long alphanumeric runs. */
const secretValue =
  /(^|[^a-z])(sk|rk|whsec)_|eyJ|PRIVATE KEY|(pass|secret|token|key)\w*=|(?=[a-z+=]*\d)(?=[\d+=]*[a-z])[a-z\d+=]{24,}/i

/** Hides secret values and the credentials in URLs. */
export function printable(name: string, value: string): string {
  if (secretName.test(name) || secretValue.test(value)) return '(hidden)'
  return value.replace(/([a-z][a-z\d+.-]*:\/\/).*@/gis, '$1…@').replace(/[^\s:]*:(?![\s/]).*@/gs, '…@')
}

export function refusal(name: string, got: string, takes: string, cause?: unknown): EnvError {
  return new EnvError(`${name} is ${JSON.stringify(printable(name, got))}, but takes ${takes}.`, { cause })
}

function refuse(name: string, got: string, takes: string): never {
  throw refusal(name, got, takes)
}

function read(source: Source, name: string): string | null {
  const value = source[name]?.trim()
  return value === undefined || value === '' ? null : value
}

/** Not trimmed. */
function password(source: Source, name: string): string | null {
  return read(source, name) === null ? null : (source[name] ?? null)
}

function flag(source: Source, name: string, fallback: boolean): boolean {
  const value = read(source, name)
  return value === null ? fallback : switchOf(name, value, 'on or off')
}

function switchOf(name: string, value: string, takes: string): boolean {
  if (['on', 'true', '1', 'yes'].includes(value.toLowerCase())) return true
  if (['off', 'false', '0', 'no'].includes(value.toLowerCase())) return false
  return refuse(name, value, takes)
}

function trustedNetworks(source: Source, name: string): readonly Network[] {
  const value = read(source, name)
  if (value === null) return []
  const takes = 'on, off or a comma-separated list of networks such as 10.0.0.0/8, fd00::/8'
  if (/^[a-z\d]+$/i.test(value)) return switchOf(name, value, takes) ? privateNetworks : []
  return value.split(',').map(part => parseNetwork(part.trim()) ?? refuse(name, value, takes))
}

function integer(source: Source, name: string, fallback: number, min: number, max: number): number {
  const value = read(source, name)
  if (value === null) return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    refuse(name, value, `a whole number from ${min} to ${max}`)
  return number
}

function url(source: Source, name: string, protocols: readonly string[]): URL | null {
  const value = read(source, name)
  if (value === null) return null
  const takes = `a URL starting with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`
  const parsed = URL.canParse(value) ? new URL(value) : refuse(name, value, takes)
  if (!protocols.includes(parsed.protocol)) refuse(name, value, takes)
  return parsed
}

/** @param otherwise accepted besides a path or name */
function program(source: Source, name: string, otherwise?: 'off'): string | null {
  const value = read(source, name)
  if (value === null || value === otherwise || Bun.which(value) !== null) return value
  return refuse(
    name,
    value,
    `a program of this machine that may be run${otherwise ? `, or ${otherwise}` : ''}`,
  )
}

function origins(source: Source, name: string): string[] {
  const value = read(source, name)
  if (value === null) return []
  return value.split(',').map(part => {
    const origin = part.trim()
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      refuse(name, value, 'a comma-separated list of origins such as https://app.example.org')
    return origin
  })
}

const mailbox = /^[^\s<>@,;]+@[^\s<>@,;]+$/

function address(source: Source, name: string): string | null {
  const value = read(source, name)
  if (value === null || mailbox.test(value)) return value
  return refuse(name, value, 'an address such as help@example.org')
}

/** `Name <address>` or an address. */
function sender(source: Source, name: string, fallback: string): string {
  const value = read(source, name)
  if (value === null) return fallback
  const address = /^[^<>\r\n]*<([^<>]*)>$/.exec(value)?.[1] ?? value
  if (!mailbox.test(address)) refuse(name, value, 'an address such as Reelstake <marina@example.org>')
  return value
}

function stripe(source: Source): Env['stripe'] {
  const secretKey = read(source, 'STRIPE_SECRET_KEY')
  const publishableKey = read(source, 'STRIPE_PUBLISHABLE_KEY')
  const webhookSecret = read(source, 'STRIPE_WEBHOOK_SECRET')
  const apiBase = url(source, 'STRIPE_API_BASE', ['http:', 'https:'])
  if (secretKey === null) {
    if (publishableKey !== null || webhookSecret !== null)
      throw new EnvError(
        'STRIPE_SECRET_KEY is missing, but takes a key starting with sk_ or rk_ because another STRIPE_ variable is set.',
      )
    return null
  }
  const mode = modeOfKey(secretKey, ['sk', 'rk'])
  if (mode === null)
    refuse('STRIPE_SECRET_KEY', '(hidden)', 'a key starting with sk_test_, rk_test_, sk_live_ or rk_live_')
  if (publishableKey === null)
    throw new EnvError(
      'STRIPE_PUBLISHABLE_KEY is missing, but takes a key starting with pk_ because STRIPE_SECRET_KEY is set.',
    )
  const publishableMode = modeOfKey(publishableKey, ['pk'])
  if (publishableMode === null)
    refuse('STRIPE_PUBLISHABLE_KEY', '(hidden)', 'a key starting with pk_test_ or pk_live_')
  if (publishableMode !== mode)
    throw new EnvError(
      `STRIPE_PUBLISHABLE_KEY is a ${publishableMode} key, but takes a ${mode} key because STRIPE_SECRET_KEY is one. Take both from the same mode of Stripe's dashboard.`,
    )
  if (webhookSecret === null)
    throw new EnvError(
      'STRIPE_WEBHOOK_SECRET is missing, but takes a secret starting with whsec_ because STRIPE_SECRET_KEY is set.',
    )
  if (!/^whsec_\S+$/.test(webhookSecret))
    refuse('STRIPE_WEBHOOK_SECRET', '(hidden)', 'a secret starting with whsec_')
  return { mode, secretKey, publishableKey, webhookSecret, apiBase: apiBase?.href ?? null }
}

/** `sk_test_…` belongs to the sandbox. Null: not a Stripe key. */
function modeOfKey(key: string, kinds: readonly string[]): 'sandbox' | 'live' | null {
  const [, kind = '', part] = /^([a-z]+)_(test|live)_\S+$/.exec(key) ?? []
  if (!kinds.includes(kind)) return null
  return part === 'live' ? 'live' : 'sandbox'
}

/** @param root holds the data unless `DATA_DIR` is set @throws EnvError */
export function parseEnv(source: Source, root: string): Env {
  const publicUrl = url(source, 'PUBLIC_URL', ['http:', 'https:'])
  if (publicUrl && publicUrl.href !== `${publicUrl.origin}/`)
    refuse('PUBLIC_URL', publicUrl.href, 'an origin without a path, such as https://reelstake.example.org')
  const smtpUrl = url(source, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (smtpUrl?.hostname === '')
    refuse('SMTP_URL', smtpUrl.href, 'a URL that names a mail server, such as smtp://mail:587')
  const logLevel = read(source, 'LOG_LEVEL') ?? 'info'
  const level = logLevels.find(known => known === logLevel)
  const idle = integer(source, 'SESSION_IDLE_TTL', 14 * 86_400, 60, 400 * 86_400)
  return {
    production: source.NODE_ENV === 'production',
    port: integer(source, 'PORT', 3000, 0, 65_535),
    host: read(source, 'HOST') ?? '0.0.0.0',
    dataDir: resolve(root, read(source, 'DATA_DIR') ?? '.'),
    publicUrl: publicUrl?.origin ?? null,
    siteGate: flag(source, 'SITE_GATE', true),
    sitePassword: password(source, 'SITE_PASSWORD'),
    stripe: stripe(source),
    allowPaymentModeChange: flag(source, 'ALLOW_PAYMENT_MODE_CHANGE', false),
    smtpUrl: smtpUrl?.href ?? null,
    mailFrom: sender(source, 'MAIL_FROM', 'Reelstake <no-reply@localhost>'),
    supportEmail: address(source, 'SUPPORT_EMAIL'),
    authAutoconfirm: flag(source, 'AUTH_AUTOCONFIRM', smtpUrl === null),
    maxUploadMb: integer(source, 'MAX_UPLOAD_MB', 512, 1, 16_384),
    maxUnfinishedUploads: integer(source, 'MAX_UNFINISHED_UPLOADS', 20, 1, 10_000),
    videoQuotaMb: integer(source, 'VIDEO_QUOTA_MB', 20_480, 1, 100_000_000),
    minFreeMb: integer(source, 'MIN_FREE_MB', 512, 0, 100_000_000),
    trustProxy: trustedNetworks(source, 'TRUST_PROXY'),
    rateLimit: flag(source, 'RATE_LIMIT', true),
    logLevel: level ?? refuse('LOG_LEVEL', logLevel, `one of ${logLevels.join(', ')}`),
    accessTokenTtl: integer(source, 'ACCESS_TOKEN_TTL', 3600, 1, 86_400),
    authReuseInterval: integer(source, 'AUTH_REUSE_INTERVAL', 10, 0, 3600),
    sessionIdleTtl: idle,
    sessionMaxTtl: integer(source, 'SESSION_MAX_TTL', Math.max(90 * 86_400, idle), idle, 400 * 86_400),
    corsOrigins: origins(source, 'CORS_ORIGINS'),
    metricsToken: read(source, 'METRICS_TOKEN'),
    ffprobePath: program(source, 'FFPROBE_PATH'),
    ffmpegPath: program(source, 'FFMPEG_PATH', 'off'),
  }
}
