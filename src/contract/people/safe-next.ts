/** Paths of this site only. Browsers read `//host`, `/\host` and control characters as another origin. */
export function safeNext(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those must not pass
  if (/[\u0000-\u001f\\]/.test(next)) return '/'
  return next
}

/** Returns the token of a link that makes an account the site's owner, or null for another address. */
export const ownerTokenIn = (next: string): string | null => /^\/owner\/([^/?#]+)$/.exec(next)?.[1] ?? null

/** Returns whether a sign-up leads to `next` at once: to back a boat, or to become the site's owner. */
export const leadsOn = (next: string): boolean =>
  /^\/(boat|funding)\//.test(next) || ownerTokenIn(next) !== null
