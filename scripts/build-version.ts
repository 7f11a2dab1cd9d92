import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../package.json'

/** Returns the commit, or null outside of a clone. Doesn't need the program git, which images lack. */
function commitOf(root: string): string | null {
  const read = (path: string) => {
    const file = join(root, '.git', path)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  }
  // .git is a file in a worktree.
  const head = read('HEAD')
  if (head === null) return null
  const name = /^ref: (.+)$/.exec(head)?.[1]
  if (name === undefined) return head
  const packedRefs = read('packed-refs')?.split('\n') ?? []
  return read(name) ?? packedRefs.find(line => line.endsWith(` ${name}`))?.split(' ')[0] ?? null
}

/** The release with the commit, such as `0.1.0+9c988218`; without a clone, with the day. */
export function buildVersion(root: string, now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '')
  return `${version}+${commitOf(root)?.slice(0, 8) ?? day}`
}
