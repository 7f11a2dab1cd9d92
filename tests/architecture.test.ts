import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Glob } from 'bun'

const root = join(import.meta.dir, '..')

interface Import {
  from: string
  to: string
  typeOnly: boolean
  /** `import()` */
  lazy: boolean
}

const aliases: Record<string, string> = {
  '#contract/': 'src/contract/',
  '#server/': 'src/server/',
  '#client/': 'src/client/',
  '#crew/': 'src/crew/',
}

/** @returns a path from the root; null for packages */
function resolve(file: string, specifier: string): string | null {
  const alias = Object.keys(aliases).find(prefix => specifier.startsWith(prefix))
  if (alias) return specifier.replace(alias, aliases[alias] ?? '')
  return specifier.startsWith('.') ? relative(root, join(root, dirname(file), specifier)) : null
}

function importsOf(file: string, source: string): Import[] {
  const statement =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g
  return [...source.matchAll(statement)].flatMap(match => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? ''
    const to = resolve(file, specifier)
    // `typeof import('…')` loads nothing.
    const before = source.slice(Math.max(0, (match.index ?? 0) - 7), match.index)
    return to === null
      ? []
      : [
          {
            from: file,
            to,
            typeOnly: match[1] !== undefined || before.includes('typeof'),
            lazy: match[3] !== undefined,
          },
        ]
  })
}

const isTest = (file: string) => /(\.(test|e2e)|\/test-support)\.tsx?$/.test(file)
const files = [...new Glob('src/**/*.{ts,tsx}').scanSync(root)].sort()
const imports = files
  .filter(file => !isTest(file))
  .flatMap(file => importsOf(file, readFileSync(join(root, file), 'utf8')))

/** Domains from the lowest: each imports itself, those before it, and the platform, which imports none of them. */
const domains = ['people', 'boats', 'videos', 'tournaments', 'money', 'notifications', 'site']
const oneOf = domains.join('|')

const domainOf = (path: string) => new RegExp(`^src/(?:contract|server|client)/(${oneOf})/`).exec(path)?.[1]
const serverFeature = new RegExp(
  `^src/server/((?:${oneOf}|storage)/(?!payments/|backups/|s3/)[^/]+|branding|clock|event-stream|record)/`,
)
const clientFeature = new RegExp(`^src/client/((?:${oneOf})/(?!(?:api|pages)/)[^/]+|shell|event-stream)/`)
/** A folder with its own index.ts, such as `money/payouts`. */
const feature = (path: string, side: 'server' | 'client') =>
  (side === 'server' ? serverFeature : clientFeature).exec(path)?.[1]
const isClientApi = (path: string) => new RegExp(`^src/client/(?:(?:${oneOf})/)?api/`).test(path)
const isPage = (path: string) => new RegExp(`^src/client/(?:(?:${oneOf})/)?pages/`).test(path)
/** A file beside a domain's nouns, for all of them. */
const isShared = (from: string, to: string) =>
  domainOf(from) === domainOf(to) && new RegExp(`^src/client/(?:${oneOf})/[^/]+$`).test(to)
const within =
  (...prefixes: string[]) =>
  (path: string) =>
    prefixes.some(prefix => path.startsWith(prefix))

function breaches(from: (path: string) => boolean, isAllowed: (entry: Import) => boolean): string[] {
  return imports
    .filter(entry => from(entry.from) && !isAllowed(entry))
    .map(entry => `${entry.from} imports ${entry.to}`)
}

function inCycles(edges: readonly { from: string; to: string }[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const reachedFrom = (start: string): Set<string> => {
    const targets = new Set<string>()
    const waiting = [start]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
      for (const { from, to } of next.get(node) ?? [])
        if (to !== from && !targets.has(to)) {
          targets.add(to)
          waiting.push(to)
        }
    return targets
  }
  return [...next.keys()].filter(node => reachedFrom(node).has(node))
}

const hasSchemas = (path: string) =>
  /from '(?:arktype|.*\/arktype\.ts)'/.test(readFileSync(join(root, path), 'utf8'))

describe('imports', () => {
  test('the checker reads imports of every form', () => {
    const source = `import a from '#server/x.ts'\nimport type { B } from './b.ts'\nexport { c } from '../c.ts'\nconst d = () => import('#contract/d.ts')\n`
    expect(importsOf('src/client/file.ts', source)).toEqual([
      { from: 'src/client/file.ts', to: 'src/server/x.ts', typeOnly: false, lazy: false },
      { from: 'src/client/file.ts', to: 'src/client/b.ts', typeOnly: true, lazy: false },
      { from: 'src/client/file.ts', to: 'src/c.ts', typeOnly: false, lazy: false },
      { from: 'src/client/file.ts', to: 'src/contract/d.ts', typeOnly: false, lazy: true },
    ])
    expect(imports.length).toBeGreaterThan(100)
  })

  test('the contract imports only itself', () => {
    expect(breaches(within('src/contract/'), ({ to }) => to.startsWith('src/contract/'))).toEqual([])
  })

  test('server features import each other’s index.ts, db, http, the contract and the few files at the root of the server', () => {
    const sharedFiles =
      /^src\/server\/(?:backup-config|backup-faults|backup-state|core-deps|data-dir|deps|disk-space|durable-files|env|env-values|error-code|hmac|ip-network|keys|log|health|operator-error|qr-code|secret-store|sha256|version|(?:boats|money|notifications|people|tournaments|videos)\/personal-data)\.ts$/
    expect(
      breaches(
        path => feature(path, 'server') !== undefined,
        ({ from, to }) =>
          within(
            'src/contract/',
            'src/server/db/',
            'src/server/http/',
            'src/server/queue/',
            'src/server/mail/',
            'src/server/money/payments/',
            'src/server/storage/s3/',
          )(to) ||
          sharedFiles.test(to) ||
          feature(from, 'server') === feature(to, 'server') ||
          to === `src/server/${feature(to, 'server')}/index.ts`,
      ),
    ).toEqual([])
  })

  test('a server feature is imported through its index.ts alone', () => {
    expect(
      breaches(
        () => true,
        ({ from, to }) => {
          const name = feature(to, 'server')
          return name === undefined || name === feature(from, 'server') || to.endsWith(`/${name}/index.ts`)
        },
      ),
    ).toEqual([])
  })

  test('no file imports itself through others, types included', () => {
    expect(inCycles(imports)).toEqual([])
  })

  test('folders never import each other in a cycle', () => {
    const folders = [...new Set(files.map(file => dirname(file)))]
    const hasSubfolders = (folder: string) => folders.some(other => other.startsWith(`${folder}/`))
    const areaOf = (file: string) => (hasSubfolders(dirname(file)) ? file : dirname(file))
    const edges = imports
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ from, to }) => ({ from: areaOf(from), to: areaOf(to) }))
    expect(inCycles(edges)).toEqual([])
  })

  test('a domain of the server imports only those below it', () => {
    const rank = (path: string) => domains.indexOf(domainOf(path) ?? '')
    const upward = imports
      .filter(({ from, to }) => feature(from, 'server') && rank(to) > rank(from))
      .map(({ from, to }) => `${feature(from, 'server')} imports ${feature(to, 'server') ?? to}`)
    expect([...new Set(upward)].sort()).toEqual([])
  })

  test('a domain of the client imports only those below it; pages and routes compose', () => {
    const rank = (path: string) => domains.indexOf(domainOf(path) ?? '')
    const isComposed = (path: string) => isPage(path) || path.endsWith('/routes.ts')
    const areaOf = (path: string) => path.replace(/^src\/client\/([^/]+\/[^/]+)\/.*/, '$1')
    const upward = imports
      .filter(
        ({ from, to }) =>
          from.startsWith('src/client/') &&
          domainOf(from) !== undefined &&
          !isComposed(from) &&
          rank(to) > rank(from),
      )
      .map(({ from, to }) => `${areaOf(from)} imports ${areaOf(to)}`)
    expect([...new Set(upward)].sort()).toEqual([])
  })

  test('server features never depend on each other in a cycle', () => {
    const edges = imports.flatMap(({ from, to }) => {
      const [a, b] = [feature(from, 'server'), feature(to, 'server')]
      return a && b ? [{ from: a, to: b }] : []
    })
    expect(inCycles(edges)).toEqual([])
  })

  test('the folders below the features import none', () => {
    expect(
      breaches(
        within(
          'src/server/http/',
          'src/server/db/',
          'src/server/queue/',
          'src/server/mail/',
          'src/server/money/payments/',
          'src/server/storage/s3/',
          'src/server/telemetry/',
        ),
        ({ to }) => feature(to, 'server') === undefined,
      ),
    ).toEqual([])
  })

  test('only the folder of an engine imports its driver', () => {
    const drivers = {
      'src/server/db/sqlite/': /from '(?:bun:sqlite|kysely-bun-sqlite)'/,
      'src/server/db/postgres/': /from 'pg'/,
    }
    for (const [folder, driver] of Object.entries(drivers)) {
      const violations = files.filter(
        file =>
          !isTest(file) && !file.startsWith(folder) && driver.test(readFileSync(join(root, file), 'utf8')),
      )
      expect(violations).toEqual([])
    }
  })

  test('an engine is reached through faces of db; backups hold a SQLite file themselves', () => {
    const faces = ['dialect', 'engine', 'transfer'].map(name => `src/server/db/${name}.ts`)
    expect(
      breaches(
        path => !faces.includes(path) && !within('src/server/db/sqlite/', 'src/server/site/backups/')(path),
        ({ to }) => !to.startsWith('src/server/db/sqlite/'),
      ),
    ).toEqual([])
    expect(
      breaches(
        path => !faces.includes(path) && !path.startsWith('src/server/db/postgres/'),
        ({ to }) => !to.startsWith('src/server/db/postgres/'),
      ),
    ).toEqual([])
    // Nothing else asks which engine it is.
    expect(
      breaches(
        path => !path.startsWith('src/server/db/'),
        ({ to }) => to !== 'src/server/db/which.ts',
      ),
    ).toEqual([])
  })

  test('PostgreSQL’s driver is loaded only with DATABASE_URL', () => {
    const first = ['src/server/serve.ts']
    const paths = new Set(first)
    for (const path of paths)
      for (const { from, to, typeOnly, lazy } of imports)
        if (from === path && !typeOnly && !lazy) paths.add(to)
    expect(paths.size).toBeGreaterThan(300)
    expect(
      [...paths].filter(path => /postgres\/(?:pool|connection|open-site)|db\/transfer/.test(path)),
    ).toEqual([])
  })

  test('only server/web imports the client; development serves its documents', () => {
    expect(
      breaches(
        path => path.startsWith('src/server/') && !path.startsWith('src/server/web/'),
        ({ from, to }) =>
          !within('src/client/', 'src/crew/')(to) ||
          (from === 'src/server/dev.ts' && to.startsWith('src/client/dev/')),
      ),
    ).toEqual([])
  })

  test('browser code never reaches the server, and takes only types from contract files that carry schemas', () => {
    expect(
      breaches(
        within('src/client/', 'src/crew/'),
        ({ to, typeOnly }) =>
          !to.startsWith('src/server/') && (!to.startsWith('src/contract/') || typeOnly || !hasSchemas(to)),
      ),
    ).toEqual([])
  })

  test('client features import api, domain, ui and lib, never another feature or a page', () => {
    expect(
      breaches(
        path => feature(path, 'client') !== undefined,
        ({ from, to }) =>
          isClientApi(to) ||
          within(
            'src/contract/',
            'src/client/domain/',
            'src/client/ui/',
            'src/client/lib/',
            'src/client/paths.ts',
            'styled-system/',
          )(to) ||
          isShared(from, to) ||
          feature(from, 'client') === feature(to, 'client'),
      ),
    ).toEqual([])
    const below = (path: string) =>
      within('src/client/domain/', 'src/client/ui/', 'src/client/lib/')(path) ||
      (isShared(path, path) && !path.endsWith('/routes.ts'))
    expect(
      breaches(below, ({ to }) => !isPage(to) && !within('src/crew/')(to) && !feature(to, 'client')),
    ).toEqual([])
  })

  test('only the routes, which the browser does not load, import the routes of domains', () => {
    const isRoutes = (path: string) => new RegExp(`^src/client/(?:(?:${oneOf})/)?routes[.]ts$`).test(path)
    expect(
      breaches(
        within('src/client/', 'src/crew/'),
        ({ from, to, typeOnly }) => typeOnly || !isRoutes(to) || isRoutes(from),
      ),
    ).toEqual([])
  })

  test('domain imports only the contract, and lib does not import ui', () => {
    expect(
      breaches(within('src/client/domain/'), ({ to }) => within('src/contract/', 'src/client/domain/')(to)),
    ).toEqual([])
    expect(breaches(within('src/client/lib/'), ({ to }) => !within('src/client/ui/')(to))).toEqual([])
  })

  test('api imports only the contract, lib and the addresses of pages', () => {
    expect(
      breaches(
        isClientApi,
        ({ from, to }) =>
          isClientApi(to) ||
          within('src/contract/', 'src/client/lib/', 'src/client/paths.ts')(to) ||
          isShared(from, to),
      ),
    ).toEqual([])
  })

  test('only the contract and client/api contain API paths', () => {
    const violations = files.filter(
      file =>
        within('src/client/', 'src/crew/')(file) &&
        !isClientApi(file) &&
        !isTest(file) &&
        /['"`]\/api\/|\\\/api\\\//.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(violations).toEqual([])
  })

  test('the crew app imports ui but no page', () => {
    expect(
      breaches(
        within('src/crew/'),
        ({ to }) =>
          isClientApi(to) ||
          within(
            'src/crew/',
            'src/client/domain/',
            'src/client/ui/',
            'src/client/lib/',
            'src/client/paths.ts',
            'src/contract/',
          )(to),
      ),
    ).toEqual([])
  })

  test('start-up does not load the schemas, which take 100 ms', () => {
    const heavy = imports.filter(
      ({ from, to, typeOnly, lazy }) =>
        !typeOnly &&
        !lazy &&
        from.startsWith('src/server/') &&
        to.startsWith('src/contract/') &&
        hasSchemas(to),
    )
    expect(heavy).toEqual([])
  })

  test('handlers name the columns of a query and never spread a parsed body', () => {
    const spread = /\.\.\.\s*c\.req\.valid\(|\.\.\.\w+\s*\}\s*=\s*c\.req\.valid\(/
    const violations = [...new Glob('src/server/**/*.routes.ts').scanSync(root)].filter(file =>
      spread.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(violations).toEqual([])
  })

  test('tests write rows through tests/support alone', () => {
    const write =
      /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\b(?:insert (?:or \w+ )?into|replace into|delete from|update \w+ set)\b/i
    /** Their subject is a statement itself. */
    const isExcepted = within(
      'src/server/db/',
      'src/server/record/record.test.ts',
      'tests/architecture.test.ts',
      'tests/portable-sql.test.ts',
      'tests/support/',
    )
    const violations = [...new Glob('{src,db,tests}/**/*.{ts,tsx}').scanSync(root)].filter(
      file =>
        (isTest(file) || file.startsWith('tests/')) &&
        !isExcepted(file) &&
        write.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(violations).toEqual([])
  })

  test('names are nouns and verbs, not participles', () => {
    const participles =
      'asked|begun|caught|chosen|found|given|gone|heard|kept|known|listed|made|meant|named|refused|said|seen|sent|shown|stored|taken|told|typed'
    const declaration = new RegExp(`\\b(?:const|let|function) (?:${participles})\\b`, 'g')
    const violations = [...new Glob('{src,db,tests,scripts,bench}/**/*.{ts,tsx}').scanSync(root)]
      .filter(file => !file.startsWith('db/migrations/'))
      .flatMap(file =>
        [...readFileSync(join(root, file), 'utf8').matchAll(declaration)].map(([name]) => [file, name]),
      )
    expect(violations).toEqual([])
  })

  test('migrations do not import the app', () => {
    const violations = [...new Glob('db/migrations/*.ts').scanSync(root)].flatMap(file =>
      importsOf(file, readFileSync(join(root, file), 'utf8')).filter(
        ({ to }) => !to.startsWith('db/migrations/'),
      ),
    )
    expect(violations).toEqual([])
  })
})
