import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Production uses the build, otherwise sources. */
process.env.NODE_ENV ??= 'production'

const root = join(import.meta.dir, '../..')
const bundle = join(root, 'dist/server/serve.js')

const { serve }: typeof import('./serve.ts') =
  process.env.NODE_ENV === 'production' && existsSync(bundle) ? require(bundle) : await import('./serve.ts')

void serve(root, { isDemo: process.argv.includes('--demo') })
