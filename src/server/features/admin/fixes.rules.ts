import type { Check } from '#contract/admin.ts'

/** Of a check's id: a section of the admin page, and a heading of docs/self-hosting.md. */
const fixes: Record<string, readonly [section: string | null, doc: string]> = {
  owner: ['people', 'owners-organisers-and-the-admin-page'],
  mail: ['settings#SMTP_URL', 'mail'],
  sender: ['settings#MAIL_FROM', 'mail'],
  'test-mail': [null, 'mail'],
  address: ['settings#PUBLIC_URL', 'behind-a-proxy-with-tls'],
  gate: ['settings#SITE_PASSWORD', 'settings'],
  autoconfirm: ['settings#AUTH_AUTOCONFIRM', 'settings'],
  support: ['branding', 'settings'],
  throttles: ['settings#RATE_LIMIT', 'limits'],
  misspelt: ['settings', 'settings'],
  organisers: ['settings#ORGANISERS', 'owners-organisers-and-the-admin-page'],
  backups: ['settings#BACKUP_TO', 'backups-by-themselves'],
  payments: ['settings#STRIPE_WEBHOOK_SECRET', 'before-you-take-real-money'],
  video: ['settings#FFMPEG_PATH', 'videos'],
  disk: ['storage', 'health'],
  terms: ['legal', 'terms-and-policies'],
  storage: ['storage', 'files-in-a-bucket'],
  jobs: ['jobs', 'commands'],
  money: ['payments', 'before-you-take-real-money'],
  requests: ['requests', 'owners-organisers-and-the-admin-page'],
  version: [null, 'upgrade'],
}

/** @param fix a name of the table; default: the check's id */
export function check(state: Check['state'], id: string, title: string, text: string, fix = id): Check {
  const [section, doc] = fixes[fix] ?? [null, null]
  return {
    id,
    state,
    title,
    text,
    href: section === null ? null : `/admin?section=${section}`,
    doc: doc === null ? null : `docs/self-hosting.md#${doc}`,
  }
}
