import type { Env } from '#server/env.ts'
import type { SecretStore } from '#server/secret-store.ts'

/** Characters that can't be mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns SITE_PASSWORD, or one that is generated once and stored. */
export async function sitePassword(
  env: Env,
  secrets: SecretStore,
): Promise<{ value: string; generated: boolean }> {
  if (env.sitePassword !== null) return { value: env.sitePassword, generated: false }
  const existing = (await secrets.read('site-password'))?.trim() || null
  const value = existing ?? (await secrets.create('site-password', `${generate()}\n`)).trim()
  return { value, generated: true }
}

/** Generates 59 random bits. Rejection sampling avoids modulo bias. */
function generate(): string {
  const characters: string[] = []
  const fair = 256 - (256 % alphabet.length)
  while (characters.length < 12) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16)))
      if (byte < fair && characters.length < 12) characters.push(alphabet.charAt(byte % alphabet.length))
  }
  return [characters.slice(0, 4), characters.slice(4, 8), characters.slice(8)]
    .map(group => group.join(''))
    .join('-')
}
