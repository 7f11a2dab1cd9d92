interface SettingGroup {
  title: string
  /** Purpose of each setting, by its name. */
  about: Readonly<Record<string, string>>
}

/** Groups in the order of the page. `docs/self-hosting/settings.md` says more about each. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'The Site',
    about: {
      MARINA_NAME: 'The site’s name, and the organiser of each tournament.',
      PUBLIC_URL: 'The site’s public address, which links in mails use.',
      SUPPORT_EMAIL: 'The address that pages name where the site can’t help.',
      SITE_GATE: 'Whether visitors need the site password.',
      SITE_PASSWORD: 'The site password.',
      MINIMUM_AGE: 'Years that people confirm when they sign up.',
      ORGANISERS: 'Who may create tournaments: anyone, or people whom an owner approved.',
      TZ: 'The server’s time zone, for the time of backups.',
    },
  },
  {
    title: 'Payments',
    about: {
      STRIPE_SECRET_KEY: 'Stripe’s secret key. Without it, payments are tests.',
      STRIPE_PUBLISHABLE_KEY: 'Stripe’s key for browsers.',
      STRIPE_WEBHOOK_SECRET: 'Proves that a message comes from Stripe.',
      STRIPE_API_BASE: 'Another endpoint than Stripe’s, for tests.',
      ALLOW_PAYMENT_MODE_CHANGE: 'Whether the server may start in another payment mode than before.',
    },
  },
  {
    title: 'Mail',
    about: {
      SMTP_URL: 'The mail server. Without it, mails are written to files.',
      MAIL_FROM: 'The sender of mails.',
      AUTH_AUTOCONFIRM: 'Whether new accounts work before their address is confirmed.',
      KEEP_MAIL_DAYS: 'Days that mails which could not be sent are kept.',
    },
  },
  {
    title: 'Videos and Files',
    about: {
      DATA_DIR: 'The folder of database and uploads.',
      DATABASE_URL: 'The PostgreSQL that holds the data; without it, SQLite in DATA_DIR.',
      STORAGE: 'Where videos and pictures are: on disk, or in a bucket.',
      MAX_UPLOAD_MB: 'The largest video, in megabytes.',
      MAX_UNFINISHED_UPLOADS: 'Unfinished uploads one person may have at a time.',
      VIDEO_QUOTA_MB: 'Megabytes of videos one person may have.',
      MIN_FREE_MB: 'Megabytes of the disk that stay free for the database.',
      KEEP_UPLOAD_DAYS: 'Days that an unfinished upload can be resumed.',
      KEEP_VIDEO_DAYS: 'Days that videos are kept.',
      FFMPEG_PATH: 'The program that converts videos.',
      FFPROBE_PATH: 'The program that measures videos.',
      S3_ENDPOINT: 'The service that holds buckets.',
      S3_REGION: 'The region of buckets.',
      S3_ACCESS_KEY_ID: 'The key for buckets.',
      S3_SECRET_ACCESS_KEY: 'The secret of that key.',
      S3_SESSION_TOKEN: 'A token besides the key, if the service asks for one.',
      AWS_ENDPOINT: 'Read when S3_ENDPOINT isn’t set.',
      AWS_REGION: 'Read when S3_REGION isn’t set.',
      AWS_ACCESS_KEY_ID: 'Read when S3_ACCESS_KEY_ID isn’t set.',
      AWS_SECRET_ACCESS_KEY: 'Read when S3_SECRET_ACCESS_KEY isn’t set.',
      AWS_SESSION_TOKEN: 'Read when S3_SESSION_TOKEN isn’t set.',
    },
  },
  {
    title: 'Backups',
    about: {
      BACKUP_TO: 'Where the server backs itself up every day.',
      BACKUP_AT: 'The time of day of the backup.',
      BACKUP_BUCKET_FILES: 'Whether archives hold files that are in a bucket.',
      BACKUP_PASSPHRASE: 'Encrypts the backups.',
      BACKUP_PASSPHRASE_FILE: 'A file that holds the passphrase.',
      RESTIC_PATH: 'The program that makes the backups.',
    },
  },
  {
    title: 'Server and Security',
    about: {
      PORT: 'The port that the server listens on.',
      HOST: 'The address that the server listens on.',
      TRUST_PROXY: 'The proxies that name the client’s address.',
      RATE_LIMIT: 'Whether attempts and daily numbers are limited.',
      CORS_ORIGINS: 'Other sites whose pages may call the API.',
      ALLOW_PRIVATE_ADDRESSES: 'Whether webhooks may go to private networks.',
      ACCESS_TOKEN_TTL: 'Seconds that a program’s access token lasts.',
      AUTH_REUSE_INTERVAL: 'Seconds in which a used refresh token is accepted again.',
      SESSION_IDLE_TTL: 'Seconds a browser stays signed in without a visit.',
      SESSION_MAX_TTL: 'Seconds a browser stays signed in altogether.',
      KEEP_JOB_DAYS: 'Days that finished jobs are kept.',
      METRICS_TOKEN: 'The token that reads /metrics from elsewhere.',
      LOG_LEVEL: 'How much the server logs.',
      NODE_ENV: 'Whether it runs for real or for development.',
    },
  },
]
