import { expect, test } from 'bun:test'
import { isRecord } from '#contract/tournaments/scoring/guards.ts'
import type { OpenApi } from '#server/openapi.ts'
import { fillPath, goodBodies, makeApiWorld } from './support/api-world.ts'
import { makeTestApp, testOrigin } from './support/app.ts'

type Json = Record<string, unknown>

/** List in a schema, with values of the schema whose only fields lead to the list. */
interface Found {
  schema: Json
  valueWith(list: unknown): unknown
}

function listsIn(schema: unknown): Found[] {
  if (!isRecord(schema)) return []
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap(listsIn)
  if (schema.type === 'array')
    return [
      { schema, valueWith: list => list },
      ...listsIn(schema.items).map(({ schema: inner, valueWith }) => ({
        schema: inner,
        valueWith: (list: unknown) => [valueWith(list)],
      })),
    ]
  return Object.entries(isRecord(schema.properties) ? schema.properties : {}).flatMap(([name, property]) =>
    listsIn(property).map(({ schema: inner, valueWith }) => ({
      schema: inner,
      valueWith: (list: unknown) => ({ [name]: valueWith(list) }),
    })),
  )
}

const elements = { numbers: 0, texts: '', objects: {}, lists: [[]] }
const bytes = 100_000

test('each list of a body has a maximum, and a longer one is refused before its elements are read', async () => {
  const world = await makeApiWorld()
  const { site, ids, me } = world
  const bodies = goodBodies(world)
  const { paths }: OpenApi = await (await site.page('/api/openapi.json')).json()
  const lists = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, { requestBody }]) => {
      const content = isRecord(requestBody) && isRecord(requestBody.content) ? requestBody.content : {}
      const json = content['application/json']
      const method = verb.toUpperCase()
      return listsIn(isRecord(json) ? json.schema : undefined).map(list => ({ method, path, ...list }))
    }),
  )
  expect(lists.length).toBeGreaterThan(15)
  for (const { method, path, schema, valueWith } of lists) {
    const key = `${method} ${path}`
    expect([key, typeof schema.maxItems]).toEqual([key, 'number'])
    for (const [name, element] of Object.entries(elements)) {
      const list = Array(Math.ceil(bytes / (JSON.stringify(element).length + 1))).fill(element)
      const response = await site.page(fillPath(path, ids), {
        method,
        json: Object.assign({}, bodies[key], valueWith(list)),
        cookie: me.cookie,
      })
      const answer = await response.text()
      expect([key, name, response.status]).toEqual([key, name, 400])
      expect(answer.length).toBeLessThan(1000)
    }
  }
})

test('a long list in an undeclared field is left out, and one that is nested deeply is refused', async () => {
  const site = await makeTestApp()
  const send = (extra: string) =>
    site.app.request(`${testOrigin}/api/validate-password`, {
      method: 'POST',
      body: `{"password":"x","extra":${extra}}`,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    })
  expect((await send(JSON.stringify(Array(500_000).fill(0)))).status).toBe(200)
  const deep = await send('['.repeat(300_000) + ']'.repeat(300_000))
  expect([deep.status, await deep.json()]).toEqual([
    400,
    { error: 'bad_json', message: 'The request is nested too deeply. Send the fields of this call only.' },
  ])
  expect(site.logs.filter(({ level }) => level === 'error')).toEqual([])
})

test('an answer names at most 100 issues', async () => {
  const { site, ids, me } = await makeApiWorld()
  const response = await site.page(fillPath('/api/tournaments/{id}/results/preview', ids), {
    json: { winnings: Array(1000).fill({}) },
    cookie: me.cookie,
  })
  expect(response.status).toBe(400)
  expect((await response.json()).issues).toHaveLength(100)
})
