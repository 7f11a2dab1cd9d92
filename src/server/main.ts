import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Production uses the build, otherwise sources. */
process.env.NODE_ENV ??= 'production'

const root = join(import.meta.dir, '../..')
const bundle = join(root, 'dist/server/serve.js')

const { serve }: typeof import('./serve.ts') =
  process.env.NODE_ENV === 'production' && existsSync(bundle) ? require(bundle) : await import('./serve.ts')

const isDemo = process.argv.includes('--demo')

void serve(root, isDemo ? deps => import('../../db/demo.ts').then(demo => demo.fillDemo(deps)) : undefined)
