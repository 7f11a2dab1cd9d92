import { limits } from '#contract/limits.ts'
import type { Check } from '#contract/site/admin.ts'
import { type Env, paymentModeOf, senderAddress, siteUrl } from '#server/env.ts'
import { printable } from '#server/env-values.ts'
import { isLoopbackHost } from '#server/http/host.ts'
import { type CheckName, check } from './fixes.rules.ts'

/** Returns the risks of the settings alone. Each text names the risk and the next step. */
export function settingRisks(env: Env): Check[] {
  const isLive = paymentModeOf(env) === 'live'
  const risks: Check[] = []
  const risk = (name: CheckName, text: string, id?: string) => risks.push(check('risk', name, text, id))
  if (isLive && env.smtpUrl === null)
    risk('mail', 'Cards are charged, but mail is written to files: backers get no receipts. Set SMTP_URL.')
  const from = senderAddress(env)
  if (env.smtpUrl !== null && !from.slice(from.lastIndexOf('@')).includes('.'))
    risk(
      'sender',
      `Mail is sent from ${printable('MAIL_FROM', from)}, which mail servers refuse or take for spam. Set MAIL_FROM to an address of your domain, such as Reelstake <marina@example.org>.`,
      'mail',
    )
  if (env.publicUrl === null)
    risk(
      'address',
      `PUBLIC_URL is not set: links in mails lead to ${siteUrl(env)}. Set it to the site’s address.`,
    )
  else if (isLive && !env.publicUrl.startsWith('https://'))
    risk('address', 'Cards are charged, but PUBLIC_URL is not https. Put the site behind TLS.')
  else if (env.publicUrl.startsWith('http:') && !isLoopbackHost(new URL(env.publicUrl).hostname))
    risk(
      'address',
      'PUBLIC_URL is not https: passwords can be read on their way, and phones don’t record videos. Put the site behind TLS.',
    )
  if (env.siteGate && env.sitePassword !== null && env.sitePassword.length < limits.sitePasswordMin)
    risk('gate', `SITE_PASSWORD is shorter than ${limits.sitePasswordMin} characters. Choose a longer one.`)
  if (env.authAutoconfirm && (isLive || env.smtpUrl !== null))
    risk(
      'autoconfirm',
      `${isLive ? 'Cards are charged' : 'Mail is sent'}, but AUTH_AUTOCONFIRM is on: people can sign up with addresses of others. Turn it off.`,
    )
  if (isLive && env.organisers === 'anyone')
    risk(
      'organisers',
      'Cards are charged, and everyone with an account can create tournaments. Set ORGANISERS=approved to decide yourself.',
    )
  if (isLive && env.backups === null)
    risk('backups', 'Cards are charged, but the server makes no backups. Set BACKUP_TO.')
  if (!env.rateLimit)
    risk('throttles', 'RATE_LIMIT is off, so passwords can be guessed. It is for tests only.')
  if (env.allowPrivateAddresses)
    risk(
      'private-addresses',
      'ALLOW_PRIVATE_ADDRESSES is on: organisers can make the server send to every address of its own network. Turn it off unless a webhook needs it.',
    )
  if (env.metricsToken !== null && env.metricsToken.length < limits.metricsTokenMin)
    risk(
      'metrics',
      `METRICS_TOKEN is shorter than ${limits.metricsTokenMin} characters, so it can be guessed. Choose a longer one, such as that of: openssl rand -hex 16`,
    )
  if (env.unknownTimeZone !== null)
    risk(
      'time-zone',
      `TZ is ${JSON.stringify(printable('TZ', env.unknownTimeZone))}, which names no time zone: UTC is used. Set it to one such as Europe/Lisbon.`,
    )
  for (const { name, suggestion } of env.misspelt)
    risk('misspelt', `${name} is not known. Did you mean ${suggestion}?`, `misspelt-${name}`)
  return risks
}
