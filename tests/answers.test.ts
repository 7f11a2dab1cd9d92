import { expect, test } from 'bun:test'
import { makeDb } from '#server/db/connection.ts'
import { copyDatabase } from '#server/db/open.ts'
import { answers } from '#server/openapi.answers.ts'
import { fillPath, goodBodies, makeApiWorld } from './support/api-world.ts'
import { makeTestApp, testOrigin } from './support/app.ts'

type Json = Record<string, unknown>

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where a value is not what its schema says. As much of JSON Schema as the answers use. */
function mismatches(schema: Json, value: unknown, at = '$'): string[] {
  if (Array.isArray(schema.anyOf))
    return schema.anyOf.some(part => mismatches(part, value).length === 0) ? [] : [`${at}: none of anyOf`]
  if ('const' in schema) return value === schema.const ? [] : [`${at}: not ${schema.const}`]
  if (Array.isArray(schema.enum)) return schema.enum.includes(value) ? [] : [`${at}: ${value}`]
  switch (schema.type) {
    case 'null':
      return value === null ? [] : [`${at}: not null`]
    case 'integer':
      return Number.isInteger(value) ? [] : [`${at}: no integer`]
    case 'array':
      if (!Array.isArray(value) || !isRecord(schema.items)) return [`${at}: no array`]
      return value.flatMap((item, index) => mismatches(schema.items as Json, item, `${at}[${index}]`))
    case 'object': {
      if (!isRecord(value)) return [`${at}: no object`]
      const properties = isRecord(schema.properties) ? schema.properties : {}
      const required: string[] = Array.isArray(schema.required) ? schema.required : []
      return [
        ...required.filter(name => !(name in value)).map(name => `${at}.${name}: missing`),
        ...Object.entries(value).flatMap(([name, part]) => {
          const own = properties[name]
          if (isRecord(own)) return mismatches(own, part, `${at}.${name}`)
          return schema.additionalProperties === false ? [`${at}.${name}: not described`] : []
        }),
      ]
    }
    default: {
      if (typeof value !== schema.type) return [`${at}: no ${schema.type}`]
      const fits = typeof schema.pattern !== 'string' || new RegExp(schema.pattern).test(String(value))
      return fits ? [] : [`${at}: ${value}`]
    }
  }
}

test('real answers match the schemas of the description, field by field', async () => {
  const world = await makeApiWorld()
  const bytes = world.database.serialize()
  const bodies = goodBodies(world)
  let matched = 0
  for (const [key, schema] of Object.entries(answers)) {
    const [method = '', route = ''] = key.split(' ')
    const path = route.replaceAll(/:(\w+)/g, '{$1}')
    const site = await makeTestApp({}, {}, makeDb(copyDatabase(bytes)))
    const response = await site.app.request(`${testOrigin}${fillPath(path, world.ids)}`, {
      method,
      ...(method !== 'GET' && { body: JSON.stringify(bodies[`${method} ${path}`] ?? {}) }),
      headers: {
        cookie: world.me.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
    })
    if (response.status < 300) {
      matched += 1
      expect([key, mismatches(schema, await response.json())]).toEqual([key, []])
    } else await response.body?.cancel()
    await site.db.destroy()
  }
  expect(matched).toBeGreaterThan(50)
}, 120_000)
