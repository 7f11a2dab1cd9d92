import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Icons and pennants as symbols of one file, which pages refer to. */

const component = join(import.meta.dir, '../src/client/ui/marks/sprite-icon.tsx')
const iconImport = /from 'lucide-react\/icons\/([\w-]+)'/g

export async function sprite(sources: readonly string[]): Promise<string> {
  const names = new Set(
    sources.flatMap(source => [...source.matchAll(iconImport)].map(([, name = '']) => name)),
  )
  const symbols = await Promise.all([...names].sort().map(symbolOf))
  // Imports the styles that are generated before the build.
  const { PennantSymbols } = await import('#client/ui/marks/pennant.tsx')
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}${shortTags(renderToStaticMarkup(createElement(PennantSymbols)))}</svg>`
}

const shortTags = (markup: string) => markup.replace(/><\/(?!g>|svg>)\w+>/g, '/>')

async function symbolOf(name: string): Promise<string> {
  const { default: Icon } = await import(`lucide-react/icons/${name}`)
  return shortTags(renderToStaticMarkup(createElement(Icon)))
    .replace(/^<svg.*?>/, `<symbol id="${name}" viewBox="0 0 24 24">`)
    .replace(/<\/svg>$/, '</symbol>')
}

/** Each icon refers to its symbol. */
export const spriteIcons: BunPlugin = {
  name: 'sprite icons',
  setup({ onLoad }) {
    onLoad({ filter: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ }, ({ path }) => ({
      contents: `import { spriteIcon } from ${JSON.stringify(component)}
export default spriteIcon('${/([\w-]+)\.mjs$/.exec(path)?.[1]}')`,
      loader: 'ts',
    }))
  },
}
