import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { newId } from '#contract/ids.ts'
import { S3Double } from '../../../../tests/support/s3-double.ts'
import { freePort, type ServerProcess, startServer } from '../../../../tests/support/server.ts'

const bucket = new S3Double()
const name = `site_${process.pid}`
const url = new URL(process.env.DATABASE_URL ?? '')
let server: ServerProcess

async function onServer(statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

const settings = () => ({
  ...bucket.env,
  DATABASE_URL: url.href,
  STORAGE: `s3://${bucket.bucket}`,
  AUTH_AUTOCONFIRM: 'on',
})

beforeAll(async () => {
  await onServer(`create database ${name}`)
  url.pathname = `/${name}`
  server = await startServer(settings())
})
afterAll(async () => {
  await server.remove()
  await bucket.stop()
})

const ask = (path: string, email: string) =>
  fetch(`${server.origin}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password: 'marlin-1', firstName: 'Ann', lastName: 'Lee' }),
  })

const newEmail = () => `${newId()}@example.org`

test('an empty database becomes a site, whose data outlive a kill and the loss of files in DATA_DIR', async () => {
  const email = newEmail()
  expect((await ask('sign-up', email)).status).toBe(201)
  await server.kill()
  rmSync(join(server.dataDir, 'uploads'), { recursive: true, force: true })
  await server.start()
  const home = await fetch(server.origin)
  expect([home.status, (await home.text()).includes('</html>')]).toEqual([200, true])
  expect((await ask('sign-in', email)).status).toBe(200)
})

test('an upload goes on through another process, with another DATA_DIR, after the first was killed', async () => {
  const email = newEmail()
  const sent = crypto.getRandomValues(new Uint8Array(60_000))
  const signIn = async () => {
    const answer = await ask('sign-in', email)
    const cookie = answer.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
    return { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie }
  }
  const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
  await ask('sign-up', email)
  let headers = await signIn()
  const slot = await fetch(`${server.origin}/api/crew/videos/upload`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ fileName: 'a.webm', sizeBytes: sent.length }),
  })
  const { videoId } = await slot.json()
  const address = () => `${server.origin}/files/${videoId}`
  const patch = (offset: number, body: Uint8Array<ArrayBuffer>) =>
    fetch(address(), {
      method: 'PATCH',
      headers: { ...headers, ...tus, 'upload-offset': String(offset) },
      body,
    })
  expect((await patch(0, sent.slice(0, 20_000))).status).toBe(204)
  // Killed while the bucket has stored the next slice, and before it answers.
  const stored = Promise.withResolvers<void>()
  bucket.intercept = async (method, key) => {
    if (method !== 'PUT' || !key.endsWith('/0-40000')) return null
    bucket.objects.set(key, sent.slice(0, 40_000))
    stored.resolve()
    return new Promise(() => {})
  }
  const cut = patch(20_000, sent.slice(20_000, 40_000)).catch(() => null)
  await stored.promise
  await server.remove()
  expect(await cut).toBeNull()
  bucket.intercept = null
  server = await startServer(settings())
  headers = await signIn()
  const head = await fetch(address(), { method: 'HEAD', headers: { ...headers, ...tus } })
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '40000'])
  expect((await patch(40_000, sent.slice(40_000))).status).toBe(204)
  const completed = await fetch(`${server.origin}/api/crew/videos/${videoId}/complete`, {
    method: 'POST',
    headers,
    body: '{}',
  })
  expect([completed.status, (await completed.json()).message]).toEqual([
    422,
    'This file is not a video we can play.',
  ])
})

test('a second process is refused', async () => {
  const second = startServer({ ...settings(), PORT: String(freePort()) })
  await expect(second).rejects.toThrow('Another process serves the site of DATABASE_URL. Stop it first.')
})

test('goes on after all its connections were cut, and still refuses a second process', async () => {
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const untilSignedUp = async (): Promise<void> => {
    const { status } = await ask('sign-up', newEmail())
    if (status === 201) return
    // A connection that was cut is noticed by its next query.
    expect(status).toBe(503)
    return untilSignedUp()
  }
  await untilSignedUp()
  const holder = `select 1 from pg_locks join pg_stat_activity using (pid) where datname = '${name}' and locktype = 'advisory' and objid = 7335002`
  while ((await onServer(holder)).length === 0) await Bun.sleep(100)
  const second = startServer({ ...settings(), PORT: String(freePort()) })
  await expect(second).rejects.toThrow('Another process serves the site')
})
