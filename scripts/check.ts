import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Glob } from 'bun'
import { browserPath, installBrowser } from './browser.ts'
import { installTools } from './debian-packages.ts'
import { install } from './install.ts'
import { type PostgresServer, startPostgres } from './test-postgres.ts'

/** `bun run check`: all checks of CI, even after failures. Ends with `N passed, N failed`. */
const usage = `Usage: bun run check [--quick]

--quick: build, types, lint and unit tests only. For one file see CONTRIBUTING.md.`
if (process.argv.slice(2).some(arg => arg !== '--quick')) {
  console.error(usage)
  process.exit(2)
}

const root = join(import.meta.dir, '..')
const reports = mkdtempSync(join(tmpdir(), 'reelstake-check-'))
let passCount = 0
let failCount = 0
/** Failed checks and tests, named again at the end */
const problems: string[] = []

const bin = (name: string) => join(root, 'node_modules/.bin', name)

interface Output {
  text: string
  code: number
}

/** Captured, so that what runs at the same time isn't mixed. */
async function capture(args: readonly string[]): Promise<Output> {
  const child = Bun.spawn([...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { text: `${out}${err}`, code: await child.exited }
}

function fail(name: string): void {
  failCount += 1
  problems.push(name)
}

async function check(name: string, args: readonly string[]): Promise<void> {
  const { text, code } = await capture([process.execPath, ...args])
  console.log(`\n── ${name}\n${text}`)
  if (code === 0) passCount += 1
  else fail(name)
}

/** A skipped test or a missing report fails. @param leftOut matches the names of tests that don't belong to the suite */
function count(suite: string, report: string, code: number, leftOut: RegExp | null): void {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const head = /<testsuites [^>]*>/.exec(text)?.[0]
  const of = (attribute: string) => Number(new RegExp(`${attribute}="(\\d+)"`).exec(head ?? '')?.[1] ?? 0)
  const cases = [...text.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*<skipped/g)]
  const others = cases.filter(
    ([, name = '', group = '']) => leftOut?.test(group) || leftOut?.test(name),
  ).length
  const failures = of('failures') + of('skipped') - others
  passCount += of('tests') - others - failures
  failCount += failures === 0 && code !== 0 ? 1 : failures
  for (const [, name, kind, details = ''] of text.matchAll(
    /<testcase name="([^"]*)"[^>]*>\s*<(failure|skipped)([^>]*)/g,
  ))
    if (kind === 'failure' || others === 0)
      problems.push(`${suite} > ${name}: ${kind}${details.slice(0, 400)}`)
  if (failures === 0 && code !== 0) problems.push(`${suite} ended with exit code ${code}`)
}

/** Tests of several files share a process: starting one and loading the program takes seconds. */
async function runTests(
  name: string,
  args: readonly string[],
  { env = {}, leftOut = null }: { env?: Record<string, string>; leftOut?: RegExp | null } = {},
): Promise<void> {
  const report = join(reports, `${name}.xml`)
  const reporter = ['--reporter=junit', `--reporter-outfile=${report}`]
  console.log(`\n── ${name}`)
  const child = Bun.spawn([process.execPath, ...args, ...reporter], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      CHROMIUM_PATH: browserPath() ?? '',
      // Bun's slowest compiler takes a tenth of the CPU and pays only in processes that live longer.
      BUN_JSC_useFTLJIT: '0',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  count(name, report, await child.exited, leftOut)
}

/** A minute and more: they begin first, so that no process ends alone; those that wait, beside others that don't. */
const longest = [
  'crew-capture',
  'every-size',
  'every-page',
  'backups',
  'crew-uploads',
  'accounts',
  'kiosk',
  'crew-app',
  'uploads',
  'kills',
]

/** Writes milliseconds by file in the form of `--timings`. @returns the path */
function writeTimings(files: readonly string[]): string {
  const timings = join(reports, 'timings.json')
  const rankOf = (file: string) => longest.length - longest.indexOf(basename(file).split('.')[0] ?? '')
  const times = files.map(file => [file, rankOf(file) > longest.length ? 0 : rankOf(file) * 1000])
  writeFileSync(timings, JSON.stringify({ version: 1, files: Object.fromEntries(times) }))
  return timings
}

const filesOf = (pattern: string) => [...new Glob(pattern).scanSync(root)].sort()

/** Tests wait for disks, recordings and slow networks: three processes leave a sixth of two cores idle. */
function runWhole(
  name: string,
  patterns: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const files = patterns.flatMap(filesOf)
  const args = ['--parallel=4', '--no-isolate', `--timings=${writeTimings(files)}`, '--timeout', '120000']
  return runTests(name, ['test', ...args, ...files.map(file => `./${file}`)], { env })
}

/** Tests of one engine say so in their names. */
const ofSqlite = /^SQLite: /

/** The tests that read and write most, once more on PostgreSQL. */
const onPostgres = [
  'src/server/db/*.test.ts',
  'src/server/db/postgres/*.test.ts',
  'src/server/{money,queue}/**/*.test.ts',
  'src/server/videos/crew-videos/upload/*.test.ts',
  'src/server/tournaments/{catches,entries,results,rulings,scoring}/*.test.ts',
  // Each call of the API.
  'tests/{answers,fuzz}.test.ts',
]

async function runOnPostgres(server: PostgresServer): Promise<void> {
  const files = onPostgres.flatMap(filesOf).filter(file => !file.includes('.system.'))
  const args = ['--parallel=3', '--no-isolate', '--timeout', '60000', '-t', '^(?!.*SQLite: )']
  await runTests('on PostgreSQL', ['test', ...args, ...files.map(file => `./${file}`)], {
    env: { DATABASE_URL: server.url, FUZZ_REQUESTS: '2000' },
    leftOut: ofSqlite,
  })
  await server.stop()
}

const isQuick = process.argv.includes('--quick')

/** Installs one after the other, since apt-get holds a lock. */
async function installPrograms(): Promise<PostgresServer> {
  await installBrowser()
  await installTools()
  return startPostgres()
}

await install(root)
// Packages are downloaded meanwhile.
const programs = isQuick ? null : installPrograms()
const build = await capture([process.execPath, 'scripts/build.ts'])
console.log(`\n── build\n${build.text}`)
if (build.code !== 0) fail('build')
await Promise.all([
  check('types', [bin('tsc'), '--noEmit', '-p', '.']),
  check('lint', [bin('biome'), 'ci', '--error-on-warnings', '.']),
  check('unused code', [bin('knip')]),
  check('import cycles', [bin('knip'), '--cycles']),
])
const postgres = await programs
await runTests('unit', ['run', 'test:unit'])
if (postgres) {
  await runOnPostgres(postgres)
  await runWhole('whole program', ['tests/*.test.ts', '{src,db}/**/*.system.test.{ts,tsx}'])
  // Browser tests run alone: they make the markup of the build, so its plugins must load before the client.
  // React for production renders in four fifths of the time.
  await runWhole('browser', ['tests/e2e/*.e2e.ts'], { NODE_ENV: 'production' })
}
rmSync(reports, { recursive: true, force: true })

for (const problem of problems) console.error(`failed: ${problem}`)
console.log(`\n${passCount} passed, ${failCount} failed`)
process.exit(failCount === 0 ? 0 : 1)
