import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Imports only Bun and Node, because it runs before packages exist. */
export async function install(root: string): Promise<void> {
  const stamp = join(root, 'node_modules/.installed')
  const hash = Bun.hash(
    readFileSync(join(root, 'bun.lock'), 'utf8') + readFileSync(join(root, 'package.json'), 'utf8'),
  ).toString(36)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Installing packages…')
  const child = Bun.spawn([process.execPath, 'install', '--frozen-lockfile'], {
    cwd: root,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const errors = new Response(child.stderr).text()
  if ((await child.exited) !== 0) {
    console.error(`The packages could not be installed:\n${await errors}`)
    process.exit(1)
  }
  writeFileSync(stamp, hash)
}
