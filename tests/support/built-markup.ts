import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeMarkup } from '../../scripts/markup.ts'

const root = join(import.meta.dir, '../..')

/** Sources that are loaded afterwards make the same markup as the build's scripts. */
const { icons } = JSON.parse(readFileSync(join(root, 'dist/manifest.json'), 'utf8'))
Object.assign(globalThis, { SPRITE: icons })
for (const plugin of (await makeMarkup(root)).plugins) Bun.plugin(plugin)
