import { describe, expect, test } from 'bun:test'
import { makeTestApp } from '../../../tests/support/app.ts'

const requestLines = (logs: Record<string, unknown>[]) => logs.filter(({ ms }) => typeof ms === 'number')

describe('one line of the log for each request', () => {
  test('is an error with its cause and the client address when the server failed, and the only one', async () => {
    const { page, logs, deps } = await makeTestApp({ TRUST_PROXY: 'on' })
    deps.catalog.find = () => Promise.reject(new Error('broken'))
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expect((await page('/api/tournaments/0192a000-0000-7000-8000-000000000000', { headers })).status).toBe(
      500,
    )
    expect(logs.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([
      expect.objectContaining({
        level: 'error',
        message: 'request failed',
        address: '203.0.113.7',
        method: 'GET',
        path: '/api/tournaments/0192a000-0000-7000-8000-000000000000',
        error: expect.stringContaining('broken'),
      }),
    ])
  })

  test('is a warning for a wrong password, by page, form and API client', async () => {
    const { page, app, logs } = await makeTestApp()
    const wrong = { email: 'a@example.com', password: 'wrong!' }
    await page('/api/auth/sign-in', { json: wrong })
    await page('/auth/v1/token?grant_type=password', { json: wrong })
    await app.request('http://reelstake.test/login', {
      method: 'POST',
      body: new URLSearchParams(wrong),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(requestLines(logs).map(({ level, message, path }) => [level, message, path])).toEqual([
      ['warn', 'sign-in refused', '/api/auth/sign-in'],
      ['warn', 'sign-in refused', '/auth/v1/token'],
      ['warn', 'sign-in refused', '/login'],
    ])
    expect(JSON.stringify(logs)).not.toContain('wrong!')
  })

  test('is for debugging alone when the request was answered or refused', async () => {
    const { page, logs } = await makeTestApp()
    await page('/api/tournaments')
    await page('/api/boats/unknown')
    await page('/api/auth/sign-in', { json: { email: 'a@example.com' } })
    expect(requestLines(logs).map(({ level }) => level)).toEqual(['debug', 'debug', 'debug'])
  })
})
