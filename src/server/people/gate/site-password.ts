import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#server/env.ts'

/** No ambiguous characters. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** SITE_PASSWORD, or generated once and stored in `directory`. */
export function sitePassword(env: Env, directory: string): { value: string; generated: boolean } {
  if (env.sitePassword !== null) return { value: env.sitePassword, generated: false }
  const path = join(directory, 'site-password')
  if (existsSync(path)) {
    const password = readFileSync(path, 'utf8').trim()
    if (password !== '') return { value: password, generated: true }
  }
  const value = generate()
  writeFileSync(path, `${value}\n`, { mode: 0o600 })
  return { value, generated: true }
}

/** 59 bits. Rejection sampling avoids modulo bias. */
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
