import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { parseEnv } from '#server/env.ts'
import { readChecklist } from '#server/site/admin/index.ts'
import { build, isBuilt } from '../scripts/build.ts'
import { collectorEnv } from '../scripts/collector.ts'
import { afterTest } from './support/after-test.ts'
import { makeTestApp } from './support/app.ts'

const root = join(import.meta.dir, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Names of the variables that a start reads. */
function settings(): string[] {
  const names = new Set<string>()
  const source = new Proxy<Record<string, string | undefined>>(
    {},
    { get: (_, name) => void (typeof name === 'string' && names.add(name)) },
  )
  parseEnv(source, '/srv')
  names.delete('NODE_ENV')
  return [...names].sort()
}

/** Returns the anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )

describe('every setting', () => {
  test('appears on the operator’s page of settings', () => {
    const page = read('docs/self-hosting/settings.md')
    expect(settings().filter(name => !page.includes(`\`${name}\``))).toEqual([])
  })

  test('reaches the container by .env, except those that the image sets', () => {
    const compose = read('compose.yaml')
    expect(compose).toContain('env_file:\n      - path: .env\n        required: false\n')
    const set = [...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(match => match[1])
    expect(set).toEqual(['DATA_DIR', 'HOST', 'NODE_ENV', 'PORT'])
  })
})

const operatorPages = ['docs/self-hosting.md', ...new Glob('docs/self-hosting/*.md').scanSync(root)]

/** @param target such as `docs/self-hosting/mail.md#mail` */
function isThere(target: string): boolean {
  const [page = '', anchor] = target.split('#')
  return existsSync(join(root, page)) && (anchor === undefined || anchorsOf(read(page)).has(anchor))
}

test('each check of the doctor names a place in the operator’s pages', async () => {
  const { deps } = await makeTestApp({ DATA_DIR: '/tmp', SITE_PASWORD: 'x', RATE_LIMIT: 'off' })
  const checks = await readChecklist(deps)
  const docs = checks.map(({ doc }) => doc)
  expect(docs).not.toContain(null)
  expect(docs.filter(doc => !isThere(doc ?? ''))).toEqual([])
  const [page = '', anchor = ''] = checks.find(({ id }) => id === 'jobs')?.doc?.split('#') ?? []
  const section = read(page)
    .split(/^(?=## )/m)
    .find(text => anchorsOf(text).has(anchor))
  expect(section).toContain('`bun run admin jobs`')
})

test('Traefik’s files on the page of proxies parse, and lead to the server’s port', () => {
  const [proxy, site] = [...read('docs/self-hosting/proxies.md').matchAll(/```yaml\n(.*?)```/gs)].map(
    ([, text = '']) => Bun.YAML.parse(text),
  )
  const [entry, service] = ['websecure', 'reelstake']
  expect(proxy).toMatchObject({
    entryPoints: {
      web: { http: { redirections: { entryPoint: { to: entry } } } },
      [entry]: { transport: { respondingTimeouts: { readTimeout: '300s' } } },
    },
    certificatesResolvers: { letsencrypt: {} },
  })
  expect(site).toMatchObject({
    http: {
      routers: { reelstake: { entryPoints: [entry], service, tls: { certResolver: 'letsencrypt' } } },
      services: { [service]: { loadBalancer: { servers: [{ url: 'http://127.0.0.1:3000' }] } } },
    },
  })
})

test('links of the operator’s pages lead to pages and headings that are there', () => {
  const targets = operatorPages.flatMap(page =>
    [...read(page).matchAll(/\]\((?!https?:)([^)]*)\)/g)].map(([, target = '']) =>
      target.startsWith('#') ? page + target : join(dirname(page), target),
    ),
  )
  expect(targets.length).toBeGreaterThan(20)
  expect(targets.filter(target => !isThere(target))).toEqual([])
})

test.each(['docs/rules.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files that are there', page => {
  const files = [...new Glob('{src,tests}/**/*.{ts,tsx}').scanSync(root)]
  const names = [...read(page).matchAll(/`(\w[\w/.-]*\.tsx?)`/g)].map(([, file = '']) => file)
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(file => !files.some(each => `/${each}`.endsWith(`/${file}`)))).toEqual([])
})

test('the index of decisions names each file with its title, and says which are superseded', () => {
  const files = [...new Glob('0*.md').scanSync(join(root, 'docs/decisions'))].sort()
  const expected = files.map(file => {
    const text = read(`docs/decisions/${file}`)
    const [heading = '', , first = ''] = text.split('\n')
    expect([file, ...text.matchAll(/^## .*$/gm)].join(' ')).toBe(
      `${file} ## Context ## Options ## Decision ## Consequences`,
    )
    const [, number, title] = /^# (\d{4}) (.*)$/.exec(heading) ?? []
    return { line: `- [${number}](${file}) ${title}`, isSuperseded: first.startsWith('Superseded') }
  })
  const lines = read('docs/decisions/README.md')
    .split('\n')
    .filter(line => line.startsWith('- '))
    .map(line => {
      const [, entry = '', note] = /^(.*?)( \((?:in part )?superseded by [^)]*\))?$/.exec(line) ?? []
      return { line: entry, isSuperseded: note !== undefined }
    })
  expect(lines).toEqual(expected)
})

test('sources and pages cite decisions that are there', () => {
  const files = ['*.md', '{src,db,scripts,tests,bench,docs}/**/*.{ts,tsx,md}'].flatMap(glob => [
    ...new Glob(glob).scanSync(root),
  ])
  const isDecision = (file: string) => file.startsWith('docs/decisions/0')
  const cited = files.flatMap(file =>
    read(file)
      .split('\n')
      .filter(line => isDecision(file) || /decisions?[ /]0/i.test(line))
      .flatMap(line => [
        ...line.matchAll(isDecision(file) ? /[( ](0[0-2]\d{2})(?=[),])/g : /\b(0[0-2]\d{2})\b/g),
      ])
      .map(([, number]) => `${file}: ${number}`),
  )
  const numbers = new Set(
    [...new Glob('0*.md').scanSync(join(root, 'docs/decisions'))].map(file => file.slice(0, 4)),
  )
  expect(cited.length).toBeGreaterThan(20)
  expect(cited.filter(each => !numbers.has(each.slice(-4)))).toEqual([])
})

test('the first pages of operators and contributors are short', () => {
  expect(read('docs/self-hosting.md').split(/\s+/).length).toBeLessThan(800)
  expect(read('ARCHITECTURE.md').split(/\s+/).length).toBeLessThan(1500)
})

test('the container, the systemd unit and `bun run start` give Bun’s garbage collector the same memory', () => {
  const unit = `Environment=NODE_ENV=production BUN_JSC_forceRAMSize=${collectorEnv.BUN_JSC_forceRAMSize}\n`
  expect(read('docs/reelstake.service')).toContain(unit)
  expect(read('Dockerfile')).toContain(`BUN_JSC_forceRAMSize=${collectorEnv.BUN_JSC_forceRAMSize}\n`)
})

test('`bun run check` refuses arguments that it does not know', () => {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'scripts/check.ts', '--help'], {
    cwd: root,
    timeout: 20_000,
  })
  expect(stderr.toString()).toStartWith('Usage: bun run check')
  expect(exitCode).toBe(2)
})

test('the systemd unit waits for the time service', () => {
  const unit = read('docs/reelstake.service')
  expect(unit).toMatch(/^Wants=.*\btime-sync\.target$/m)
  expect(unit).toMatch(/^After=.*\btime-sync\.target$/m)
})

describe('files that a server writes to the project folder', () => {
  const paths = [
    'db/reelstake.sqlite',
    'db/reelstake.sqlite-wal',
    'db/keys/keys.json',
    'db/outbox/a.eml',
    'db/site-password',
    'db/demo-password',
    'db/.healthz',
    'db/server.lock',
    'db/server.lock-journal',
    'db/backup.lock',
    'db/backups.json',
    'db/storage.lock',
    'db/storage.id',
    'db/reelstake.sqlite.before-migration-2026-06-01T12-00-00',
    '.reelstake-backup-scratch-a',
    'uploads/videos',
    'db.before-restore-2026/db',
    '.env',
  ]
  test('don’t make the build stale', async () => {
    await build({ ifNeeded: true })
    const path = join(root, 'db', `server.lock-${process.pid}`)
    writeFileSync(path, '')
    afterTest(() => rmSync(path))
    expect(isBuilt()).toBe(true)
  })

  for (const file of ['.gitignore', '.dockerignore'])
    test(`${file} excludes them`, () => {
      const globs = read(file)
        .split('\n')
        .filter(line => line !== '' && !line.startsWith('!'))
        .map(line => line.replace(/^\/|\/$/g, ''))
        .flatMap(line => [new Glob(line), new Glob(`${line}/**`)])
      expect(paths.filter(path => !globs.some(glob => glob.match(path)))).toEqual([])
    })
})

test('the image’s bases are pinned by dated tags', () => {
  const bases = [...read('Dockerfile').matchAll(/^ARG \w+_IMAGE=(.+)$/gm)].map(match => match[1])
  expect(bases).toEqual([
    expect.stringMatching(/^node:\d+\.\d+\.\d+-\w+-slim$/),
    expect.stringMatching(/^debian:\w+-\d{8}-slim$/),
  ])
})
