/** Paths of this site only. Browsers read `//host`, `/\host` and control characters as another origin. */
export function safeNext(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those must not pass
  if (/[\u0000-\u001f\\]/.test(next)) return '/'
  return next
}

/** Whether a sign-up leads on to `next` at once: its button says so to a person who backs a boat. */
export const leadsToBoat = (next: string): boolean => /^\/(boat|funding)\//.test(next)
