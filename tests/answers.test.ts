import { expect, test } from 'bun:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { isRecord } from '#contract/tournaments/scoring/guards.ts'
import { describe } from '#server/openapi.ts'
import { mailedToken, program } from '#server/people/auth/test-support.ts'
import { fillPath, goodBodies, makeApiWorld } from './support/api-world.ts'
import { makeTestApp, type TestApp, testOrigin } from './support/app.ts'
import { setPasswords } from './support/states.ts'

type Json = Record<string, unknown>

/** Supports the JSON Schema keywords that the endpoints use. */
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

const document = await describe(endpoints)

function answerOf(key: string): Json | undefined {
  const [method = '', path = ''] = key.split(' ')
  const { status = 200, answer }: Endpoint = endpoints[key as EndpointKey]
  const operation: Json = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
  const parts = ['responses', String(status), 'content', 'application/json', 'schema']
  const schema = parts.reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), operation)
  return answer !== undefined && isRecord(schema) ? schema : undefined
}

test('real answers match the schemas of the description, field by field, and reads have an ETag', async () => {
  const world = await makeApiWorld()
  let site = await makeTestApp({}, {}, await world.copy())
  const bodies = goodBodies(world)
  let matchCount = 0
  for (const [key, { status = 200, repeatStatus, noStore = false }] of Object.entries<Endpoint>(endpoints)) {
    const schema = answerOf(key)
    if (!schema) continue
    const [method = '', route = ''] = key.split(' ')
    const path = route.replaceAll(/:(\w+)/g, '{$1}')
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
      matchCount += 1
      expect([key, [status, repeatStatus]]).toEqual([key, expect.arrayContaining([response.status])])
      expect([key, mismatches(schema, await response.json())]).toEqual([key, []])
      if (key.startsWith('GET /api/')) {
        expect([key, response.headers.has('etag')]).toEqual([key, !noStore])
        const cached = { responses: { 304: {}, 200: { headers: { ETag: {} } } } }
        if (noStore) expect(document.paths[path]?.get).not.toHaveProperty('responses.304')
        else expect(document.paths[path]?.get).toMatchObject(cached)
      }
    } else await response.body?.cancel()
    if (method === 'GET' || response.status >= 400) continue
    await site.db.destroy()
    site = await makeTestApp({}, {}, await world.copy())
  }
  await site.db.destroy()
  expect(matchCount).toBeGreaterThan(50)
}, 120_000)

async function useGoTrue() {
  const answers: [key: string, answer: unknown][] = []
  const ask = async (
    site: TestApp,
    key: string,
    init: { json?: unknown; token?: string } = {},
    search = '',
  ) => {
    const [method = '', path = ''] = key.split(' ')
    const response = await program(site, `${path.replace('/auth/v1', '')}${search}`, { method, ...init })
    const answer = await response.json()
    expect([key, response.status, answer]).toEqual([key, 200, answer])
    answers.push([key, answer])
    return answer
  }
  const email = 'ann@example.org'
  const json = { email, password: 'correct horse', data: { boat: 'Sea Fox', rods: [1, 2] } }

  const open = await makeTestApp()
  const { access_token: token, refresh_token } = await ask(open, 'POST /auth/v1/signup', { json })
  await ask(open, 'POST /auth/v1/token', { json: { refresh_token } }, '?grant_type=refresh_token')
  await ask(open, 'GET /auth/v1/user', { token })
  await ask(open, 'PUT /auth/v1/user', { token, json: { data: { boat: null }, password: 'another one' } })
  for (const path of ['.well-known/jwks.json', 'health', 'settings']) await ask(open, `GET /auth/v1/${path}`)
  await open.db.destroy()

  const mailSite = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
  const link = async (to: string) => mailedToken(mailSite, to)
  await ask(mailSite, 'POST /auth/v1/signup', { json })
  await ask(mailSite, 'POST /auth/v1/resend', { json: { type: 'signup', email } })
  const signedIn = await ask(mailSite, 'POST /auth/v1/verify', {
    json: { type: 'signup', token_hash: await link(email) },
  })
  await ask(mailSite, 'POST /auth/v1/recover', { json: { email } })
  const user = await ask(mailSite, 'PUT /auth/v1/user', {
    token: signedIn.access_token,
    json: { email: 'new@example.org' },
  })
  expect(user.new_email).toBe('new@example.org')
  await ask(mailSite, 'GET /auth/v1/user', { token: signedIn.access_token })
  const first = await ask(mailSite, 'POST /auth/v1/verify', {
    json: { type: 'email_change', token_hash: await link('new@example.org') },
  })
  expect(first.code).toBe('200')
  await setPasswords(mailSite.db, 'short')
  const weak = await ask(
    mailSite,
    'POST /auth/v1/token',
    { json: { email, password: 'short' } },
    '?grant_type=password',
  )
  expect(weak.weak_password.reasons).toEqual(['length'])
  await mailSite.db.destroy()
  return answers
}

test('real answers of /auth/v1 match the schemas of the description, field by field', async () => {
  const answers = await useGoTrue()
  for (const [key, answer] of answers) {
    const schema = answerOf(key)
    if (!schema) throw new Error(`${key} has no schema`)
    expect([key, mismatches(schema, answer)]).toEqual([key, []])
  }
  const describedKeys = Object.keys(endpoints).filter(key => key.includes(' /auth/v1/') && answerOf(key))
  expect([...new Set(answers.map(([key]) => key))].sort()).toEqual(describedKeys.sort())
}, 60_000)
