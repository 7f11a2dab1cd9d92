import { countText } from '#contract/numbers.ts'
import type { Check } from '#contract/site/admin.ts'
import { day } from '#contract/time.ts'

/** Titles, sections of the admin page, and places in docs/self-hosting. */
const fixes = {
  owner: ['Owner', 'people', 'people.md#owners-organisers-and-the-admin-page'],
  mail: ['Mail', 'settings#SMTP_URL', 'mail.md#mail'],
  sender: ['Mail', 'settings#MAIL_FROM', 'mail.md#mail'],
  'test-mail': ['Mail', null, 'mail.md#mail'],
  address: ['Public address', 'settings#PUBLIC_URL', 'proxies.md'],
  gate: ['Site password', 'settings#SITE_PASSWORD', 'settings.md'],
  autoconfirm: ['Confirmed addresses', 'settings#AUTH_AUTOCONFIRM', 'settings.md'],
  support: ['Support address', 'branding', 'settings.md'],
  throttles: ['Throttles', 'settings#RATE_LIMIT', 'monitoring.md#limits'],
  'private-addresses': ['Private addresses', 'settings#ALLOW_PRIVATE_ADDRESSES', 'settings.md'],
  metrics: ['Metrics', 'settings#METRICS_TOKEN', 'settings.md'],
  'time-zone': ['Time zone', 'settings#TZ', 'settings.md'],
  misspelt: ['Misspelt setting', 'settings', 'settings.md'],
  organisers: ['Organisers', 'settings#ORGANISERS', 'people.md#owners-organisers-and-the-admin-page'],
  backups: ['Backups', 'settings#BACKUP_TO', 'backups.md#automatic-backups'],
  payments: ['Payments', 'settings#STRIPE_WEBHOOK_SECRET', 'payments.md#before-you-take-real-money'],
  video: ['Video', 'settings#FFMPEG_PATH', 'files.md#videos'],
  clock: ['Clock', null, 'monitoring.md#the-clock'],
  disk: ['Disk', 'storage', 'monitoring.md#health'],
  terms: ['Terms of Service', 'legal', 'appearance.md#terms-and-policies'],
  storage: ['Storage', 'storage', 'files.md#files-in-a-bucket'],
  jobs: ['Jobs and mails', 'jobs', 'monitoring.md#failed-work'],
  money: ['Money', 'payments', 'payments.md#before-you-take-real-money'],
  abandoned: [
    'Tournaments without an organiser',
    'tournaments',
    'people.md#owners-organisers-and-the-admin-page',
  ],
  requests: ['Requests', 'requests', 'people.md#owners-organisers-and-the-admin-page'],
  processes: ['Processes', null, 'processes.md'],
  version: ['Version', null, 'upgrade.md'],
} as const satisfies Record<string, readonly [title: string, section: string | null, doc: string]>

export type CheckName = keyof typeof fixes

export function check(state: Check['state'], name: CheckName, text: string, id: string = name): Check {
  const [title, section, doc] = fixes[name]
  const href = section === null ? null : `/admin?section=${section}`
  return { id, state, title, text, href, doc: `docs/self-hosting/${doc}` }
}

/** Returns an age such as "2 days ago". */
export function formatAge(milliseconds: number): string {
  const days = Math.floor(milliseconds / day)
  return days <= 0 ? 'today' : `${countText(days, 'day')} ago`
}
