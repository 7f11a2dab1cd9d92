export const canInstallPackages = () => process.getuid?.() === 0 && Bun.which('apt-get') !== null

/** @returns whether all commands succeeded */
export async function installPackages(...packages: string[]): Promise<boolean> {
  for (const command of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
  ]) {
    const child = Bun.spawn(command, {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if ((await child.exited) !== 0) return false
  }
  return true
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
