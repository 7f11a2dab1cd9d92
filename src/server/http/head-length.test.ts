import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { staticFiles } from '#server/web/static.ts'
import { makeTestApp } from '../../../tests/support/app.ts'
import { addTournament } from '../../../tests/support/factories.ts'

const root = join(import.meta.dir, '../../..')

test('a HEAD states the length that a GET sends, or none', async () => {
  const { app, db } = await makeTestApp({}, { files: staticFiles(root, join(root, 'src/client/public')) })
  const tournament = await addTournament(db)
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => app.fetch(request, {}) })
  const lengthOf = async (method: string, path: string) => {
    const response = await fetch(new URL(path, server.url), { method, redirect: 'manual' })
    await response.body?.cancel()
    return [response.status, response.headers.get('content-length')] as const
  }
  for (const path of [
    '/',
    '/nowhere',
    '/robots.txt',
    '/healthz',
    '/auth/v1/settings',
    '/api/login',
    '/api/events',
    '/api/tournaments',
    '/api/nowhere',
    `/api/tournaments/${tournament}/calendar.ics`,
  ]) {
    const [status, length] = await lengthOf('GET', path)
    const head = await lengthOf('HEAD', path)
    expect([path, head[0], head[1] ?? length]).toEqual([path, status, length])
  }
  await server.stop(true)
})
