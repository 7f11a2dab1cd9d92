import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { afterTest } from '../../tests/support/after-test.ts'
import { freePort } from '../../tests/support/server.ts'
import { testRoot } from '../../tests/support/test-root.ts'
import { until } from '../../tests/support/until.ts'

test('bun dev: a client that accepts anything gets the scripts with its first page', async () => {
  const port = freePort()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'dev.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: testRoot(),
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  afterTest(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
  await until(async () => (await ask('/healthz?of=process'))?.status === 200)
  const html = (await (await ask('/'))?.text()) ?? ''
  expect(html).toMatch(/<link rel="modulepreload"[^>]* href="\/_bun\/client\/page-\w+\.js"/)
})
