import type { Deps } from '#server/deps.ts'
import { runAdmin } from './admin.ts'

/** Runs a command with this standard input. @returns exit code, and the printed lines with errors */
export async function pipeAdmin({ deps }: { deps: Deps }, input: string | null, ...args: string[]) {
  const out: string[] = []
  const print = (line: string) => void out.push(line)
  const code = await runAdmin({ ...deps, print, readInput: async () => input }, args, print)
  return { code, out }
}

export const admin = (site: { deps: Deps }, ...args: string[]) => pipeAdmin(site, null, ...args)
