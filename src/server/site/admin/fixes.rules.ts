import type { Check } from '#contract/site/admin.ts'

/** Titles, sections of the admin page, and headings of docs/self-hosting.md. */
const fixes = {
  owner: ['Owner', 'people', 'owners-organisers-and-the-admin-page'],
  mail: ['Mail', 'settings#SMTP_URL', 'mail'],
  sender: ['Mail', 'settings#MAIL_FROM', 'mail'],
  'test-mail': ['Mail', null, 'mail'],
  address: ['Public address', 'settings#PUBLIC_URL', 'behind-a-proxy-with-tls'],
  gate: ['Site password', 'settings#SITE_PASSWORD', 'settings'],
  autoconfirm: ['Confirmed addresses', 'settings#AUTH_AUTOCONFIRM', 'settings'],
  support: ['Support address', 'branding', 'settings'],
  throttles: ['Throttles', 'settings#RATE_LIMIT', 'limits'],
  'private-addresses': ['Private addresses', 'settings#ALLOW_PRIVATE_ADDRESSES', 'settings'],
  metrics: ['Metrics', 'settings#METRICS_TOKEN', 'settings'],
  'time-zone': ['Time zone', 'settings#TZ', 'settings'],
  misspelt: ['Misspelt setting', 'settings', 'settings'],
  organisers: ['Organisers', 'settings#ORGANISERS', 'owners-organisers-and-the-admin-page'],
  backups: ['Backups', 'settings#BACKUP_TO', 'backups-by-themselves'],
  payments: ['Payments', 'settings#STRIPE_WEBHOOK_SECRET', 'before-you-take-real-money'],
  video: ['Video', 'settings#FFMPEG_PATH', 'videos'],
  clock: ['Clock', null, 'the-clock'],
  disk: ['Disk', 'storage', 'health'],
  terms: ['Terms of Service', 'legal', 'terms-and-policies'],
  storage: ['Storage', 'storage', 'files-in-a-bucket'],
  jobs: ['Jobs and mails', 'jobs', 'commands'],
  money: ['Money', 'payments', 'before-you-take-real-money'],
  abandoned: ['Tournaments without an organiser', 'tournaments', 'owners-organisers-and-the-admin-page'],
  requests: ['Requests', 'requests', 'owners-organisers-and-the-admin-page'],
  version: ['Version', null, 'upgrade'],
} as const satisfies Record<string, readonly [title: string, section: string | null, doc: string]>

export type CheckName = keyof typeof fixes

export function check(state: Check['state'], name: CheckName, text: string, id: string = name): Check {
  const [title, section, doc] = fixes[name]
  const href = section === null ? null : `/admin?section=${section}`
  return { id, state, title, text, href, doc: `docs/self-hosting.md#${doc}` }
}
