import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { addScene, addSigned } from '../../../tests/support/factories.ts'
import { until } from '../../../tests/support/until.ts'
import { askSlot, makeMediaApp, removeDisks } from '../../../tests/support/uploads.ts'

afterAll(removeDisks)

const beginnings = {
  'with a length': { header: 'Content-Length: 500000', bytes: `{"name": "${'x'.repeat(20_000)}` },
  'in chunks': { header: 'Transfer-Encoding: chunked', bytes: `4000\r\n${'x'.repeat(0x4000)}\r\n` },
}

async function serve() {
  const site = await makeMediaApp()
  const count = { arrived: 0, answered: 0 }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request, self) => {
      count.arrived += 1
      try {
        return await site.app.fetch(request, { server: self })
      } finally {
        count.answered += 1
      }
    },
  })
  return { site, count, server }
}

test('a client that disconnects during a body causes no error in the log', async () => {
  const { site, count, server } = await serve()
  const { organiser } = await addScene(site.db)
  const { cookie } = await addSigned(site.db)
  const slot = await (await askSlot(site, cookie, { sizeBytes: 500_000 })).json()
  const upload = new URL(slot.uploadUrl)
  const tus = 'Tus-Resumable: 1.0.0\r\n'
  const requests: [string, string, string][] = [
    ['POST', '/api/auth/sign-in', 'Content-Type: application/json\r\n'],
    ['POST', '/api/auth/sign-out', ''],
    ['POST', '/auth/v1/signup', 'Content-Type: application/json\r\n'],
    ['POST', '/api/tournaments', 'Content-Type: application/json\r\n'],
    ['POST', '/api/stripe/webhook', 'Content-Type: application/json\r\n'],
    ['POST', '/api/nothing', 'Content-Type: application/json\r\n'],
    ['POST', '/', 'Content-Type: application/json\r\n'],
    ['GET', '/', ''],
    ['DELETE', '/api/crew/posts/x', ''],
    ['POST', '/api/images', 'Content-Type: image/png\r\n'],
    ['POST', '/api/images', 'Content-Type: multipart/form-data; boundary=x\r\n'],
    ['PUT', upload.pathname + upload.search, 'Content-Type: video/webm\r\n'],
    [
      'PATCH',
      upload.pathname + upload.search,
      `${tus}Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\n`,
    ],
    [
      'POST',
      '/files',
      `${tus}Content-Type: application/offset+octet-stream\r\nUpload-Length: 500000\r\nUpload-Metadata: filename ${btoa('a.webm')}\r\n`,
    ],
  ]
  for (const [how, { header, bytes }] of Object.entries(beginnings))
    for (const [method, path, headers] of requests) {
      const before = { ...count }
      const socket = connect(server.port ?? 0, '127.0.0.1')
      socket.on('error', () => {})
      await new Promise(resolve => socket.once('connect', resolve))
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${organiser.cookie}\r\nSec-Fetch-Site: same-origin\r\n${headers}${header}\r\n\r\n${bytes}`,
      )
      await until(() => count.arrived > before.arrived)
      socket.destroy()
      await until(() => count.answered > before.answered)
      const complaints = site.logs.filter(({ level }) => level === 'error' || level === 'warn')
      expect([how, method, path, complaints]).toEqual([how, method, path, []])
    }
  await server.stop(true)
})
