import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BunPlugin, Glob } from 'bun'
import { spriteIcons } from './sprite.ts'
import { type Panda, shorten, staticStyles } from './static-styles.ts'

/** Markup of both bundles, and of browser tests, which render with the sources. */
export interface Markup {
  /** @param imports what else each source imports; absolute paths */
  pluginsWith(imports?: ReadonlyMap<string, readonly string[]>): BunPlugin[]
  renameSheet(sheet: string): string
  sources: readonly string[]
}

/** Needs the styles that Panda generates. */
export async function makeMarkup(root: string): Promise<Markup> {
  const sources = [...new Glob('src/{client,crew}/**/*.{ts,tsx}').scanSync(root)]
    .filter(file => !/\.test\.tsx?$/.test(file))
    .sort()
    .map(file => readFileSync(join(root, file), 'utf8'))
  const panda: Panda = await import(join(root, 'styled-system/css/css.js'))
  const { rename, renameSheet } = shorten(sources, panda)
  return {
    pluginsWith: (imports = new Map()) => [staticStyles(panda, rename, imports), spriteIcons],
    renameSheet,
    sources,
  }
}
