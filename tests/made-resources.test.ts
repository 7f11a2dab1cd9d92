import { expect, test } from 'bun:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { makeTestApp, testOrigin } from './support/app.ts'
import { dot } from './support/picture.ts'
import { makeRoleWorld, type RoleWorld } from './support/role-world.ts'

/** Without an address of their own: RFC 9110, 15.3.2, lets the call's address stand for them. */
const withoutAddress: EndpointKey[] = [
  'POST /api/auth/sign-up',
  'POST /api/push/subscriptions',
  'POST /api/tournament-entries/:id/captain-link',
  'POST /api/tournament-entries/:id/handovers',
  'POST /api/tournament-entries/:id/handovers/:handoverId/reverse',
  'POST /api/tournaments/:id/protests',
  'POST /api/webhooks/:id/test',
]

/** The world's site needs no organiser's request: `admin.test.ts` makes one. */
const madeElsewhere: EndpointKey[] = ['POST /api/organiser-requests']

const patterns = [...Object.keys(endpoints), 'GET /images/:name'].map(
  key => new RegExp(`^${key.split(' ')[1]?.replaceAll(/:\w+/g, '[\\w.-]+')}$`),
)

const makingKeys = Object.entries<Endpoint>(endpoints).flatMap(([key, { status }]) =>
  status === 201 ? [key as EndpointKey] : [],
)

/** Asks as each person until one is admitted. @returns the 201's `Location` */
async function locationOf(world: RoleWorld, key: EndpointKey): Promise<string | null> {
  const isPicture = 'files' in endpoints[key]
  const { db, app } = await makeTestApp({}, {}, await world.copy())
  try {
    for (const { cookie } of Object.values(world.people)) {
      const response = await app.request(`${testOrigin}${world.address(key)}`, {
        method: 'POST',
        body: isPicture ? new Uint8Array(dot.buffer) : JSON.stringify(world.bodyOf(key) ?? {}),
        headers: {
          cookie,
          'sec-fetch-site': 'same-origin',
          'content-type': isPicture ? dot.mimeType : 'application/json',
        },
      })
      await response.text()
      if (response.status === 201) return response.headers.get('location')
    }
    throw new Error(`${key} made nothing`)
  } finally {
    await db.destroy()
  }
}

test('a 201 names the address of what it made', async () => {
  const world = await makeRoleWorld()
  const keys = makingKeys.filter(key => !withoutAddress.includes(key) && !madeElsewhere.includes(key))
  expect(keys.length).toBeGreaterThan(15)
  for (const key of keys) {
    const location = await locationOf(world, key)
    expect([key, location, patterns.some(pattern => pattern.test(location ?? ''))]).toEqual([
      key,
      location,
      true,
    ])
  }
}, 60_000)
