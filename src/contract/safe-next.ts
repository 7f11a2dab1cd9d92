/**
 * Where to go after signing in: `next` when it is a path of this site, else home.
 * `//host`, `/\host` and control characters would lead elsewhere: browsers read them as another origin.
 */
export function safeNext(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those must not pass
  if (/[\u0000-\u001f\\]/.test(next)) return '/'
  return next
}
