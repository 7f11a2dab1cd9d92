import { existsSync } from 'node:fs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where a Chromium is that tests can drive; undefined: Playwright's own, when that is installed. */
export function browserPath(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  return names.map(name => Bun.which(name)).find(path => path !== null && existsSync(path)) ?? undefined
}

/** A browser for the tests: one that is there, else Debian's package when we are root, else Playwright's download. */
export async function installBrowser(): Promise<void> {
  if (browserPath()) return
  const isRoot = process.getuid?.() === 0
  const commands =
    isRoot && Bun.which('apt-get')
      ? [
          ['apt-get', 'update'],
          ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
        ]
      : [[process.execPath, '--bun', 'node_modules/.bin/playwright', 'install', 'chromium']]
  console.log('Installing a browser for the tests…')
  for (const command of commands) {
    const child = Bun.spawn(command, {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if ((await child.exited) !== 0) {
      console.error(
        `Could not install a browser (${command.join(' ')}). Install Chromium, or name one with CHROMIUM_PATH.`,
      )
      process.exit(1)
    }
  }
}
