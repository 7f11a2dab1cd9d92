import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * Builds what production serves:
 *   dist/assets/    hashed scripts, styles and fonts, each with .br and .gz beside it
 *   dist/manifest.json   which of them a page needs
 *   dist/server/    the server as one file with its bytecode, so that a start takes milliseconds
 * Everything is made in dist.new and put in place at the end: a running server never sees half a build.
 */
export const root = join(import.meta.dir, '..')
const out = join(root, 'dist.new')
const assets = join(out, 'assets')

/** Styles: Panda writes `styled-system/`, code and sheet. Always with Bun: the order of rules differs under Node. */
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

/** The heading face. Latin only; names in other scripts fall back to the system's face. */
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

async function buildClient() {
  const result = await Bun.build({
    entrypoints: [join(root, 'src/client/entry.tsx'), join(root, 'src/client/enhance.ts')],
    outdir: assets,
    root,
    target: 'browser',
    splitting: true,
    minify: true,
    sourcemap: 'linked',
    metafile: true,
    publicPath: '/assets/',
    naming: { entry: '[name]-[hash].[ext]', chunk: 'c-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const { metafile } = result
  if (!metafile) throw new Error('the bundler gave no metafile')
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({
    file: basename(path),
    ...output,
  }))
  const url = (file: string) => `/assets/${basename(file)}`
  /** A script and everything it imports statically, itself first. */
  const closure = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const { path, kind } of outputs.find(output => output.file === file)?.imports ?? [])
      if (kind === 'import-statement') closure(basename(path), seen)
    return seen
  }
  const containing = (source: string) => {
    const found =
      outputs.find(output => output.entryPoint?.endsWith(source)) ??
      outputs.find(output => Object.keys(output.inputs).some(input => input.endsWith(source)))
    if (!found) throw new Error(`no output holds ${source}`)
    return found.file
  }
  const entry = containing('src/client/entry.tsx')
  const pages: Record<string, string[]> = {}
  for (const file of readdirSync(join(root, 'src/client/pages')).filter(
    name => name.endsWith('.tsx') && !name.includes('.test.'),
  ))
    pages[basename(file, '.tsx')] = outputs.some(output =>
      Object.keys(output.inputs).some(input => input.endsWith(`src/client/pages/${file}`)),
    )
      ? [...new Set([...closure(entry), ...closure(containing(`src/client/pages/${file}`))])].map(url)
      : []
  return { entry: url(entry), enhance: url(containing('src/client/enhance.ts')), pages }
}

function buildStylesheet(): { stylesheet: string; fonts: string[] } {
  const emitted = new Map<number, string>(
    fontWeights.map(weight => [
      weight,
      emit(`barlow-condensed-${weight}`, 'woff2', readFileSync(fontFile(weight))),
    ]),
  )
  const faces = fontFaces(weight => emitted.get(weight) ?? '')
  const sheet = faces + readFileSync(join(root, 'styled-system/styles.css'), 'utf8')
  return { stylesheet: emit('styles', 'css', sheet), fonts: [...emitted.values()] }
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

async function buildServer(): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, 'src/server/serve.ts')],
    outdir: join(out, 'server'),
    target: 'bun',
    format: 'cjs',
    bytecode: true,
    minify: true,
    // What brings native code, or is big and rarely needed, stays a package.
    external: ['sharp', 'ffprobe-static'],
    define: { 'process.env.NODE_ENV': '"production"' },
  })
}

/** Builds everything; about ten seconds. */
export async function build(): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(assets, { recursive: true })
  await buildStyles()
  const client = await buildClient()
  const sheet = buildStylesheet()
  if (existsSync(join(root, 'src/client/public')))
    cpSync(join(root, 'src/client/public'), join(out, 'public'), { recursive: true })
  compress()
  await buildServer()
  writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...client, ...sheet }))
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  renameSync(out, join(root, 'dist'))
}

const sources = ['src', 'db/migrations', 'panda.config.ts', 'package.json', 'scripts/build.ts']

/** Whether `dist` is there and newer than everything it is made from. */
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

if (import.meta.main && !(process.argv.includes('--if-needed') && isBuilt())) {
  console.log('Building…')
  const start = performance.now()
  await build()
  console.log(`Built dist in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
