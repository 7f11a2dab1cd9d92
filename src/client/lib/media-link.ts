/** Signed links to media carry the second they end in as `exp`. Pure, so that the player and whoever hands it links agree. */

/** A link that ends sooner is replaced before it does. */
export const renewBeforeMs = 300_000

/** When a link ends, in milliseconds since 1970; null: it says nothing of an end. */
export function endOfLink(link: string): number | null {
  const [, exp] = /[?&]exp=(\d{1,13})(?:&|$)/.exec(link) ?? []
  return exp === undefined ? null : Number(exp) * 1000
}

/** Whether a link ends soon or has ended. @param now milliseconds since 1970, by the server's clock */
export function runsOut(link: string, now: number): boolean {
  const end = endOfLink(link)
  return end !== null && end - now < renewBeforeMs
}

const fileOf = (link: string): string => link.split('?', 1)[0] ?? ''

/** Which of two links to go on with: the known one as long as it is good, since another loads the same file again. */
export function keptLink(known: string | null, fresh: string | null, now: number): string | null {
  if (known === null || fresh === null) return fresh
  return fileOf(known) === fileOf(fresh) && !runsOut(known, now) ? known : fresh
}
