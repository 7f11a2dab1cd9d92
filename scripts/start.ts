import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { collectorEnv } from './collector.ts'
import { install } from './install.ts'

const root = join(import.meta.dir, '..')

await install(root)

// This process started before the packages were installed.
const build = join(root, 'scripts/build.ts')
const result = Bun.spawnSync([process.execPath, build, '--if-needed'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (result.exitCode !== 0 || !existsSync(join(root, 'dist/manifest.json'))) process.exit(result.exitCode || 1)

const server = Bun.spawn([process.execPath, join(root, 'src/server/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: { ...collectorEnv, ...process.env, NODE_ENV: 'production' },
  stdio: ['inherit', 'inherit', 'inherit'],
})
process.on('SIGTERM', () => server.kill('SIGTERM'))
process.on('SIGINT', () => server.kill('SIGINT'))
process.exit(await server.exited)
