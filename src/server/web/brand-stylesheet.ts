import { accentPalettes, type Palette } from '#client/ui/accent.ts'
import type { Brand } from '#server/branding/index.ts'

const variable = (name: string) => `--colors-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

const rules = (colors: Palette) =>
  Object.entries(colors)
    .map(([name, [light, dark]]) => `${variable(name)}:light-dark(${light},${dark})`)
    .join(';')

/** Returns the site's colours in Panda's layer and with its selectors. Loads after Panda's stylesheet. */
function styles(color: string): string {
  const { site, crew } = accentPalettes(color)
  return `@layer tokens{:where(:root,:host){${rules(site)}}[data-surface=crew]{${rules(crew)}}}\n`
}

interface Stylesheet {
  color: string
  file: string
  css: string
}

/** Computing it takes milliseconds, and each page names it. */
let last: Stylesheet | null = null

function stylesheetOf(color: string): Stylesheet {
  if (last?.color === color) return last
  const css = styles(color)
  last = { color, css, file: `brand-${color.slice(1)}-${Bun.hash(css).toString(36)}.css` }
  return last
}

/** Paths of the stylesheet of the site's colour, after those of the build. */
export const brandStylesheets = ({ color }: Pick<Brand, 'color'>): string[] =>
  color === null ? [] : [`/assets/${stylesheetOf(color).file}`]

/**
 * Returns the stylesheet, or null if it isn't that of the site's colour:
 * visitors can't have other ones computed.
 */
export function readBrandStylesheet(file: string, { color }: Pick<Brand, 'color'>): string | null {
  if (color === null) return null
  const { css, file: current } = stylesheetOf(color)
  return file === current ? css : null
}
