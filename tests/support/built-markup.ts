import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeMarkup } from '../../scripts/markup.ts'

const root = join(import.meta.dir, '../..')

// The build runs in a process of its own: it draws icons, which this one must not load before the plugins.
const { success, stderr } = Bun.spawnSync([process.execPath, join(root, 'scripts/build.ts'), '--if-needed'])
if (!success) throw new Error(`the build failed: ${stderr}`)

/** Sources that are loaded afterwards make the same markup as the build's scripts. */
const { icons } = JSON.parse(readFileSync(join(root, 'dist/manifest.json'), 'utf8'))
Object.assign(globalThis, { SPRITE: icons })
for (const plugin of (await makeMarkup(root)).pluginsWith()) Bun.plugin(plugin)
