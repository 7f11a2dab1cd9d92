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
