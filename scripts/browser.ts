import { existsSync } from 'node:fs'
import { canInstallPackages, installPackages } from './debian-packages.ts'

/** Chromium without a user interface, which does the tests in two thirds of the time */
const headlessShell = 'chromium-headless-shell'
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Fonts as wide as Arial, by which the fallback of the pages' fonts is sized.
 * Without them, late fonts shift the layout.
 */
const fonts = { package: 'fonts-liberation', folder: '/usr/share/fonts/truetype/liberation' }

/** @returns Chromium's path; undefined for Playwright's own */
export function browserPath(): string | undefined {
  const path = process.env.CHROMIUM_PATH
  if (path) return path
  return names.map(name => Bun.which(name)).find(path => path !== null && existsSync(path)) ?? undefined
}

export async function installBrowser(): Promise<void> {
  if (canInstallPackages() && !existsSync(fonts.folder)) await installPackages(fonts.package)
  if (process.env.CHROMIUM_PATH || Bun.which(headlessShell)) return
  if (!canInstallPackages() && browserPath()) return
  console.log('Installing a browser for the tests…')
  if (canInstallPackages() ? await installPackages(headlessShell) : await installByPlaywright()) return
  if (browserPath()) return
  console.error('Could not install a browser. Install Chromium, or name one with CHROMIUM_PATH.')
  process.exit(1)
}

async function installByPlaywright(): Promise<boolean> {
  const command = [process.execPath, '--bun', 'node_modules/.bin/playwright', 'install', 'chromium']
  const child = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'inherit'] })
  return (await child.exited) === 0
}
