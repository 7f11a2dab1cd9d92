import { expect, test } from 'bun:test'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addOwner } from '../../../../tests/support/factories.ts'

test('the admin page doesn’t wait for a bucket that doesn’t answer; its checklist comes later', async () => {
  const answer = Promise.withResolvers<Response>()
  const bucket = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => answer.promise })
  afterTest(() => bucket.stop(true))
  const app = await makeTestApp({
    DATA_DIR: '/tmp',
    STORAGE: 's3://marina',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
    S3_ENDPOINT: bucket.url.href,
  })
  const { cookie } = await addOwner(app.db)
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const page = await app.page('/admin', { headers, cookie })
  const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader()
  const shell = (await reader?.read())?.value
  expect(shell).toContain('What needs your attention comes first.')
  expect(shell).not.toContain('s3://marina')
  answer.resolve(new Response('', { status: 404 }))
  let rest = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value
  expect(rest).toContain('s3://marina can&#x27;t be used')
})
