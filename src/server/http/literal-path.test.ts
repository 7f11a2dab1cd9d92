import { expect, test } from 'bun:test'
import { makeTestApp, testOrigin } from '../../../tests/support/app.ts'
import { addScene } from '../../../tests/support/factories.ts'

/** Requests every route pattern literally, in each spelling. */
async function ask(method: string, path: string, site: Awaited<ReturnType<typeof setUp>>) {
  const { app, cookie } = site
  return app.request(`${testOrigin}${path}`, {
    method,
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    ...(method !== 'GET' && method !== 'HEAD' && { body: '{}' }),
  })
}

async function setUp() {
  const site = await makeTestApp()
  const { organiser } = await addScene(site.db)
  return { ...site, cookie: organiser.cookie }
}

test('a literal “:id” or “*” in a path is a parameter: it gets the same answer as “x”, never 5xx', async () => {
  const site = await setUp()
  const routes = new Set(
    site.app.routes
      .filter(({ path }) => path.includes('/:') || path.includes('*'))
      .flatMap(({ method, path }) =>
        (method === 'ALL' ? ['GET', 'POST', 'PATCH', 'DELETE'] : [method]).map(each => `${each} ${path}`),
      ),
  )
  expect(routes.size).toBeGreaterThan(40)
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const literal = await ask(method, path, site)
    const encoded = await ask(method, path.replaceAll(':', '%3A').replaceAll('*', '%2A'), site)
    expect([route, literal.status]).toEqual([route, encoded.status])
    expect([route, literal.status < 500]).toEqual([route, true])
    const other = await ask(method, path.replaceAll(/:\w+(\{[^}]*\})?\??/g, 'x').replaceAll('*', 'x'), site)
    if (!path.includes('{')) expect([route, literal.status]).toEqual([route, other.status])
  }
  expect(site.logs.filter(({ level }) => level === 'error')).toEqual([])
})
