export const canInstallPackages = () => process.getuid?.() === 0 && Bun.which('apt-get') !== null

async function runApt(...args: string[]): Promise<boolean> {
  const child = Bun.spawn(['apt-get', ...args], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return (await child.exited) === 0
}

let listsUpdated: Promise<boolean> | undefined

/** @returns whether all commands succeeded */
export async function installPackages(...packages: string[]): Promise<boolean> {
  listsUpdated ??= runApt('update')
  return (await listsUpdated) && runApt('install', '-y', '--no-install-recommends', ...packages)
}

/** Exits when a program that the tests start is missing and can't be installed. */
export async function installTools(): Promise<void> {
  const missing = ['nginx', 'caddy', 'restic'].filter(name => Bun.which(name, { PATH: withSbin() }) === null)
  if (missing.length === 0) return
  console.log(`Installing ${missing.join(' and ')} for the tests…`)
  if (canInstallPackages() && (await installPackages(...missing))) return
  console.error(`Could not install ${missing.join(' and ')}. Install these Debian packages for the tests.`)
  process.exit(1)
}

/** Debian installs nginx in /usr/sbin. */
export const withSbin = () => `${process.env.PATH}:/usr/sbin`
