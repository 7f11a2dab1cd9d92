import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
import { browserPath } from '../../scripts/browser.ts'

/** @throws Error when Chromium is missing */
export function launchOptions(args: readonly string[] = []) {
  const executablePath = browserPath() ?? chromium.executablePath()
  if (!existsSync(executablePath))
    throw new Error(
      'Chromium not found. Run `bunx playwright install chromium`, install the system package, or set CHROMIUM_PATH.',
    )
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      // Hinting rounds the width of letters, which the stand-in fonts match.
      '--font-render-hinting=none',
      // With a context's `locale`, V8 drops all optimized code at each navigation.
      '--lang=en-US',
      ...args,
    ],
  }
}

/** Starts a browser with its own lifetime. */
export const launchBrowser = (): Promise<Browser> => chromium.launch(launchOptions())

const browsers = new Map<string, Promise<Browser>>()

/** The same one for all tests of this process with these arguments; Playwright ends it with the process. */
export function sharedBrowser(args: readonly string[] = []): Promise<Browser> {
  const key = args.join(' ')
  const browser = browsers.get(key) ?? chromium.launch(launchOptions(args))
  browsers.set(key, browser)
  return browser
}
