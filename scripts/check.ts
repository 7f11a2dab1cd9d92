import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserPath, installBrowser } from './browser.ts'
import { install } from './install.ts'

/**
 * `bun run check`: everything CI checks. Installs what it needs on a fresh machine, runs all of it even when
 * something fails, and ends with the line `N passed, N failed`; types and lint count as one each.
 */
const root = join(import.meta.dir, '..')
const reports = mkdtempSync(join(tmpdir(), 'reelstake-check-'))
let passed = 0
let failed = 0

const bin = (name: string) => join(root, 'node_modules/.bin', name)

async function run(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = Bun.spawn(args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return child.exited
}

/** One check that either holds or does not. */
async function check(name: string, args: string[]): Promise<void> {
  console.log(`\n── ${name}`)
  if ((await run(args)) === 0) passed += 1
  else failed += 1
}

/** Test files, counted by the runner's own report; a run that dies without one counts as a failure. */
async function test(
  name: string,
  files: string[],
  extra: string[] = [],
  env: Record<string, string> = {},
): Promise<void> {
  console.log(`\n── ${name}`)
  const report = join(reports, `${name}.xml`)
  const code = await run(
    [process.execPath, 'test', '--reporter=junit', `--reporter-outfile=${report}`, ...extra, ...files],
    {
      NODE_ENV: 'test',
      ...env,
    },
  )
  const head = existsSync(report) ? /<testsuites [^>]*>/.exec(readFileSync(report, 'utf8'))?.[0] : undefined
  const count = (attribute: string) => Number(new RegExp(`${attribute}="(\\d+)"`).exec(head ?? '')?.[1] ?? 0)
  const failures = count('failures')
  passed += count('tests') - failures - count('skipped')
  failed += failures === 0 && code !== 0 ? 1 : failures
}

await install(root)
await installBrowser()
console.log('\n── build')
if ((await run([process.execPath, 'scripts/build.ts'])) !== 0) failed += 1
await check('types', [process.execPath, bin('tsc'), '--noEmit', '-p', '.'])
await check('lint', [bin('biome'), 'ci', '--error-on-warnings', '.'])
await test('unit', ['src', 'tests', 'db'])
const journeys = readdirSync(join(root, 'tests/e2e')).filter(file => file.endsWith('.e2e.ts'))
await test(
  'browser',
  journeys.map(file => `./tests/e2e/${file}`),
  ['--timeout', '120000'],
  { CHROMIUM_PATH: browserPath() ?? '' },
)
rmSync(reports, { recursive: true, force: true })

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
