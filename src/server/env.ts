import { resolve } from 'node:path'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { type BackupConfig, backupConfig } from './backup-config.ts'
import {
  address,
  flag,
  integer,
  type Misspelt,
  misspeltIn,
  origins,
  password,
  program,
  read,
  recordReads,
  refuse,
  type Source,
  sender,
  trustedNetworks,
  unknownTimeZone,
  url,
} from './env-values.ts'
import type { Network } from './ip-network.ts'
import { paymentConfig } from './money/payments/make-payment-provider.ts'
import type { PaymentConfig } from './money/payments/payment-provider.ts'
import { OperatorError } from './operator-error.ts'
import { type S3Place, type S3Settings, s3Place, s3Settings } from './storage/s3/s3-place.ts'

/** Parsed once at start; docs/self-hosting/settings.md describes each variable. */
export interface Env {
  production: boolean
  port: number
  host: string
  /** Absolute path of the directory that holds `db/` and `uploads/`. */
  dataDir: string
  /** `postgres://…`, or null for SQLite in `dataDir`. */
  databaseUrl: string | null
  /** Origin without a trailing slash, or null if it is derived from the request. */
  publicUrl: string | null
  siteGate: boolean
  /** Null if it is generated and stored under `db/`. */
  sitePassword: string | null
  /** Null for test payments. */
  payments: PaymentConfig | null
  /** Allows a start to leave unsettled fundings of another payment mode uncounted. */
  allowPaymentModeChange: boolean
  smtpUrl: string | null
  mailFrom: string
  supportEmail: string | null
  /** Name shown as the organiser of each tournament, or null to show the organiser's own. */
  marinaName: string | null
  /** Years that people must confirm at sign-up, or null if the site doesn't ask. */
  minimumAge: number | null
  authAutoconfirm: boolean
  maxUploadMb: number
  /** Limits for each person: unfinished uploads, and megabytes of videos. */
  maxUnfinishedUploads: number
  videoQuotaMb: number
  /** Megabytes. */
  minFreeMb: number
  /** Days that files in the outbox and failed mails are kept. */
  keepMailDays: number
  /** Days that finished jobs and the provider's messages are kept. */
  keepJobDays: number
  /** Days that an unfinished upload is kept. */
  keepUploadDays: number
  /** Days after which videos are deleted, or null if they stay. */
  keepVideoDays: number | null
  /** Place to which finished videos and pictures are moved, or null if they stay in `dataDir`. */
  storage: S3Place | null
  /** Settings for files that are in a bucket, whether or not `storage` names it. */
  s3: S3Settings
  /** True if backups hold files that are in a bucket. */
  backupBucketFiles: boolean
  /** Null if the server makes no backups. */
  backups: BackupConfig | null
  /** Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted; empty if TRUST_PROXY is off. */
  trustProxy: readonly Network[]
  rateLimit: boolean
  logLevel: LogLevel
  /** People who may create tournaments: `approved` needs a role. */
  organisers: (typeof organiserPolicies)[number]
  /** Seconds. */
  accessTokenTtl: number
  /** Seconds in which a used refresh token stays valid. */
  authReuseInterval: number
  /** Seconds: idle, and in total. */
  sessionIdleTtl: number
  sessionMaxTtl: number
  corsOrigins: readonly string[]
  /** Requests to addresses that people type may go to private networks, and to `http:`. */
  allowPrivateAddresses: boolean
  metricsToken: string | null
  /** `TZ`, when it names no time zone. */
  unknownTimeZone: string | null
  ffprobePath: string | null
  /** Null: ffmpeg on PATH, if any. `off`: no conversion. */
  ffmpegPath: string | null
  /** Variables that the server reads, or null for those that aren't set. Secrets are hidden. */
  variables: Readonly<Record<string, string | null>>
  /** Unknown variables whose names resemble those of the table. */
  misspelt: readonly Misspelt[]
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const maxKeepDays = 36_500

const organiserPolicies = ['anyone', 'approved'] as const

/** Settings that browsers read. */
export interface PublicEnv {
  payments: PaymentMode
  /** False: mails are written to files. */
  sendsMail: boolean
  /** A new account works once its address is confirmed. */
  confirmsEmail: boolean
  supportEmail: string | null
  /** Years, or null if the site doesn't ask. */
  minimumAge: number | null
  /** Visitors need the site password. */
  hasGate: boolean
}

export function publicEnv(env: Env): PublicEnv {
  return {
    payments: paymentModeOf(env),
    sendsMail: env.smtpUrl !== null,
    confirmsEmail: !env.authAutoconfirm,
    supportEmail: env.supportEmail,
    minimumAge: env.minimumAge,
    hasGate: env.siteGate,
  }
}

export const paymentModeOf = ({ payments }: Env): PaymentMode => payments?.mode ?? 'test'

/** Origin of mailed links. Never from the Host header, which attackers control. */
export const siteUrl = (env: Env) => env.publicUrl ?? `http://localhost:${env.port}`

/** Returns the address in MAIL_FROM, without its name. */
export const senderAddress = ({ mailFrom }: Env): string => /<([^>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom

/**
 * Returns DATABASE_URL. It needs STORAGE, because several processes would share the database.
 * @throws OperatorError
 */
function databaseUrl(source: Source, storage: string): string | null {
  const database = url(source, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  if (database === null) return null
  if (storage === 'disk')
    throw new OperatorError('DATABASE_URL needs STORAGE=s3://…: with PostgreSQL, files are kept in a bucket.')
  return database.href
}

/** @param root holds the data unless `DATA_DIR` is set @throws OperatorError */
export function parseEnv(environment: Source, root: string): Env {
  const { source, variables } = recordReads(environment)
  const publicUrl = url(source, 'PUBLIC_URL', ['http:', 'https:'])
  if (publicUrl && publicUrl.href !== `${publicUrl.origin}/`)
    refuse('PUBLIC_URL', publicUrl.href, 'an origin without a path, such as https://reelstake.example.org')
  const smtpUrl = url(source, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (smtpUrl?.hostname === '')
    refuse('SMTP_URL', smtpUrl.href, 'a URL that names a mail server, such as smtp://mail:587')
  const logLevel = read(source, 'LOG_LEVEL') ?? 'info'
  const level = logLevels.find(name => name === logLevel)
  const dataDir = resolve(root, read(source, 'DATA_DIR') ?? '.')
  const payments = paymentConfig(source)
  const organisers = read(source, 'ORGANISERS') ?? (payments?.mode === 'live' ? 'approved' : 'anyone')
  const storage = read(source, 'STORAGE') ?? 'disk'
  const s3 = s3Settings(source)
  const idle = integer(source, 'SESSION_IDLE_TTL', 14 * 86_400, 60, 400 * 86_400)
  const env = {
    production: source.NODE_ENV === 'production',
    port: integer(source, 'PORT', 3000, 0, 65_535),
    host: read(source, 'HOST') ?? '0.0.0.0',
    dataDir,
    databaseUrl: databaseUrl(source, storage),
    publicUrl: publicUrl?.origin ?? null,
    siteGate: flag(source, 'SITE_GATE', true),
    sitePassword: password(source, 'SITE_PASSWORD'),
    payments,
    allowPaymentModeChange: flag(source, 'ALLOW_PAYMENT_MODE_CHANGE', false),
    smtpUrl: smtpUrl?.href ?? null,
    mailFrom: sender(source, 'MAIL_FROM', 'Reelstake <no-reply@localhost>'),
    supportEmail: address(source, 'SUPPORT_EMAIL'),
    marinaName: read(source, 'MARINA_NAME') ?? null,
    minimumAge: integer(source, 'MINIMUM_AGE', 0, 0, 99) || null,
    authAutoconfirm: flag(source, 'AUTH_AUTOCONFIRM', smtpUrl === null),
    maxUploadMb: integer(source, 'MAX_UPLOAD_MB', 512, 1, 16_384),
    maxUnfinishedUploads: integer(source, 'MAX_UNFINISHED_UPLOADS', 20, 1, 10_000),
    videoQuotaMb: integer(source, 'VIDEO_QUOTA_MB', 20_480, 1, 100_000_000),
    minFreeMb: integer(source, 'MIN_FREE_MB', 512, 0, 100_000_000),
    keepMailDays: integer(source, 'KEEP_MAIL_DAYS', 30, 1, maxKeepDays),
    // Stripe lists its events for 30 days.
    keepJobDays: integer(source, 'KEEP_JOB_DAYS', 90, 31, maxKeepDays),
    keepUploadDays: integer(source, 'KEEP_UPLOAD_DAYS', 7, 1, 365),
    // A minimum, since deletion is for good and a digit is quickly lost.
    keepVideoDays:
      read(source, 'KEEP_VIDEO_DAYS') === '0'
        ? null
        : integer(source, 'KEEP_VIDEO_DAYS', 0, 30, maxKeepDays) || null,
    storage: storage === 'disk' ? null : s3Place('STORAGE', storage, s3, 'disk'),
    s3,
    backupBucketFiles: flag(source, 'BACKUP_BUCKET_FILES', true),
    backups: backupConfig(source, root, dataDir),
    trustProxy: trustedNetworks(source, 'TRUST_PROXY'),
    rateLimit: flag(source, 'RATE_LIMIT', true),
    logLevel: level ?? refuse('LOG_LEVEL', logLevel, `one of ${logLevels.join(', ')}`),
    organisers:
      organiserPolicies.find(policy => policy === organisers) ??
      refuse('ORGANISERS', organisers, `one of ${organiserPolicies.join(', ')}`),
    accessTokenTtl: integer(source, 'ACCESS_TOKEN_TTL', 3600, 1, 86_400),
    authReuseInterval: integer(source, 'AUTH_REUSE_INTERVAL', 10, 0, 3600),
    sessionIdleTtl: idle,
    sessionMaxTtl: integer(source, 'SESSION_MAX_TTL', Math.max(90 * 86_400, idle), 60, 400 * 86_400),
    corsOrigins: origins(source, 'CORS_ORIGINS'),
    allowPrivateAddresses: flag(source, 'ALLOW_PRIVATE_ADDRESSES', false),
    metricsToken: read(source, 'METRICS_TOKEN'),
    unknownTimeZone: unknownTimeZone(source, 'TZ'),
    ffprobePath: program(source, 'FFPROBE_PATH'),
    ffmpegPath: program(source, 'FFMPEG_PATH', 'off'),
  }
  return { ...env, variables, misspelt: misspeltIn(environment, Object.keys(variables)) }
}
