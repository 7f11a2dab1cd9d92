import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The build's files; development uses scripts/dev.ts. */
export interface Assets {
  readonly stylesheets: readonly string[]
  readonly fonts: readonly string[]
  /** Hydration entry first, then static imports. */
  scriptsOf(page: string): readonly string[]
  entry: string
  late: string
  enhance: string
  embed: string
  readonly pictureFonts: readonly string[]
  /** Allows hot reload in the Content-Security-Policy. */
  development: boolean
}

interface Manifest extends Omit<Assets, 'stylesheets' | 'scriptsOf' | 'development'> {
  pages: Record<string, string[]>
  stylesheet: string
}

/** @throws Error without a build */
export function builtAssets(dist: string): Assets {
  const path = join(dist, 'manifest.json')
  if (!existsSync(path)) throw new Error('There is no build. Run: bun run build')
  const { pages, stylesheet, ...files }: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  return {
    ...files,
    stylesheets: [stylesheet],
    scriptsOf: page => pages[page] ?? [files.entry],
    pictureFonts: files.pictureFonts.map(file => join(dist, file)),
    development: false,
  }
}
