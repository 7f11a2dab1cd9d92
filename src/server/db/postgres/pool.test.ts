import { expect, spyOn, test } from 'bun:test'
import { Client } from 'pg'
import { connectionOf } from './pool.ts'

test('sslmode=require checks the certificate and the host name, and the driver warns of nothing', () => {
  const warn = spyOn(process, 'emitWarning').mockImplementation(() => {})
  const sslOf = (query: string): unknown =>
    new Client(connectionOf(`postgres://reelstake@db.example.org/reelstake?${query}`, { lock_timeout: 1 }))
      .ssl
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    expect([mode, sslOf(`sslmode=${mode}`)]).toEqual([mode, {}])
  expect(sslOf('sslmode=no-verify')).toEqual({ rejectUnauthorized: false })
  expect(sslOf('sslmode=require&uselibpqcompat=true')).toEqual({ rejectUnauthorized: false })
  expect(sslOf('application_name=x')).toBe(false)
  expect(warn).not.toHaveBeenCalled()
})
