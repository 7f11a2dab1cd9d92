import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePublicFetch } from './public-fetch.ts'

const directory = mkdtempSync(join(tmpdir(), 'reelstake-public-fetch-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function makeCertificate(name: string) {
  const [certificate, key] = [join(directory, `${name}.pem`), join(directory, `${name}.key`)]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  Bun.spawnSync(['openssl', 'req', ...kind, ...subject, '-keyout', key, '-out', certificate])
  return { cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }
}

test('a certificate is checked for the name, though the connection goes to a checked address', async () => {
  const tls = makeCertificate('hooks.example')
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls,
    fetch: request => new Response(request.headers.get('host')),
  })
  const { send } = makePublicFetch({ allowPrivate: true, resolve: async () => ['127.0.0.1'], ca: tls.cert })
  const host = `hooks.example:${server.port}`
  expect(await send(`https://${host}/`, { method: 'GET' })).toMatchObject({ status: 200, text: host })
  for (const other of ['other.example', '127.0.0.1'])
    await expect(send(`https://${other}:${server.port}/`, { method: 'GET' })).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  const strict = makePublicFetch({ allowPrivate: true, resolve: async () => ['127.0.0.1'] })
  await expect(strict.send(`https://${host}/`, { method: 'GET' })).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  await server.stop(true)
})
