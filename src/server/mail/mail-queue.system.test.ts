import { expect, test } from 'bun:test'
import { ann } from '#server/people/auth/test-support.ts'
import { afterTest } from '../../../tests/support/after-test.ts'
import { startServer } from '../../../tests/support/server.ts'
import { startSmtpDouble } from '../../../tests/support/smtp-double.ts'
import { until } from '../../../tests/support/until.ts'

test('an account mail survives a killed server: the confirmation of an answered sign-up is sent by the next start', async () => {
  const smtp = startSmtpDouble()
  smtp.answer('RCPT TO', '')
  afterTest(() => smtp.stop())
  const server = await startServer({ SMTP_URL: smtp.url, MAIL_FROM: 'a@example.org' })
  afterTest(() => server.remove())
  const answer = await fetch(`${server.origin}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(ann),
  })
  expect(answer.status).toBe(201)
  await until(() => smtp.connections > 0)
  await server.kill()
  expect(smtp.received).toEqual([])
  smtp.answer('RCPT TO')
  await server.start()
  await until(() => smtp.received.length > 0)
  expect(smtp.received[0]?.to).toBe(ann.email)
  const source = smtp.received[0]?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  const [, token] = /token_hash=([\w-]+)/.exec(source) ?? []
  const confirmation = await fetch(`${server.origin}/api/auth/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token, type: 'signup' }),
  })
  expect(confirmation.status).toBe(200)
}, 60_000)
