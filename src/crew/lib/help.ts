import { useBoot } from '#client/lib/boot.tsx'
import { siteNameOr } from '#contract/site-name.ts'

/** The address of a mail to whoever runs the site. */
export function useHelpMail(subject: string): string {
  const { supportEmail, siteName } = useBoot()
  const to = supportEmail ?? `support@${location.hostname}`
  return `mailto:${to}?subject=${encodeURIComponent(`${siteNameOr(siteName)} Crew: ${subject}`)}`
}
