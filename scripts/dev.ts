import { join } from 'node:path'
import { install } from './install.ts'

const root = join(import.meta.dir, '..')
await install(root)
const { buildStyles } = await import('./build.ts')
await buildStyles()

const env = { ...process.env, NODE_ENV: 'development' }
const panda = Bun.spawn(
  [process.execPath, '--bun', join(root, 'node_modules/.bin/panda'), '--silent', '--watch'],
  {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  },
)
const server = Bun.spawn([process.execPath, '--hot', '--no-clear-screen', join(root, 'src/server/dev.ts')], {
  cwd: root,
  env,
  stdio: ['inherit', 'inherit', 'inherit'],
})
const stop = () => {
  panda.kill()
  server.kill()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
const code = await server.exited
panda.kill()
process.exit(code)
