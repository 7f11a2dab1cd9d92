import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Glob } from 'bun'
import { browserPath, installBrowser } from './browser.ts'
import { installTools } from './debian-packages.ts'
import { install } from './install.ts'

/**
 * `bun run check`: all checks of CI, even after failures. Ends with `N passed, N failed`.
 * `--quick`: types, lint and unit tests only.
 */
const root = join(import.meta.dir, '..')
const reports = mkdtempSync(join(tmpdir(), 'reelstake-check-'))
let passed = 0
let failed = 0
/** Failed checks and tests, named again at the end */
const problems: string[] = []

const bin = (name: string) => join(root, 'node_modules/.bin', name)

interface Output {
  text: string
  code: number
}

/** Captured, so that what runs at the same time isn't mixed. */
async function capture(args: readonly string[], env: Record<string, string> = {}): Promise<Output> {
  const child = Bun.spawn([...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { text: `${out}${err}`, code: await child.exited }
}

function fail(name: string): void {
  failed += 1
  problems.push(name)
}

async function check(name: string, args: readonly string[]): Promise<void> {
  const { text, code } = await capture([process.execPath, ...args])
  console.log(`\n── ${name}\n${text}`)
  if (code === 0) passed += 1
  else fail(name)
}

/** A skipped test or a missing report fails. */
function count(suite: string, report: string, code: number): void {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const head = /<testsuites [^>]*>/.exec(text)?.[0]
  const of = (attribute: string) => Number(new RegExp(`${attribute}="(\\d+)"`).exec(head ?? '')?.[1] ?? 0)
  const failures = of('failures') + of('skipped')
  passed += of('tests') - failures
  failed += failures === 0 && code !== 0 ? 1 : failures
  for (const [, name, kind, details = ''] of text.matchAll(
    /<testcase name="([^"]*)"[^>]*>\s*<(failure|skipped)([^>]*)/g,
  ))
    problems.push(`${suite} > ${name}: ${kind}${details.slice(0, 400)}`)
  if (failures === 0 && code !== 0) problems.push(`${suite} ended with exit code ${code}`)
}

interface Suite {
  name: string
  args: readonly string[]
}

/** @param timeout milliseconds per test */
const fileSuite = (path: string, timeout: number): Suite => ({
  name: basename(path),
  args: ['test', '--timeout', String(timeout), `./${path}`],
})

/** A minute and more, the longest last. */
const longest = ['kills', 'uploads', 'crew-app', 'crew-uploads', 'crew-capture', 'backups', 'every-size']

/** Long suites begin first, so that no lane ends alone. */
const rankOf = ({ name }: Suite): number => longest.indexOf(name.split('.')[0] ?? '')

async function runSuites(suites: readonly Suite[], lanes: number): Promise<void> {
  const waiting = [...suites]
  const next = async (): Promise<void> => {
    const suite = waiting.shift()
    if (!suite) return
    const report = join(reports, `${suite.name}.xml`)
    const reporter = ['--reporter=junit', `--reporter-outfile=${report}`]
    const { text, code } = await capture([process.execPath, ...suite.args, ...reporter], {
      NODE_ENV: 'test',
      CHROMIUM_PATH: browserPath() ?? '',
    })
    console.log(`\n── ${suite.name}\n${text}`)
    count(suite.name, report, code)
    return next()
  }
  await Promise.all(Array.from({ length: lanes }, next))
}

const filesOf = (pattern: string) => [...new Glob(pattern).scanSync(root)].sort()

const isQuick = process.argv.includes('--quick')

await install(root)
if (!isQuick) {
  await installBrowser()
  await installTools()
}
const build = await capture([process.execPath, 'scripts/build.ts'])
console.log(`\n── build\n${build.text}`)
if (build.code !== 0) fail('build')
await Promise.all([
  check('types', [bin('tsc'), '--noEmit', '-p', '.']),
  check('lint', [bin('biome'), 'ci', '--error-on-warnings', '.']),
  check('unused code', [bin('knip')]),
  check('import cycles', [bin('knip'), '--cycles']),
])
// `test:unit` itself uses two processes.
await runSuites([{ name: 'unit', args: ['run', 'test:unit'] }], 1)
const suites = [
  ...filesOf('tests/*.test.ts').map(file => fileSuite(file, 60_000)),
  ...filesOf('{src,db}/**/*.system.test.{ts,tsx}').map(file => fileSuite(file, 60_000)),
  ...filesOf('tests/e2e/*.e2e.ts').map(file => fileSuite(file, 120_000)),
].sort((a, b) => rankOf(b) - rankOf(a))
// They wait for browsers and disks: two lanes leave a third of two cores idle.
if (!isQuick) await runSuites(suites, 3)
rmSync(reports, { recursive: true, force: true })

for (const problem of problems) console.error(`failed: ${problem}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
