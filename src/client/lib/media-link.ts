/** Signed links carry their expiry as `exp`, in seconds. */

export const renewBeforeMs = 300_000

/** Milliseconds since 1970; null without expiry. */
export function endOfLink(link: string): number | null {
  const [, exp] = /[?&]exp=(\d{1,13})(?:&|$)/.exec(link) ?? []
  return exp === undefined ? null : Number(exp) * 1000
}

/** Expires soon or has expired. @param now milliseconds since 1970, server time */
export function runsOut(link: string, now: number): boolean {
  const end = endOfLink(link)
  return end !== null && end - now < renewBeforeMs
}

const fileOf = (link: string): string => link.split('?', 1)[0] ?? ''

/** Keeps a valid link: another URL would load the file again. */
export function reusableLink(current: string | null, fresh: string | null, now: number): string | null {
  if (current === null || fresh === null) return fresh
  return fileOf(current) === fileOf(fresh) && !runsOut(current, now) ? current : fresh
}
