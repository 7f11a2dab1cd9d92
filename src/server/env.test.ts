import { describe, expect, test } from 'bun:test'
import { banner } from './banner.ts'
import { parseEnv, publicEnv } from './env.ts'
import { isWithin } from './ip-network.ts'
import { OperatorError } from './operator-error.ts'

const live = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

describe('parseEnv refuses invalid values in one line with the variable, its value and the accepted values', () => {
  const refusals: [Record<string, string>, string][] = [
    [{ PORT: '70000' }, 'PORT is "70000", but takes a whole number from 0 to 65535.'],
    [{ PORT: '3e3' }, 'PORT is "3e3", but takes a whole number from 0 to 65535.'],
    [
      { DATABASE_URL: 'postgres://db/reelstake' },
      'DATABASE_URL needs STORAGE=s3://…: with PostgreSQL, files are kept in a bucket.',
    ],
    [{ SITE_GATE: 'maybe' }, 'SITE_GATE is "maybe", but takes on or off.'],
    [{ AUTH_AUTOCONFIRM: 'perhaps' }, 'AUTH_AUTOCONFIRM is "perhaps", but takes on or off.'],
    [{ RATE_LIMIT: '2' }, 'RATE_LIMIT is "2", but takes on or off.'],
    [
      { TRUST_PROXY: 'x' },
      'TRUST_PROXY is "x", but takes on, off or a comma-separated list of networks such as 10.0.0.0/8, fd00::/8.',
    ],
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
      { SMTP_URL: 'smtp://me:hun#ter2@mail' },
      'SMTP_URL is "smtp://…@mail", but takes a URL without #; in a password, write # as %23.',
    ],
    [
      { SMTP_URL: 'smtp://me:12#34@mail' },
      'SMTP_URL is "smtp://…@mail", but takes a URL without #; in a password, write # as %23.',
    ],
    [
      { SMTP_URL: 'smtp://me:50%off@mail' },
      'SMTP_URL is "smtp://…@mail", but takes a URL in whose user and password % is written as %25.',
    ],
    [
      { SMTP_URL: 'smtp://me:hun' },
      'SMTP_URL is "smtp://me:…", but takes a URL starting with smtp:// or smtps://; in a password, write # as %23: # begins a comment in .env.',
    ],
    [
      {
        STORAGE: 's3://marina',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'b',
        S3_ENDPOINT: 'https://a:b#c@s3.example',
      },
      'S3_ENDPOINT is "https://…@s3.example", but takes a URL without #; in a password, write # as %23.',
    ],
    [
      { SMTP_URL: 'http://mail' },
      'SMTP_URL is "http://mail", but takes a URL starting with smtp:// or smtps://.',
    ],
    [
      { SUPPORT_EMAIL: 'Marina <help@example.org>' },
      'SUPPORT_EMAIL is "Marina <help@example.org>", but takes an address such as help@example.org.',
    ],
    [
      { MAIL_FROM: 'Marina' },
      'MAIL_FROM is "Marina", but takes an address such as Reelstake <marina@example.org>.',
    ],
    [
      { MAIL_FROM: 'a\nBcc: all <b@c.d>' },
      'MAIL_FROM is "a\\nBcc: all <b@c.d>", but takes an address such as Reelstake <marina@example.org>.',
    ],
    [{ KEEP_VIDEO_DAYS: '3' }, 'KEEP_VIDEO_DAYS is "3", but takes a whole number from 30 to 36500.'],
    [{ MAX_UPLOAD_MB: '0' }, 'MAX_UPLOAD_MB is "0", but takes a whole number from 1 to 16384.'],
    [
      { MAX_UNFINISHED_UPLOADS: '0' },
      'MAX_UNFINISHED_UPLOADS is "0", but takes a whole number from 1 to 10000.',
    ],
    [{ VIDEO_QUOTA_MB: 'lots' }, 'VIDEO_QUOTA_MB is "lots", but takes a whole number from 1 to 100000000.'],
    [{ MIN_FREE_MB: '-1' }, 'MIN_FREE_MB is "-1", but takes a whole number from 0 to 100000000.'],
    [
      { BACKUP_TO: 's3://Marina/../x', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
      'BACKUP_TO is "s3://Marina/../x", but takes s3://bucket/prefix with letters, digits and ._=+- in the prefix, or a folder such as /backups.',
    ],
    ...['', 'ab', 'my_bucket', '-marina', 'm'.repeat(64), 'ab/files'].map(
      (place): [Record<string, string>, string] => [
        { STORAGE: `s3://${place}`, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
        `STORAGE is "s3://${place}", but takes s3://bucket/prefix with a bucket of 3 to 63 letters, digits, dots and hyphens, or disk.`,
      ],
    ),
    [
      { BACKUP_TO: 's3://marina', S3_ACCESS_KEY_ID: 'a' },
      'S3_SECRET_ACCESS_KEY is missing, but s3://marina needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    ],
    [
      { BACKUP_TO: '/data/uploads/backups', DATA_DIR: '/data' },
      'BACKUP_TO is "/data/uploads/backups", but takes a folder outside of uploads/ of DATA_DIR, or s3://bucket/prefix.',
    ],
    [
      { STORAGE: '/mnt/disk', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
      'STORAGE is "/mnt/disk", but takes s3://bucket/prefix with letters, digits and ._=+- in the prefix, or disk.',
    ],
    [
      { STORAGE: 's3://marina' },
      'S3_ACCESS_KEY_ID is missing, but s3://marina needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    ],
    [{ BACKUP_AT: '24:00' }, 'BACKUP_AT is "24:00", but takes a time of day such as 03:30.'],
    [{ BACKUP_PASSPHRASE: 'short' }, 'BACKUP_PASSPHRASE is "(hidden)", but takes at least 12 characters.'],
    [
      { BACKUP_PASSPHRASE: 'correct horse', BACKUP_PASSPHRASE_FILE: '/x' },
      'BACKUP_PASSPHRASE and BACKUP_PASSPHRASE_FILE are both set. Remove one of them.',
    ],
    [
      { BACKUP_PASSPHRASE_FILE: '/nonexistent' },
      'BACKUP_PASSPHRASE_FILE is "/nonexistent", but takes a file that can be read.',
    ],
    [
      { BACKUP_TO: 's3://marina', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', S3_ENDPOINT: 'storage' },
      'S3_ENDPOINT is "storage", but takes a URL starting with http:// or https://.',
    ],
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
  for (const [source, message] of refusals)
    test(message, () => {
      const attempt = () => parseEnv(source, '/srv')
      expect(attempt).toThrow(OperatorError)
      expect(attempt).toThrow(message)
      expect(message).not.toContain('\n')
    })

  test('reads # in a password as %23', () =>
    expect(parseEnv({ SMTP_URL: 'smtp://me:hun%23ter2@mail' }, '/srv').smtpUrl).toBe(
      'smtp://me:hun%23ter2@mail',
    ))

  test('without printing a secret', () => {
    const attempt = () => parseEnv({ ...live, STRIPE_SECRET_KEY: 'oops_secret' }, '/srv')
    expect(attempt).toThrow('STRIPE_SECRET_KEY is "(hidden)"')
    const mail = () => parseEnv({ SMTP_URL: 'imap://me:hunter2@mail' }, '/srv')
    expect(mail).toThrow('imap://…@mail')
  })
})

describe('TRUST_PROXY', () => {
  const proxiesOf = (value: string) => parseEnv({ TRUST_PROXY: value }, '/srv').trustProxy
  for (const value of [
    '10.0.0.0/33',
    '10.0.0/8',
    '010.0.0.1',
    '256.0.0.1',
    'fd00::/129',
    'fd00::/x',
    '10.0.0.0/8/8',
    '10.0.0.1,',
    'proxy.example.org',
    'on,10.0.0.0/8',
    '10.0.0.0/',
  ])
    test(`refuses ${value}`, () =>
      expect(() => proxiesOf(value)).toThrow(`TRUST_PROXY is ${JSON.stringify(value)}, but takes on, off or`))

  const cases: [string, string[], string[]][] = [
    ['off', [], ['127.0.0.1', '10.0.0.1']],
    [
      'on',
      [
        '127.0.0.1',
        '127.9.9.9',
        '::1',
        '10.1.2.3',
        '172.31.255.255',
        '192.168.0.1',
        'fd12::1',
        '::ffff:10.0.0.1',
      ],
      ['172.32.0.0', '11.0.0.0', '203.0.113.7', '2001:db8::1', 'fe80::1', 'unknown', ''],
    ],
    ['203.0.113.0/24, 2001:db8::/32', ['203.0.113.255', '2001:db8:ffff::1'], ['203.0.114.0', '127.0.0.1']],
    ['192.0.2.1', ['192.0.2.1', '::ffff:c000:201'], ['192.0.2.2', '::192.0.2.1']],
    ['10.9.9.9/8', ['10.0.0.1'], ['9.255.255.255']],
  ]
  for (const [value, inside, outside] of cases)
    test(`${value} trusts exactly the named networks`, () => {
      for (const address of inside)
        expect([address, isWithin(address, proxiesOf(value))]).toEqual([address, true])
      for (const address of outside)
        expect([address, isWithin(address, proxiesOf(value))]).toEqual([address, false])
    })
})

describe('no setting reveals a secret', () => {
  const secrets: [string, string][] = [
    ['sk_live_51Abc', '51Abc'],
    ['rk_live_51Abc', '51Abc'],
    ['whsec_51Abc', '51Abc'],
    ['pk=sk_test_51Abc', '51Abc'],
    ['https://me:hunter2@example.org/x', 'hunter2'],
    ['imap://me:hunter2/@b c@mail', 'hunter2'],
    ['me:hunter2 b@mail', 'hunter2'],
    ['https://example.org/?password=hunter2', 'hunter2'],
    ['3kJ9hQm2xV7bN4tR8wY1zP5s', '3kJ9hQm2xV'],
    ['eyJhbGciOi.eyJzdWIi.c2ln', 'eyJzdWIi'],
  ]
  const names = new Set<string>()
  const recorder = new Proxy<Record<string, string | undefined>>(
    {},
    { get: (_, name) => void (typeof name === 'string' && names.add(name)) },
  )
  parseEnv(recorder, '/srv')
  for (const name of Object.keys(live)) names.add(name)

  /** Startup's error line or banner. */
  function startText(source: Record<string, string>): string {
    try {
      return banner(parseEnv(source, '/srv'), 3000, null)
    } catch (error) {
      if (error instanceof OperatorError) return error.message
      throw error
    }
  }

  for (const name of names)
    test(`${name} appears neither in an error nor in the banner`, () => {
      for (const [value, secret] of secrets)
        for (const source of [
          { [name]: value },
          { ...live, [name]: value },
          { SMTP_URL: 'smtp://mail', [name]: value },
        ])
          expect(startText(source)).not.toContain(secret)
    })

  test('refuses a secret key in STRIPE_PUBLISHABLE_KEY', () =>
    expect(startText({ ...live, STRIPE_PUBLISHABLE_KEY: 'sk_live_51Abc' })).toBe(
      'STRIPE_PUBLISHABLE_KEY is "(hidden)", but takes a key starting with pk_test_ or pk_live_.',
    ))
})

test('the banner names the database, without its password', () => {
  const DATABASE_URL = 'postgres://site:secret@db.example.org/reelstake'
  const bucket = { STORAGE: 's3://fish', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  const env = parseEnv({ DATABASE_URL, ...bucket }, '/srv')
  expect(banner(env, 3000, null)).toMatch(
    /^ {2}Data {8}postgres:\/\/…@db\.example\.org\/reelstake; .* \/srv$/m,
  )
})

describe('parseEnv', () => {
  test('accepts an empty environment with the documented defaults', () => {
    expect(parseEnv({}, '/srv')).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      dataDir: '/srv',
      publicUrl: null,
      siteGate: true,
      payments: null,
      smtpUrl: null,
      authAutoconfirm: true,
      maxUploadMb: 512,
      trustProxy: [],
      rateLimit: true,
      logLevel: 'info',
      accessTokenTtl: 3600,
      authReuseInterval: 10,
    })
  })

  test('requires confirmed addresses when SMTP_URL is set', () => {
    expect(parseEnv({ SMTP_URL: 'smtp://mail:25' }, '/srv').authAutoconfirm).toBe(false)
    expect(parseEnv({ SMTP_URL: 'smtp://mail:25', AUTH_AUTOCONFIRM: 'true' }, '/srv').authAutoconfirm).toBe(
      true,
    )
  })

  test('accepts a sender with and without a name', () => {
    for (const from of ['marina@example.org', 'The Marina <no-reply@localhost>', '<a@b>'])
      expect(parseEnv({ MAIL_FROM: from }, '/srv').mailFrom).toBe(from)
  })

  test('preserves spaces in a site password', () => {
    expect(parseEnv({ SITE_PASSWORD: ' big fish ' }, '/srv').sitePassword).toBe(' big fish ')
  })

  test('treats an empty variable as unset', () => {
    expect(parseEnv({ PORT: '', SITE_PASSWORD: ' ' }, '/srv')).toMatchObject({
      port: 3000,
      sitePassword: null,
    })
  })

  test('gives browsers the payment mode and no secret', () => {
    const mail = { SMTP_URL: 'smtp://me:hunter2@mail', SUPPORT_EMAIL: 'help@example.org' }
    expect(publicEnv(parseEnv({ ...live, ...mail }, '/srv'))).toEqual({
      payments: 'live',
      sendsMail: true,
      confirmsEmail: true,
      supportEmail: 'help@example.org',
      minimumAge: null,
      hasGate: true,
    })
    expect(publicEnv(parseEnv({}, '/srv'))).toEqual({
      payments: 'test',
      sendsMail: false,
      confirmsEmail: false,
      supportEmail: null,
      minimumAge: null,
      hasGate: true,
    })
  })

  test('derives the payment mode from the keys, restricted ones included', () => {
    for (const [secret, publishable, payments] of [
      ['sk_test_1', 'pk_test_1', 'sandbox'],
      ['rk_test_1', 'pk_test_1', 'sandbox'],
      ['sk_live_1', 'pk_live_1', 'live'],
      ['rk_live_1', 'pk_live_1', 'live'],
    ] as const) {
      const keys = { ...live, STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }
      const env = parseEnv(keys, '/srv')
      expect([env.payments?.mode, publicEnv(env).payments]).toEqual([payments, payments])
    }
  })
})
