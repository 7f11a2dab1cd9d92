import { describe, expect, test } from 'bun:test'
import { endpoints } from '#contract/endpoints.ts'
import { makeTestApp } from './support/app.ts'

/** RFC 9110, 15.5.6: a known path answers 405 with `Allow` to other methods. */

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Methods by path; HEAD wherever GET is. */
function methodsByPath(): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>()
  for (const key of Object.keys(endpoints)) {
    const [method = '', path = ''] = key.split(' ')
    const pathMethods = paths.get(path) ?? new Set()
    for (const each of method === 'GET' ? ['GET', 'HEAD'] : [method]) pathMethods.add(each)
    paths.set(path, pathMethods)
  }
  return paths
}

const allowOf = (response: Response) =>
  response.headers
    .get('allow')
    ?.split(', ')
    .filter(method => method !== 'OPTIONS')
    .toSorted()

describe('405 with the allowed methods', () => {
  test('for every operation of the API', async () => {
    const { page } = await makeTestApp()
    let requestCount = 0
    for (const [path, pathMethods] of methodsByPath()) {
      const address = path.replaceAll(/:\w+(\{[^}]*\})?/g, () => crypto.randomUUID())
      for (const method of methods.filter(each => !pathMethods.has(each))) {
        const response = await page(address, { method })
        expect([method, path, response.status, allowOf(response)]).toEqual([
          method,
          path,
          405,
          [...pathMethods].toSorted(),
        ])
        if (method !== 'HEAD' && path.startsWith('/api/'))
          expect(await response.json()).toMatchObject({ error: 'method_not_allowed' })
        requestCount += 1
      }
    }
    expect(requestCount).toBeGreaterThan(200)
  })

  const read = ['GET', 'HEAD']
  const id = crypto.randomUUID()
  for (const [path, pathMethods] of [
    ['/', read],
    ['/boats', read],
    [`/tournament/${id}`, read],
    ['/kiosk', read],
    ['/healthz', read],
    ['/metrics', read],
    [`/images/${id}.webp`, read],
    ['/og/site.png', read],
    [`/og/tournament/${id}.png`, read],
    [`/og/entry/${id}.png`, read],
    [`/media/${id}/poster`, read],
    ['/files', ['POST']],
    [`/files/${id}`, ['HEAD', 'PUT', 'PATCH', 'DELETE']],
  ] as const)
    test(`for ${path.replace(id, 'ID')}`, async () => {
      const { page } = await makeTestApp()
      for (const method of methods.filter(each => !pathMethods.some(own => own === each))) {
        const response = await page(path, { method })
        expect([method, response.status, allowOf(response)]).toEqual([method, 405, pathMethods.toSorted()])
      }
    })
})

test('404 for an unknown path, whatever the method', async () => {
  const { page } = await makeTestApp()
  for (const path of ['/api/nothing', '/media/x', '/og/nothing', '/files/a/b', '/assets/none.js', '/nothing'])
    for (const method of methods)
      expect([method, path, (await page(path, { method })).status]).toEqual([method, path, 404])
})
