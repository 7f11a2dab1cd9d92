import { expect, test } from 'bun:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import * as schemas from '#contract/schemas.ts'
import { isRecord } from '#contract/tournaments/scoring/guards.ts'
import { isSchema } from '#server/http/validate.ts'
import { toJsonSchema } from '#server/openapi.ts'

type Json = Record<string, unknown>

const badValues = [null, '', 0, -1, 1.234567, 1e9, true, 'x'.repeat(6000), '\u202e', '2026-13-45', [], {}]

/** Bad values of a schema, and values whose parts are bad in their turn. */
function badValuesOf(schema: Json): unknown[] {
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : []
  const { items, properties } = schema
  return [
    ...badValues,
    ...branches.flatMap(badValuesOf),
    ...(isRecord(items) ? badValuesOf(items).map(value => [value]) : []),
    ...(isRecord(properties) ? badBodies(properties) : []),
  ]
}

const badBodies = (properties: Json): Json[] =>
  Object.entries(properties).flatMap(([name, property]) =>
    isRecord(property) ? badValuesOf(property).map(value => ({ [name]: value })) : [],
  )

/** Arktype's texts, which schemas replace by their own. */
const isOfTheValidator = (message: string) =>
  /\(was |must be (an? )?(array|object|boolean|string|non-empty)|predicate|\[\d+\]/.test(message)

const bodies: Readonly<Record<string, unknown>> = schemas
const calls = Object.entries<Endpoint>(endpoints).flatMap(([key, { body }]) => {
  const schema = body === undefined ? undefined : bodies[body]
  return key.includes(' /api/') && isSchema(schema) ? [[key, schema] as const] : []
})

test.each(calls)('%s refuses bad fields in words for people', async (_, schema) => {
  const { properties } = toJsonSchema(schema)
  const messages = new Set<string>()
  for (const body of [{}, ...badBodies(isRecord(properties) ? properties : {})]) {
    const { issues = [] } = await schema['~standard'].validate(body)
    for (const { message } of issues) messages.add(message)
  }
  expect([...messages].filter(isOfTheValidator)).toEqual([])
})

const queries = Object.entries<Endpoint>(endpoints).flatMap(([key, { query }]) => {
  const schema = query === undefined ? undefined : bodies[query]
  return key.includes(' /api/') && isSchema(schema) ? [[key, schema] as const] : []
})

test.each(queries)('%s refuses bad parts of a query in words for people', async (_, schema) => {
  const { properties } = toJsonSchema(schema)
  const messages = new Set<string>()
  for (const name of Object.keys(isRecord(properties) ? properties : {}))
    for (const value of ['', 'x', '-1', '1e9', '\0', 'x'.repeat(6000)]) {
      const { issues = [] } = await schema['~standard'].validate({ [name]: value })
      for (const { message } of issues) messages.add(message)
    }
  expect([...messages].filter(message => /\(was |must be at most length/.test(message))).toEqual([])
})
