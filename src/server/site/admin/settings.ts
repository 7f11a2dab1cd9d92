import type { AdminSettings } from '#contract/site/admin.ts'
import { type Env, paymentModeOf } from '#server/env.ts'

const onOff = (on: boolean) => (on ? 'on' : 'off')

/** Meaning of an unset variable, where that isn't "not set". */
const defaults: Record<string, (env: Env) => string> = {
  PORT: env => String(env.port),
  HOST: env => env.host,
  DATA_DIR: env => env.dataDir,
  PUBLIC_URL: () => 'derived from the request',
  SITE_GATE: env => onOff(env.siteGate),
  SITE_PASSWORD: () => 'generated',
  STRIPE_SECRET_KEY: env => (paymentModeOf(env) === 'test' ? 'not set: test payments' : 'not set'),
  ALLOW_PAYMENT_MODE_CHANGE: env => onOff(env.allowPaymentModeChange),
  SMTP_URL: () => 'not set: written to files',
  MAIL_FROM: env => env.mailFrom,
  AUTH_AUTOCONFIRM: env => onOff(env.authAutoconfirm),
  MAX_UPLOAD_MB: env => String(env.maxUploadMb),
  MAX_UNFINISHED_UPLOADS: env => String(env.maxUnfinishedUploads),
  VIDEO_QUOTA_MB: env => String(env.videoQuotaMb),
  MIN_FREE_MB: env => String(env.minFreeMb),
  KEEP_MAIL_DAYS: env => String(env.keepMailDays),
  KEEP_JOB_DAYS: env => String(env.keepJobDays),
  KEEP_UPLOAD_DAYS: env => String(env.keepUploadDays),
  KEEP_VIDEO_DAYS: () => '0: always',
  STORAGE: () => 'disk',
  BACKUP_TO: () => 'not set: no backups',
  BACKUP_AT: () => '03:30',
  RESTIC_PATH: () => 'restic on PATH',
  BACKUP_BUCKET_FILES: env => onOff(env.backupBucketFiles),
  TRUST_PROXY: () => 'off',
  RATE_LIMIT: env => onOff(env.rateLimit),
  LOG_LEVEL: env => env.logLevel,
  ORGANISERS: env => env.organisers,
  ACCESS_TOKEN_TTL: env => String(env.accessTokenTtl),
  AUTH_REUSE_INTERVAL: env => String(env.authReuseInterval),
  SESSION_IDLE_TTL: env => String(env.sessionIdleTtl),
  SESSION_MAX_TTL: env => String(env.sessionMaxTtl),
  ALLOW_PRIVATE_ADDRESSES: env => onOff(env.allowPrivateAddresses),
}

/** Returns every variable with its source; secrets are hidden. */
export const settingsOf = (env: Env): AdminSettings['settings'] =>
  Object.entries(env.variables)
    .map(([name, value]): AdminSettings['settings'][number] =>
      value === null
        ? { name, value: defaults[name]?.(env) ?? 'not set', source: 'default' }
        : { name, value, source: 'environment' },
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
