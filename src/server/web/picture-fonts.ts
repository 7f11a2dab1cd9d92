import { dirname, join } from 'node:path'

/** WOFF files with names beyond Latin-1. */
export function pictureFonts(): string[] {
  const folder = dirname(Bun.resolveSync('@fontsource/barlow-condensed/package.json', process.cwd()))
  return [600, 700].flatMap(weight =>
    ['latin', 'latin-ext'].map(subset =>
      join(folder, 'files', `barlow-condensed-${subset}-${weight}-normal.woff`),
    ),
  )
}
