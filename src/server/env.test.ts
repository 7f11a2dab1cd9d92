import { describe, expect, test } from 'bun:test'
import { EnvError, parseEnv, publicEnv } from './env.ts'

const live = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

describe('parseEnv refuses, in one line that names the variable, what it got and what it takes', () => {
  const refused: [Record<string, string>, string][] = [
    [{ PORT: '70000' }, 'PORT is "70000", but takes a whole number from 0 to 65535.'],
    [{ PORT: '3e3' }, 'PORT is "3e3", but takes a whole number from 0 to 65535.'],
    [{ SITE_GATE: 'maybe' }, 'SITE_GATE is "maybe", but takes on or off.'],
    [{ AUTH_AUTOCONFIRM: 'perhaps' }, 'AUTH_AUTOCONFIRM is "perhaps", but takes on or off.'],
    [{ RATE_LIMIT: '2' }, 'RATE_LIMIT is "2", but takes on or off.'],
    [{ TRUST_PROXY: 'x' }, 'TRUST_PROXY is "x", but takes on or off.'],
    [
      { PUBLIC_URL: 'example.org' },
      'PUBLIC_URL is "example.org", but takes a URL starting with http:// or https://.',
    ],
    [
      { PUBLIC_URL: 'https://example.org/app' },
      'PUBLIC_URL is "https://example.org/app", but takes an origin without a path, such as https://reelstake.example.org.',
    ],
    [
      { PUBLIC_URL: 'https://me:hunter2@example.org' },
      'PUBLIC_URL is "https://…@example.org/", but takes an origin without a path, such as https://reelstake.example.org.',
    ],
    [
      { SMTP_URL: 'smtp://' },
      'SMTP_URL is "smtp://", but takes a URL that names a mail server, such as smtp://mail:587.',
    ],
    [
      { FFPROBE_PATH: '/nonexistent/ffprobe' },
      'FFPROBE_PATH is "/nonexistent/ffprobe", but takes a program of this machine that may be run.',
    ],
    [
      { FFMPEG_PATH: 'no-such-ffmpeg' },
      'FFMPEG_PATH is "no-such-ffmpeg", but takes a program of this machine that may be run, or off.',
    ],
    [
      { SMTP_URL: 'http://mail' },
      'SMTP_URL is "http://mail", but takes a URL starting with smtp:// or smtps://.',
    ],
    [
      { MAIL_FROM: 'Marina' },
      'MAIL_FROM is "Marina", but takes an address such as Reelstake <marina@example.org>.',
    ],
    [
      { MAIL_FROM: 'a\nBcc: all <b@c.d>' },
      'MAIL_FROM is "a\\nBcc: all <b@c.d>", but takes an address such as Reelstake <marina@example.org>.',
    ],
    [{ MAX_UPLOAD_MB: '0' }, 'MAX_UPLOAD_MB is "0", but takes a whole number from 1 to 16384.'],
    [
      { MAX_UNFINISHED_UPLOADS: '0' },
      'MAX_UNFINISHED_UPLOADS is "0", but takes a whole number from 1 to 10000.',
    ],
    [{ VIDEO_QUOTA_MB: 'lots' }, 'VIDEO_QUOTA_MB is "lots", but takes a whole number from 1 to 100000000.'],
    [{ MIN_FREE_MB: '-1' }, 'MIN_FREE_MB is "-1", but takes a whole number from 0 to 100000000.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud", but takes one of debug, info, warn, error, silent.'],
    [{ ACCESS_TOKEN_TTL: '-1' }, 'ACCESS_TOKEN_TTL is "-1", but takes a whole number from 1 to 86400.'],
    [
      { AUTH_REUSE_INTERVAL: 'ten' },
      'AUTH_REUSE_INTERVAL is "ten", but takes a whole number from 0 to 3600.',
    ],
    [
      { CORS_ORIGINS: 'https://a.example, b.example' },
      'CORS_ORIGINS is "https://a.example, b.example", but takes a comma-separated list of origins such as https://app.example.org.',
    ],
    [
      { ...live, STRIPE_PUBLISHABLE_KEY: '' },
      'STRIPE_PUBLISHABLE_KEY is missing, but takes a key starting with pk_ because STRIPE_SECRET_KEY is set.',
    ],
    [
      { ...live, STRIPE_WEBHOOK_SECRET: '' },
      'STRIPE_WEBHOOK_SECRET is missing, but takes a secret starting with whsec_ because STRIPE_SECRET_KEY is set.',
    ],
    [
      { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      "STRIPE_PUBLISHABLE_KEY is a sandbox key, but takes a live key because STRIPE_SECRET_KEY is one. Take both from the same mode of Stripe's dashboard.",
    ],
    [
      { ...live, STRIPE_SECRET_KEY: 'rk_test_1' },
      "STRIPE_PUBLISHABLE_KEY is a live key, but takes a sandbox key because STRIPE_SECRET_KEY is one. Take both from the same mode of Stripe's dashboard.",
    ],
    [
      { ...live, STRIPE_SECRET_KEY: 'sk_1' },
      'STRIPE_SECRET_KEY is "(hidden)", but takes a key starting with sk_test_, rk_test_, sk_live_ or rk_live_.',
    ],
    [
      { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_1' },
      'STRIPE_PUBLISHABLE_KEY is "(hidden)", but takes a key starting with pk_test_ or pk_live_.',
    ],
    [{ ALLOW_PAYMENT_MODE_CHANGE: 'maybe' }, 'ALLOW_PAYMENT_MODE_CHANGE is "maybe", but takes on or off.'],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'STRIPE_SECRET_KEY is missing, but takes a key starting with sk_ or rk_ because another STRIPE_ variable is set.',
    ],
  ]
  for (const [source, message] of refused)
    test(message, () => {
      const attempt = () => parseEnv(source, '/srv')
      expect(attempt).toThrow(EnvError)
      expect(attempt).toThrow(message)
      expect(message).not.toContain('\n')
    })

  test('without printing a secret', () => {
    const attempt = () => parseEnv({ ...live, STRIPE_SECRET_KEY: 'oops_secret' }, '/srv')
    expect(attempt).toThrow('STRIPE_SECRET_KEY is "(hidden)"')
    const mail = () => parseEnv({ SMTP_URL: 'imap://me:hunter2@mail' }, '/srv')
    expect(mail).toThrow('imap://…@mail')
  })
})

describe('parseEnv', () => {
  test('takes an empty environment, with the defaults of the operator’s page', () => {
    expect(parseEnv({}, '/srv')).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      dataDir: '/srv',
      publicUrl: null,
      siteGate: true,
      stripe: null,
      smtpUrl: null,
      authAutoconfirm: true,
      maxUploadMb: 512,
      trustProxy: false,
      rateLimit: true,
      logLevel: 'info',
      accessTokenTtl: 3600,
      authReuseInterval: 10,
    })
  })

  test('asks for confirmed addresses as soon as mail is real', () => {
    expect(parseEnv({ SMTP_URL: 'smtp://mail:25' }, '/srv').authAutoconfirm).toBe(false)
    expect(parseEnv({ SMTP_URL: 'smtp://mail:25', AUTH_AUTOCONFIRM: 'true' }, '/srv').authAutoconfirm).toBe(
      true,
    )
  })

  test('takes a sender with and without a name', () => {
    for (const from of ['marina@example.org', 'The Marina <no-reply@localhost>', '<a@b>'])
      expect(parseEnv({ MAIL_FROM: from }, '/srv').mailFrom).toBe(from)
  })

  test('keeps a site password as it is typed, spaces and all', () => {
    expect(parseEnv({ SITE_PASSWORD: ' big fish ' }, '/srv').sitePassword).toBe(' big fish ')
  })

  test('treats an empty variable as unset', () => {
    expect(parseEnv({ PORT: '', SITE_PASSWORD: ' ' }, '/srv')).toMatchObject({
      port: 3000,
      sitePassword: null,
    })
  })

  test('shows a browser the payment mode and nothing secret', () => {
    expect(publicEnv(parseEnv(live, '/srv'))).toEqual({ payments: 'live', stripePublishableKey: 'pk_live_1' })
    expect(publicEnv(parseEnv({}, '/srv'))).toEqual({ payments: 'test', stripePublishableKey: null })
  })

  test('takes the payment mode from the keys, restricted ones too', () => {
    for (const [secret, publishable, payments] of [
      ['sk_test_1', 'pk_test_1', 'sandbox'],
      ['rk_test_1', 'pk_test_1', 'sandbox'],
      ['sk_live_1', 'pk_live_1', 'live'],
      ['rk_live_1', 'pk_live_1', 'live'],
    ] as const) {
      const keys = { ...live, STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }
      const env = parseEnv(keys, '/srv')
      expect([env.stripe?.mode, publicEnv(env).payments]).toEqual([payments, payments])
    }
  })
})
