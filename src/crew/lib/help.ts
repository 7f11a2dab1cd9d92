import { useBoot } from '#client/lib/boot.tsx'
import { siteNameOr } from '#contract/site-name.ts'

/** The address of a mail to the site's operator. */
export function useHelpMail(subject: string): string {
  const { supportEmail, siteName } = useBoot()
  const to = supportEmail ?? `support@${location.hostname}`
  return `mailto:${to}?subject=${encodeURIComponent(`${siteNameOr(siteName)} Crew: ${subject}`)}`
}
