import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BunPlugin, Glob } from 'bun'
import { holdDirectory } from '../src/server/db/engine.ts'
import { pictureFonts } from '../src/server/web/picture-fonts.ts'
import { buildVersion } from './build-version.ts'
import { installBuild } from './install-build.ts'
import { type Markup, makeMarkup } from './markup.ts'
import { sharedModules } from './shared-modules.ts'
import { sprite } from './sprite.ts'

/** Builds assets with .br and .gz, the manifest and the server in dist.new, then installs them in dist. */
export const root = join(import.meta.dir, '..')
const out = join(root, 'dist.new')
const assets = join(out, 'assets')

/** Bun only: Panda orders rules differently under Node. */
export async function buildStyles(): Promise<void> {
  const panda = join(root, 'node_modules/.bin/panda')
  for (const args of [
    ['codegen', '--silent'],
    ['cssgen', '--silent', '--minify', '--outfile', 'styled-system/styles.css'],
  ]) {
    const child = Bun.spawn([process.execPath, '--bun', panda, ...args], {
      cwd: root,
      stdout: 'ignore',
      stderr: 'inherit',
    })
    if ((await child.exited) !== 0) throw new Error(`panda ${args[0]} failed`)
  }
}

export const fontWeights = [600, 700] as const
export const fontFile = (weight: number) =>
  join(root, `node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-${weight}-normal.woff2`)

/** Latin only. */
export function fontFaces(url: (weight: number) => string): string {
  return fontWeights
    .map(
      weight =>
        `@font-face{font-family:"Barlow Condensed";font-style:normal;font-display:swap;font-weight:${weight};src:url(${url(weight)}) format("woff2");unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD}`,
    )
    .join('')
}

const hash = (bytes: Uint8Array | string) => Bun.hash(bytes).toString(36).slice(0, 10)

function emit(name: string, extension: string, bytes: Uint8Array | string): string {
  const file = `${name}-${hash(bytes)}.${extension}`
  writeFileSync(join(assets, file), bytes)
  return `/assets/${file}`
}

interface Parts {
  markup: Markup
  define: Record<string, string>
}

async function bundleClient({ markup, define }: Parts) {
  const bundle = (plugins: BunPlugin[], outdir?: string) =>
    Bun.build({
      plugins,
      entrypoints: ['entry.tsx', 'late.ts', 'enhance.ts', 'embed.ts'].map(file =>
        join(root, 'src/client', file),
      ),
      ...(outdir && { outdir, sourcemap: 'linked' }),
      root,
      target: 'browser',
      splitting: true,
      minify: true,
      metafile: true,
      publicPath: '/assets/',
      // Saves 3 KB per page, which lists its chunks in its head.
      modulePreload: false,
      // Fewer chunks for each page, and up to 3 KB less.
      minChunkSize: 16_384,
      naming: { entry: '[name]-[hash].[ext]', chunk: 'c-[hash].[ext]', asset: '[name]-[hash].[ext]' },
      define,
    })
  const { metafile } = await bundle(markup.pluginsWith())
  if (!metafile) throw new Error('the bundler gave no metafile')
  return bundle(markup.pluginsWith(sharedModules(metafile, root)), assets)
}

async function buildClient(parts: Parts) {
  const result = await bundleClient(parts)
  // Bun adds them for error trackers: 35 bytes gzipped per file.
  for (const { path, kind } of result.outputs)
    if (kind !== 'sourcemap')
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^\/\/# debugId=.*\n/m, ''))
  const { metafile } = result
  if (!metafile) throw new Error('the bundler gave no metafile')
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({
    file: basename(path),
    ...output,
  }))
  const url = (file: string) => `/assets/${basename(file)}`
  /** @param follows static imports by default */
  const closure = (
    file: string,
    files = new Set<string>(),
    follows: (kind: string, file: string) => boolean = kind => kind === 'import-statement',
  ): Set<string> => {
    if (files.has(file)) return files
    files.add(file)
    for (const { path, kind } of outputs.find(output => output.file === file)?.imports ?? [])
      if (follows(kind, basename(path))) closure(basename(path), files, follows)
    return files
  }
  const containing = (source: string) => {
    const output =
      outputs.find(output => output.entryPoint?.endsWith(source)) ??
      outputs.find(output => Object.keys(output.inputs).some(input => input.endsWith(source)))
    if (!output) throw new Error(`no output holds ${source}`)
    return output.file
  }
  const entry = containing('src/client/entry.tsx')
  const pages: Record<string, string[]> = {}
  const always = closure(entry)
  /** Preloaded by pages with data. */
  const dataKit = [...closure(containing('src/client/lib/query.tsx'))].filter(file => !always.has(file))
  const partsOf = (page: string) => {
    const own = closure(page)
    return new Set([...always, ...own, ...(dataKit.some(file => own.has(file)) ? dataKit : [])])
  }
  for (const file of new Glob('src/client/**/pages/*.tsx').scanSync(root))
    pages[basename(file, '.tsx')] = outputs.some(output =>
      Object.keys(output.inputs).some(input => input.endsWith(file)),
    )
      ? [...partsOf(containing(file))].map(url)
      : []
  /** The crew app works offline and needs every other chunk. */
  const isOtherPage = (file: string) => {
    const { entryPoint = '' } = outputs.find(output => output.file === file) ?? {}
    return /src\/client\/(.+\/)?pages\//.test(entryPoint) && !entryPoint.endsWith('/crew.tsx')
  }
  const crew = closure(entry, new Set(), (_kind, file) => !isOtherPage(file))
  return {
    manifest: {
      entry: url(entry),
      late: url(containing('src/client/late.ts')),
      enhance: url(containing('src/client/enhance.ts')),
      embed: url(containing('src/client/embed.ts')),
      pages,
    },
    crewScripts: [...crew].map(url),
  }
}

/** Service workers keep fixed URLs. @param crewFiles version the crew app */
async function buildWorkers(crewFiles: readonly string[]): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, 'src/crew/sw.ts')],
    outdir: join(out, 'public/crew'),
    target: 'browser',
    minify: true,
    naming: '[name].[ext]',
    define: { BUILD: JSON.stringify({ version: hash(crewFiles.join()), files: crewFiles }) },
  })
  await Bun.build({
    entrypoints: [
      join(root, 'src/client/tournaments/catches/desk-worker.ts'),
      join(root, 'src/client/tournaments/kiosk/kiosk-worker.ts'),
      join(root, 'src/client/notifications/follow/push-worker.ts'),
    ],
    outdir: join(out, 'public'),
    target: 'browser',
    minify: true,
    naming: '[name].[ext]',
  })
}

function buildStylesheet(renameSheet: (sheet: string) => string): { stylesheet: string; fonts: string[] } {
  const fonts = new Map<number, string>(
    fontWeights.map(weight => [
      weight,
      emit(`barlow-condensed-${weight}`, 'woff2', readFileSync(fontFile(weight))),
    ]),
  )
  const faces = fontFaces(weight => fonts.get(weight) ?? '')
  const sheet = faces + renameSheet(readFileSync(join(root, 'styled-system/styles.css'), 'utf8'))
  return { stylesheet: emit('styles', 'css', sheet), fonts: [...fonts.values()] }
}

function copyPictureFonts(): string[] {
  return pictureFonts().map(file => {
    cpSync(file, join(out, 'fonts', basename(file)))
    return `fonts/${basename(file)}`
  })
}

function compress(): void {
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg|json|webmanifest)$/.test(name)) continue
    const bytes = readFileSync(join(assets, name))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    writeFileSync(
      join(assets, `${name}.br`),
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    )
  }
}

/** `react-dom/server.bun` imports an unused 100 KB renderToString. */
const withoutLegacyRenderer: BunPlugin = {
  name: 'without-legacy-renderer',
  setup: ({ onLoad }) =>
    void onLoad({ filter: /react-dom-server-legacy\.browser\.production\.js$/ }, () => ({
      contents: 'module.exports = {}',
      loader: 'js',
    })),
}

async function buildServer(version: string, { markup, define }: Parts): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, 'src/server/serve.ts')],
    outdir: join(out, 'server'),
    target: 'bun',
    format: 'cjs',
    bytecode: true,
    minify: true,
    plugins: [...markup.pluginsWith(), withoutLegacyRenderer],
    // Native, rarely used and browser-only packages.
    external: [
      'satori',
      'sharp',
      'ffprobe-static',
      'nodemailer',
      'arktype',
      'stripe',
      '@tus/server',
      '@uppy/*',
      '@stripe/*',
    ],
    define: { ...define, BUILD_VERSION: JSON.stringify(version) },
  })
}

async function buildNow(): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(assets, { recursive: true })
  await buildStyles()
  const markup = await makeMarkup(root)
  const icons = emit('icons', 'svg', await sprite(markup.sources))
  const parts: Parts = {
    markup,
    define: { 'process.env.NODE_ENV': '"production"', SPRITE: JSON.stringify(icons) },
  }
  const { manifest, crewScripts } = await buildClient(parts)
  const sheet = buildStylesheet(markup.renameSheet)
  if (existsSync(join(root, 'src/client/public')))
    cpSync(join(root, 'src/client/public'), join(out, 'public'), { recursive: true })
  await buildWorkers([...crewScripts, icons, sheet.stylesheet, ...sheet.fonts, '/favicon.svg'])
  compress()
  const version = buildVersion(root, new Date())
  await buildServer(version, parts)
  writeFileSync(
    join(out, 'manifest.json'),
    JSON.stringify({ version, ...manifest, ...sheet, icons, pictureFonts: copyPictureFonts() }),
  )
  installBuild(out, join(root, 'dist'))
}

const sources = [
  'src',
  'db/migrations',
  // Beside them is the data of a server.
  ...new Glob('db/*.ts').scanSync(root),
  'panda.config.ts',
  'package.json',
  'scripts/build.ts',
  'scripts/build-version.ts',
  'scripts/install-build.ts',
  'scripts/markup.ts',
  'scripts/shared-modules.ts',
  'scripts/sprite.ts',
  'scripts/static-styles.ts',
]

export function isBuilt(): boolean {
  const manifest = join(root, 'dist/manifest.json')
  if (!existsSync(manifest)) return false
  const builtAt = statSync(manifest).mtimeMs
  const newer = (path: string): boolean => {
    const stat = statSync(path)
    if (!stat.isDirectory()) return stat.mtimeMs > builtAt
    return readdirSync(path).some(name => newer(join(path, name)))
  }
  return !sources.some(path => newer(join(root, path)))
}

/** Milliseconds that a build waits for another one, which uses the same folders. */
const waitMs = 300_000

/** @param ifNeeded also that another process hasn't built meanwhile */
export async function build({ ifNeeded }: { ifNeeded: boolean }): Promise<void> {
  if (ifNeeded && isBuilt()) return
  const release = holdDirectory(root, cause => new Error('Another build is running.', { cause }), {
    name: 'dist.new.lock',
    waitMs,
  })
  try {
    if (ifNeeded && isBuilt()) return
    console.log('Building…')
    const start = performance.now()
    await buildNow()
    console.log(`Built dist in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  } finally {
    release()
  }
}

if (import.meta.main) await build({ ifNeeded: process.argv.includes('--if-needed') })
