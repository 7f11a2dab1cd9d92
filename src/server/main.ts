import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Starts the server: from the build with its bytecode when there is one (20 ms), else from the sources (200 ms).
 * Anything but production runs the sources, so that what is edited is what runs.
 */
process.env.NODE_ENV ??= 'production'

const root = join(import.meta.dir, '../..')
const bundle = join(root, 'dist/server/serve.js')

const { serve }: typeof import('./serve.ts') =
  process.env.NODE_ENV === 'production' && existsSync(bundle) ? require(bundle) : await import('./serve.ts')

const isDemo = process.argv.includes('--demo')

void serve(root, isDemo ? deps => import('../../db/demo.ts').then(demo => demo.fillDemo(deps)) : undefined)
