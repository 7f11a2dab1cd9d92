import type { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allRoutes } from '#client/routes.ts'
import type { Endpoint, Role } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { copyDatabase } from '#server/db/sqlite/open.ts'
import { brandStylesheets } from '#server/web/brand-stylesheet.ts'
import { makeTestApp, type TestApp, testOrigin } from './support/app.ts'
import { dot } from './support/picture.ts'
import { makeRoleWorld, type RoleWorld } from './support/role-world.ts'

/**
 * Every call of the description, and every other route, asked by everyone: those whom `access` names are admitted,
 * all others are refused and change nothing.
 */

type Access = Endpoint['access']
type Visitor = 'signed out' | keyof RoleWorld['people']

const members = [
  'member',
  'backer',
  'crew',
  'captain',
  'weigh-master',
  'co-organiser',
  'organiser',
  'organiser of another',
  'owner',
] as const satisfies Visitor[]
const visitors = ['signed out', 'banned', ...members] as const satisfies Visitor[]

interface TestRequest {
  method: string
  path: string
  body?: BodyInit
  headers?: Record<string, string>
}

let world: RoleWorld
let bytes: Uint8Array
let site: TestApp
let database: Database
let settings: Record<string, string> = {}
/** The clock stands: a session that was last seen minutes ago would be changed by any request. */
let now: number
let image: string
const tokens: Partial<Record<Visitor, string>> = {}
const directory = mkdtempSync(join(tmpdir(), 'reelstake-roles-'))
const exportsIn = join(directory, 'db', 'exports')
mkdirSync(exportsIn, { recursive: true })

async function startSite(env: Record<string, string> = {}) {
  await site?.db.destroy()
  settings = env
  database = copyDatabase(bytes)
  site = await makeTestApp({ DATA_DIR: directory, ...env }, {}, makeDb(database))
  site.setNow(now)
}

beforeAll(async () => {
  world = await makeRoleWorld()
  bytes = world.database.serialize()
  now = Date.now()
  writeFileSync(join(exportsIn, `${world.ids.dataExport}.zip`), 'x')
  await startSite()
  const response = await site.app.request(`${testOrigin}/api/images`, {
    method: 'POST',
    body: new Uint8Array(dot.buffer),
    headers: {
      ...credentialOf('crew', 'cookie'),
      'sec-fetch-site': 'same-origin',
      'content-type': dot.mimeType,
    },
  })
  image = (await response.json()).url
  for (const [visitor, { id }] of Object.entries(world.people)) {
    const session = await site.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const exp = Math.floor(Date.now() / 1000) + 3600
    tokens[visitor as Visitor] = await site.deps.auth.accessTokens.sign({
      sub: id,
      session_id: session.id,
      exp,
    })
  }
})
afterAll(async () => {
  await site.db.destroy()
  rmSync(directory, { recursive: true })
})

const changes = () =>
  database.query<{ count: number }, []>('select total_changes() as count').get()?.count ?? 0

type Via = 'cookie' | 'bearer'

const credentialOf = (visitor: Visitor, via: Via): Record<string, string> => {
  if (visitor === 'signed out') return {}
  return via === 'cookie'
    ? { cookie: world.people[visitor].cookie }
    : { authorization: `Bearer ${tokens[visitor]}` }
}

/** A site that was changed is replaced by a fresh one. */
async function ask(
  { method, path, body, headers }: TestRequest,
  credential: Record<string, string>,
): Promise<{ status: number; hasChanged: boolean }> {
  const before = changes()
  const response = await site.app.request(`${testOrigin}${path}`, {
    method,
    ...(body !== undefined && { body }),
    headers: { 'sec-fetch-site': 'same-origin', ...headers, ...credential },
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
  else await response.bytes()
  // Mails of accounts are queued after the answer.
  await site.deps.auth.drain()
  const hasChanged = changes() !== before
  if (hasChanged) await startSite(settings)
  return { status: response.status, hasChanged }
}

interface Variant {
  what?: string
  access: Access
  path?: () => string
  body?: object
}

/** Calls in which a role depends on more than the path. */
const variants: Partial<Record<EndpointKey, (Variant & { access: readonly Role[] })[]>> = {
  'PATCH /api/tournament-entries/:id': [
    { what: 'the position', access: ['co-organiser', 'organiser'] },
    {
      what: 'the terms',
      access: ['captain'],
      path: () => `/api/tournament-entries/${world.ids.upcomingEntry}`,
      body: { fundingGoal: '5000', payoutPercentage: 40 },
    },
  ],
  'PATCH /api/tournaments/:id': [
    { what: 'the texts', access: ['co-organiser', 'organiser'] },
    { what: 'the dates', access: ['organiser'], body: { payoutDays: 14 } },
    { what: 'cancelled', access: ['organiser'], body: { status: 'cancelled' } },
  ],
  'DELETE /api/tournament-entries/:id': [
    { what: 'after the start', access: ['organiser'] },
    {
      what: 'before the start',
      access: ['captain', 'organiser'],
      path: () => `/api/tournament-entries/${world.ids.upcomingEntry}`,
    },
  ],
  'PUT /api/tournament-entries/:id/pots': [
    { what: 'asked for', access: ['captain'], body: { wanted: ['level-b'] } },
    { what: 'confirmed', access: ['co-organiser', 'organiser'], body: { in: ['level-b'] } },
  ],
  'DELETE /api/tournaments/:id/staff/:userId': [
    { what: 'another', access: ['organiser'] },
    {
      what: 'oneself',
      access: ['self', 'organiser'],
      path: () => `/api/tournaments/${world.ids.tournament}/staff/${world.ids.weighMaster}`,
    },
  ],
}

/** Admitted, and then answered by another rule than authority. */
const otherAnswers: Partial<Record<EndpointKey, readonly number[]>> = {
  'POST /api/auth/reset': [410],
  'POST /api/auth/confirm': [410],
  // Others’ money may depend on the account.
  'DELETE /api/auth/user': [204, 409],
  'POST /api/organiser-requests': [409],
  'GET /api/owner-link/:token': [410],
  // Its owner is answered again.
  'POST /api/owner-link/:token/accept': [200, 410],
  'POST /api/staff-invitations/:token/accept': [200, 409],
  // The boat has its captain.
  'POST /api/tournament-entries/:id/captain-invitation': [409],
  'POST /api/tournament-entries/:id/captain-link': [409],
  'POST /api/push/test': [409],
  'POST /api/crew/videos/:id/complete': [409],
  // Stripe isn't configured.
  'POST /api/admin/check-payments': [409],
  'POST /api/stripe/webhook': [404],
  'POST /auth/v1/verify': [403],
}

const selfOf = (key: EndpointKey): Visitor => {
  if (key.includes('/staff/:userId')) return 'weigh-master'
  return /\/crew\/|tournament-updates/.test(key) ? 'crew' : 'backer'
}

const isAdmitted = (access: Access, visitor: Visitor, self: Visitor): boolean => {
  if (access === 'public') return true
  if (visitor === 'signed out' || visitor === 'banned') return false
  return access === 'user' || access.some(role => (role === 'self' ? visitor === self : visitor === role))
}

function requestTo(key: EndpointKey, { path, body }: Omit<Variant, 'access'> = {}): TestRequest {
  const [method = ''] = key.split(' ')
  const request = { method, path: path?.() ?? world.address(key) }
  if (method === 'GET') return request
  const { files = [] }: Endpoint = endpoints[key]
  if (files.includes('image/*'))
    return { ...request, body: new Uint8Array(dot.buffer), headers: { 'content-type': dot.mimeType } }
  return {
    ...request,
    body: JSON.stringify(body ?? world.bodyOf(key) ?? {}),
    headers: { 'content-type': 'application/json' },
  }
}

const keys = Object.keys(endpoints) as EndpointKey[]

/** Calls for owners that change nothing here: the site has no ban, no logo and no text of its own. */
const silent: EndpointKey[] = [
  'POST /api/admin/check-payments',
  'DELETE /api/admin/people/:id/ban',
  'DELETE /api/admin/branding/logo',
  'POST /api/admin/legal/:kind/default',
  'POST /api/admin/legal/preview',
]

const elsewhere = {
  'as the browser says': { 'sec-fetch-site': 'cross-site' },
  'from a sibling': { 'sec-fetch-site': 'same-site' },
}

/** @param label who asks for what, shown when it fails */
async function expectRefused(
  label: string,
  request: TestRequest,
  credential: Record<string, string>,
  by: number[],
) {
  const { status, hasChanged } = await ask(request, credential)
  expect([label, status, by.includes(status), hasChanged]).toEqual([label, status, true, false])
}

describe('every call of the description', () => {
  test('is for owners below /api/admin', () => {
    const admin = keys.filter(key => key.includes(' /api/admin/'))
    expect(admin.filter(key => String(endpoints[key].access) !== 'owner')).toEqual([])
  })

  test.each(Object.entries(variants))('%s: its variants name the roles of its access', (key, of) => {
    const { access }: Endpoint = endpoints[key as EndpointKey]
    expect(new Set<string>(of.flatMap(variant => variant.access))).toEqual(new Set(access))
  })

  describe.each(['cookie', 'bearer'] as const)('by %s', via => {
    test.each(keys)('%s', async key => {
      const { access: declaredAccess, status = 200, repeatStatus }: Endpoint = endpoints[key]
      const isGoTrue = key.includes(' /auth/v1/')
      const takesNoCookie = isGoTrue && via === 'cookie' && declaredAccess !== 'public'
      const all: Variant[] = variants[key] ?? [{ access: declaredAccess }]
      for (const variant of all) {
        const request = requestTo(key, variant)
        for (const visitor of visitors) {
          const label = `${visitor}, ${variant.what ?? 'at all'}`
          const credential = credentialOf(visitor, via)
          if (isAdmitted(variant.access, visitor, selfOf(key)) && !takesNoCookie) {
            const { status: actualStatus } = await ask(request, credential)
            const expected = otherAnswers[key] ?? [status, repeatStatus ?? status]
            expect([label, actualStatus, expected.includes(actualStatus)]).toEqual([
              label,
              actualStatus,
              true,
            ])
          } else if (visitor === 'signed out' || takesNoCookie)
            await expectRefused(label, request, credential, [401])
          else if (visitor === 'banned')
            await expectRefused(label, request, credential, [isGoTrue ? 403 : 401])
          // Another person's payment.
          else if (key === 'POST /api/funding') await expectRefused(label, request, credential, [409])
          else await expectRefused(label, request, credential, [403, 404])
        }
      }
    })
  })

  test.each(keys.filter(key => key.includes(' /api/admin/') && !key.startsWith('GET ')))(
    '%s: what it changes is in the audit trail, with who and from where',
    async key => {
      await startSite()
      const before = changes()
      const { path, ...init } = requestTo(key)
      const credential = credentialOf('owner', 'cookie')
      await site.app.request(testOrigin + path, {
        ...init,
        headers: { 'sec-fetch-site': 'same-origin', ...init.headers, ...credential },
      })
      const entries = await site.db
        .selectFrom('events')
        .select(['actor_id', 'address'])
        .where('address', 'is not', null)
        .execute()
      const hasChanged = changes() !== before
      expect(hasChanged || silent.includes(key)).toBe(true)
      expect(entries.length > 0).toBe(hasChanged)
      for (const entry of entries) {
        expect(entry.actor_id).toBe(world.people.owner.id)
        expect(entry.address).not.toBe('')
      }
    },
  )

  test.each(keys.filter(key => !key.startsWith('GET ') && !key.includes(' /auth/v1/')))(
    '%s: a page of another site cannot send it with a cookie',
    async key => {
      const request = requestTo(key, {})
      // A message of the payment provider is admitted by its signature; test payments have none.
      const status = key === 'POST /api/stripe/webhook' ? 404 : 403
      for (const [name, value] of Object.entries(elsewhere)) {
        const from = { ...request, headers: { ...request.headers, ...value } }
        for (const visitor of members)
          await expectRefused(`${visitor}, ${name}`, from, credentialOf(visitor, 'cookie'), [status])
      }
    },
  )
})

describe('a private log', () => {
  test.each(['log', 'log/head', 'log.ndjson'])('%s is for organiser and staff alone', async path => {
    const request = { method: 'GET', path: `/api/tournaments/${world.ids.over}/${path}` }
    for (const visitor of visitors) {
      const isStaff = isAdmitted(['weigh-master', 'co-organiser', 'organiser'], visitor, 'member')
      const { status } = await ask(request, credentialOf(visitor, 'cookie'))
      expect([visitor, status]).toEqual([visitor, isStaff ? 200 : 404])
    }
  })
})

interface Other {
  /** `link`: a signature in the address, which no role replaces. */
  access: Access | 'link'
  path: () => string
  send?: Pick<TestRequest, 'body' | 'headers'>
  /** Default 200. */
  status?: number
}

const tus = { 'tus-resumable': '1.0.0' }
const video = { fileName: 'a.webm', sizeBytes: 4, durationSec: 12 }
let upload = ''

/** Routes that the API's description leaves out. */
const otherRoutes: Record<string, Other> = {
  'GET /healthz': { access: 'public', path: () => '/healthz' },
  'GET /metrics': { access: 'public', path: () => '/metrics' },
  'GET /assets/:file': { access: 'public', path: () => brandStylesheets({ color: '#0a5c8f' })[0] ?? '' },
  'GET /embed/:tournament': { access: 'public', path: () => `/embed/${world.ids.tournament}` },
  'GET /tournament/:id/updates.atom': {
    access: 'public',
    path: () => `/tournament/${world.ids.tournament}/updates.atom`,
  },
  'GET /og/site.png': { access: 'public', path: () => '/og/site.png' },
  'GET /og/tournament/:file': { access: 'public', path: () => `/og/tournament/${world.ids.tournament}.png` },
  'GET /og/entry/:file': { access: 'public', path: () => `/og/entry/${world.ids.entry}.png` },
  'GET /og/recap/:file': { access: 'public', path: () => `/og/recap/${world.ids.settledTournament}.png` },
  'GET /og/boat/:file': { access: 'public', path: () => `/og/boat/${world.ids.boat}.png` },
  'GET /og/lead/:tournament/:file': {
    access: 'public',
    path: () => `/og/lead/${world.ids.tournament}/${world.ids.entry}.png`,
  },
  'GET /images/:name': { access: 'public', path: () => image },
  'GET /media/:id/:name': { access: 'link', path: () => `/media/${world.ids.video}/original` },
  'GET /unsubscribe/:token': { access: 'link', path: () => '/unsubscribe/x' },
  'POST /unsubscribe/:token': { access: 'link', path: () => '/unsubscribe/x' },
  'POST /login': {
    access: 'public',
    path: () => '/login',
    send: {
      body: new URLSearchParams({ email: 'stranger@example.com', password: 'marlin-1' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    status: 303,
  },
  'POST /files': {
    access: 'user',
    path: () => '/files',
    send: {
      headers: {
        ...tus,
        'upload-length': '5',
        'upload-metadata': `filename ${btoa('a.webm')},filetype ${btoa('video/webm')}`,
      },
    },
    status: 201,
  },
  // Only HEAD.
  'GET /files/:id': { access: ['self'], path: () => upload, send: { headers: tus } },
  'PATCH /files/:id': {
    access: ['self'],
    path: () => upload,
    send: {
      body: 'fish',
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    },
    status: 204,
  },
  'PUT /files/:id': { access: ['self'], path: () => upload, send: { body: 'fish' } },
  'POST /files/:id': {
    access: ['self'],
    path: () => upload,
    send: { headers: { ...tus, 'x-http-method-override': 'DELETE' } },
    status: 204,
  },
  'DELETE /files/:id': { access: ['self'], path: () => upload, send: { headers: tus }, status: 204 },
}

const otherRequestTo = (key: string, { path, send }: Other): TestRequest => {
  const [method = ''] = key.split(' ')
  return { method: key === 'GET /files/:id' ? 'HEAD' : method, path: path(), ...send }
}

describe('every route besides the description', () => {
  /** An upload with its file, which the calls before may have filled or deleted. */
  beforeEach(async () => {
    bytes = world.database.serialize()
    await startSite()
    const slot = await site.page('/api/crew/videos/upload', { json: video, cookie: world.people.crew.cookie })
    upload = `/files/${(await slot.json()).videoId}`
    bytes = database.serialize()
  })

  test('is in the table above, or a page', () => {
    const routes = site.app.routes.filter(({ method }) => method !== 'ALL' && method !== 'OPTIONS')
    const routeKeys = new Set(routes.map(({ method, path }) => `${method} ${path}`))
    expect([...routeKeys].filter(key => !(key in endpoints) && key !== 'GET /*').toSorted()).toEqual(
      Object.keys(otherRoutes).toSorted(),
    )
  })

  test.each(Object.entries(otherRoutes))('%s', async (key, other) => {
    const { access, status = 200 } = other
    const request = otherRequestTo(key, other)
    for (const visitor of visitors) {
      const credential = credentialOf(visitor, 'cookie')
      if (access === 'link') await expectRefused(visitor, request, credential, [403, 404])
      else if (isAdmitted(access, visitor, 'crew'))
        expect([visitor, (await ask(request, credential)).status]).toEqual([visitor, status])
      else if (visitor === 'signed out' || visitor === 'banned')
        await expectRefused(visitor, request, credential, [401])
      else await expectRefused(visitor, request, credential, [404])
    }
  })
})

/** Pages that not every visitor or member may see. */
const restrictedPages: Record<string, readonly Role[]> = {
  '/admin': ['owner'],
  '/owner/:token': [],
  '/tournament/:id/manage': ['weigh-master', 'co-organiser', 'organiser'],
  '/my-funding/:id': ['self'],
  '/entry/:id/backers': ['captain'],
}

function pagePath(path: string): string {
  const { ids } = world
  const [, first = ''] = path.split('/')
  const segmentIds: Record<string, string> = {
    boat: ids.boat,
    'crew-videos': ids.post,
    entry: ids.entry,
    funding: ids.entry,
    invitation: ids.invitationToken,
    'my-funding': ids.funding,
    slip: ids.slip,
    statement: ids.settledEntry,
  }
  if (path.endsWith('/log')) return path.replace(':id', ids.loggedTournament)
  return path.replace(':version', '1').replace(/:\w+/, segmentIds[first] ?? ids.tournament)
}

const pages = allRoutes.flatMap(({ path, access }) => (path === null ? [] : [{ path, access }]))

describe('every page', () => {
  test.each(pages)('$path', async ({ path, access }) => {
    const request = { method: 'GET', path: pagePath(path) }
    const allowedAccess: Access = restrictedPages[path] ?? (access === 'public' ? 'public' : 'user')
    for (const visitor of visitors) {
      const credential = credentialOf(visitor, 'cookie')
      if (isAdmitted(allowedAccess, visitor, 'backer'))
        expect([visitor, (await ask(request, credential)).status]).toEqual([visitor, 200])
      else if (visitor === 'signed out' || visitor === 'banned')
        await expectRefused(visitor, request, credential, [access === 'public' ? 404 : 302])
      else await expectRefused(visitor, request, credential, [403, 404])
    }
  })
})

/** Answers of a locked site without its password. */
const answersWhenLocked = new Set([
  'POST /api/validate-password',
  'POST /api/stripe/webhook',
  'POST /auth/v1/token',
  'GET /auth/v1/user',
  'PUT /auth/v1/user',
  'POST /auth/v1/logout',
  'GET /auth/v1/settings',
  'GET /auth/v1/health',
  'GET /auth/v1/.well-known/jwks.json',
  'GET /assets/:file',
  'GET /healthz',
  'GET /metrics',
  'GET /media/:id/:name',
  'GET /unsubscribe/:token',
  'POST /unsubscribe/:token',
])

/** Their answers open the site: only for browsers that opened it with its password. */
const passes: EndpointKey[] = [
  'GET /api/tournaments/:id/pass.svg',
  'GET /api/tournament-entries/:id/pass.svg',
  'GET /api/tournaments/:id/embed',
]

describe('a locked site, without its password', () => {
  beforeAll(() => startSite({ SITE_GATE: 'on', SITE_PASSWORD: 'wahoo' }))
  afterAll(() => startSite())

  const calls: [key: string, asked: () => TestRequest][] = [
    ...keys.map((key): [string, () => TestRequest] => [key, () => requestTo(key)]),
    ...Object.entries(otherRoutes).map(([key, other]): [string, () => TestRequest] => [
      key,
      () => otherRequestTo(key, other),
    ]),
  ]

  test.each(calls.filter(([key]) => !answersWhenLocked.has(key)))('%s', async (key, makeRequest) => {
    for (const visitor of visitors) {
      const { status, hasChanged } = await ask(makeRequest(), credentialOf(visitor, 'cookie'))
      // The gate takes the form as an attempt at the site's password.
      expect([visitor, status, hasChanged]).toEqual([visitor, key === 'POST /login' ? 401 : 403, false])
    }
  })

  test.each(calls.filter(([key]) => answersWhenLocked.has(key)))(
    '%s is answered',
    async (key, makeRequest) => {
      const response = await site.app.request(`${testOrigin}${makeRequest().path}`, {
        method: key.split(' ')[0] ?? '',
      })
      expect(await response.text()).not.toContain('site_locked')
    },
  )

  test.each(pages)('$path shows the gate', async ({ path }) => {
    for (const visitor of visitors) {
      const response = await site.app.request(`${testOrigin}${pagePath(path)}`, {
        headers: credentialOf(visitor, 'cookie'),
      })
      expect(await response.text()).toContain('Site Under Construction')
    }
  })

  test.each(keys.filter(key => key.startsWith('GET /api/') && endpoints[key].access !== 'public'))(
    '%s is answered to a bearer token',
    async key => {
      for (const visitor of members) {
        const { status } = await ask(requestTo(key), credentialOf(visitor, 'bearer'))
        const { access }: Endpoint = endpoints[key]
        const isAllowed = !passes.includes(key) && isAdmitted(access, visitor, selfOf(key))
        expect([visitor, status < 300]).toEqual([visitor, isAllowed])
      }
    },
  )
})

test('an unconfirmed address gets neither cookie nor token', async () => {
  const { app, db, page } = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
  const account = { email: 'new@example.com', password: 'marlin-1' }
  const signedUp = await page('/api/auth/sign-up', {
    json: { ...account, firstName: 'Ana', lastName: 'Reyes' },
  })
  expect(signedUp.headers.getSetCookie().filter(cookie => cookie.startsWith('sid='))).toEqual([])
  const signedIn = await page('/api/auth/sign-in', { json: account })
  expect([
    signedIn.status,
    signedIn.headers.getSetCookie().some(cookie => cookie.startsWith('sid=')),
  ]).toEqual([400, false])
  const token = await app.request(`${testOrigin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: JSON.stringify(account),
  })
  expect([token.status, 'access_token' in (await token.json())]).toEqual([400, false])
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
})
